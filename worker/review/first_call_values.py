"""Count how a deal ends after a first call or reply, over every hand that the opponent may have (compiled).

Each hand of the opponent weighs as much as the policy makes the calls with it that were made. A deal that is played at
once is looked up with both hands; how it ends after an exchange is looked up by the cards that both players keep
(``worker.review.exchange_values``). Nothing is sampled. Trumps are spades.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE
from worker.review.equilibrium.calls_data import STEPS
from worker.review.exchange_values import Exchanges, cell_of
from worker.review.first_calls import frequency_of
from worker.review.policy import (
    FIRST,
    FIRST_FREE,
    FOUR,
    KEEPERS,
    OUTCOMES,
    Policy,
    is_strong,
    outcome_of,
    outcome_of_tricks,
)
from worker.review.strength import DEALER, ELDER, next_set, trumps_first
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int, count_cards

UNITS: Final = 255
"""The weight of an outcome that is certain, as in ``exchange_values``."""
_SUIT_CARDS: Final = HAND_SIZE + 1


class Suits(NamedTuple):
    """The cards that the opponent may have of each suit.

    - ``cards[suit, size]``: the sets of ``size`` cards as bytes, as many as ``numbers[suit, size]`` says.
    - ``shapes[suit, byte]``: the number of a set beside the player's own cards of the suit (``numbering``).
    - ``kings[byte of trumps]``: who marks the king: 0 nobody, 1 the elder hand, 2 the dealer.
    """

    cards: NDArray[np.int64]
    numbers: NDArray[np.int64]
    shapes: NDArray[np.int64]
    kings: NDArray[np.int64]


@compiled
def goes_on(policy: Policy, role: int, hand: int, turned: int, call: int) -> int:
    """Return how often the elder hand proposes first, or the dealer accepts, in twentieths.

    ``call`` is the kind of the call, ``FIRST`` or ``FIRST_FREE``, which a policy of thresholds distinguishes.
    """
    if len(policy.first_calls):
        return frequency_of(policy.first_calls, policy.strength.part, role, hand, turned)
    if (role == ELDER and hand & ~KEEPERS == 0) or is_strong(policy, role, hand, turned, call):
        return 0
    return STEPS


@compiled
def count_first_call(
    policy: Policy,
    exchanges: Exchanges,
    role: int,
    own: int,
    unseen: int,
    announced: int,
    turned: int,
    call: int,
    ends: NDArray[np.int64],
    continues: NDArray[np.int64],
) -> tuple[int, int]:
    """Count the outcomes of each call: in ``ends`` if it ends the exchange, in ``continues`` if it goes on.

    Both are indexed by the outcome. Return the number of the opponent's hands that made the calls before this one,
    and the weight in ``continues`` of the deals with an exchange.

    - ``role``: the player's, ``ELDER`` before the first call or ``DEALER`` before the first reply.
    - ``unseen``: the cards that the opponent may have; ``announced``: those that they are known to have.
    - ``call``: the kind of the opponent's call.
    """
    numbering = policy.table.numbering
    suits = Suits(
        np.zeros((4, _SUIT_CARDS, 256), np.int64),
        np.zeros((4, _SUIT_CARDS), np.int64),
        np.zeros((4, 256), np.int64),
        np.zeros(256, np.int64),
    )
    for suit in range(4):
        mine, free, must = own >> 8 * suit & 0xFF, unseen >> 8 * suit & 0xFF, announced >> 8 * suit & 0xFF
        # Spades and hearts are one pair of suits, diamonds and clubs the other (``worker.solver.numbering``).
        shapes = numbering.row if suit in (0, 2) else numbering.pattern
        for theirs in range(256):
            size = count_cards(theirs)
            if theirs & ~free or must & ~theirs or size > HAND_SIZE:
                continue
            suits.cards[suit, size, suits.numbers[suit, size]] = theirs
            suits.numbers[suit, size] += 1
            suits.shapes[suit, theirs] = shapes[mine << 8 | theirs if role == ELDER else theirs << 8 | mine]
    for spades in range(256):
        if turned == 7 or (spades if role == ELDER else own) & 0x80:
            suits.kings[spades] = 2
        elif (own if role == ELDER else spades) & 0x80:
            suits.kings[spades] = 1
    if len(policy.first_calls):
        how_often = policy.first_calls[1 - role, turned]
    else:
        how_often = frequencies_of_thresholds(policy, 1 - role, turned, call)
    counts = np.zeros((3, _SUIT_CARDS, STEPS + 1), np.int64)
    # The index has eight bits of trumps, and one for each plain king.
    kept = np.zeros(1 << 11, np.int64)
    hands = _count_hands(
        policy.table.best, numbering.first[HAND_SIZE], numbering.second, policy.strength.part, how_often,
        suits, 0 if role == ELDER else 1, counts, kept,
    )  # fmt: skip
    for king in range(3):
        elder_king = 0x80 if king == 1 else 0
        dealer_king = 0x80 if king == 2 else 0
        for tricks in range(_SUIT_CARDS):
            ended = outcome_of_tricks(elder_king, dealer_king, 0, 1 if role == ELDER else 2, tricks)
            refused = outcome_of_tricks(elder_king, dealer_king, 0, 2, tricks)
            for often in range(STEPS + 1):
                number = UNITS * counts[king, tricks, often]
                ends[ended] += number * (STEPS if role == ELDER else often)
                continues[refused] += number * (STEPS - often if role == ELDER else 0)
    exchanged = 0
    for cards in range(len(kept)):
        if kept[cards]:
            exchanged += UNITS * kept[cards]
            # Turn the index into a mask: the plain kings are the cards 15, 23 and 31.
            theirs = cards >> 3 | (cards & 1) << 15 | (cards & 2) << 22 | (cards & 4) << 29
            elder, dealer = (own, theirs) if role == ELDER else (theirs, own)
            cell = cell_of(exchanges.ternary, elder, dealer, turned)
            for outcome in range(OUTCOMES):
                continues[outcome] += kept[cards] * as_int(exchanges.shares[cell, outcome])
    return hands, exchanged


@compiled
def frequencies_of_thresholds(policy: Policy, role: int, turned: int, call: int) -> NDArray[np.uint8]:
    """Return how often a policy of thresholds goes on with each hand, in the order of ``first_calls``."""
    often = np.zeros(policy.strength.value.shape[2], np.uint8)
    hand = 31
    for number in range(len(often)):
        often[number] = goes_on(policy, role, hand, turned, call)
        hand = next_set(hand)
    return often


@compiled
def _count_hands(
    best: NDArray[np.uint8],
    first_pair: NDArray[np.uint32],
    second_pair: NDArray[np.uint16],
    part: NDArray[np.int32],
    how_often: NDArray[np.uint8],
    suits: Suits,
    least: int,
    counts: NDArray[np.int64],
    kept: NDArray[np.int64],
) -> int:
    """Count the opponent's hands that make their call at least ``least`` twentieths of the time.

    They are counted in ``counts[king's holder, tricks of the elder hand, frequency]``, and the frequencies added up in
    ``kept[trumps and plain kings]``. Numba counts the references to arrays of a tuple at each use, so that those of the
    inner loop are parameters. Spades change first: the numbers of such hands are close together, and so are their data.
    """
    cards, numbers, shapes, kings = suits
    trump_part = part[0, 0]
    pairs = np.zeros(256, np.int64)
    hands = 0
    for size in range(_SUIT_CARDS):
        for first in range(numbers[1, size]):
            hearts = cards[1, size, first]
            for trumps in range(_SUIT_CARDS - size):
                for place in range(numbers[0, trumps]):
                    spades = cards[0, trumps, place]
                    pairs[spades] = first_pair[shapes[0, spades] + shapes[1, hearts]]
            for more in range(_SUIT_CARDS - size):
                for second in range(numbers[2, more]):
                    diamonds = cards[2, more, second]
                    for rest in range(_SUIT_CARDS - size - more):
                        trumps = HAND_SIZE - size - more - rest
                        start = as_int(part[1, trumps, hearts]) + as_int(part[2, trumps + size, diamonds])
                        for third in range(numbers[3, rest]):
                            clubs = cards[3, rest, third]
                            number = start + as_int(part[3, trumps + size + more, clubs])
                            plain_pair = as_int(second_pair[shapes[2, diamonds] + shapes[3, clubs]])
                            plain_kings = hearts >> 7 | diamonds >> 7 << 1 | clubs >> 7 << 2
                            for fourth in range(numbers[0, trumps]):
                                spades = cards[0, trumps, fourth]
                                often = as_int(how_often[number + as_int(trump_part[spades])])
                                if often >= least:
                                    hands += 1
                                    tricks = as_int(best[pairs[spades] + plain_pair])
                                    counts[kings[spades], tricks, often] += 1
                                    kept[spades << 3 | plain_kings] += often
    return hands


@compiled
def add_calls(
    policy: Policy,
    exchanges: Exchanges,
    elder: int,
    dealer: int,
    turned: int,
    elder_points: int,
    dealer_points: int,
    counts: NDArray[np.int64],
) -> None:
    """Add to ``counts[outcome]`` how a deal of two known hands ends, from the first call on.

    The weights add up to ``UNITS`` times the square of ``STEPS``.
    """
    elder_call = FIRST_FREE if dealer_points + (1 if turned == 7 else 0) >= FOUR else FIRST
    dealer_call = FIRST_FREE if elder_points >= FOUR else FIRST
    proposes = goes_on(policy, ELDER, elder, turned, elder_call)
    accepts = goes_on(policy, DEALER, dealer, turned, dealer_call)
    counts[outcome_of(policy.table, elder, dealer, turned, 1)] += UNITS * STEPS * (STEPS - proposes)
    counts[outcome_of(policy.table, elder, dealer, turned, 2)] += UNITS * proposes * (STEPS - accepts)
    if proposes * accepts:
        cell = cell_of(exchanges.ternary, elder, dealer, turned)
        for outcome in range(OUTCOMES):
            counts[outcome] += proposes * accepts * as_int(exchanges.shares[cell, outcome])


@compiled
def add_turn_ups(
    policy: Policy,
    exchanges: Exchanges,
    elder: int,
    dealer: int,
    elder_points: int,
    dealer_points: int,
    counts: NDArray[np.int64],
) -> None:
    """Add to ``counts[outcome]`` how a deal of two known hands ends, over every card that may be turned up.

    The hands have the suits of the record. Each turn-up weighs as much as a call of ``add_calls``.
    """
    for card in range(32):
        if (elder | dealer) >> card & 1 == 0:
            trump = card >> 3
            add_calls(
                policy, exchanges, trumps_first(elder, trump), trumps_first(dealer, trump), card & 7,
                elder_points, dealer_points, counts,
            )  # fmt: skip
