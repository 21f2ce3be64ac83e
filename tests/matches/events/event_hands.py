"""Run a club's event from its plan to its last result, and read its stored rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from matches.clubs.roles import Authority
from matches.common.commands import CommandContext
from matches.events.draw import request_draw
from matches.events.event_state import event_log, event_state
from matches.events.plan_event import plan_event
from matches.events.record_facts import record_fact
from matches.events.results import WrittenResult, enter_results
from matches.events.stored_rows import stored_rows
from matches.events.write_standings import write_standings
from matches.models import Event, Player, Rubber
from matches.rules.events.facts import PairingPlace
from matches.rules.events.plan import EventPlan, StageKind, StagePlan
from matches.rules.events.rows import EventRows, expected_rows
from matches.rules.events.state import EventState, PairingState
from tests.factories.remembered import remembered
from tests.matches.rubbers.hands import Hands, make_hands

NAMES = (
    *("Anne", "Bert", "Cleo", "Dan", "Eve", "Fox", "Gwen"),
    *("Hal", "Ida", "Jack", "Kit", "Lou", "Max", "Nell"),
)


def enter_result(
    event: Event, place: PairingPlace, result: WrittenResult, *, authority: Authority, act: CommandContext
) -> Rubber:
    """Enter one result. Raises the error for which it was not entered."""
    entered = enter_results(event, {place: result}, authority=authority, act=act)[place]
    if isinstance(entered, ValueError):
        raise entered
    return entered


@dataclass
class EventHands:
    """An event with ``players`` in the order of entry. Results are entered by the games won, straight."""

    hands: Hands
    event: Event
    players: list[Player] = field(default_factory=list)

    @property
    def state(self) -> EventState:
        return event_state(self.event)

    def act(self, reason: str = "", **options: Any) -> CommandContext:
        return self.hands.act(reason, **options)

    def record(self, kind: Any, reason: str = "", **payload: Any) -> EventState:
        return record_fact(self.event, kind, payload, act=self.act(reason))

    def draw(self, stage: int = 1) -> Self:
        request = request_draw(self.event, stage, act=self.act())
        assert (request.finished_at is not None, request.problem) == (True, "")
        return self

    def release(self, stage: int = 1, number: int = 1, **more: Any) -> Self:
        self.record("released", stage=stage, round=number, **more)
        return self

    def win(self, place: PairingPlace, side: str = "A") -> Rubber:
        """Enter a result of two games to none as the director, and update the standings."""
        won = (2, 0) if side == "A" else (0, 2)
        rubber = enter_result(
            self.event, place, WrittenResult(games_won=won), authority="final", act=self.act()
        )
        write_standings(self.event.pk)
        return rubber

    def play(self, stage: int = 1, number: int = 1) -> list[Rubber]:
        """Let A win each pairing of the round that can be played."""
        return [
            self.win((stage, number, each.number))
            for each in self.pairings(stage, number)
            if each.is_undecided
        ]

    def pairings(self, stage: int = 1, number: int = 1) -> Sequence[PairingState]:
        return next(each for each in self.state.stages[stage - 1].rounds if each.number == number).pairings

    def ranks(self, stage: int = 1) -> list[tuple[int, str]]:
        names = {player.public_id: player.name for player in self.players}
        table = self.state.stages[stage - 1].tables[0]
        return [(line.rank, names[line.player]) for line in table.lines]

    def is_stored(self) -> bool:
        return stored_of(self.event) == expected_rows(self.state)


def stored_of(event: Event) -> EventRows:
    """Return the stored rows of the event."""
    row = Event.objects.get(pk=event.pk)
    results = {result.order: result for result in event_log(row).results}
    return stored_rows(row, results).rows


def planned(*stages: StagePlan, size: int = 4, hands: Hands | None = None, **more: Any) -> EventHands:
    """Return an event with ``size`` entrants that waits for its draw."""
    if hands is None:
        key = ("planned", repr((stages, size, more)))
        return remembered(key, lambda: planned(*stages, size=size, hands=make_hands(), **more))
    players = Player.objects.bulk_create(
        Player(club=hands.club, name=NAMES[number] if number < len(NAMES) else f"Player {number + 1}")
        for number in range(size)
    )
    plan = EventPlan(stages=stages, lot_seed="a", **more)
    event = plan_event(hands.club, "Autumn Cup", plan, players, act=hands.act())
    return EventHands(hands, event, players)


def playing(kind: StageKind, *, size: int = 4, hands: Hands | None = None, **stage: Any) -> EventHands:
    """Return an event of one stage, drawn and released as far as possible."""
    if hands is None:
        key = ("playing", kind, repr((size, stage)))
        return remembered(key, lambda: playing(kind, size=size, hands=make_hands(), **stage))
    event_hands = planned(StagePlan(kind=kind, **stage), size=size, hands=hands).draw()
    if kind in ("round_robin", "league"):
        return event_hands.release(until=event_hands.state.stages[0].rounds[-1].number)
    return event_hands.release()
