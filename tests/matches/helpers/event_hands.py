"""A club's event from its planning to its last result, and what is stored of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from matches.common.command_context import Act
from matches.events.current_state import event_log, event_state
from matches.events.draw import request_draw
from matches.events.load_rows import stored_rows
from matches.events.record_facts import record_fact
from matches.events.results import WrittenResult, enter_result
from matches.events.rows import EventRows, expected_rows
from matches.events.set_up import plan_event
from matches.events.write_standings import write_standings
from matches.models import Event, Player, Rubber
from matches.rules.events.facts import PairingPlace
from matches.rules.events.plan import EventPlan, StageKind, StagePlan
from matches.rules.events.state import EventState, PairingState
from tests.factories.remembered import remembered
from tests.matches.helpers.hands import Hands, make_hands

NAMES = (
    "Anne",
    "Bert",
    "Cleo",
    "Dan",
    "Eve",
    "Fox",
    "Gwen",
    "Hal",
    "Ida",
    "Jack",
    "Kit",
    "Lou",
    "Max",
    "Nell",
)


@dataclass
class EventHands:
    """``players`` in the order of entry. Results are entered by the games won, straight."""

    hands: Hands
    event: Event
    players: list[Player] = field(default_factory=list)

    @property
    def state(self) -> EventState:
        return event_state(self.event)

    def act(self, reason: str = "", **said: Any) -> Act:
        return self.hands.act(reason, **said)

    def record(self, kind: Any, reason: str = "", **payload: Any) -> EventState:
        return record_fact(self.event, kind, payload, act=self.act(reason))

    def draw(self, stage: int = 1) -> None:
        request = request_draw(self.event, stage, act=self.act())
        assert (request.finished_at is not None, request.problem) == (True, "")

    def release(self, stage: int = 1, number: int = 1, **more: Any) -> None:
        self.record("released", stage=stage, round=number, **more)

    def win(self, place: PairingPlace, side: str = "A") -> Rubber:
        """Two games to none, entered by the director, and standings brought up to it."""
        won = (2, 0) if side == "A" else (0, 2)
        rubber = enter_result(self.event, place, WrittenResult(games_won=won), word="final", act=self.act())
        write_standings(self.event.pk)
        return rubber

    def play(self, stage: int = 1, number: int = 1) -> list[Rubber]:
        """Each pairing of the round that is to be played: A wins."""
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
    """What is stored of the event."""
    row = Event.objects.get(pk=event.pk)
    results = {result.order: result for result in event_log(row).results}
    return stored_rows(row, results).rows


def planned(*stages: StagePlan, size: int = 4, hands: Hands | None = None, **more: Any) -> EventHands:
    """An event of so many entrants that waits for its draw."""
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
    """An event of one stage whose draw is made and released, as far as it goes."""
    if hands is None:
        key = ("playing", kind, repr((size, stage)))
        return remembered(key, lambda: playing(kind, size=size, hands=make_hands(), **stage))
    told = planned(StagePlan(kind=kind, **stage), size=size, hands=hands)
    told.draw()
    last = told.state.stages[0].rounds[-1].number
    if kind in ("round_robin", "league"):
        told.release(until=last)
    else:
        told.release()
    return told
