"""Whole events at random: any plan, drawn, played, disturbed and corrected, one allowed act after the other.

``play_event(seed)`` is the same event every time. A director's acts are checked with ``check_fact`` first;
those that it refuses are tried as well, and skipped. After a number of disturbances the event is played to
its end, as far as players are left for it.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, Final

from matches.rules.events import draw
from matches.rules.events.act_errors import EventActError
from matches.rules.events.plan import DEFAULT_TIE_BREAKS, EventPlan, RubberRules, StageKind, StagePlan
from matches.rules.events.state import PairingState, StageState
from tests.matches.rules.events.random_event import DISTURBANCES, RandomEvent, current_stage, reopen

MOST_ACTS: Final = 2_000
UNSETTLED: Final = ("draft", "live", "reported", "disputed")


def random_plan(chance: Random) -> EventPlan:
    count = chance.choices((1, 2, 3), (6, 3, 1))[0]
    stages = tuple(_random_stage(chance, is_last=number == count) for number in range(1, count + 1))
    return EventPlan(
        stages=stages,
        rules=RubberRules(best_of=chance.choice((1, 3, 5)), rubber_bonus=chance.choice((0, 0, 2))),
        tables=chance.choice((0, 0, 2)),
        check_in=chance.random() < 0.2,
        requested_bye=chance.choice(("nothing", "half", "full")),
        lot_seed=str(chance.randrange(100)),
    )


def _random_stage(chance: Random, *, is_last: bool) -> StagePlan:
    kinds: tuple[StageKind, ...] = (
        "round_robin",
        "league",
        "swiss",
        "swiss",
        "knockout",
        "double_elimination",
    )
    kind = chance.choice(kinds)
    qualifiers = 0 if is_last else chance.randint(2, 5)
    if kind in ("knockout", "double_elimination"):
        is_knockout = kind == "knockout"
        return StagePlan(
            kind=kind,
            seeding=chance.choice(("fold", "split", "adjacent", "lot")),
            third_place=is_knockout and chance.random() < 0.5,
            consolation=is_knockout and chance.random() < 0.3,
            bracket_reset=is_knockout or chance.random() < 0.7,
            qualifiers=qualifiers,
        )
    order = [name for name in DEFAULT_TIE_BREAKS[kind] if name != "lot"]
    chance.shuffle(order)
    is_grouped = kind != "swiss"
    return StagePlan(
        kind=kind,
        groups=chance.choice((1, 1, 2)) if is_grouped else 1,
        cycles=chance.choice((1, 1, 2)) if is_grouped else 1,
        rounds=0 if is_grouped else chance.randint(0, 5),
        seeding=chance.choice(("fold", "split", "adjacent", "lot")),
        qualifiers=qualifiers,
        score=chance.choice(("rubbers", "rubbers", "games", "stake")),
        tie_breaks=(*order[: chance.randint(0, 4)], "lot") if chance.random() < 0.5 else (),
        annul_below_half=is_grouped and chance.random() < 0.3,
        first_due="2026-10-04" if kind == "league" else "",
    )


def play_event(seed: int, *, most_players: int = 12, disturbances: int = 30) -> RandomEvent:
    chance = Random(seed)
    event = RandomEvent(chance)
    event.log.plan(*(plan := random_plan(chance)).stages, **_rest(plan))
    count = chance.randint(4, most_players)
    event.log.add("entered", players=[f"p{number:02}" for number in range(1, count + 1)])
    for number in range(1, count + 1):
        if plan.check_in and chance.random() < 0.9:
            event.try_act("checked_in", {"player": f"p{number:02}"})
    disturbed = 0
    for _ in range(MOST_ACTS):
        if disturbed < disturbances and chance.random() < 0.4:
            disturbed += 1
            chance.choice(DISTURBANCES)(event)
            continue
        event.stuck = advance(event) or ""
        if event.stuck and (disturbed >= disturbances or chance.random() < 0.5):
            return event
        if event.state.facts.is_complete:
            if disturbed >= disturbances or chance.random() < 0.5:
                return event
            reopen(event)
    event.stuck = "too_many_acts"
    return event


def _rest(plan: EventPlan) -> dict[str, Any]:
    return {
        "rules": plan.rules,
        "tables": plan.tables,
        "check_in": plan.check_in,
        "requested_bye": plan.requested_bye,
        "lot_seed": plan.lot_seed,
    }


def advance(event: RandomEvent) -> str | None:
    """Do the next possible step, if any. Return its refusal, or None."""
    state = event.state
    if state.facts.is_complete:
        return None
    stage = current_stage(state)
    if stage is None:
        return event.try_act("completed", {}) or None
    draft = next((round_.number for round_ in stage.rounds if not round_.is_released), None)
    if draft is not None:
        return event.try_act("released", _release(event, stage, draft)) or None
    undecided = [pairing for round_ in stage.rounds for pairing in round_.pairings if pairing.is_undecided]
    is_swiss = stage.plan.kind == "swiss"
    if undecided and not (is_swiss and event.chance.random() < 0.05):
        _decide(event, stage, event.chance.choice(undecided))
        return None
    try:
        payload = dict(draw.draw_next(state, stage.number))
    except EventActError as refusal:
        if undecided:
            _decide(event, stage, undecided[0])
            return None
        return refusal.code
    return event.try_act("drawn", payload) or None


def _release(event: RandomEvent, stage: StageState, draft: int) -> dict[str, Any]:
    payload = {"stage": stage.number, "round": draft}
    last = stage.rounds[-1].number
    if not stage.plan.is_bracket and last > draft and event.chance.random() < 0.5:
        payload["until"] = event.chance.randint(draft, last)
    return payload


def _decide(event: RandomEvent, stage: StageState, pairing: PairingState) -> None:
    """Decide a pairing, mostly by a rubber.

    A rubber in progress is settled. An award decides if a rubber does not, and sometimes instead of one.
    """
    chance = event.chance
    label = next(round_.label for round_ in stage.rounds if round_.number == pairing.round)
    under_way = next((result for result in event.log.results if result.rubber == pairing.rubber), None)
    assert pairing.a is not None
    assert pairing.b is not None
    if under_way is not None and not under_way.is_settled:
        event.put_result(replace(under_way, state="confirmed", is_settled=True))
    elif under_way is not None or chance.random() < 0.05:
        winners = (("walkover", pairing.a), ("decision", pairing.b), ("walkover", pairing.b))
        kind, winner = chance.choice((*winners, ("double_walkover", None)))
        place = {"stage": stage.number, "round": pairing.round, "number": pairing.number}
        assert event.try_act("awarded", {**place, "kind": kind, "winner": winner}) == ""
    else:
        state = "confirmed" if chance.random() < 0.9 else chance.choice(UNSETTLED)
        event.new_result(label, pairing.a, pairing.b, state=state)
