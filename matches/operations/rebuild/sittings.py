"""What is stored of pools and French tables, compared with what their log and their rubbers give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction

from matches.common.log import SITTING_FACTS
from matches.models import Club, Event, LogEntry, Sitting
from matches.sittings.current_state import sitting_log
from matches.sittings.open_sitting import insert_sitting
from matches.sittings.rows import SITTING_COLUMNS, Row, SittingRows, expected_sitting
from matches.sittings.write_sitting import locked_sitting, stored_sitting, write_sitting


def sitting_differences(*, write: bool) -> Iterator[tuple[str, str]]:
    """Sittings, by their streams, of which something stored is not what the log gives; with ``write`` it is then.

    Rubbers are to be compared before: results are read from them.
    """
    opened = LogEntry.objects.filter(kind=SITTING_FACTS["opened"]).order_by("pk")
    for entry in opened.iterator():
        for what in _differences_of(entry, write=write):
            yield entry.stream, what


@transaction.atomic
def _differences_of(entry: LogEntry, *, write: bool) -> list[str]:
    public_id = entry.stream.partition(":")[2]
    pk = Sitting.objects.filter(public_id=public_id).values_list("pk", flat=True).first()
    if pk is None:
        if write:
            write_sitting(_inserted(public_id, entry))
        return ["is not stored"]
    row = locked_sitting(pk)
    found = [
        *_head_differs(row, entry),
        *_differ(stored_sitting(row), expected_sitting(sitting_log(row).state)),
    ]
    if found and write:
        club, event = _places(entry)
        Sitting.objects.filter(pk=pk).update(club=club, event=event)
        write_sitting(locked_sitting(pk))
    return found


def _inserted(public_id: str, entry: LogEntry) -> Sitting:
    club, event = _places(entry)
    return insert_sitting(public_id, entry.payload, club=club, event=event, at=entry.at)


def _places(entry: LogEntry) -> tuple[Club, Event | None]:
    """The club and the event that the entry of its opening names."""
    club = Club.objects.get(public_id=entry.payload["club"])
    return club, Event.objects.filter(public_id=entry.payload["event"]).first()


def _head_differs(row: Sitting, entry: LogEntry) -> Iterator[str]:
    stored = (row.club.public_id, "" if row.event is None else row.event.public_id)
    said = (entry.payload["club"], entry.payload["event"])
    if stored != said:
        yield f"club and event are {stored!r}, the log says {said!r}"


def _differ(stored: SittingRows, expected: SittingRows) -> Iterator[str]:
    for column, there, given in zip(SITTING_COLUMNS, stored.sitting, expected.sitting, strict=True):
        if there == given:
            continue
        # The whole of a state would fill the screen.
        is_long = column == "state"
        yield f"{column} is another" if is_long else f"{column} is {there!r}, the log gives {given!r}"
    yield from _rows_differ("person", stored.people, expected.people)
    yield from _rows_differ("game", stored.games, expected.games)
    yield from _rows_differ("posting", stored.postings, expected.postings)


def _rows_differ(what: str, stored: Mapping[Any, Row], expected: Mapping[Any, Row]) -> Iterator[str]:
    for key in dict.fromkeys((*expected, *stored)):
        if stored.get(key) != expected.get(key):
            yield f"{what} {key} is {stored.get(key)!r}, the log gives {expected.get(key)!r}"
