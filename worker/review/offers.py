"""Judge the calls before the play at La Triomphe: offering the point or playing, taking the point or refusing it.

The value of a choice is its mean result over every hand that the opponent may have, if both players follow
the published policy afterwards (``worker.review.offer_policy``). All hands with which the policy would have
made the opponent's call are equally likely; if there is none, the call is ignored. Everything is counted
exactly; nothing is sampled.
"""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE, Card, Suit, rank_of
from scoring.deal_course import Course
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

PHASES: Final = {
    ("proposal", True): {"P": ELDER_OFFERED, "S": DEALER_SPEAKS},
    ("proposal", False): {"P": DEALER_OFFERED, "S": PLAY},
    ("reply", True): {"G": ELDER_TOOK, "R": ELDER_REFUSED},
    ("reply", False): {"G": DEALER_TOOK, "R": DEALER_REFUSED},
}
"""The phase after each choice, by the kind of the choice and whether the player is the elder hand."""
_HEARD: Final = {
    ("proposal", True): ELDER_SPEAKS,
    ("proposal", False): DEALER_SPEAKS,
    ("reply", True): DEALER_OFFERED,
    ("reply", False): ELDER_OFFERED,
}
"""The phase in which a choice is made, by the kind of the choice and whether the player is the elder hand."""
_NO_DIFFERENCE: Final = 1e-9


def offer_decisions(
    course: Course, stakes: Stakes, *, rubber: int = 1, game: int = 1, deal: int = 1
) -> list[Decision]:
    """Return the decisions of a deal before the first lead, in order.

    The list is empty if the deal had an incident, if cards are unknown, or if the game was already over.
    ``rubber``, ``game`` and ``deal`` are numbers from 1, which are copied into the decisions.
    """
    if is_decided(stakes.before) or course.trump is None or course.turn_up is None:
        return []
    place = (rubber, game, deal)
    return [
        _judge_turn(course, stakes, turn, course.trump, course.turn_up, place) for turn in offer_turns(course)
    ]


def _judge_turn(
    course: Course, stakes: Stakes, turn: OfferTurn, trump: Suit, turn_up: Card, place: tuple[int, int, int]
) -> Decision:
    """Return the decision on one turn to speak, by the results of each choice against every hand that fits."""
    phases = PHASES[turn.kind, turn.player == course.elder]
    # If the elder hand plays on, the dealer may still offer. The reasons need the results of play without any offer.
    more = [PLAY] if DEALER_SPEAKS in phases.values() else []
    all_counts = _count_results(course, stakes, turn, [*phases.values(), *more], trump, turn_up)
    counts = all_counts[: len(phases)]
    worlds = int(counts[0].sum())
    chosen = list(phases).index(turn.chosen)
    marks: list[float] = (counts @ np.array(MARKS) / worlds).tolist()
    chances = _compute_chances(stakes, turn, counts, worlds)
    rubber, game, deal = place
    equity_loss = None if chances is None else _compute_loss(chances, chosen)
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
        best=tuple(name for each, name in enumerate(phases) if _compute_loss(marks, each) == 0),
        loss=_compute_loss(marks, chosen),
        method="counted",
        worlds=worlds,
        equity_loss=equity_loss,
        rubber_loss=stakes.rubber_loss(turn.player, equity_loss),
        stake_loss=_compute_stake_loss(stakes, turn, counts, worlds, chosen),
        reasons=_find_reasons(turn, offered=counts[0], played=all_counts[-1]),
        variant=course.variant,
    )


def _count_results(
    course: Course, stakes: Stakes, turn: OfferTurn, phases: list[int], trump: Suit, turn_up: Card
) -> NDArray[np.int64]:
    """Return, as ``[choice, result]``, the number of hands against which each choice gives the player each result."""
    counts = np.zeros((len(phases), RESULTS), np.int64)
    is_elder = turn.player == course.elder
    own, unseen = trumps_first(turn.own, trump), trumps_first(turn.unseen, trump)
    turned, worth = rank_of(turn_up), worth_of_results(stakes)
    # If no hand fits the opponent's call, the call is ignored: at ``ELDER_SPEAKS`` there is none yet.
    for heard in (_HEARD[turn.kind, is_elder], ELDER_SPEAKS):
        hands = count_results(
            offer_policy(), is_elder, own, unseen, turned, worth, heard, np.array(phases, np.int64), counts
        )
        if hands:
            break
    return counts


def _compute_chances(
    stakes: Stakes, turn: OfferTurn, counts: NDArray[np.int64], worlds: int
) -> list[float] | None:
    if stakes.before is None:
        return None
    worth = np.array([stakes.chance(turn.player, stakes.before, (marks,)) for marks in MARKED])
    chances: list[float] = (counts @ worth / worlds).tolist()
    return chances


def _compute_stake_loss(
    stakes: Stakes, turn: OfferTurn, counts: NDArray[np.int64], worlds: int, place: int
) -> float | None:
    if stakes.before is None or stakes.reckoning != "treble":
        return None
    worth = np.array([stakes.stake(turn.player, stakes.before, (marks,)) for marks in MARKED])
    return _compute_loss((counts @ worth / worlds).tolist(), place)


def _compute_loss(values: list[float], place: int) -> float:
    """Return how far the value at ``place`` is below the best, without differences of rounding."""
    lost = max(values) - values[place]
    return 0.0 if lost < _NO_DIFFERENCE else lost


def _find_reasons(
    turn: OfferTurn, *, offered: NDArray[np.int64], played: NDArray[np.int64]
) -> tuple[Reason, ...]:
    """Return the reasons with the numbers of hands behind the values.

    These are the hands that fit the calls, those against which the cards make what the choice depends on, and
    those that would refuse an offer. ``offered`` and ``played`` count the hands by result if the point is
    offered or played for; for a reply, if it is taken or refused.
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
