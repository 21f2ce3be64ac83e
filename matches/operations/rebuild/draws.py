"""What is stored of planned events, compared with what log and rubbers give; written anew where asked to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db import transaction
from django.db.models import Max, Q, QuerySet

from matches.common.log import EVENT_FACTS
from matches.events.current_state import EVENT_KIND, event_log, event_state
from matches.events.load_rows import stored_rows
from matches.events.record_facts import locked_row
from matches.events.rows import (
    ENTRANT_COLUMNS,
    EVENT_COLUMNS,
    PAIRING_COLUMNS,
    ROUND_COLUMNS,
    STAGE_COLUMNS,
    STANDING_COLUMNS,
    EventRows,
    Row,
    expected_rows,
)
from matches.events.write_event import write_event
from matches.models import Event, LogEntry

OPEN_HEAD: Final[tuple[None, str]] = (None, Event.Phase.OPEN.value)
"""Plan and phase of an event of which nothing was decided."""


def fact_positions() -> dict[str, int]:
    """The last place in the log of what was decided about each event, by public id."""
    facts = LogEntry.objects.filter(kind__in=EVENT_FACTS.values()).order_by()
    rows = facts.values("stream").annotate(last=Max("pk")).values_list("stream", "last")
    return {stream.partition(":")[2]: last for stream, last in rows}


def head_differences(*, write: bool) -> Iterator[tuple[Event, str]]:
    """Events whose plan, phase or version is not what the log says, and how; with ``write`` they become that."""
    decided = fact_positions()
    streams = LogEntry.objects.filter(kind__startswith=EVENT_KIND).order_by()
    versions = dict(streams.values("stream").annotate(last=Max("version")).values_list("stream", "last"))
    for event in Event.objects.order_by("pk"):
        version = versions.get(f"event:{event.public_id}")
        if version is None:
            continue
        said: Row = (*OPEN_HEAD, version)
        if event.public_id in decided:
            said = expected_rows(event_state(event)).event
        stored = tuple(getattr(event, column) for column in EVENT_COLUMNS)
        if stored == said:
            continue
        if write:
            Event.objects.filter(pk=event.pk).update(**dict(zip(EVENT_COLUMNS, said, strict=True)))
        yield event, next(_facts_differ("", EVENT_COLUMNS, stored, said))


def events_with_draws() -> QuerySet[Event]:
    """Events of which more is stored than an open one has."""
    more = Q(plan__isnull=False) | Q(entrants__is_entered=True) | Q(stages__number__gte=1)
    return Event.objects.filter(more).distinct().order_by("pk")


@transaction.atomic
def draw_differences(event: Event, *, write: bool) -> list[str]:
    """What of the event's rows is not as log and rubbers give it; with ``write`` it is so afterwards."""
    row = locked_row(event)
    log = event_log(row)
    state = log.state
    stored = stored_rows(row, {result.order: result for result in log.results})
    found = list(_differences(stored.rows, expected_rows(state)))
    if found and write:
        write_event(row, log, state, stored=stored, is_news=False)
    return found


def _differences(stored: EventRows, expected: EventRows) -> Iterator[str]:
    yield from _facts_differ("", EVENT_COLUMNS, stored.event, expected.event)
    yield from _rows_differ("entrant", ENTRANT_COLUMNS, stored.entrants, expected.entrants)
    yield from _rows_differ("stage", STAGE_COLUMNS, stored.stages, expected.stages)
    yield from _rows_differ("round", ROUND_COLUMNS, stored.rounds, expected.rounds)
    yield from _rows_differ("pairing", PAIRING_COLUMNS, stored.pairings, expected.pairings)
    yield from _rows_differ("standing", STANDING_COLUMNS, stored.standings, expected.standings)


def _rows_differ(
    what: str, columns: tuple[str, ...], stored: Mapping[Any, Row], expected: Mapping[Any, Row]
) -> Iterator[str]:
    for place in dict.fromkeys((*expected, *stored)):
        name = f"{what} {_told(place)}"
        if place not in stored:
            yield f"{name} is not stored"
        elif place not in expected:
            yield f"{name} is stored, but the log gives none"
        else:
            yield from _facts_differ(f"{name}, ", columns, stored[place], expected[place])


def _told(place: Any) -> str:
    return ".".join(map(str, place)) if isinstance(place, tuple) else str(place)


def _facts_differ(where: str, columns: tuple[str, ...], stored: Row, expected: Row) -> Iterator[str]:
    for column, stored_value, value in zip(columns, stored, expected, strict=True):
        if stored_value != value:
            yield f"{where}{column} is {stored_value!r}, the log gives {value!r}"
