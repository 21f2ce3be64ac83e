"""Compute how deals end after the first acceptance, for ``worker.review.exchange_values``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE
from worker.review.exchange_values import (
    CELLS,
    PLAIN_KINGS,
    TRUMPS_IN_PLAY,
    UNITS,
    cell_of,
    ternary_numbers,
)
from worker.review.first_calls import go_on_from_calls
from worker.review.policy import ELDER_PUTS_OUT, OUTCOMES, Policy, policy_of, shuffle
from worker.review.strength import RANKS
from worker.solver.compiling import compiled

DEALS: Final = (8_192, 2_048, 1_024, 256)
"""The number of random deals for a cell in which the players keep at most four cards together, five, six, or more."""
FEW_KEPT: Final = 4


def compute_exchanges(deals: tuple[int, ...], seed: int, work: Path | None = None) -> NDArray[np.uint8]:
    """Return ``Exchanges.shares``, counted over random deals.

    ``deals`` has the number of deals for one cell: first for at most ``FEW_KEPT`` cards that the two players keep, then
    for each card more, last for all higher numbers. Finished turn-ups are kept in the folder ``work``.
    """
    shares = np.zeros((CELLS, OUTCOMES), np.uint8)
    for turned in range(RANKS):
        path = None if work is None else work / f"exchanges-{'-'.join(map(str, deals))}-{seed}-{turned}.npy"
        if path is not None and path.exists():
            part = np.load(path)
        else:
            counts = np.zeros((CELLS // RANKS, OUTCOMES), np.int64)
            play_cells(policy_of(), ternary_numbers(), turned, np.array(deals), seed + turned, counts)
            part = to_shares(counts)
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                np.save(path, part)
        shares[turned * len(part) : (turned + 1) * len(part)] = part
    return shares


def to_shares(counts: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return counts of outcomes in 255ths of their sum, rounded so that they add up; rows without a count stay 0."""
    totals = counts.sum(axis=1, keepdims=True)
    exact = counts * UNITS / np.maximum(totals, 1)
    whole = np.floor(exact)
    missing = np.where(totals[:, 0] > 0, UNITS - whole.sum(axis=1), 0)
    order = np.argsort(np.argsort(whole - exact, axis=1, kind="stable"), axis=1, kind="stable")
    shares: NDArray[np.uint8] = (whole + (order < missing[:, None])).astype(np.uint8)
    return shares


@compiled
def play_cells(
    policy: Policy,
    ternary: NDArray[np.int64],
    turned: int,
    deals: NDArray[np.int64],
    seed: int,
    counts: NDArray[np.int64],
) -> None:
    """Count in ``counts[cell, outcome]`` how random deals of every cell of a turn-up end.

    ``turned`` is the rank of the turn-up; ``counts`` begins with the first cell of that turn-up. ``ternary`` is that
    of ``cell_of``. ``deals`` is that of ``compute_exchanges``.
    """
    state = np.array([seed], np.uint64)
    for number in range(3**TRUMPS_IN_PLAY):
        elder_trumps = 0
        dealer_trumps = 0
        rest = number
        # Each digit in base 3 says of a trump whether neither player, the elder hand or the dealer keeps it.
        for place in range(TRUMPS_IN_PLAY):
            rank = place if place < turned else place + 1
            digit = rest % 3
            rest //= 3
            elder_trumps |= (1 if digit == 1 else 0) << rank
            dealer_trumps |= (1 if digit == 2 else 0) << rank
        for elder_kings in range(PLAIN_KINGS + 1):
            for dealer_kings in range(PLAIN_KINGS + 1 - elder_kings):
                elder = elder_trumps
                dealer = dealer_trumps
                for suit in range(PLAIN_KINGS):
                    king = 1 << 8 * (suit + 1) + 7
                    if suit < elder_kings:
                        elder |= king
                    elif suit < elder_kings + dealer_kings:
                        dealer |= king
                cell = cell_of(ternary, elder, dealer, turned) - turned * len(counts)
                _play_cell(policy, elder, dealer, turned, deals, state, counts[cell])


@compiled
def _play_cell(
    policy: Policy,
    elder: int,
    dealer: int,
    turned: int,
    deals: NDArray[np.int64],
    state: NDArray[np.uint64],
    counts: NDArray[np.int64],
) -> None:
    """Count how random deals end in which the players keep just the cards ``elder`` and ``dealer``."""
    others = np.zeros(32, np.int64)
    keepers = np.zeros(32, np.int64)
    stock = np.zeros(32, np.int64)
    number_of_others = 0
    number_of_keepers = 0
    # Others are discarded by the policy; keepers are the unseen trumps and kings.
    for card in range(32):
        if card >= 8 and card & 7 != 7:
            others[number_of_others] = card
            number_of_others += 1
        elif (elder | dealer | 1 << turned) >> card & 1 == 0:
            keepers[number_of_keepers] = card
            number_of_keepers += 1
    elder_needs = HAND_SIZE
    dealer_needs = HAND_SIZE
    for card in range(32):
        elder_needs -= elder >> card & 1
        dealer_needs -= dealer >> card & 1
    if elder_needs < 0 or dealer_needs < 0:
        return
    kept = 2 * HAND_SIZE - elder_needs - dealer_needs
    for _ in range(deals[min(max(kept - FEW_KEPT, 0), len(deals) - 1)]):
        shuffle(others, 0, number_of_others, state)
        first = elder
        second = dealer
        for place in range(elder_needs):
            first |= 1 << others[place]
        for place in range(elder_needs, elder_needs + dealer_needs):
            second |= 1 << others[place]
        left = 0
        for place in range(elder_needs + dealer_needs, number_of_others):
            stock[left] = others[place]
            left += 1
        for place in range(number_of_keepers):
            stock[left] = keepers[place]
            left += 1
        shuffle(stock, 0, left, state)
        counts[
            go_on_from_calls(policy, first, second, stock, left, turned, ELDER_PUTS_OUT, 1, 0, 0, 0, state)
        ] += 1
