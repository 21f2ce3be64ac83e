"""What may come between in an event at random: each does one thing that may happen at any time, or tries to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeAlias

from matches.rules.events import draw
from matches.rules.events.checks.entries import free_places
from matches.rules.events.errors import EventActError
from matches.rules.events.facts import FactKind, PairingPlace
from matches.rules.events.plan_json import plan_json
from matches.rules.events.state import PairingState, StageState
from tests.matches.rules.events.random_event import RandomEvent, current_stage, plan_of

Disturbance: TypeAlias = Callable[[RandomEvent], object]


def _somebody(event: RandomEvent) -> str:
    return event.chance.choice(event.state.entries).player


def _stage_and_round(event: RandomEvent) -> tuple[StageState, int]:
    stage = current_stage(event.state) or event.state.stages[-1]
    return stage, max(1, len(stage.rounds) + event.chance.choice((-1, 0, 0, 1)))


def _any_place(event: RandomEvent, *, bracket: bool = False) -> tuple[PairingPlace, PairingState] | None:
    """A pairing that is ready, somewhere in the event."""
    places = [
        ((stage.number, round_.number, pairing.number), pairing)
        for stage in event.state.stages
        for round_ in stage.rounds
        for pairing in round_.pairings
        if pairing.is_ready and (stage.plan.is_bracket or not bracket)
    ]
    return event.chance.choice(places) if places else None


def _named(place: PairingPlace) -> dict[str, Any]:
    return dict(zip(("stage", "round", "number"), place, strict=True))


def enter_late(event: RandomEvent) -> None:
    number = 1 + max(int(fact_player[1:]) for fact_player in _all_players(event))
    payload: dict[str, Any] = {"players": [f"p{number:02}"]}
    first = event.state.facts.stages[0]
    if places := free_places(first) if first.groups else ():
        rounds = event.state.stages[0].rounds
        open_rounds = [round_.number for round_ in rounds if not round_.is_complete]
        payload |= {"place": list(event.chance.choice(places)), "from_round": min(open_rounds, default=1)}
    event.try_act("entered", payload)


def _all_players(event: RandomEvent) -> list[str]:
    return [
        player for fact in event.log.entries if fact.kind == "entered" for player in fact.payload["players"]
    ]


def withdraw_or_return(event: RandomEvent) -> None:
    stage, number = _stage_and_round(event)
    gone = [entry.player for entry in event.state.entries if entry.withdrawn_at]
    if gone and event.chance.random() < 0.6:
        player = event.chance.choice(gone)
        event.try_act("returned", {"player": player, "stage": stage.number, "round": number})
    else:
        event.try_act("withdrawn", {"player": _somebody(event), "stage": stage.number, "round": number})


def ask_for_bye(event: RandomEvent) -> None:
    asked = [(entry.player, *place) for entry in event.state.entries for place in entry.requested_byes]
    if asked and event.chance.random() < 0.2:
        player, stage, number = event.chance.choice(asked)
        event.try_act("bye_request_undone", {"player": player, "stage": stage, "round": number})
        return
    for drawn in event.state.stages:
        if drawn.plan.kind == "swiss" and drawn.phase != "complete":
            place = {"stage": drawn.number, "round": len(drawn.rounds) + 1}
            event.try_act("bye_requested", {"player": _somebody(event), **place})


def change_entries(event: RandomEvent) -> None:
    kinds: tuple[FactKind, ...] = ("entry_removed", "check_in_undone", "checked_in")
    for kind in kinds:
        event.try_act(kind, {"player": _somebody(event)})


def seed_or_forbid(event: RandomEvent) -> None:
    players = [entry.player for entry in event.state.entries]
    event.chance.shuffle(players)
    if event.chance.random() < 0.5:
        event.try_act("seeded", {"order": players[: event.chance.randint(0, len(players))]})
    else:
        pairs = [list(pair) for pair in zip(players[::2], players[1::2], strict=False)]
        event.try_act("forbidden", {"pairs": pairs[: event.chance.randint(0, 3)]})


def change_draw(event: RandomEvent) -> None:
    found = _any_place(event)
    if found is None:
        return
    (stage, round_number, number), pairing = found
    other = _somebody(event)
    changes: tuple[Callable[[], Any], ...] = (
        lambda: draw.swap(event.state, stage, round_number, pairing.a or "", other),
        lambda: draw.turn(event.state, stage, round_number, number),
        lambda: draw.move_table(event.state, stage, round_number, number, str(event.chance.randint(1, 4))),
    )
    try:
        payload = event.chance.choice(changes)()
    except EventActError:
        return
    assert event.try_act("draw_changed", dict(payload)) in ("", "event_complete")


def discard_draw(event: RandomEvent) -> None:
    stage, number = _stage_and_round(event)
    if event.chance.random() < 0.3:
        event.try_act("draw_discarded", {"stage": stage.number, "round": event.chance.choice((1, number))})


def award_or_not(event: RandomEvent) -> None:
    awards = list(event.state.facts.awards)
    if awards and event.chance.random() < 0.5:
        event.try_act("award_undone", _named(event.chance.choice(awards)))
    elif (found := _any_place(event)) is not None:
        place, pairing = found
        winner = event.chance.choice((pairing.a, pairing.b))
        event.try_act("awarded", {**_named(place), "kind": "decision", "winner": winner})


def keep_or_not(event: RandomEvent) -> None:
    kept = list(event.state.facts.kept)
    if kept and event.chance.random() < 0.5:
        event.try_act("keep_undone", _named(event.chance.choice(kept)))
    elif (found := _any_place(event, bracket=True)) is not None:
        place, pairing = found
        entrants = event.state.stages[place[0] - 1].entrants
        other = event.chance.choice((pairing.b, event.chance.choice(entrants)))
        event.try_act("kept", {**_named(place), "a": pairing.a, "b": other})


def change_plan(event: RandomEvent) -> None:
    plan = plan_of(event.state)
    stages = [
        stage if stage.is_bracket else replace(stage, tie_breaks=event.chance.choice(((), ("wins", "lot"))))
        for stage in plan.stages
    ]
    event.try_act("planned", {"plan": plan_json(replace(plan, stages=tuple(stages)))})


def undo(event: RandomEvent) -> None:
    """Never so far that nobody is entered any more."""
    if event.state.facts.last > 2:
        event.try_act("undone", {"version": event.state.facts.last})


def reopen(event: RandomEvent) -> None:
    event.try_act("reopened", {})


def correct_result(event: RandomEvent) -> None:
    """Another result, or none that counts any more."""
    if not event.log.results:
        return
    was = event.chance.choice(event.log.results)
    state = event.chance.choice(("corrected", "corrected", "corrected", "void", "disputed"))
    event.put_result(event.random_result(was.rubber, was.order, was.round_label, was.a, was.b, state))


def play_again(event: RandomEvent) -> None:
    """A second rubber of the same two in the same round."""
    if (found := _any_place(event)) is not None:
        (stage, number, _), pairing = found
        labels = {round_.number: round_.label for round_ in event.state.stages[stage - 1].rounds}
        event.new_result(labels[number], pairing.a or "", pairing.b or "")


def play_what_nobody_drew(event: RandomEvent) -> None:
    a, b = _somebody(event), _somebody(event)
    if a != b:
        event.new_result(event.chance.choice(("1", "2", "Final", "friendly")), a, b)


DISTURBANCES: Final[tuple[Disturbance, ...]] = (
    enter_late,
    enter_late,
    withdraw_or_return,
    withdraw_or_return,
    withdraw_or_return,
    ask_for_bye,
    ask_for_bye,
    change_entries,
    seed_or_forbid,
    change_draw,
    change_draw,
    discard_draw,
    award_or_not,
    keep_or_not,
    change_plan,
    undo,
    correct_result,
    correct_result,
    correct_result,
    play_again,
    play_what_nobody_drew,
)
