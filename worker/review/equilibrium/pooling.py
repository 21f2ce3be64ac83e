"""Estimate the mean of every kind of hand from a sample, by pooling kinds that are alike.

A sample of random deals has only a few of each kind of hand. The mean of a kind is therefore estimated in *levels*,
from coarse groups of kinds to single kinds. At each level the mean of what the coarser levels leave unexplained is
computed for every group, and multiplied by ``n / (n + noise)``. Here ``n`` is the number of deals of the group, and
``noise`` the variance within groups divided by the variance between them, estimated from the sample itself
(empirical Bayes).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.cards import KING_RANK
from worker.review.equilibrium.hands import KINDS, hand_kinds, hand_of
from worker.review.strength import KING_OF_TRUMPS, RANKS

_LEAST_GROUPS: Final = 2


def pooled_means(
    values: NDArray[np.float64],
    members: NDArray[np.int64],
    levels: Sequence[NDArray[np.int64]],
    start: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Return the estimated mean of every member, for example of every kind of hand.

    - ``values``: the sample; ``members[row]``: the member to which each value belongs.
    - ``levels``: for each level, coarse first, the group of every member.
    - ``start``: what is known of every member's mean beforehand, or None for zero.
    """
    estimate = np.zeros(len(levels[0])) if start is None else start.astype(np.float64)
    rest = values - estimate[members]
    for level in levels:
        change = shrunk_means(rest, level[members], int(level.max()) + 1)
        estimate = estimate + change[level]
        rest = rest - change[level[members]]
    return estimate


def shrunk_means(values: NDArray[np.float64], groups: NDArray[np.int64], number: int) -> NDArray[np.float64]:
    """Return the mean of each of ``number`` groups, multiplied by ``n / (n + noise)``; 0 for a group without values."""
    counts = np.bincount(groups, minlength=number).astype(np.float64)
    sums = np.bincount(groups, values, minlength=number)
    squares = np.bincount(groups, values**2, minlength=number)
    is_sampled = counts > 0
    means: NDArray[np.float64] = np.where(is_sampled, sums / np.maximum(counts, 1), 0.0)
    if is_sampled.sum() < _LEAST_GROUPS:
        return means
    within = (squares - counts * means**2).sum() / max(1.0, counts.sum() - is_sampled.sum())
    # The sum over groups of count x mean² has the expectation groups x within + rows x between.
    between = ((counts * means**2).sum() - is_sampled.sum() * within) / counts.sum()
    if between <= 0:
        return np.zeros(number)
    shrunk: NDArray[np.float64] = means * counts / (counts + within / between)
    return shrunk


def hand_levels() -> list[NDArray[np.int64]]:
    """Return the levels for kinds of hand, each of them for all turn-ups: members are ``turned * KINDS + kind``.

    The levels are: all hands; where the king is and how many trumps there are; the turn-up and the trumps; the trumps'
    number with the shape of the plain suits; the trumps with that shape; single kinds.
    """
    kinds = hand_kinds()
    turned, kind = (each.ravel() for each in np.indices((RANKS, KINDS)))
    hands = np.zeros(RANKS * KINDS, np.int64)
    for rank in range(RANKS):
        hands[rank * KINDS : (rank + 1) * KINDS] = [hand_of(kinds, each, rank) for each in range(KINDS)]
    trumps = hands & 0xFF
    king = np.where(turned == KING_RANK, 2, np.where(trumps & KING_OF_TRUMPS, 1, 0))
    number = 6 * king + np.bitwise_count(trumps).astype(np.int64)
    shapes = np.sort([_shape(hands >> shift & 0xFF) for shift in (8, 16, 24)], axis=0)
    shape = (shapes[0] * 64 + shapes[1]) * 64 + shapes[2]
    exact = turned * 256 + trumps
    # The shape of three suits takes 18 bits.
    columns = [
        np.zeros_like(kind),
        number,
        exact,
        number << 18 | shape,
        exact << 18 | shape,
        turned * KINDS + kind,
    ]
    return [np.unique(column, return_inverse=True)[1].astype(np.int64) for column in columns]


def _shape(suit: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the number of cards of a plain suit, with what is on top: king, queen, jack or ace, or less."""
    length = np.bitwise_count(suit).astype(np.int64)
    top = np.where(suit & 0x80, 3, np.where(suit & 0x40, 2, np.where(suit & 0x30, 1, 0)))
    return np.minimum(length, 5) * 4 + top
