"""The published policy of La Triomphe: when both players are taken to offer the point, to take it and to refuse it.

Version ``OFFER_POLICY_VERSION`` (``worker.review.policy_version``). Both players:

- offer the point where a point given up is worth more to them than playing the deal out is on average, over all hands
  that may lie against their five cards, all as likely;
- refuse it where the vole for two points, as often as it is made against those hands, and two points lost as often as
  it is not, are worth more on average than the point taken;
- draw nothing from what the adversary has said or left unsaid (who is judged, does: ``worker.review.offers``);
- play their best from the first lead with both hands seen.

What points are worth is the chance of winning the game from the score, and marks where the score is not known. How
often a hand loses every trick, makes the point or makes the vole is taken from ``worker.review.offer_hands``, in its
steps.

In these kernels trumps are spades (``strength.trumps_first``) and what a deal brings a player is a *result*, 0..3: two
points lost, one lost, one won, two won; the adversary's is ``MOST_RESULT`` less it.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE, adversary
from scoring.marks import MAJORITY_OF_TRICKS
from worker.review.offer_hands import Fares, fares
from worker.review.policy import card_trumps_first, shuffle
from worker.review.stakes import Stakes
from worker.review.strength import HANDS, STEP, hand_number
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int, position_number
from worker.solver.table import Table, solver_table

LOSES_TWO: Final = 0
LOSES_ONE: Final = 1
WINS_ONE: Final = 2
WINS_TWO: Final = 3
MOST_RESULT: Final = WINS_TWO
RESULTS: Final = MOST_RESULT + 1
MARKED: Final = ((0, 2), (0, 1), (1, 0), (2, 0))
"""What the player and the adversary mark by each result."""
MARKS: Final = tuple(own - other for own, other in MARKED)

ELDER_SPEAKS: Final = 0
DEALER_SPEAKS: Final = 1
PLAY: Final = 2
ELDER_OFFERED: Final = 3
DEALER_OFFERED: Final = 4
DEALER_REFUSED: Final = 5
ELDER_REFUSED: Final = 6
DEALER_TOOK: Final = 7
ELDER_TOOK: Final = 8
"""How far the calls have come."""

_ELDER: Final = 0
_DEALER: Final = 1
_STEPS: Final = HANDS / STEP


class OfferPolicy(NamedTuple):
    """What the kernels look up to follow the policy.

    They also take ``worth[role, result]``: what each result is worth to the elder, and to the dealer.
    """

    table: Table
    fares: Fares


@cache
def offer_policy() -> OfferPolicy:
    """Made once a process."""
    return OfferPolicy(solver_table(), fares())


def worth_of_results(stakes: Stakes) -> NDArray[np.float64]:
    """``[role, result]``: chances of winning the game from the score before the deal, marks where it is not known."""
    if stakes.before is None:
        return np.array([MARKS, MARKS], np.float64)
    before = stakes.before
    return np.array(
        [
            [stakes.chance(player, before, (marks,)) for marks in MARKED]
            for player in (adversary(stakes.dealer), stakes.dealer)
        ]
    )


@compiled
def does_offer(policy: OfferPolicy, role: int, hand: int, turned: int, worth: NDArray[np.float64]) -> bool:
    """Whether a player with these five cards offers the point; ``turned`` is the rank of the turn-up."""
    number = hand_number(policy.fares.point.part, hand)
    none = as_int(policy.fares.none.value[role, turned, number])
    vole = as_int(policy.fares.vole.value[role, turned, number])
    point = as_int(policy.fares.point.value[role, turned, number])
    played = (
        none * worth[role, LOSES_TWO]
        + (_STEPS - none - point) * worth[role, LOSES_ONE]
        + (point - vole) * worth[role, WINS_ONE]
        + vole * worth[role, WINS_TWO]
    )
    return bool(_STEPS * worth[role, LOSES_ONE] > played)


@compiled
def does_refuse(policy: OfferPolicy, role: int, hand: int, turned: int, worth: NDArray[np.float64]) -> bool:
    """Whether a player with these five cards refuses the point that is offered to him."""
    vole = as_int(policy.fares.vole.value[role, turned, hand_number(policy.fares.vole.part, hand)])
    refused = vole * worth[role, WINS_TWO] + (_STEPS - vole) * worth[role, LOSES_TWO]
    return bool(refused > _STEPS * worth[role, WINS_ONE])


@compiled
def result_of(
    policy: OfferPolicy, elder: int, dealer: int, turned: int, worth: NDArray[np.float64], phase: int
) -> int:
    """The elder's result when both follow the policy from ``phase`` on."""
    if phase == ELDER_SPEAKS:
        is_offered = does_offer(policy, _ELDER, elder, turned, worth)
        phase = ELDER_OFFERED if is_offered else DEALER_SPEAKS
    if phase == DEALER_SPEAKS:
        is_offered = does_offer(policy, _DEALER, dealer, turned, worth)
        phase = DEALER_OFFERED if is_offered else PLAY
    if phase == ELDER_OFFERED:
        is_refused = does_refuse(policy, _DEALER, dealer, turned, worth)
        phase = DEALER_REFUSED if is_refused else DEALER_TOOK
    if phase == DEALER_OFFERED:
        is_refused = does_refuse(policy, _ELDER, elder, turned, worth)
        phase = ELDER_REFUSED if is_refused else ELDER_TOOK
    if phase == DEALER_TOOK:
        return LOSES_ONE
    if phase == ELDER_TOOK:
        return WINS_ONE
    tricks = as_int(policy.table.best[position_number(policy.table.numbering, elder, dealer, 0, HAND_SIZE)])
    return result_by_tricks(tricks, phase)


@compiled
def result_by_tricks(tricks: int, phase: int) -> int:
    """The elder's result by his tricks: he who refused the point wins all five or loses two."""
    if phase == DEALER_REFUSED:
        return LOSES_TWO if tricks == 0 else WINS_TWO
    if phase == ELDER_REFUSED:
        return WINS_TWO if tricks == HAND_SIZE else LOSES_TWO
    if tricks == HAND_SIZE:
        return WINS_TWO
    if tricks >= MAJORITY_OF_TRICKS:
        return WINS_ONE
    return LOSES_TWO if tricks == 0 else LOSES_ONE


@compiled
def fits_calls(
    policy: OfferPolicy, elder: int, dealer: int, turned: int, worth: NDArray[np.float64], phase: int
) -> bool:
    """Whether the policy says what was said last before ``phase``, of him who has not the word then."""
    if phase == ELDER_OFFERED:
        return does_offer(policy, _ELDER, elder, turned, worth)
    if phase == DEALER_SPEAKS:
        return not does_offer(policy, _ELDER, elder, turned, worth)
    if phase == DEALER_OFFERED:
        return does_offer(policy, _DEALER, dealer, turned, worth)
    return True


@compiled
def count_results(
    policy: OfferPolicy,
    is_elder: bool,
    own: int,
    unseen: int,
    turned: int,
    worth: NDArray[np.float64],
    heard: int,
    phases: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> int:
    """Add to ``counts[choice, result]`` the hands of five ``unseen`` cards against which the player with ``own`` comes
    to each result when he made the choice that leads to ``phases[choice]``; returns how many hands there are.

    Those alone with which the adversary would have brought the calls to ``heard``, the phase of the choice.
    """
    cards = np.zeros(32, np.int64)
    number = 0
    for card in range(32):
        if unseen >> card & 1:
            cards[number] = 1 << card
            number += 1
    hands = 0
    for a in range(number):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        theirs = cards[a] | cards[b] | cards[c] | cards[d] | cards[e]
                        elder, dealer = (own, theirs) if is_elder else (theirs, own)
                        if not fits_calls(policy, elder, dealer, turned, worth, heard):
                            continue
                        hands += 1
                        for choice in range(len(phases)):
                            result = result_of(policy, elder, dealer, turned, worth, phases[choice])
                            counts[choice, result if is_elder else MOST_RESULT - result] += 1
    return hands


@compiled
def deal_offers(
    policy: OfferPolicy, worth: NDArray[np.float64], seed: int, deals: int, counts: NDArray[np.int64]
) -> None:
    """Deal ``deals`` deals at random and play them by the policy; add to ``counts``, by the elder's result."""
    state = np.array([seed], np.uint64)
    pack = np.arange(32)
    for _ in range(deals):
        shuffle(pack, 0, 32, state)
        elder = 0
        dealer = 0
        trump = pack[10] >> 3
        for place in range(HAND_SIZE):
            elder |= 1 << card_trumps_first(pack[place], trump)
            dealer |= 1 << card_trumps_first(pack[5 + place], trump)
        counts[result_of(policy, elder, dealer, pack[10] & 7, worth, ELDER_SPEAKS)] += 1
