"""A pack of twelve cards, so small that its calls can be solved without sampling.

Spades are trumps, hearts and diamonds plain, each with its four highest cards. Hands have three cards, so that five
cards are left in the stock. The calls are those of the real game: the elder hand stands or proposes, the dealer refuses
or accepts once. After an exchange both discard every plain card, the elder hand at least one card, as far as the stock
allows. Play is with both hands seen.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from worker.review.equilibrium.deal_samples import Samples
from worker.solver import solve_many

RANKS = range(4, 8)
PACK = tuple(8 * suit + rank for suit in range(3) for rank in RANKS)
TURN_UP = 5
HANDS = tuple(combinations((card for card in PACK if card != TURN_UP), 3))
STOCK = 5
COPIES = 60
"""A number of copies that every number of ways to exchange divides."""


class SmallGame:
    """Every deal of the small pack with its ends, for the elder hand's hands and for the dealer's.

    Each pair of hands has ``COPIES`` deals, as many for each way in which the stock can be drawn.
    """

    def __init__(self) -> None:
        elders, dealers, after = _list_deals()
        masks = np.array([_mask_of(hand) for hand in HANDS], np.uint32)
        before = _solve(masks[elders], masks[dealers])
        final = _solve(after[:, 0], after[:, 1])
        king = _king_of(masks[elders], masks[dealers])
        ends = (
            (king * 5 + _ended(before, 1)).astype(np.int64)
            | (king * 5 + _ended(before, 2)).astype(np.int64) << 4
            | (_king_of(after[:, 0], after[:, 1]) * 5 + _ended(final, 0)).astype(np.int64) << 8
        )
        self.elder = _samples(elders, dealers, ends)
        self.dealer = _samples(dealers, elders, ends)


@cache
def small_game() -> SmallGame:
    return SmallGame()


def _mask_of(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)


def _list_deals() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint32]]:
    """Return the numbers of both hands before the calls, and both masks after an exchange, row by row."""
    elders, dealers, after = [], [], []
    for one, elder in enumerate(HANDS):
        for other, dealer in enumerate(HANDS):
            if set(elder) & set(dealer):
                continue
            stock = [card for card in PACK if card != TURN_UP and card not in elder + dealer]
            ways = _ways_to_exchange(elder, dealer, stock)
            for pair in ways:
                elders += [one] * (COPIES // len(ways))
                dealers += [other] * (COPIES // len(ways))
                after += [pair] * (COPIES // len(ways))
    return np.array(elders), np.array(dealers), np.array(after, np.uint32)


def _ways_to_exchange(
    elder: tuple[int, ...], dealer: tuple[int, ...], stock: list[int]
) -> list[tuple[int, int]]:
    """Return both hands after each of the equally likely ways in which the stock can be drawn."""
    first = [card for card in elder if card >= 8] or [min(elder)]
    first = sorted(first, key=lambda card: (card % 8, card))[: len(stock)]
    ways = []
    for drawn in combinations(stock, len(first)):
        rest = [card for card in stock if card not in drawn]
        second = [card for card in dealer if card >= 8]
        second = sorted(second, key=lambda card: (card % 8, card))[: len(rest)]
        for taken in combinations(rest, len(second)):
            ways.append(
                (
                    _mask_of(tuple(card for card in elder if card not in first) + drawn),
                    _mask_of(tuple(card for card in dealer if card not in second) + taken),
                )
            )
    return ways


def _solve(elders: NDArray[np.uint32], dealers: NDArray[np.uint32]) -> NDArray[np.uint8]:
    return solve_many(elders.astype(np.uint32), dealers.astype(np.uint32), np.zeros(len(elders), np.uint8))


def _king_of(elders: NDArray[np.uint32], dealers: NDArray[np.uint32]) -> NDArray[np.int64]:
    return np.where(elders & 0x80, 1, np.where(dealers & 0x80, 2, 0))


def _ended(tricks: NDArray[np.uint8], vulnerable: int) -> NDArray[np.int64]:
    """Return the tricks part of an outcome: the point is two tricks, the vole three."""
    won = np.where((tricks == 3) | (vulnerable == 2), 4, 3)
    lost = np.where((tricks == 0) | (vulnerable == 1), 0, 1)
    return np.where(tricks >= 2, won, lost)


def _samples(own: NDArray[np.int64], other: NDArray[np.int64], ends: NDArray[np.int64]) -> Samples:
    order = np.argsort(own, kind="stable")
    return Samples(
        other[order].astype(np.uint16).reshape(len(HANDS), -1),
        ends[order].astype(np.uint16).reshape(len(HANDS), -1),
    )
