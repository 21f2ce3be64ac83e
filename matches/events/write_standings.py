"""Standings of an event, brought up to its log.

Of an open event that is one table of its settled rubbers; of one with a plan all that follows from plan, draw and
results (``write_event``).
"""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet

from matches.common.pause_gc import collect_later
from matches.events.current_state import event_log
from matches.events.write_event import write_event
from matches.models import Entrant, Event, Rubber, Stage, Standing
from matches.rubbers.live_news import announce_event
from matches.rubbers.primary_keys import OPEN_STAGE
from matches.rules.events.standings import Line, Result, standings
from scoring.cards import Player

STANDING_FACTS: Final = (
    "entrant_id",
    "position",
    "rank",
    "played",
    "won",
    "lost",
    "games_won",
    "games_lost",
    "points_for",
    "points_against",
    "decided_by",
    "reason",
)
SEAT_OF: Final[dict[str, Player | None]] = {"": None, "A": "A", "B": "B"}


def events_owed_standings() -> QuerySet[Event]:
    """Events whose log has gone on since their standings were written, oldest change first."""
    return Event.objects.filter(log_position__gt=F("standings_position")).order_by("log_position")


@transaction.atomic
def write_standings(event_id: int) -> bool:
    """Bring an event's standings up to its log; False when they were already, or the event is gone."""
    # Locked, so that of two workers the second sees what the first has read and finds nothing to do.
    event = Event.objects.select_for_update(no_key=True).filter(pk=event_id).first()
    if event is None or event.log_position <= event.standings_position:
        return False
    if event.plan is not None:
        with collect_later():
            write_event(event, event_log(event))
        return True
    write_open_standings(event)
    event.standings_position = event.log_position
    event.save(update_fields=["standings_position"])
    return True


def write_open_standings(event: Event) -> None:
    """Write the open stage's table over the old one. The caller holds the event."""
    for stage in event.stages.filter(number=OPEN_STAGE):
        lines = computed_standings(stage)
        Standing.objects.filter(stage=stage).delete()
        Standing.objects.bulk_create([_row(stage, line) for line in lines])
    announce_event(event)


def computed_standings(stage: Stage) -> list[Line]:
    """The table of an open stage as it follows from its rubbers now; entrants by primary key.

    Anybody may turn up in such a stage and nobody has to, so that it ranks those who have played a rubber that
    counts: who is in drafts alone has no place yet. Who shares a place stands in the order of entering: names may
    change, and a table that hung on them would differ from itself.
    """
    results = _results(stage)
    return standings(sorted({entrant for result in results for entrant in result.entrants}), results)


def _results(stage: Stage) -> list[Result]:
    """Raises ``KeyError`` where a player of a rubber is not among the event's entrants."""
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


def standing_facts(line: Line) -> tuple[int | str, ...]:
    """A line in the order of ``STANDING_FACTS``."""
    totals = line.totals
    return (
        line.entrant,
        line.position,
        line.rank,
        totals.played,
        totals.won,
        totals.lost,
        totals.games_won,
        totals.games_lost,
        totals.points_for,
        totals.points_against,
        line.decided_by or "",
        line.reason,
    )


def _row(stage: Stage, line: Line) -> Standing:
    return Standing(stage=stage, **dict(zip(STANDING_FACTS, standing_facts(line), strict=True)))
