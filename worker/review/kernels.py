"""The compiled loop of fair review: every hand the adversary can hold, each weighed once.

Unseen cards that no card of the player's own parts are worth the same, so hands are not dealt out one by one:
the unseen cards fall into at most nine *gaps* (below, between and above the player's cards of a suit), and
all hands with the same number of cards from each gap are one position. 65,780 hands at the first lead are
1,287 positions at most.
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
"""The row of a tally that stands for whichever card is best against each hand."""
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
    """Add to ``tally[card, tricks]`` the hands against which a lawful card of ``own`` wins so many tricks, this one
    included, when both hands are seen from then on, and to ``tally[BEST, tricks]`` those against which his best one
    does; returns how many hands there are.

    ``lead`` is the adversary's card to be replied to, or ``NO_LEAD``. His hand, without it, is ``certain`` and
    the rest from ``possible``.
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
    """Fill ``size[gap]`` and ``low_cards[gap, n]``, a mask of the gap's ``n`` lowest; returns how many gaps."""
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
    """Take ``wanted`` cards from the first gaps that have them; whether all gaps together have enough."""
    for gap in range(gaps):
        taken[gap] = min(size[gap], wanted)
        wanted -= taken[gap]
    return wanted == 0


@compiled
def take_next(taken: NDArray[np.int64], size: NDArray[np.int64], gaps: int) -> bool:
    """Go on to the next way to take as many cards; False after the last.

    One card moves up into the first gap that has room and cards taken below it; the others below go back to
    the lowest gaps.
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
    """In how many ways ``chosen`` of ``size`` cards can be taken."""
    ways = 1
    for i in range(chosen):
        ways = ways * (size - i) // (i + 1)
    return ways
