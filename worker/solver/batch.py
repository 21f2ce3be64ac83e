"""Check arrays of positions, pass them to the compiled functions, and raise an error for the first invalid row."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.cards import Card, CardMask, Suit, cards_of
from worker.solver.faults import position_fault
from worker.solver.kernels import NO_CARD, lead_rows, reply_rows, solve_rows
from worker.solver.numbering import MOST_CARDS
from worker.solver.table import solver_table

_TYPES = {
    "leaders": np.uint32,
    "followers": np.uint32,
    "trumps": np.uint8,
    "leads": np.uint8,
    "cards": np.uint8,
}
_WIDTHS = {"cards": 2 * MOST_CARDS}
"""The number of columns of the arrays that have two dimensions, by parameter name."""


def solve_many(
    leaders: NDArray[np.uint32], followers: NDArray[np.uint32], trumps: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    leaders, followers, trumps = columns_of(leaders=leaders, followers=followers, trumps=trumps)
    table = solver_table()
    tricks = np.empty(len(leaders), np.uint8)
    bad = solve_rows(table.numbering, table.best, leaders, followers, trumps, tricks)
    _raise_for_row(bad, leaders, followers, trumps)
    return tricks


def solve_leads_many(
    leaders: NDArray[np.uint32], followers: NDArray[np.uint32], trumps: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    leaders, followers, trumps = columns_of(leaders=leaders, followers=followers, trumps=trumps)
    table = solver_table()
    tricks = np.empty((len(leaders), MOST_CARDS), np.uint8)
    bad = lead_rows(table.numbering, table.leads, leaders, followers, trumps, tricks)
    _raise_for_row(bad, leaders, followers, trumps)
    return tricks


def solve_replies_many(
    leaders: NDArray[np.uint32],
    followers: NDArray[np.uint32],
    trumps: NDArray[np.uint8],
    leads: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    leaders, followers, trumps, leads = columns_of(
        leaders=leaders, followers=followers, trumps=trumps, leads=leads
    )
    table = solver_table()
    tricks = np.empty((len(leaders), MOST_CARDS), np.uint8)
    bad = reply_rows(table.numbering, table.replies, leaders, followers, trumps, leads, tricks)
    _raise_for_row(bad, leaders, followers, trumps, leads)
    return tricks


def solve_leads(leader: CardMask, follower: CardMask, trump: Suit) -> dict[Card, int]:
    _check_position(leader, follower, trump)
    return _map_to_cards(leader, solve_leads_many(*_make_row(leader, follower, trump)))


def solve_replies(leader: CardMask, follower: CardMask, trump: Suit, lead: Card) -> dict[Card, int]:
    _check_position(leader, follower, trump, lead)
    row = _make_row(leader, follower, trump)
    return _map_to_cards(follower, solve_replies_many(*row, np.array([lead], np.uint8)))


def warm() -> None:
    """Call every compiled function once, so that all of them are compiled and loaded."""
    solve_many(*_make_row(1, 2, 0))
    solve_leads(1, 2, 0)
    solve_replies(1, 2, 0, 0)


def columns_of(**columns: NDArray[Any]) -> list[NDArray[Any]]:
    """Return the arrays in the memory layout for which the functions were compiled, in the order of the
    arguments.

    For another layout Numba would compile the functions again. Raises ``ValueError`` for an array of a wrong
    type, shape or length.
    """
    for name, column in columns.items():
        wanted = np.dtype(_TYPES[name])
        if not isinstance(column, np.ndarray):
            raise ValueError(f"{name} is a {type(column).__name__}, not an array of {wanted}")
        width = _WIDTHS.get(name)
        if column.dtype != wanted or not column.shape or column.shape[1:] != ((width,) if width else ()):
            shape = f"(n, {width})" if width else "(n,)"
            raise ValueError(
                f"{name} is {column.dtype} of shape {column.shape}, not {wanted} of shape {shape}"
            )
    if len({len(column) for column in columns.values()}) > 1:
        lengths = ", ".join(f"{len(column)} {name}" for name, column in columns.items())
        raise ValueError(f"the arrays differ in length: {lengths}")
    return [np.require(column, requirements=["C", "A", "W"]) for column in columns.values()]


def _raise_for_row(row: int, *columns: NDArray[Any]) -> None:
    """Raise ``ValueError`` for the row at which a compiled function stopped, unless ``row`` is -1."""
    if row >= 0:
        raise ValueError(f"row {row}: {position_fault(*(int(column[row]) for column in columns))}")


def _check_position(leader: CardMask, follower: CardMask, trump: Suit, lead: Card | None = None) -> None:
    """Check one position; raise ``ValueError`` with the reason if it is invalid.

    This runs before the arrays are built, so that a number that is too large for them gets the same kind of
    error.
    """
    if fault := position_fault(leader, follower, trump, lead):
        raise ValueError(fault)


def _make_row(
    leader: CardMask, follower: CardMask, trump: Suit
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint8]]:
    return np.array([leader], np.uint32), np.array([follower], np.uint32), np.array([trump], np.uint8)


def _map_to_cards(hand: CardMask, rows: NDArray[np.uint8]) -> dict[Card, int]:
    cards = cards_of(hand)
    tricks = dict(zip(sorted(cards), rows[0].tolist(), strict=False))
    return {card: tricks[card] for card in cards if tricks[card] != NO_CARD}
