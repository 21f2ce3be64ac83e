"""The published policy of La Triomphe: when both players are assumed to offer, take and refuse the point.

Its version is ``OFFER_POLICY_VERSION`` (``worker.review.policy_version``). Both players:

- offer the point if giving up a point is worth more to them than playing the deal is on average, over all
  hands that the opponent may have beside their five cards, all equally likely;
- refuse it if playing for the vole is worth more on average than taking the point: two points won against the
  hands against which they make it, two points lost against the others;
- draw no conclusions from the opponent's calls (the judgement of a player does: ``worker.review.offers``);
- play their best from the first lead with both hands seen.

The worth of points is the probability of winning the game from the score, or the marks if the score is
unknown. ``worker.review.offer_hands`` gives how often a hand loses every trick, makes the point or makes the
vole, rounded to its steps.

In these compiled functions trumps are spades (``strength.trumps_first``). A *result* is what a deal brings a
player, 0 to 3: two points lost, one lost, one won, two won. The opponent's result is ``MOST_RESULT`` minus
the player's.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE, opponent
from scoring.marks import MAJORITY_OF_TRICKS
from worker.review.offer_hands import Fares, fares
from worker.review.policy import card_trumps_first, shuffle
from worker.review.stakes import Stakes
from worker.review.strength import DEALER, ELDER, HANDS, STEP, hand_number
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
"""The marks of the player and of the opponent for each result, 0 to 3."""
MARKS: Final = tuple(own - other for own, other in MARKED)
"""The player's marks minus the opponent's for each result."""

ELDER_SPEAKS: Final = 0
DEALER_SPEAKS: Final = 1
PLAY: Final = 2
ELDER_OFFERED: Final = 3
DEALER_OFFERED: Final = 4
DEALER_REFUSED: Final = 5
ELDER_REFUSED: Final = 6
DEALER_TOOK: Final = 7
ELDER_TOOK: Final = 8
"""The last phase of the offer. The first is ``ELDER_SPEAKS``.

A phase says which player is to call next, or what was called last.
"""

_STEPS: Final = HANDS / STEP
"""The number of all hands that the opponent may have, in steps of ``Fares``."""


class OfferPolicy(NamedTuple):
    """The data that the compiled functions of this module need to apply the policy.

    The functions also take ``worth[role, result]``: the worth of each result to the elder hand (role 0) and
    the dealer (1).
    """

    table: Table
    fares: Fares


@cache
def offer_policy() -> OfferPolicy:
    """Return the data of the policy for La Triomphe. The result is cached for each process."""
    return OfferPolicy(solver_table(), fares())


def worth_of_results(stakes: Stakes) -> NDArray[np.float64]:
    """Return the worth of each result to the elder hand and the dealer, as ``[role, result]``.

    The worth is the probability of winning the game from the score before the deal. If the score is unknown,
    the worth is the marks.
    """
    if stakes.before is None:
        return np.array([MARKS, MARKS], np.float64)
    before = stakes.before
    return np.array(
        [
            [stakes.chance(player, before, (marks,)) for marks in MARKED]
            for player in (opponent(stakes.dealer), stakes.dealer)
        ]
    )


@compiled
def does_offer(policy: OfferPolicy, role: int, hand: int, turned: int, worth: NDArray[np.float64]) -> bool:
    """Return whether a player with these five cards offers the point; ``turned`` is the rank of the turn-up."""
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
    """Return whether a player with these five cards refuses the point if it is offered."""
    vole = as_int(policy.fares.vole.value[role, turned, hand_number(policy.fares.vole.part, hand)])
    refused = vole * worth[role, WINS_TWO] + (_STEPS - vole) * worth[role, LOSES_TWO]
    return bool(refused > _STEPS * worth[role, WINS_ONE])


@compiled
def result_of(
    policy: OfferPolicy, elder: int, dealer: int, turned: int, worth: NDArray[np.float64], phase: int
) -> int:
    """Return the elder hand's result, ``LOSES_TWO`` to ``WINS_TWO``, if both players follow the policy from
    ``phase`` on.

    ``elder`` and ``dealer`` are the two hands. ``turned`` is the rank of the turn-up. ``worth`` has the worth of
    each result (``worth_of_results``).
    """
    if phase == ELDER_SPEAKS:
        is_offered = does_offer(policy, ELDER, elder, turned, worth)
        phase = ELDER_OFFERED if is_offered else DEALER_SPEAKS
    if phase == DEALER_SPEAKS:
        is_offered = does_offer(policy, DEALER, dealer, turned, worth)
        phase = DEALER_OFFERED if is_offered else PLAY
    if phase == ELDER_OFFERED:
        is_refused = does_refuse(policy, DEALER, dealer, turned, worth)
        phase = DEALER_REFUSED if is_refused else DEALER_TOOK
    if phase == DEALER_OFFERED:
        is_refused = does_refuse(policy, ELDER, elder, turned, worth)
        phase = ELDER_REFUSED if is_refused else ELDER_TOOK
    if phase == DEALER_TOOK:
        return LOSES_ONE
    if phase == ELDER_TOOK:
        return WINS_ONE
    tricks = as_int(policy.table.best[position_number(policy.table.numbering, elder, dealer, 0, HAND_SIZE)])
    return result_by_tricks(tricks, phase)


@compiled
def result_by_tricks(tricks: int, phase: int) -> int:
    """Return the elder hand's result if the elder hand wins ``tricks`` tricks in a deal that was called as
    ``phase`` says.

    A player who refused the point wins all five tricks or loses two points.
    """
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
    """Return whether the player who made the last call before ``phase`` would have made it under the policy.

    The policy decides by that player's hand.
    """
    if phase == ELDER_OFFERED:
        return does_offer(policy, ELDER, elder, turned, worth)
    if phase == DEALER_SPEAKS:
        return not does_offer(policy, ELDER, elder, turned, worth)
    if phase == DEALER_OFFERED:
        return does_offer(policy, DEALER, dealer, turned, worth)
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
    """Count in ``counts[choice, result]`` the opponent's possible hands against which the player gets each
    result.

    Return the number of hands. ``own`` is the player's hand. A hand of the opponent is five of the
    ``unseen`` cards. It counts only if the policy would have made the opponent's calls with it up to the
    phase ``heard``, in which the player chooses. Each choice leads to the phase ``phases[choice]``.
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
    """Deal ``deals`` random deals and play them by the policy. Add the elder hand's results to ``counts``."""
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
