"""An event in the making: its log, its rubbers, and random acts and disturbances.

Each act is checked with ``check_fact`` first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final, TypeAlias

from matches.rules.events import draw_changes
from matches.rules.events.act_errors import EventActError
from matches.rules.events.entry_rules import free_places
from matches.rules.events.facts import Fact, FactKind, PairingPlace
from matches.rules.events.lifecycle import check_fact
from matches.rules.events.plan import EventPlan
from matches.rules.events.plan_json import plan_json
from matches.rules.events.state import EventState, PairingState, Result, StageState
from tests.matches.rules.events.logs import Log


@dataclass(frozen=True, slots=True)
class Step:
    """A fact, the state that it was allowed in, and the resulting state."""

    fact: Fact
    before: EventState
    after: EventState


@dataclass
class RandomEvent:
    """A random event. ``stuck`` is the code of ``lifecycle`` that prevented its end, or empty."""

    chance: Random
    log: Log = field(default_factory=Log)
    steps: list[Step] = field(default_factory=list)
    stuck: str = ""
    _state: EventState | None = None

    @property
    def state(self) -> EventState:
        if self._state is None:
            self._state = self.log.state
        return self._state

    def try_act(self, kind: FactKind, payload: dict[str, Any]) -> str:
        """Append a fact if it is allowed. Return the code of the refusal, or an empty string."""
        before = self.state
        try:
            check_fact(before, kind, payload)
        except EventActError as refusal:
            return refusal.code
        fact = self.log.add(kind, **payload).entries[-1]
        self._state = None
        self.steps.append(Step(fact, before, self.state))
        return ""

    def put_result(self, result: Result) -> None:
        """Add a rubber, or replace the one with the same id."""
        kept = [other for other in self.log.results if other.rubber != result.rubber]
        self.log.results = [*kept, result]
        self._state = None

    def new_result(self, label: str, a: str, b: str, *, state: str = "confirmed") -> None:
        number = len(self.log.results) + 1
        self.put_result(self.random_result(f"r{number}", number, label, a, b, state))

    def random_result(self, rubber: str, order: int, label: str, a: str, b: str, state: str) -> Result:
        chance, rules = self.chance, plan_of(self.state).rules
        termination = chance.choices(("normal", "walkover", "retired", "unfinished"), (16, 1, 1, 1))[0]
        winner = chance.choice("AB")
        won = rules.games_to_win if termination == "normal" else chance.randrange(rules.games_to_win)
        games = (0, 0) if termination == "walkover" else (won, chance.randrange(rules.games_to_win))
        points = (5 * games[0] + chance.randrange(5), 5 * games[1] + chance.randrange(5))
        if winner == "B":
            games, points = games[::-1], points[::-1]
        if chance.random() < 0.5:
            a, b = b, a
        return Result(
            rubber=rubber,
            order=order,
            round_label=label,
            a=a,
            b=b,
            state=state,
            is_settled=state in ("confirmed", "corrected"),
            winner=None if termination == "unfinished" else ("A" if winner == "A" else "B"),
            games=games,
            points=None if chance.random() < 0.2 or termination == "walkover" else points,
            trebles=(chance.randrange(games[0] + 1), chance.randrange(games[1] + 1)),
            voles=(chance.randrange(2), chance.randrange(2)),
            termination=termination,
        )


def plan_of(state: EventState) -> EventPlan:
    assert state.facts.plan is not None
    return state.facts.plan


def current_stage(state: EventState) -> StageState | None:
    return next((stage for stage in state.stages if stage.phase != "complete"), None)


Disturbance: TypeAlias = Callable[[RandomEvent], object]


def _somebody(event: RandomEvent) -> str:
    return event.chance.choice(event.state.entries).player


def _stage_and_round(event: RandomEvent) -> tuple[StageState, int]:
    stage = current_stage(event.state) or event.state.stages[-1]
    return stage, max(1, len(stage.rounds) + event.chance.choice((-1, 0, 0, 1)))


def _any_place(event: RandomEvent, *, bracket: bool = False) -> tuple[PairingPlace, PairingState] | None:
    """Return a random pairing that can be played, or None."""
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
    requests = [(entry.player, *place) for entry in event.state.entries for place in entry.requested_byes]
    if requests and event.chance.random() < 0.2:
        player, stage, number = event.chance.choice(requests)
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
    choice = _any_place(event)
    if choice is None:
        return
    (stage, round_number, number), pairing = choice
    other = _somebody(event)
    changes: tuple[Callable[[], Any], ...] = (
        lambda: draw_changes.swap(event.state, stage, round_number, pairing.a or "", other),
        lambda: draw_changes.turn(event.state, stage, round_number, number),
        lambda: draw_changes.move_table(
            event.state, stage, round_number, number, str(event.chance.randint(1, 4))
        ),
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
    elif (choice := _any_place(event)) is not None:
        place, pairing = choice
        winner = event.chance.choice((pairing.a, pairing.b))
        event.try_act("awarded", {**_named(place), "kind": "decision", "winner": winner})


def keep_or_not(event: RandomEvent) -> None:
    kept = list(event.state.facts.kept)
    if kept and event.chance.random() < 0.5:
        event.try_act("keep_undone", _named(event.chance.choice(kept)))
    elif (choice := _any_place(event, bracket=True)) is not None:
        place, pairing = choice
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
    """Take back the last fact, unless no players would be left."""
    if event.state.facts.last > 2:
        event.try_act("undone", {"version": event.state.facts.last})


def reopen(event: RandomEvent) -> None:
    event.try_act("reopened", {})


def correct_result(event: RandomEvent) -> None:
    """Replace a result by another, or by none that counts."""
    if not event.log.results:
        return
    was = event.chance.choice(event.log.results)
    state = event.chance.choice(("corrected", "corrected", "corrected", "void", "disputed"))
    event.put_result(event.random_result(was.rubber, was.order, was.round_label, was.a, was.b, state))


def play_again(event: RandomEvent) -> None:
    """Add a second rubber of the same two in the same round."""
    if (choice := _any_place(event)) is not None:
        (stage, number, _), pairing = choice
        labels = {round_.number: round_.label for round_ in event.state.stages[stage - 1].rounds}
        event.new_result(labels[number], pairing.a or "", pairing.b or "")


def play_what_nobody_drew(event: RandomEvent) -> None:
    a, b = _somebody(event), _somebody(event)
    if a != b:
        event.new_result(event.chance.choice(("1", "2", "Final", "friendly")), a, b)


DISTURBANCES: Final[tuple[Disturbance, ...]] = (
    *(enter_late, enter_late, withdraw_or_return, withdraw_or_return, withdraw_or_return, ask_for_bye),
    *(ask_for_bye, change_entries, seed_or_forbid, change_draw, change_draw, discard_draw, award_or_not),
    *(keep_or_not, change_plan, undo, correct_result, correct_result, correct_result, play_again),
    play_what_nobody_drew,
)
