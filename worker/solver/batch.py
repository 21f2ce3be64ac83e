"""Arrays in, arrays out: checks on types and lengths, the kernels, and words for the row they stop at."""

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
"""Of arrays that have more than one figure a row."""


def solve_many(
    leaders: NDArray[np.uint32], followers: NDArray[np.uint32], trumps: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    leaders, followers, trumps = columns_of(leaders=leaders, followers=followers, trumps=trumps)
    table = solver_table()
    tricks = np.empty(len(leaders), np.uint8)
    bad = solve_rows(table.numbering, table.best, leaders, followers, trumps, tricks)
    _refuse(bad, leaders, followers, trumps)
    return tricks


def solve_leads_many(
    leaders: NDArray[np.uint32], followers: NDArray[np.uint32], trumps: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    leaders, followers, trumps = columns_of(leaders=leaders, followers=followers, trumps=trumps)
    table = solver_table()
    tricks = np.empty((len(leaders), MOST_CARDS), np.uint8)
    bad = lead_rows(table.numbering, table.leads, leaders, followers, trumps, tricks)
    _refuse(bad, leaders, followers, trumps)
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
    _refuse(bad, leaders, followers, trumps, leads)
    return tricks


def solve_leads(leader: CardMask, follower: CardMask, trump: Suit) -> dict[Card, int]:
    _check(leader, follower, trump)
    return _by_card(leader, solve_leads_many(*_one_row(leader, follower, trump)))


def solve_replies(leader: CardMask, follower: CardMask, trump: Suit, lead: Card) -> dict[Card, int]:
    _check(leader, follower, trump, lead)
    row = _one_row(leader, follower, trump)
    return _by_card(follower, solve_replies_many(*row, np.array([lead], np.uint8)))


def warm() -> None:
    """Run every kernel once."""
    solve_many(*_one_row(1, 2, 0))
    solve_leads(1, 2, 0)
    solve_replies(1, 2, 0, 0)


def columns_of(**columns: NDArray[Any]) -> list[NDArray[Any]]:
    """The arrays, laid out as the kernels were compiled for: another layout would compile them anew."""
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


def _refuse(row: int, *columns: NDArray[Any]) -> None:
    """Raise ``ValueError`` for the row that a kernel stopped at; -1 is none."""
    if row >= 0:
        raise ValueError(f"row {row}: {position_fault(*(int(column[row]) for column in columns))}")


def _check(leader: CardMask, follower: CardMask, trump: Suit, lead: Card | None = None) -> None:
    """Before the arrays are made: a number that fits no array is a fault like any other."""
    if fault := position_fault(leader, follower, trump, lead):
        raise ValueError(fault)


def _one_row(
    leader: CardMask, follower: CardMask, trump: Suit
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint8]]:
    return np.array([leader], np.uint32), np.array([follower], np.uint32), np.array([trump], np.uint8)


def _by_card(hand: CardMask, rows: NDArray[np.uint8]) -> dict[Card, int]:
    cards = cards_of(hand)
    tricks = dict(zip(sorted(cards), rows[0].tolist(), strict=False))
    return {card: tricks[card] for card in cards if tricks[card] != NO_CARD}
