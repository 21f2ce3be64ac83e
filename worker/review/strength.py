"""The strength of five cards: the number of the opponent's 65,780 possible hands against which they make the point.

Both hands are seen, nothing is exchanged, and the king's mark does not count. Trumps are spades here and in
all compiled functions of the policy; ``trumps_first`` converts a hand. Strengths are stored in 255 steps of
258 hands, for each rank of the turn-up, for the elder hand, who leads, and for the dealer.
``tricks_against_all`` counts exactly for one hand.
"""

from __future__ import annotations

import zlib
from functools import cache
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE, KING_RANK, CardMask, Suit
from worker.review.data_files import read_bytes
from worker.review.kernels import MOST_GAPS, find_gaps, take_lowest, take_next, ways_to_take
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int, count_cards, position_number
from worker.solver.numbering import MOST_CARDS
from worker.solver.table import Table, solver_table

HANDS: Final = comb(26, HAND_SIZE)
"""The number of hands that the opponent may have beside five known cards and a turn-up: 65,780."""
STEP: Final = 258
RANKS: Final = 8
ELDER: Final = 0
DEALER: Final = 1
KING_OF_TRUMPS: Final = 1 << KING_RANK
_SUBSETS: Final = comb(32, HAND_SIZE)

DATA: Final = "strength.bin"


class Measured(NamedTuple):
    """The number of the opponent's hands against which a hand makes no trick, the point or the vole.

    The numbers are in steps of ``STEP``. Each array is indexed ``[kind, role, rank of the turn-up]``. A kind
    is all hands that differ only in the names of the plain suits. Kinds are in the order of their masks.
    """

    none: NDArray[np.uint8]
    point: NDArray[np.uint8]
    vole: NDArray[np.uint8]


class Strength(NamedTuple):
    """The number of the opponent's hands against which each hand makes the point, in steps of ``STEP``.

    ``value`` is indexed ``[role, rank of the turn-up, number of the hand]``. The number of a hand is a sum
    over its suits: for each, ``part[suit, number of cards in the suits before, the suit's byte]``.
    """

    value: NDArray[np.uint8]
    part: NDArray[np.int32]


@compiled
def trumps_first(cards: CardMask, trump: Suit) -> CardMask:
    """Return the cards after the trump suit and spades have changed places."""
    if trump == 0:
        return cards
    shift = trump << 3
    trumps, spades = cards >> shift & 0xFF, cards & 0xFF
    return cards & ~(0xFF << shift | 0xFF) | trumps | spades << shift


@compiled
def hand_number(part: NDArray[np.int32], hand: int) -> int:
    """Return the index of five cards among all sets of five, in the order of their masks."""
    first, second, third, fourth = hand & 0xFF, hand >> 8 & 0xFF, hand >> 16 & 0xFF, hand >> 24
    two = count_cards(first)
    three = two + count_cards(second)
    four = three + count_cards(third)
    return (
        as_int(part[0, 0, first])
        + as_int(part[1, two, second])
        + as_int(part[2, three, third])
        + as_int(part[3, four, fourth])
    )


@compiled
def count_tricks(
    table: Table,
    own: int,
    certain: int,
    possible: int,
    trump: int,
    leads: bool,
    hands: NDArray[np.int64],
) -> int:
    """Count in ``hands[tricks]`` the opponent's possible hands against which ``own`` wins that many tricks.

    Return the number of hands. The opponent's hand has all cards of ``certain``, and its others are from
    ``possible``. ``leads`` is whether the player with the hand ``own`` leads.
    """
    cards = count_cards(own)
    low_cards = np.zeros((MOST_GAPS, MOST_CARDS + 1), np.int64)
    size = np.zeros(MOST_GAPS, np.int64)
    gaps = find_gaps(own, possible & ~certain, low_cards, size)
    taken = np.zeros(MOST_GAPS, np.int64)
    wanted = cards - count_cards(certain)
    if wanted < 0 or not take_lowest(taken, size, gaps, wanted):
        return 0
    number = 0
    while True:
        theirs = certain
        weight = 1
        for gap in range(gaps):
            theirs |= low_cards[gap, taken[gap]]
            weight *= ways_to_take(size[gap], taken[gap])
        number += weight
        if leads:
            tricks = as_int(table.best[position_number(table.numbering, own, theirs, trump, cards)])
        else:
            tricks = cards - as_int(table.best[position_number(table.numbering, theirs, own, trump, cards)])
        hands[tricks] += weight
        if not take_next(taken, size, gaps):
            return number


def tricks_against_all(
    own: CardMask, trump: Suit, *, leads: bool, elsewhere: CardMask, certain: CardMask = 0
) -> NDArray[np.int64]:
    """Count the opponent's possible hands by the number of tricks, 0 to 5, that ``own`` wins against them.

    Both hands are seen. ``leads`` is whether the player with the hand ``own`` leads. ``elsewhere`` are the
    cards, besides ``own``, that the opponent can't have. ``certain`` are the cards that the opponent
    certainly has.
    """
    table = solver_table()
    hands = np.zeros(MOST_CARDS + 1, np.int64)
    possible = 0xFFFF_FFFF & ~(own | elsewhere)
    count_tricks(table, own, certain, possible, trump, leads, hands)
    return hands


@compiled
def _is_first_of_its_kind(hand: int) -> bool:
    """Return whether the plain suits are in falling order.

    Hands that differ only in the names of these suits are equally strong, so one of them stands for all.
    """
    return (hand >> 8 & 0xFF) >= (hand >> 16 & 0xFF) >= (hand >> 24)


@compiled
def next_set(mask: int) -> int:
    """Return the next larger mask with the same number of bits."""
    # Gosper's hack: the lowest run of ones carries into the next zero, and the rest of the run moves to the right.
    lowest = mask & -mask
    ripple = mask + lowest
    return (mask ^ ripple) // lowest >> 2 | ripple


@compiled
def _measure(table: Table, measured: Measured) -> int:
    """Fill ``measured`` as far as it has room. Return the number of kinds."""
    # The smallest mask of five cards.
    hand = 31
    kind = 0
    tricks = np.zeros(MOST_CARDS + 1, np.int64)
    for _ in range(_SUBSETS):
        if _is_first_of_its_kind(hand):
            if kind < len(measured.point):
                for rank in range(RANKS):
                    if hand >> rank & 1:
                        continue
                    possible = 0xFFFF_FFFF & ~(hand | 1 << rank)
                    for role in range(2):
                        tricks[:] = 0
                        count_tricks(table, hand, 0, possible, 0, role == ELDER, tricks)
                        measured.none[kind, role, rank] = tricks[0] // STEP
                        measured.point[kind, role, rank] = (tricks[3] + tricks[4] + tricks[5]) // STEP
                        measured.vole[kind, role, rank] = tricks[5] // STEP
            kind += 1
        hand = next_set(hand)
    return kind


@compiled
def _spread(kinds: NDArray[np.uint8], part: NDArray[np.int32], value: NDArray[np.uint8]) -> None:
    """Copy the strength of each kind to all its hands, as ``value[role, rank of the turn-up, number of the hand]``."""
    # The smallest mask of five cards.
    hand = 31
    kind = 0
    for _ in range(_SUBSETS):
        if _is_first_of_its_kind(hand):
            one, two, three = hand >> 8 & 0xFF, hand >> 16 & 0xFF, hand >> 24
            trumps = hand & 0xFF
            for a, b, c in (
                (one, two, three),
                (one, three, two),
                (two, one, three),
                (two, three, one),
                (three, one, two),
                (three, two, one),
            ):
                number = hand_number(part, trumps | a << 8 | b << 16 | c << 24)
                for role in range(2):
                    for rank in range(RANKS):
                        value[role, rank, number] = kinds[kind, role, rank]
            kind += 1
        hand = next_set(hand)


def measure_hands() -> Measured:
    """Count, for every kind of hand, the hands against which it makes no trick, the point or the vole.

    This takes some seconds.
    """
    table = solver_table()
    number = _measure(table, _make_empty(0))
    measured = _make_empty(number)
    _measure(table, measured)
    return measured


def _make_empty(kinds: int) -> Measured:
    return Measured(*(np.zeros((kinds, 2, RANKS), np.uint8) for _ in Measured._fields))


def packed(kinds: NDArray[np.uint8]) -> bytes:
    """Return the bytes of the data file that stores ``kinds``.

    Values of one role and turn-up are adjacent, so that they compress well.
    """
    return zlib.compress(np.ascontiguousarray(kinds.transpose(1, 2, 0)).tobytes(), 9)


def stored() -> bytes:
    """Return the contents of the data file that is shipped with the package."""
    return read_bytes(DATA)


@cache
def strengths() -> Strength:
    """Return the strength of every hand. A process loads it once, and shares it with processes that it forks later."""
    flat = np.frombuffer(zlib.decompress(stored()), np.uint8)
    return spread_out(np.ascontiguousarray(flat.reshape(2, RANKS, -1).transpose(2, 0, 1)))


def spread_out(kinds: NDArray[np.uint8]) -> Strength:
    """Return the strength of every hand, given the strength of each kind of hand."""
    part = number_parts()
    value = np.zeros((2, RANKS, _SUBSETS), np.uint8)
    _spread(kinds, part, value)
    value.flags.writeable = False
    part.flags.writeable = False
    return Strength(value, part)


def number_parts() -> NDArray[np.int32]:
    """Return the parts of a hand's number in the combinatorial number system.

    Cards ``c1 < c2 < ...`` have the number C(c1, 1) + C(c2, 2) + ...
    """
    part = np.zeros((4, MOST_CARDS + 1, 256), np.int32)
    for suit in range(4):
        for before in range(MOST_CARDS + 1):
            for byte in range(256):
                place, total = before, 0
                for rank in range(8):
                    if byte >> rank & 1:
                        place += 1
                        total += comb(suit * 8 + rank, place)
                # A total beyond all hands belongs to cards that can't occur together; keep it within the number of
                # hands.
                part[suit, before, byte] = min(total, _SUBSETS)
    return part
