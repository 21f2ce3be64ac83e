"""Build the solver's table, and look up whole arrays of positions in it (compiled).

Masks are those of ``scoring.cards``, whose functions for the rules of play are compiled here.
``worker.solver.table`` defines the values.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import scoring.cards
from worker.solver.compiling import compiled
from worker.solver.numbering import MOST_CARDS, Numbering, Pairs

lawful_cards = compiled(scoring.cards.lawful_cards)
beats = compiled(scoring.cards.beats)

VALUE_BITS = 3
VALUE_MASK = 7
UNLAWFUL = 7
"""The value of a card that law 43 forbids."""
NO_CARD = 255
"""The number of tricks in the place of a card that does not exist or is forbidden."""


@compiled
def as_int(value: np.integer[Any]) -> int:
    """Return a number from an array as an ``int64``, as all ints in compiled functions are."""
    return np.int64(value)  # type: ignore[return-value]  # compiled, int is int64


@compiled
def count_cards(mask: int) -> int:
    """Return the number of cards of a mask: its bits are added up in pairs, then in fours, then in bytes."""
    pairs = mask - ((mask >> 1) & 0x5555_5555)
    fours = (pairs & 0x3333_3333) + ((pairs >> 2) & 0x3333_3333)
    return ((((fours + (fours >> 4)) & 0x0F0F_0F0F) * 0x0101_0101) >> 24) & 0xFF


@compiled
def position_number(numbering: Numbering, leader: int, follower: int, trump: int, cards: int) -> int:
    """Return the number of a position with ``cards`` cards in each hand. The hands must be valid."""
    shift = trump << 3
    below = (1 << shift) - 1
    # The three plain suits of each hand: those above trumps move down by a byte.
    ours = (leader & below) | ((leader >> 8) & ~below)
    theirs = (follower & below) | ((follower >> 8) & ~below)
    trumps = ((leader >> shift) & 0xFF) << 8 | ((follower >> shift) & 0xFF)
    second = (ours & 0xFF) << 8 | (theirs & 0xFF)
    third = (ours & 0xFF00) | ((theirs >> 8) & 0xFF)
    fourth = (ours >> 8) & 0xFF00 | (theirs >> 16)
    trump_pair = as_int(numbering.row[trumps]) + as_int(numbering.pattern[second])
    plain_pair = as_int(numbering.row[third]) + as_int(numbering.pattern[fourth])
    return as_int(numbering.first[cards, trump_pair]) + as_int(numbering.second[plain_pair])


@compiled
def place_of(hand: int, card: int, trump: int) -> int:
    """Return the number of cards of ``hand`` that come before ``card`` in the table's order.

    The order is trumps first, then the other suits.
    """
    trumps = (hand >> (trump << 3) & 0xFF) << (trump << 3)
    lower = hand & (1 << card) - 1
    if card >> 3 == trump:
        return count_cards(lower & trumps)
    return count_cards(trumps) + count_cards(lower & ~trumps)


@compiled
def is_position(leader: int, follower: int, trump: int) -> bool:
    """Return whether two hands can be a position: equally many cards, one to five, none of them in both."""
    cards = count_cards(leader)
    return (
        (leader & follower) == 0
        and 1 <= cards <= MOST_CARDS
        and count_cards(follower) == cards
        and trump <= 3
    )


@compiled
def build_values(
    numbering: Numbering,
    pairs: Pairs,
    trump: int,
    best: NDArray[np.uint8],
    leads: NDArray[np.uint16],
    replies: NDArray[np.uint16],
) -> None:
    """Compute the solver's table, and store it in ``best``, ``leads`` and ``replies``.

    Positions with fewer cards come first, so that the tricks after the current one are already known.
    ``trump`` is spades, the suit that comes first in ``pairs``. It is a parameter and not a constant, because
    Numba compiles a called function again for each constant argument.
    """
    side = MOST_CARDS + 1
    for cards in range(1, MOST_CARDS + 1):
        for ours in range(cards + 1):
            for theirs in range(cards + 1):
                here = side * ours + theirs
                rest = side * (cards - ours) + cards - theirs
                for trump_pair in range(pairs.start[here], pairs.start[here + 1]):
                    for plain_pair in range(pairs.start[rest], pairs.start[rest + 1]):
                        leader = pairs.leader[trump_pair] | pairs.leader[plain_pair] << 16
                        follower = pairs.follower[trump_pair] | pairs.follower[plain_pair] << 16
                        _solve_position(numbering, leader, follower, trump, cards, best, leads, replies)


@compiled
def _solve_position(
    numbering: Numbering,
    leader: int,
    follower: int,
    trump: int,
    cards: int,
    best: NDArray[np.uint8],
    leads: NDArray[np.uint16],
    replies: NDArray[np.uint16],
) -> None:
    """Store the tricks that each lead brings the leader and each reply the follower, in one position.

    ``leads`` and ``replies`` have them, packed; ``best`` has the tricks of the leader's best lead. ``cards`` is the
    number of cards in each hand.
    """
    number = position_number(numbering, leader, follower, trump, cards)
    for lead in range(32):
        if not leader >> lead & 1:
            continue
        place = place_of(leader, lead, trump)
        lawful = lawful_cards(follower, lead, trump)
        # The tricks that the leader wins at least: the follower replies with the card that leaves fewest.
        forced = cards
        for reply in range(32):
            if not follower >> reply & 1:
                continue
            value = UNLAWFUL
            if lawful >> reply & 1:
                wins = beats(reply, lead, trump)
                rest_of_leader, rest_of_follower = leader ^ 1 << lead, follower ^ 1 << reply
                value = _follower_tricks(
                    numbering, rest_of_leader, rest_of_follower, trump, cards - 1, wins, best
                )
                forced = min(forced, cards - value)
            replies[number, place] |= value << VALUE_BITS * place_of(follower, reply, trump)
        leads[number] |= forced << VALUE_BITS * place
        best[number] = max(best[number], forced)


@compiled
def _follower_tricks(
    numbering: Numbering,
    leader: int,
    follower: int,
    trump: int,
    cards: int,
    wins: bool,
    best: NDArray[np.uint8],
) -> int:
    """Return the follower's tricks from the current one on; ``cards`` cards are left in each hand after it.

    ``wins`` is whether the follower wins the current trick, which counts.
    """
    if cards == 0:
        return 1 if wins else 0
    if wins:
        return 1 + as_int(best[position_number(numbering, follower, leader, trump, cards)])
    return cards - as_int(best[position_number(numbering, leader, follower, trump, cards)])


@compiled
def solve_rows(
    numbering: Numbering,
    best: NDArray[np.uint8],
    leaders: NDArray[np.uint32],
    followers: NDArray[np.uint32],
    trumps: NDArray[np.uint8],
    tricks: NDArray[np.uint8],
) -> int:
    """Store in ``tricks[row]`` the number of tricks that the leader can force.

    Return the index of the first row that is not a valid position, or -1 if all rows are valid.
    """
    for row in range(len(leaders)):
        leader, follower, trump = as_int(leaders[row]), as_int(followers[row]), as_int(trumps[row])
        if not is_position(leader, follower, trump):
            return row
        tricks[row] = best[position_number(numbering, leader, follower, trump, count_cards(leader))]
    return -1


@compiled
def lead_rows(
    numbering: Numbering,
    leads: NDArray[np.uint16],
    leaders: NDArray[np.uint32],
    followers: NDArray[np.uint32],
    trumps: NDArray[np.uint8],
    tricks: NDArray[np.uint8],
) -> int:
    """Store in ``tricks[row, i]`` the leader's tricks for leading card ``i`` of the leader's hand, from bit 0
    up.

    Return the index of the first row that is not a valid position, or -1 if all rows are valid.
    """
    for row in range(len(leaders)):
        leader, follower, trump = as_int(leaders[row]), as_int(followers[row]), as_int(trumps[row])
        if not is_position(leader, follower, trump):
            return row
        cards = count_cards(leader)
        values = as_int(leads[position_number(numbering, leader, follower, trump, cards)])
        _unpack(values, leader, trump, cards, tricks[row])
    return -1


@compiled
def reply_rows(
    numbering: Numbering,
    replies: NDArray[np.uint16],
    leaders: NDArray[np.uint32],
    followers: NDArray[np.uint32],
    trumps: NDArray[np.uint8],
    led: NDArray[np.uint8],
    tricks: NDArray[np.uint8],
) -> int:
    """Store in ``tricks[row, i]`` the follower's tricks for replying with card ``i`` of the follower's hand,
    from bit 0 up.

    Return the index of the first row that is not a valid position, or -1 if all rows are valid. A row is also
    invalid if the card led is not in the leader's hand.
    """
    for row in range(len(leaders)):
        leader, follower, trump = as_int(leaders[row]), as_int(followers[row]), as_int(trumps[row])
        lead = as_int(led[row])
        if not is_position(leader, follower, trump) or lead > 31 or not leader >> lead & 1:
            return row
        cards = count_cards(leader)
        number = position_number(numbering, leader, follower, trump, cards)
        values = as_int(replies[number, place_of(leader, lead, trump)])
        _unpack(values, follower, trump, cards, tricks[row])
    return -1


@compiled
def _unpack(values: int, hand: int, trump: int, cards: int, tricks: NDArray[np.uint8]) -> None:
    """Unpack a number with the values of a hand's cards into ``tricks``, in the order of the cards.

    ``values`` has them in the order of the table (``worker.solver.table``). A card that law 43 forbids gets
    ``NO_CARD``.
    """
    trumps = 0
    plain = count_cards(hand >> (trump << 3) & 0xFF)
    for place in range(cards):
        # The number of the lowest card is the number of bits below its own.
        card = count_cards((hand & -hand) - 1)
        hand &= hand - 1
        if card >> 3 == trump:
            value = values >> VALUE_BITS * trumps & VALUE_MASK
            trumps += 1
        else:
            value = values >> VALUE_BITS * plain & VALUE_MASK
            plain += 1
        tricks[place] = NO_CARD if value == UNLAWFUL else value
    for empty in range(cards, MOST_CARDS):
        tricks[empty] = NO_CARD
