"""Compare two cards against every possible hand, and play out a deal with both hands seen (compiled).

The solver's table gives the value of each position.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE, Card, CardMask, Suit
from worker.review.choice import Choice
from worker.review.kernels import MOST_GAPS, NO_LEAD, find_gaps, take_lowest, take_next, ways_to_take
from worker.solver.compiling import compiled
from worker.solver.kernels import (
    UNLAWFUL,
    VALUE_BITS,
    VALUE_MASK,
    as_int,
    beats,
    count_cards,
    place_of,
    position_number,
)
from worker.solver.numbering import MOST_CARDS
from worker.solver.table import Table, solver_table

if TYPE_CHECKING:
    from worker.review.knowledge import Knowledge

_WORLDS: Final = 0
_LOSES: Final = 1
_GAINS: Final = 2
_HEAVIEST: Final = 3
_HAND: Final = 4
"""The indexes of ``tally``: the numbers of all hands, of those against which the card loses and gains; the size of the
largest group of alike hands against which it loses, and the lowest hand of this group.
"""


class Comparison(NamedTuple):
    """The comparison of one card with another over ``worlds`` hands of the opponent.

    - ``loses`` and ``gains``: the numbers of hands against which the card scores fewer or more marks.
    - ``hand``: an example of a hand against which the card scores fewer marks. A card led is not in it.
    - ``worth``: the worth of the player's tricks against ``hand``.

    The example is typical: hands with equally many cards in each gap between the player's cards are alike,
    and the example is the lowest hand of the largest such group.
    """

    worlds: int
    loses: int
    gains: int
    hand: CardMask
    worth: NDArray[np.int64]


def compare_cards(
    choice: Choice,
    trump: Suit,
    card: Card,
    other: Card,
    worths: Iterable[tuple[Knowledge, NDArray[np.int64]]],
) -> Comparison | None:
    """Compare ``card`` with ``other`` against every hand in ``worths``. Both cards must be lawful.

    ``worths`` are sets of the opponent's possible hands, each with the worth of the player's tricks against
    it. Return None if there is no hand against which ``card`` scores fewer marks.
    """
    table = solver_table()
    tally = np.zeros(5, np.int64)
    refuting_worth = None
    for known, worth in worths:
        heaviest = tally[_HEAVIEST]
        _compare_cards(
            table,
            choice.own,
            choice.lead,
            trump,
            known.certain,
            known.possible & ~known.certain,
            worth,
            card,
            other,
            tally,
        )
        if tally[_HEAVIEST] > heaviest:
            refuting_worth = worth
    if refuting_worth is None:
        return None
    worlds, loses, gains, _, hand = tally.tolist()
    return Comparison(worlds, loses, gains, hand, refuting_worth)


def line_of_play(choice: Choice, trump: Suit, card: Card, hand: CardMask) -> tuple[list[Card], int]:
    """Return the cards played from ``card`` to the end of the deal, and the number of these tricks that the
    player wins.

    ``hand`` is the opponent's hand, without a card led. Both players play their best with both hands seen.
    If several cards are equally good, they play the first in the order of the notation.
    """
    table = solver_table()
    line = np.zeros(2 * HAND_SIZE, np.int64)
    tricks = _play_out(table, choice.own, hand, choice.lead, card, trump, line)
    return line[: choice.own.bit_count() + hand.bit_count()].tolist(), tricks


@compiled
def _compare_cards(
    table: Table,
    own: int,
    lead: int,
    trump: int,
    certain: int,
    possible: int,
    worth: NDArray[np.int64],
    card: int,
    other: int,
    tally: NDArray[np.int64],
) -> None:
    """Add to ``tally`` the number of all hands, and of those against which ``card`` loses or gains against ``other``.

    Also store the largest group of alike hands against which ``card`` loses: how many it has, and its lowest hand.
    ``worth[tricks]`` is the worth of the player's tricks. The other arguments are those of
    ``worker.review.kernels.tally_choices``.
    """
    cards = count_cards(own)
    wanted = cards - count_cards(certain) - (0 if lead == NO_LEAD else 1)
    if wanted < 0:
        return
    low_cards = np.zeros((MOST_GAPS, MOST_CARDS + 1), np.int64)
    size = np.zeros(MOST_GAPS, np.int64)
    gaps = find_gaps(own, possible, low_cards, size)
    shift = VALUE_BITS * place_of(own, card, trump)
    shift_of_other = VALUE_BITS * place_of(own, other, trump)
    taken = np.zeros(MOST_GAPS, np.int64)
    if not take_lowest(taken, size, gaps, wanted):
        return
    while True:
        theirs = certain
        weight = 1
        for gap in range(gaps):
            theirs |= low_cards[gap, taken[gap]]
            weight *= ways_to_take(size[gap], taken[gap])
        tally[_WORLDS] += weight
        values = _values(table, own, theirs, lead, trump, cards)
        gain = worth[values >> shift & VALUE_MASK] - worth[values >> shift_of_other & VALUE_MASK]
        if gain > 0:
            tally[_GAINS] += weight
        elif gain < 0:
            tally[_LOSES] += weight
            if weight > tally[_HEAVIEST]:
                tally[_HEAVIEST] = weight
                tally[_HAND] = theirs
        if not take_next(taken, size, gaps):
            return


@compiled
def _values(
    table: Table,
    own: int,
    theirs: int,
    lead: int,
    trump: int,
    cards: int,
) -> int:
    """Return the table's values of the ``cards`` cards of ``own``. ``theirs`` does not include the card led."""
    if lead == NO_LEAD:
        return as_int(table.leads[position_number(table.numbering, own, theirs, trump, cards)])
    leader = theirs | 1 << lead
    number = position_number(table.numbering, leader, own, trump, cards)
    return as_int(table.replies[number, place_of(leader, lead, trump)])


@compiled
def _play_out(
    table: Table,
    own: int,
    theirs: int,
    lead: int,
    card: int,
    trump: int,
    line: NDArray[np.int64],
) -> int:
    """Fill ``line`` with the cards played, and return the tricks of the player with ``own``, who plays ``card``
    first.
    """
    mover, other = own, theirs
    is_own = True
    tricks = 0
    played = 0
    while True:
        line[played] = card
        played += 1
        mover ^= 1 << card
        # After a lead the other player moves. A reply that wins makes the player who replied lead next; one that loses
        # takes the trick for the leader, whose move it is.
        passes = True
        if lead == NO_LEAD:
            lead = card
        else:
            passes = not beats(card, lead, trump)
            # The player wins by replying and winning, or by leading and seeing the reply lose.
            if is_own != passes:
                tricks += 1
            lead = NO_LEAD
        if passes:
            mover, other = other, mover
            is_own = not is_own
        if mover == 0:
            return tricks
        card = _best_card(table, mover, other, lead, trump)


@compiled
def _best_card(
    table: Table,
    own: int,
    theirs: int,
    lead: int,
    trump: int,
) -> int:
    """Return the lawful card of ``own`` that wins most tricks; of several, the first in the order of the notation.

    ``lead`` is the card led, or ``NO_LEAD`` if the player leads.
    """
    values = _values(table, own, theirs, lead, trump, count_cards(own))
    best_card = -1
    most = -1
    for suit in range(4):
        for rank in range(7, -1, -1):
            card = suit << 3 | rank
            if own >> card & 1:
                value = values >> VALUE_BITS * place_of(own, card, trump) & VALUE_MASK
                if value != UNLAWFUL and value > most:
                    best_card, most = card, value
    return best_card
