"""Compare the stored rows of events with what follows from log and rubbers, and correct the rows on request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db import transaction
from django.db.models import Max, Q, QuerySet

from matches.common.log import EVENT_FACTS
from matches.common.stored_facts import EVENT_KIND
from matches.events.event_state import event_log, event_state
from matches.events.record_facts import locked_row
from matches.events.stored_rows import stored_rows
from matches.events.write_event import write_event
from matches.models import Event, LogEntry
from matches.rules.events.rows import (
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

OPEN_HEAD: Final[tuple[None, str]] = (None, Event.Phase.OPEN.value)
"""The values of plan and phase of an event whose log has no facts."""


def fact_positions() -> dict[str, int]:
    """Return the log position of the last fact of each event that has one, by the event's public id."""
    facts = LogEntry.objects.filter(kind__in=EVENT_FACTS.values()).order_by()
    rows = facts.values("stream").annotate(last=Max("pk")).values_list("stream", "last")
    return {stream.partition(":")[2]: last for stream, last in rows}


def head_differences(*, write: bool) -> Iterator[tuple[Event, str]]:
    """Yield each event whose plan, phase or version differs from its log, with a text; correct it if ``write``."""
    decided = fact_positions()
    streams = LogEntry.objects.filter(kind__startswith=EVENT_KIND).order_by()
    versions = dict(streams.values("stream").annotate(last=Max("version")).values_list("stream", "last"))
    for event in Event.objects.order_by("pk"):
        version = versions.get(f"event:{event.public_id}")
        if version is None:
            continue
        expected: Row = (*OPEN_HEAD, version)
        if event.public_id in decided:
            expected = expected_rows(event_state(event)).event
        stored = tuple(getattr(event, column) for column in EVENT_COLUMNS)
        if stored == expected:
            continue
        if write:
            Event.objects.filter(pk=event.pk).update(**dict(zip(EVENT_COLUMNS, expected, strict=True)))
        yield event, next(_column_differences("", EVENT_COLUMNS, stored, expected))


def events_with_draws() -> QuerySet[Event]:
    """Return the events with a plan, entered players, or a stage besides the open one (rubbers without pairings)."""
    more = Q(plan__isnull=False) | Q(entrants__is_entered=True) | Q(stages__number__gte=1)
    return Event.objects.filter(more).distinct().order_by("pk")


@transaction.atomic
def draw_differences(event: Event, *, write: bool) -> list[str]:
    """Return texts about stored rows of an event that differ from its log, and correct them if ``write`` is set."""
    row = locked_row(event)
    log = event_log(row)
    state = log.state
    stored = stored_rows(row, {result.order: result for result in log.results})
    differences = list(_differences(stored.rows, expected_rows(state)))
    if differences and write:
        write_event(row, log, state, stored=stored, is_news=False)
    return differences


def _differences(stored: EventRows, expected: EventRows) -> Iterator[str]:
    yield from _column_differences("", EVENT_COLUMNS, stored.event, expected.event)
    yield from _row_differences("entrant", ENTRANT_COLUMNS, stored.entrants, expected.entrants)
    yield from _row_differences("stage", STAGE_COLUMNS, stored.stages, expected.stages)
    yield from _row_differences("round", ROUND_COLUMNS, stored.rounds, expected.rounds)
    yield from _row_differences("pairing", PAIRING_COLUMNS, stored.pairings, expected.pairings)
    yield from _row_differences("standing", STANDING_COLUMNS, stored.standings, expected.standings)


def _row_differences(
    what: str, columns: tuple[str, ...], stored: Mapping[Any, Row], expected: Mapping[Any, Row]
) -> Iterator[str]:
    for place in dict.fromkeys((*expected, *stored)):
        name = f"{what} {_place_text(place)}"
        if place not in stored:
            yield f"{name} is not stored"
        elif place not in expected:
            yield f"{name} is stored, but the log gives none"
        else:
            yield from _column_differences(f"{name}, ", columns, stored[place], expected[place])


def _place_text(place: Any) -> str:
    return ".".join(map(str, place)) if isinstance(place, tuple) else str(place)


def _column_differences(where: str, columns: tuple[str, ...], stored: Row, expected: Row) -> Iterator[str]:
    for column, stored_value, value in zip(columns, stored, expected, strict=True):
        if stored_value != value:
            yield f"{where}{column} is {stored_value!r}, the log gives {value!r}"
