"""Bring an event's standings up to date with its log.

The standings of an open event are one table of its rubbers that count. Those of a planned event follow from
plan, draw and results (``write_event``).
"""

from __future__ import annotations

from dataclasses import astuple
from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet

from matches.common.bulk import pause_gc
from matches.common.directory import OPEN_STAGE
from matches.events.event_state import event_log
from matches.events.write_event import write_event
from matches.models import Entrant, Event, Rubber, Stage, Standing
from matches.rubbers.live_news import announce_event
from matches.rules.events.open_table import Result, StandingRow, standings
from scoring.cards import Player

STANDING_FACTS: Final = (
    *("entrant_id", "position", "rank", "played", "won", "lost", "games_won", "games_lost"),
    *("points_for", "points_against", "decided_by", "reason"),
)
SEAT_OF: Final[dict[str, Player | None]] = {"": None, "A": "A", "B": "B"}


def events_with_pending_standings() -> QuerySet[Event]:
    """Return the events whose standings do not include their latest log entries, the oldest change first."""
    return Event.objects.filter(log_position__gt=F("standings_position")).order_by("log_position")


@transaction.atomic
def write_standings(event_id: int) -> bool:
    """Update the standings of an event (primary key). Return False if they are up to date, or the event is gone."""
    # With the lock, the second of two workers sees what the first has written and finds nothing to do.
    event = Event.objects.select_for_update(no_key=True).filter(pk=event_id).first()
    if event is None or event.log_position <= event.standings_position:
        return False
    if event.plan is not None:
        with pause_gc():
            write_event(event, event_log(event))
        return True
    write_open_standings(event)
    event.standings_position = event.log_position
    event.save(update_fields=["standings_position"])
    return True


def write_open_standings(event: Event) -> None:
    """Compute and replace the standings of an event's rubbers without pairings. The caller has locked the event."""
    for stage in event.stages.filter(number=OPEN_STAGE):
        lines = computed_standings(stage)
        Standing.objects.filter(stage=stage).delete()
        Standing.objects.bulk_create(
            Standing(stage=stage, **dict(zip(STANDING_FACTS, standing_facts(line), strict=True)))
            for line in lines
        )
    announce_event(event)


def computed_standings(stage: Stage) -> list[StandingRow]:
    """Compute the rows of an open stage's table from its rubbers. Each row's ``entrant`` is a primary key.

    Anyone may play in such a stage, so only players with a rubber that counts are ranked. Players who share a
    rank are in order of entry and not of name, because names may change.
    """
    results = _results(stage)
    return standings(sorted({entrant for result in results for entrant in result.entrants}), results)


def _results(stage: Stage) -> list[Result]:
    """Return the results that count. Raises ``KeyError`` if a player of a rubber is not among the event's entrants."""
    rows = Rubber.objects.filter(event=stage.event_id, state__in=Rubber.SETTLED_STATES).order_by("pk")
    entrants = dict(Entrant.objects.filter(event=stage.event_id).values_list("player_id", "pk"))
    columns = ("games_won_a", "games_won_b", "points_a", "points_b")
    results = []
    for row in rows.values_list("player_a_id", "player_b_id", "winner", *columns):
        player_a, player_b, winner, games_a, games_b, points_a, points_b = row
        points = None if points_a is None else (points_a, points_b)
        sides = (entrants[player_a], entrants[player_b])
        results.append(Result(sides, SEAT_OF[winner], (games_a, games_b), points))
    return results


def standing_facts(line: StandingRow) -> tuple[int | str, ...]:
    """Return the values of a row of an open stage's table as a tuple, in the order of ``STANDING_FACTS``."""
    totals = astuple(line.totals)
    return line.entrant, line.position, line.rank, *totals, line.decided_by or "", line.reason
