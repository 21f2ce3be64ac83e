"""Number the positions of card play: two hands become one number by look-ups alone.

Only relative rank matters. A suit is therefore described by its cards that are still in a hand, low to high,
and by which of them the leader holds. That is the suit's *pattern*, an int 1..511: a leading 1, then a bit
for each card, the highest card's first, set if the leader holds it. ``0b1`` is a suit that nobody holds.

Trumps come first, then the other suits in the order S H D C. They form two *pairs*, and a pair belongs to the
class ``(leader's cards, follower's cards)``. The pairs of a class are ranked; positions with ``cards`` cards
in each hand are numbered class by class, so that

    number = first[cards, trump pair] + second[plain pair]

gives 20, 210, 1,680, 11,550 and 68,040 positions for one to five cards, 81,500 in all, without a gap.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

POSITIONS: Final = 81_500
MOST_CARDS: Final = 5
_PATTERNS: Final = 512
_CLASSES: Final = (MOST_CARDS + 1) ** 2


class Numbering(NamedTuple):
    """The look-up tables that give the number of a position.

    A hand has a byte for each suit, and in it a bit for each rank. The tables of suits are indexed by ``leader's
    byte << 8 | follower's byte`` of the suit. The tables of pairs of suits are indexed by ``row[first suit] +
    pattern[second suit]``, which is called the slot of the pair. A row ends where the pair would have more than ten
    cards.
    """

    pattern: NDArray[np.uint16]  # [bytes of both hands] -> the suit's pattern; 0 if both hold a card
    row: NDArray[np.uint16]  # [bytes of both hands] -> the slot at which the row of that pattern begins
    first: NDArray[
        np.uint32
    ]  # [cards in each hand, slot of the trump pair] -> the first summand of the number
    second: NDArray[np.uint16]  # [slot of the plain pair] -> the second summand


class Pairs(NamedTuple):
    """Every pair of suits with at most five cards in each hand, sorted by class and rank.

    The class of a pair is ``(leader's cards, follower's cards)``, two numbers of cards. ``leader`` and
    ``follower`` are 16-bit masks of hands with that pair, made of the lowest cards of each suit. Pairs of
    class ``(a, b)`` are at the indexes from ``start[6 * a + b]`` up to, not including, ``start[6 * a + b +
    1]``.
    """

    leader: NDArray[np.int64]
    follower: NDArray[np.int64]
    start: NDArray[np.int64]


def number_positions() -> tuple[Numbering, Pairs]:
    """Compute the numbering of all 81,500 positions, and the pairs of suits of which they consist."""
    patterns = np.arange(_PATTERNS)
    size = np.zeros(_PATTERNS, np.int64)
    size[1:] = np.floor(np.log2(patterns[1:]))
    held_by_leader = patterns ^ (1 << size)
    held_by_leader[0] = 0
    leader_cards = np.bitwise_count(held_by_leader).astype(np.int64)

    # A pattern of n cards is below 2 << n.
    row_length = np.minimum(_PATTERNS, 2 << (2 * MOST_CARDS - size))
    row_length[0] = 0
    row = np.cumsum(row_length) - row_length
    slots = int(row_length.sum())

    one, other = (side.ravel() for side in np.meshgrid(patterns[1:], patterns[1:], indexing="ij"))
    of_leader = leader_cards[one] + leader_cards[other]
    of_follower = size[one] + size[other] - of_leader
    possible = (of_leader <= MOST_CARDS) & (of_follower <= MOST_CARDS)
    class_of = ((MOST_CARDS + 1) * of_leader + of_follower)[possible]
    order = np.argsort(class_of, kind="stable")
    one, other, class_of = one[possible][order], other[possible][order], class_of[order]
    slot = row[one] + other

    count = np.bincount(class_of, minlength=_CLASSES)
    start = np.concatenate([[0], np.cumsum(count)])
    rank = np.arange(len(slot)) - start[class_of]
    second = np.zeros(slots, np.uint16)
    second[slot] = rank

    first = np.zeros((MOST_CARDS + 1, slots), np.uint32)
    # A trump pair of one class goes with every plain pair of the class that fills both hands. ``base`` is the number of
    # the first position of the class, and each trump pair takes as many numbers as there are such plain pairs.
    base = 0
    for cards in range(1, MOST_CARDS + 1):
        for leader_trumps in range(cards + 1):
            for follower_trumps in range(cards + 1):
                trump_class = (MOST_CARDS + 1) * leader_trumps + follower_trumps
                plain_class = (MOST_CARDS + 1) * (cards - leader_trumps) + (cards - follower_trumps)
                members = slice(start[trump_class], start[trump_class + 1])
                first[cards, slot[members]] = base + rank[members] * count[plain_class]
                base += int(count[trump_class] * count[plain_class])

    pattern = _compute_patterns_of_bytes()
    numbering = Numbering(pattern, row[pattern].astype(np.uint16), first, second)
    held_by_follower = ((1 << size) - 1) ^ held_by_leader
    pairs = Pairs(
        leader=held_by_leader[one] | held_by_leader[other] << 8,
        follower=held_by_follower[one] | held_by_follower[other] << 8,
        start=start.astype(np.int64),
    )
    return numbering, pairs


def _compute_patterns_of_bytes() -> NDArray[np.uint16]:
    """Return the pattern of a suit for each ``leader's byte << 8 | follower's byte``, 0 if both hold a card."""
    leader, follower = (side.ravel() for side in np.meshgrid(np.arange(256), np.arange(256), indexing="ij"))
    pattern = np.ones(65_536, np.int64)
    for rank in range(7, -1, -1):
        is_leaders = leader >> rank & 1
        is_held = is_leaders | follower >> rank & 1
        pattern = np.where(is_held == 1, pattern << 1 | is_leaders, pattern)
    pattern[(leader & follower) != 0] = 0
    return pattern.astype(np.uint16)
