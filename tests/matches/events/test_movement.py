"""The ranks before the latest round are those that the table had when that round began."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from matches.events.movement import earlier_ranks
from matches.events.queries import outline, standings_of
from matches.models import Event
from matches.rules.events.plan import Score, StageKind
from matches.rules.events.plan_json import read_plan
from tests.matches.events.event_hands import EventHands
from tests.matches.pages.events.scenes import draw, drawn, play

pytestmark = pytest.mark.django_db


def ranks_before(event_hands: EventHands, rows: int | None = None) -> dict[int, int]:
    cache.clear()
    event = Event.objects.get(pk=event_hands.event.pk)
    stage = outline(event)[0]
    return dict(earlier_ranks(event, read_plan(event.plan), stage, list(standings_of(stage)[:rows])))


def stored_ranks(event_hands: EventHands) -> dict[int, int]:
    stage = outline(event_hands.event)[0]
    return {row.entrant.player_id: row.rank for row in standings_of(stage)}


@pytest.mark.parametrize(
    ("kind", "score", "size"), [("swiss", "rubbers", 7), ("swiss", "games", 8), ("round_robin", "rubbers", 6)]
)
def test_ranks_are_those_of_the_table_before_the_round(kind: StageKind, score: Score, size: int) -> None:
    event_hands = drawn(kind, size=size, score=score, rounds=4 if kind == "swiss" else 0)
    play(event_hands, 1)
    assert ranks_before(event_hands) == {}
    before = stored_ranks(event_hands)
    if kind == "swiss":
        draw(event_hands)
    play(event_hands, 2)
    assert ranks_before(event_hands) == ranks_before(event_hands, rows=2) == before


def test_brackets_have_no_movement() -> None:
    event_hands = drawn("knockout", size=4, played=1)
    play(event_hands, 2)
    assert ranks_before(event_hands) == {}
