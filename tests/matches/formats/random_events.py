"""Whole events at random: any plan, drawn, played, disturbed and corrected, one allowed act after the other.

``play_event(seed)`` is the same event every time. What a director does is asked of ``check_fact`` first, so that
only what may happen does; what may not is tried as well, and left. After a while of disturbances the event is
played to its end, as far as there are players left for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final, TypeAlias

from matches.formats import draw
from matches.formats.act_errors import EventActError
from matches.formats.entry_rules import free_places
from matches.formats.facts import Fact, FactKind, PairingPlace
from matches.formats.lifecycle import check_fact
from matches.formats.plan import DEFAULT_TIE_BREAKS, EventPlan, RubberRules, StageKind, StagePlan
from matches.formats.plan_json import plan_json
from matches.formats.state import EventState, PairingState, Result, StageState
from tests.matches.formats.logs import Log

MOST_ACTS: Final = 2_000
UNSETTLED: Final = ("draft", "live", "reported", "disputed")

Act: TypeAlias = tuple[FactKind, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Step:
    """A fact with the state that it was allowed in, and the one that came of it."""

    fact: Fact
    before: EventState
    after: EventState


@dataclass
class RandomEvent:
    """``stuck``: why it could not be played to its end, a code of ``lifecycle``; empty where it was."""

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
        """The code of the refusal; empty where the fact was appended."""
        before = self.state
        try:
            check_fact(before, kind, payload)
        except EventActError as refusal:
            return refusal.code
        fact = self.log.add(kind, **payload)
        self._state = None
        self.steps.append(Step(fact, before, self.state))
        return ""

    def put_result(self, result: Result) -> None:
        """A new rubber, or in place of the one of the same id."""
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
    """Does the next thing that there is to do, if any; the refusal where it can't be done."""
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


def current_stage(state: EventState) -> StageState | None:
    return next((stage for stage in state.stages if stage.phase != "complete"), None)


def _release(event: RandomEvent, stage: StageState, draft: int) -> dict[str, Any]:
    payload = {"stage": stage.number, "round": draft}
    last = stage.rounds[-1].number
    if not stage.plan.is_bracket and last > draft and event.chance.random() < 0.5:
        payload["until"] = event.chance.randint(draft, last)
    return payload


def _decide(event: RandomEvent, stage: StageState, pairing: PairingState) -> None:
    """By a rubber, mostly; one that is on its way is settled; where one decides nothing, or rarely, an award."""
    chance = event.chance
    label = next(round_.label for round_ in stage.rounds if round_.number == pairing.round)
    under_way = next((result for result in event.log.results if result.rubber == pairing.rubber), None)
    assert pairing.a is not None
    assert pairing.b is not None
    if under_way is not None and not under_way.is_settled:
        event.put_result(replace(under_way, state="confirmed", is_settled=True))
    elif under_way is not None or chance.random() < 0.05:
        kind, winner = chance.choice(
            (
                ("walkover", pairing.a),
                ("decision", pairing.b),
                ("walkover", pairing.b),
                ("double_walkover", None),
            )
        )
        place = {"stage": stage.number, "round": pairing.round, "number": pairing.number}
        assert event.try_act("awarded", {**place, "kind": kind, "winner": winner}) == ""
    else:
        state = "confirmed" if chance.random() < 0.9 else chance.choice(UNSETTLED)
        event.new_result(label, pairing.a, pairing.b, state=state)


# Disturbances: each does one thing that may happen at any time, or tries to.

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
