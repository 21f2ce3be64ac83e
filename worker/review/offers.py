"""Judging what was said before the play at La Triomphe: to offer the point or to play, to take it or to refuse it.

A choice is worth what comes of it over every hand that the adversary can hold, when both follow the published policy
afterwards (``worker.review.offer_policy``). Every hand is as likely with which the policy would have said what the
adversary said; where there is none, his word tells nothing. All is counted out; nothing is sampled.
"""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE, Card, Suit, rank_of
from scoring.course import Course
from scoring.marks import is_decided
from worker.review.decision import Decision, Option, Reason
from worker.review.offer_policy import (
    DEALER_OFFERED,
    DEALER_REFUSED,
    DEALER_SPEAKS,
    DEALER_TOOK,
    ELDER_OFFERED,
    ELDER_REFUSED,
    ELDER_SPEAKS,
    ELDER_TOOK,
    LOSES_TWO,
    MARKED,
    MARKS,
    PLAY,
    RESULTS,
    WINS_ONE,
    WINS_TWO,
    count_results,
    offer_policy,
    worth_of_results,
)
from worker.review.offer_turns import OfferTurn, offer_turns
from worker.review.stakes import Stakes
from worker.review.strength import trumps_first

_PHASES: Final = {
    ("proposal", True): {"P": ELDER_OFFERED, "S": DEALER_SPEAKS},
    ("proposal", False): {"P": DEALER_OFFERED, "S": PLAY},
    ("reply", True): {"G": ELDER_TOOK, "R": ELDER_REFUSED},
    ("reply", False): {"G": DEALER_TOOK, "R": DEALER_REFUSED},
}
"""How far each choice brings the calls: for the elder, and for the dealer."""
_HEARD: Final = {
    ("proposal", True): ELDER_SPEAKS,
    ("proposal", False): DEALER_SPEAKS,
    ("reply", True): DEALER_OFFERED,
    ("reply", False): ELDER_OFFERED,
}
"""How far they have come when the elder has the choice, and when the dealer has it."""
_NO_DIFFERENCE: Final = 1e-9


def offer_decisions(
    course: Course, stakes: Stakes, *, rubber: int = 1, game: int = 1, deal: int = 1
) -> list[Decision]:
    """What was said before the first lead, in order; none where the deal had an incident, where cards are not known,
    and once the game is over.
    """
    if is_decided(stakes.before) or course.trump is None or course.turn_up is None:
        return []
    place = (rubber, game, deal)
    return [
        _judged(course, stakes, turn, course.trump, course.turn_up, place) for turn in offer_turns(course)
    ]


def _judged(
    course: Course, stakes: Stakes, turn: OfferTurn, trump: Suit, turn_up: Card, place: tuple[int, int, int]
) -> Decision:
    phases = _PHASES[turn.kind, turn.player == course.elder]
    # Behind the elder's own choices what his cards make where the dealer offers nothing either.
    more = [PLAY] if DEALER_SPEAKS in phases.values() else []
    counted = _counted(course, stakes, turn, [*phases.values(), *more], trump, turn_up)
    counts = counted[: len(phases)]
    worlds = int(counts[0].sum())
    at = list(phases).index(turn.chosen)
    marks: list[float] = (counts @ np.array(MARKS) / worlds).tolist()
    chances = _chances(stakes, turn, counts, worlds)
    rubber, game, deal = place
    equity_loss = None if chances is None else _lost(chances, at)
    return Decision(
        rubber=rubber,
        game=game,
        deal=deal,
        kind=turn.kind,
        token=turn.token,
        player=turn.player,
        chosen=turn.chosen,
        options=tuple(
            Option(name, marks[each], None if chances is None else chances[each])
            for each, name in enumerate(phases)
        ),
        best=tuple(name for each, name in enumerate(phases) if _lost(marks, each) == 0),
        loss=_lost(marks, at),
        method="counted",
        worlds=worlds,
        equity_loss=equity_loss,
        rubber_loss=stakes.rubber_loss(turn.player, equity_loss),
        stake_loss=_stake_loss(stakes, turn, counts, worlds, at),
        reasons=_reasons(turn, offered=counts[0], played=counted[-1]),
        variant=course.variant,
    )


def _counted(
    course: Course, stakes: Stakes, turn: OfferTurn, phases: list[int], trump: Suit, turn_up: Card
) -> NDArray[np.int64]:
    """``[choice, result]``: the hands against which each choice comes to each of the player's results."""
    counts = np.zeros((len(phases), RESULTS), np.int64)
    is_elder = turn.player == course.elder
    own, unseen = trumps_first(turn.own, trump), trumps_first(turn.unseen, trump)
    turned, worth = rank_of(turn_up), worth_of_results(stakes)
    for heard in (_HEARD[turn.kind, is_elder], ELDER_SPEAKS):
        hands = count_results(
            offer_policy(), is_elder, own, unseen, turned, worth, heard, np.array(phases, np.int64), counts
        )
        if hands:
            break
    return counts


def _chances(stakes: Stakes, turn: OfferTurn, counts: NDArray[np.int64], worlds: int) -> list[float] | None:
    if stakes.before is None:
        return None
    worth = np.array([stakes.chance(turn.player, stakes.before, (marks,)) for marks in MARKED])
    chances: list[float] = (counts @ worth / worlds).tolist()
    return chances


def _stake_loss(
    stakes: Stakes, turn: OfferTurn, counts: NDArray[np.int64], worlds: int, at: int
) -> float | None:
    if stakes.before is None or stakes.reckoning != "treble":
        return None
    worth = np.array([stakes.stake(turn.player, stakes.before, (marks,)) for marks in MARKED])
    return _lost((counts @ worth / worlds).tolist(), at)


def _lost(values: list[float], at: int) -> float:
    lost = max(values) - values[at]
    return 0.0 if lost < _NO_DIFFERENCE else lost


def _reasons(turn: OfferTurn, *, offered: NDArray[np.int64], played: NDArray[np.int64]) -> tuple[Reason, ...]:
    """How many hands fit what was said, against how many of them the cards make what the choice turns on, and how often
    an offer would be refused.

    ``offered``, ``played``: the hands by the results of a point offered, and of one played for; of an answer, by those
    of the point taken and refused.
    """
    worlds = int(played.sum())
    hands = comb(turn.unseen.bit_count(), HAND_SIZE)
    heard = () if worlds == hands else (Reason("as_said", {"worlds": worlds, "hands": hands}),)
    if turn.kind == "reply":
        return (*heard, Reason("makes_vole", {"makes": int(played[WINS_TWO]), "worlds": worlds}))
    return (
        *heard,
        Reason("makes_point", {"makes": int(played[WINS_ONE] + played[WINS_TWO]), "worlds": worlds}),
        Reason("loses_all", {"loses": int(played[LOSES_TWO]), "worlds": worlds}),
        Reason("offer_refused", {"refuses": int(offered[LOSES_TWO] + offered[WINS_TWO]), "worlds": worlds}),
    )
