"""Play planned events of any size for the tests of their pages, with results as scorers enter them."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from matches.events.draw import make_draw, request_draw
from matches.events.event_state import event_log
from matches.events.record_facts import record_fact
from matches.events.write_event import write_event
from matches.models import Event, Player, Rubber
from matches.rules.events.plan import StageKind, StagePlan
from tests.matches.events.event_hands import EventHands, planned
from tests.matches.rubbers.hands import Hands


def address(event_hands: EventHands, name: str = "event", *more: object) -> str:
    return reverse(f"web:{name}", args=[event_hands.event.club.slug, event_hands.event.public_id, *more])


def names_of(event_hands: EventHands) -> dict[str | None, str]:
    return {player.public_id: player.name for player in event_hands.players}


def award(event_hands: EventHands, winner: str | None, kind: str, reason: str) -> None:
    """Award the first pairing of the event."""
    payload = {"stage": 1, "round": 1, "number": 1, "kind": kind, "winner": winner}
    record_fact(event_hands.event, "awarded", payload, act=event_hands.act(reason))


def drawn(
    kind: StageKind, *, size: int, hands: Hands | None = None, played: int = 0, **stage: Any
) -> EventHands:
    """Return an event of one stage, drawn and released, with all results of its first ``played`` rounds."""
    event_hands = planned(StagePlan(kind=kind, **stage), size=size, hands=hands)
    draw(event_hands)
    for number in range(1, played + 1):
        play(event_hands, number)
        if kind == "swiss":
            draw(event_hands)
    return event_hands


def draw(event_hands: EventHands, stage: int = 1) -> None:
    """Draw the next round, in the worker if it is large, and release it."""
    request = request_draw(event_hands.event, stage, act=event_hands.act())
    if request.finished_at is None:
        make_draw(request.pk)
        request.refresh_from_db()
    assert request.problem == ""
    rounds = event_hands.state.stages[stage - 1].rounds
    drafts = [each.number for each in rounds if not each.is_released]
    is_whole = event_hands.state.stages[stage - 1].plan.kind in ("round_robin", "league")
    event_hands.release(stage, drafts[0], **({"until": drafts[-1]} if is_whole else {}))


def play(event_hands: EventHands, number: int, stage: int = 1) -> None:
    """Play the rest of a round, 2-0 and 2-1 by turns. A wins two of three, and rows are updated at once."""
    round_ = event_hands.state.stages[stage - 1].rounds[number - 1]
    players = {player.public_id: player.pk for player in Player.objects.filter(club=event_hands.hands.club)}
    rows = []
    now = timezone.now()
    for each in round_.pairings:
        if not each.is_undecided:
            continue
        winner = "B" if each.number % 3 == 0 else "A"
        games = (2, each.number % 2) if winner == "A" else (each.number % 2, 2)
        a, b = players[str(each.a)], players[str(each.b)]
        mark = f"{event_hands.event.pk}-{round_.label}-{a}-{b}"
        rows.append(
            Rubber(
                identity=mark,
                club=event_hands.hands.club,
                event=event_hands.event,
                player_a_id=a,
                player_b_id=b,
                round_label=round_.label,
                depth="result",
                state=Rubber.State.CONFIRMED,
                winner=winner,
                games_won_a=games[0],
                games_won_b=games[1],
                points_a=5 * games[0],
                points_b=5 * games[1],
                entered_at=now,
                changed_at=now,
            )
        )
    with transaction.atomic():
        Rubber.objects.bulk_create(rows)
        row = Event.objects.get(pk=event_hands.event.pk)
        write_event(row, event_log(row))


def finish(event_hands: EventHands, stage: int = 1) -> None:
    """Play the rest of the stage, and complete the event."""
    while any(
        each.is_undecided for round_ in event_hands.state.stages[stage - 1].rounds for each in round_.pairings
    ):
        for round_ in event_hands.state.stages[stage - 1].rounds:
            play(event_hands, round_.number, stage)
    event_hands.record("completed")
