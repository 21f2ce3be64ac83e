"""The change by hidden play in the value of each first lead, by the lead and the hand from which it is made.

With both hands seen after the lead its value is counted against every hand. What hidden play adds or takes away is
estimated from random deals (``sampled_leads``), in levels from coarse to fine (``pooling.shrunk_means``), because no
sample has every hand with every lead. At each level a lead has a code; the estimate is the sum of what the file has
for its codes. ``error`` is what is left unexplained, measured on deals that the estimates have not seen.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE, KING_RANK, PACK, Card, CardMask
from worker.review.data_files import WrongTableError, read_json
from worker.review.equilibrium.hidden_deal import list_worths
from worker.review.equilibrium.pooling import shrunk_means
from worker.review.kernels import BEST, NO_LEAD, tally_choices
from worker.review.strength import ELDER, KING_OF_TRUMPS
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int, count_cards
from worker.solver.table import Table, solver_table

DATA: Final = "hidden_leads.json"
LEVELS: Final = 4
STEP: Final = 0.05
"""A step in which it is measured how far a lead is behind the best one, in marks."""
MOST_STEPS: Final = 20
_DECIMALS: Final = 3
_SUIT: Final = 0xFF
"""The cards of the first suit (trumps), as a mask."""
_HALVES: Final = 2


class LeadTable(NamedTuple):
    """The shipped estimates.

    - ``levels[level][code]``: the part of the change, in marks of the elder hand, that a level explains.
    - ``error``: the standard error of an estimated difference between two leads of a hand, in marks.
    """

    levels: tuple[dict[int, float], ...]
    error: float


@compiled
def fill_codes(
    hand: int, turned: int, vulnerable: int, lead: int, behind: int, codes: NDArray[np.int64]
) -> None:
    """Store in ``codes[level]`` what each level looks at.

    - ``hand``: the elder hand's five cards, with spades as trumps; ``lead``: one of them.
    - ``turned``: the rank of the turn-up.
    - ``vulnerable``: the player against whom the point counts two: 0 nobody, 1 the elder hand, 2 the dealer.
    - ``behind``: how far the lead is behind the best one with both hands seen, in steps (``steps_behind``).

    The levels look at the player who is vulnerable; how far the lead is behind, and whether it is a trump; the number
    of trumps, and who has the king; the rank of the lead, and the length of its suit.
    """
    suit = lead >> 3
    trumps = hand & _SUIT
    in_suit = hand >> (suit << 3) & _SUIT
    king = 2 if turned == KING_RANK else 1 if trumps & KING_OF_TRUMPS else 0
    is_trump = 1 if suit == 0 else 0
    # Each code is a number with a digit for each thing that the level looks at.
    codes[0] = vulnerable
    codes[1] = (vulnerable * (MOST_STEPS + 1) + behind) * 2 + is_trump
    codes[2] = ((vulnerable * 6 + count_cards(trumps)) * 3 + king) * 2 + is_trump
    codes[3] = (codes[2] * 8 + (lead & 7)) * 6 + count_cards(in_suit)


def steps_behind(means: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return how far each lead of a hand is behind the best one, in steps. ``means`` are marks with both hands seen."""
    steps: NDArray[np.int64] = np.minimum(np.round((means.max() - means) / STEP), MOST_STEPS).astype(np.int64)
    return steps


@compiled
def _fill_means(
    table: Table,
    worth: NDArray[np.int64],
    hands: NDArray[np.uint32],
    turn_ups: NDArray[np.uint8],
    sides: NDArray[np.uint8],
    means: NDArray[np.float64],
) -> None:
    """Store in ``means[row, place]`` the marks of each lead of a hand, with both hands seen after it.

    ``sides`` are the players against whom the point counts two, as in ``fill_codes``.
    """
    tally = np.zeros((BEST + 1, HAND_SIZE + 1), np.int64)
    for row in range(len(hands)):
        hand = as_int(hands[row])
        tally[:] = 0
        possible = PACK & ~(hand | 1 << as_int(turn_ups[row]))
        number = tally_choices(table, hand, NO_LEAD, 0, 0, possible, tally)
        place = 0
        for card in range(32):
            if hand >> card & 1:
                for tricks in range(HAND_SIZE + 1):
                    means[row, place] += tally[card, tricks] * worth[sides[row], ELDER, tricks] / number
                place += 1


def estimate_leads(rows: NDArray[np.void]) -> LeadTable:
    """Return the estimates from leads that were tried (``sampled_leads.LEAD``), all leads of a hand together.

    The error is measured by estimating from each half of the rows, and comparing with the other half.
    """
    hands = rows[::HAND_SIZE]
    means = np.zeros((len(hands), HAND_SIZE))
    columns = [np.ascontiguousarray(hands[name]) for name in ("hand", "turned", "vulnerable")]
    _fill_means(solver_table(), list_worths(), columns[0], columns[1], columns[2], means)
    codes = np.zeros((len(rows), LEVELS), np.int64)
    for number, row in enumerate(rows):
        if number % HAND_SIZE == 0:
            steps = steps_behind(means[number // HAND_SIZE])
        fill_codes(
            int(row["hand"]), int(row["turned"]), int(row["vulnerable"]), int(row["lead"]),
            int(steps[number % HAND_SIZE]), codes[number],
        )  # fmt: skip
    values = (rows["change"].astype(np.float64) + rows["other"]) / _HALVES
    return LeadTable(_fit(values, codes), _measure_error(rows, values, codes))


def _fit(values: NDArray[np.float64], codes: NDArray[np.int64]) -> tuple[dict[int, float], ...]:
    """Return ``LeadTable.levels``: each level explains what the levels before it leave of ``values``."""
    levels = []
    rest = values.copy()
    for level in range(LEVELS):
        names, groups = np.unique(codes[:, level], return_inverse=True)
        change = shrunk_means(rest, groups.astype(np.int64), len(names))
        rest -= change[groups]
        rounded = np.round(change, _DECIMALS).tolist()
        levels.append({int(name): part for name, part in zip(names, rounded, strict=True) if part})
    return tuple(levels)


def _predict(levels: tuple[dict[int, float], ...], codes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the estimate for each row of ``codes``: the sum over the levels; a code that a level lacks counts 0."""
    total = np.zeros(len(codes))
    for level, parts in enumerate(levels):
        names, groups = np.unique(codes[:, level], return_inverse=True)
        total += np.array([parts.get(name, 0.0) for name in names.tolist()])[groups]
    return total


def _measure_error(rows: NDArray[np.void], values: NDArray[np.float64], codes: NDArray[np.int64]) -> float:
    """Return the standard deviation of true differences between leads about the estimated ones.

    A tried lead has ``change`` from several deals and ``other``, from as many others. The product of what is left
    unexplained in both has the true variance as its mean, because their chances are independent.
    """
    half = len(rows) // _HALVES
    total = 0.0
    for train, test in ((slice(half), slice(half, None)), (slice(half, None), slice(half))):
        predicted = _predict(_fit(values[train], codes[train]), codes[test])
        left = [
            _within_hands(rows["deal"][test], rows[name][test] - predicted) for name in ("change", "other")
        ]
        total += float((left[0] * left[1]).mean()) / _HALVES
    # Two leads differ by twice the variance of one. The mean of a hand is taken from its own leads (n / (n - 1)).
    return float(np.sqrt(2 * max(0.0, total) * HAND_SIZE / (HAND_SIZE - 1)))


def _within_hands(deals: NDArray[np.uint32], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the values less the mean of their deal: the leads of one hand are compared with each other alone."""
    _, groups = np.unique(deals, return_inverse=True)
    means = np.bincount(groups, values) / np.bincount(groups)
    rest: NDArray[np.float64] = values - means[groups]
    return rest


def as_json(table: LeadTable) -> dict[str, Any]:
    """Return the contents of the data file."""
    levels = [{str(code): part for code, part in sorted(level.items())} for level in table.levels]
    error = round(table.error, _DECIMALS)
    return {"checksum": _checksum_of(error, levels), "error": error, "levels": levels}


def _checksum_of(error: float, levels: list[dict[str, float]]) -> str:
    return hashlib.sha256(json.dumps([error, levels]).encode()).hexdigest()


def stored() -> dict[str, Any]:
    """Return the contents of the data file that is shipped with the package."""
    return read_json(DATA)


@cache
def lead_table() -> LeadTable:
    """Return the shipped estimates.

    Raises ``WrongTableError`` if the data file does not match its checksum.
    """
    contents = stored()
    if _checksum_of(contents["error"], contents["levels"]) != contents["checksum"]:
        raise WrongTableError(
            f"worker/review/data/{DATA} is damaged: make it again by python -m worker.review.tables"
        )
    levels = tuple({int(code): part for code, part in level.items()} for level in contents["levels"])
    return LeadTable(levels, contents["error"])


def lead_changes(
    hand: CardMask, turned: int, vulnerable: int, leads: Sequence[Card], means: NDArray[np.float64]
) -> list[float]:
    """Return what hidden play changes in the values of the first leads of a hand, in marks.

    ``means`` are the marks of ``leads`` with both hands seen. ``fill_codes`` has the other parameters.
    """
    levels = lead_table().levels
    codes = np.zeros(LEVELS, np.int64)
    changes = []
    for lead, behind in zip(leads, steps_behind(means).tolist(), strict=True):
        fill_codes(hand, turned, vulnerable, lead, behind, codes)
        changes.append(sum(level.get(code, 0.0) for level, code in zip(levels, codes.tolist(), strict=True)))
    return changes
