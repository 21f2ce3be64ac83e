"""Planned events of any size for the tests of their pages, with results as a scorer would have entered them."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from matches.events.current_state import event_log
from matches.events.draw import make_draw, request_draw
from matches.events.write_event import write_event
from matches.models import Event, Player, Rubber
from matches.rules.events.plan import StageKind, StagePlan
from tests.matches.helpers.event_hands import EventHands, planned
from tests.matches.helpers.hands import Hands


def drawn(
    kind: StageKind, *, size: int, hands: Hands | None = None, played: int = 0, **stage: Any
) -> EventHands:
    """An event of one stage, drawn and released; the first ``played`` rounds of it have all their results."""
    told = planned(StagePlan(kind=kind, **stage), size=size, hands=hands)
    draw(told)
    for number in range(1, played + 1):
        play(told, number)
        if kind == "swiss":
            draw(told)
    return told


def draw(told: EventHands, stage: int = 1) -> None:
    """Draw what is next, by the worker where it is large, and release it."""
    request = request_draw(told.event, stage, act=told.act())
    if request.finished_at is None:
        make_draw(request.pk)
        request.refresh_from_db()
    assert request.problem == ""
    rounds = told.state.stages[stage - 1].rounds
    drafts = [each.number for each in rounds if not each.is_released]
    told.release(stage, drafts[0], **({"until": drafts[-1]} if kind_of(told, stage) in TABLES else {}))


TABLES = ("round_robin", "league")


def kind_of(told: EventHands, stage: int) -> str:
    return told.state.stages[stage - 1].plan.kind


def play(told: EventHands, number: int, stage: int = 1) -> None:
    """All that is to be played of a round, 2-0 and 2-1 by turns; A wins two of three. The rows follow at once."""
    round_ = told.state.stages[stage - 1].rounds[number - 1]
    players = {player.public_id: player.pk for player in Player.objects.filter(club=told.hands.club)}
    rows = []
    for each in round_.pairings:
        if not each.is_undecided:
            continue
        winner = "B" if each.number % 3 == 0 else "A"
        games = (2, each.number % 2) if winner == "A" else (each.number % 2, 2)
        rows.append(_rubber(told, round_.label, players[str(each.a)], players[str(each.b)], winner, games))
    Rubber.objects.bulk_create(rows)
    row = Event.objects.get(pk=told.event.pk)
    write_event(row, event_log(row))


def _rubber(told: EventHands, label: str, a: int, b: int, winner: str, games: tuple[int, int]) -> Rubber:
    mark = f"{told.event.pk}-{label}-{a}-{b}"
    now = timezone.now()
    return Rubber(
        identity=mark,
        club=told.hands.club,
        event=told.event,
        player_a_id=a,
        player_b_id=b,
        round_label=label,
        depth="result",
        state=Rubber.State.CONFIRMED,
        winner=winner,
        games_won_a=games[0],
        games_won_b=games[1],
        points_a=5 * games[0],
        points_b=5 * games[1],
        egn="",
        checksum="",
        play_checksum="",
        entered_at=now,
        changed_at=now,
    )


def finish(told: EventHands, stage: int = 1) -> None:
    """Play what is left of the stage, and complete the event."""
    while any(
        each.is_undecided for round_ in told.state.stages[stage - 1].rounds for each in round_.pairings
    ):
        for round_ in told.state.stages[stage - 1].rounds:
            play(told, round_.number, stage)
    told.record("completed")
