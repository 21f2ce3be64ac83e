"""Count the tricks of each card against every hand that the opponent may have (compiled).

Unseen cards with none of the player's own cards between them are worth the same, so similar hands are counted
together. The unseen cards fall into at most nine *gaps*: below, between and above the player's cards of a
suit. All hands with the same number of cards from each gap are one position. The 65,780 hands at the first
lead are at most 1,287 positions.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.solver.compiling import compiled
from worker.solver.kernels import (
    UNLAWFUL,
    VALUE_BITS,
    VALUE_MASK,
    as_int,
    count_cards,
    place_of,
    position_number,
)
from worker.solver.numbering import MOST_CARDS
from worker.solver.table import Table

NO_LEAD: Final = -1
BEST: Final = 32
"""The row of ``tally`` for the best card against each hand, which may be a different card for each."""
MOST_GAPS: Final = MOST_CARDS + 4


@compiled
def tally_choices(
    table: Table,
    own: int,
    lead: int,
    trump: int,
    certain: int,
    possible: int,
    tally: NDArray[np.int64],
) -> int:
    """Count in ``tally[card, tricks]`` the hands against which each lawful card of ``own`` wins that many
    tricks.

    Return the number of hands. The current trick is included in ``tricks``, and both hands are seen after the
    card is played. ``tally[BEST, tricks]`` has the same count for the best card against each hand. ``lead``
    is the opponent's card to reply to, or ``NO_LEAD``. The opponent's hand, without that card, has all
    cards of ``certain``, and its others are from ``possible``.
    """
    cards = count_cards(own)
    wanted = cards - count_cards(certain) - (0 if lead == NO_LEAD else 1)
    if wanted < 0:
        return 0
    low_cards = np.zeros((MOST_GAPS, MOST_CARDS + 1), np.int64)
    size = np.zeros(MOST_GAPS, np.int64)
    gaps = find_gaps(own, possible, low_cards, size)
    card_at = np.zeros(MOST_CARDS, np.int64)
    for card in range(32):
        if own >> card & 1:
            card_at[place_of(own, card, trump)] = card

    taken = np.zeros(MOST_GAPS, np.int64)
    if not take_lowest(taken, size, gaps, wanted):
        return 0
    hands = 0
    while True:
        theirs = certain
        weight = 1
        for gap in range(gaps):
            theirs |= low_cards[gap, taken[gap]]
            weight *= ways_to_take(size[gap], taken[gap])
        hands += weight
        if lead == NO_LEAD:
            values = as_int(table.leads[position_number(table.numbering, own, theirs, trump, cards)])
        else:
            theirs |= 1 << lead
            number = position_number(table.numbering, theirs, own, trump, cards)
            values = as_int(table.replies[number, place_of(theirs, lead, trump)])
        most = 0
        for place in range(cards):
            value = values >> VALUE_BITS * place & VALUE_MASK
            if value != UNLAWFUL:
                tally[card_at[place], value] += weight
                most = max(most, value)
        tally[BEST, most] += weight
        if not take_next(taken, size, gaps):
            return hands


@compiled
def find_gaps(own: int, possible: int, low_cards: NDArray[np.int64], size: NDArray[np.int64]) -> int:
    """Find the gaps between the player's cards, and return the number of gaps.

    A gap is a run of ``possible`` cards without a card of ``own`` between them. Stores in ``size[gap]`` the
    number of cards in the gap, and in ``low_cards[gap, n]`` the mask of its ``n`` lowest cards.
    """
    gap = 0
    for card in range(32):
        bit = 1 << card
        if gap < MOST_GAPS and size[gap] and (own & bit or card & 7 == 0):
            gap += 1
        if possible & bit:
            if size[gap] < MOST_CARDS:
                low_cards[gap, size[gap] + 1] = low_cards[gap, size[gap]] | bit
            size[gap] += 1
    return gap + 1 if gap < MOST_GAPS and size[gap] else gap


@compiled
def take_lowest(taken: NDArray[np.int64], size: NDArray[np.int64], gaps: int, wanted: int) -> bool:
    """Set ``taken[gap]`` so that ``wanted`` cards are taken from the first gaps.

    Return whether the gaps have enough cards.
    """
    for gap in range(gaps):
        taken[gap] = min(size[gap], wanted)
        wanted -= taken[gap]
    return wanted == 0


@compiled
def take_next(taken: NDArray[np.int64], size: NDArray[np.int64], gaps: int) -> bool:
    """Change ``taken[gap]`` to the next way of taking the same number of cards from the gaps.

    Return False after the last way. One card moves up into the first gap that has room and has taken cards
    below it. The other taken cards below go back to the lowest gaps.
    """
    below = 0
    for gap in range(gaps):
        if below and taken[gap] < size[gap]:
            taken[gap] += 1
            return take_lowest(taken, size, gap, below - 1)
        below += taken[gap]
    return False


@compiled
def ways_to_take(size: int, chosen: int) -> int:
    """Return the number of ways to choose ``chosen`` of ``size`` cards (a binomial coefficient)."""
    ways = 1
    for i in range(chosen):
        ways = ways * (size - i) // (i + 1)
    return ways
