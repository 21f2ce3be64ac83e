"""Open events, by hand or because a record of a rubber names them, and rename events without rubbers."""

from __future__ import annotations

from datetime import datetime
from itertools import chain, count

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.former_names import note_former_name
from matches.clubs.locks import locked_club
from matches.common.commands import CommandContext, done_before, log_key
from matches.common.directory import Directory
from matches.common.log import (
    EVENT_OPENED,
    EVENT_RENAMED,
    Entry,
    EventOpened,
    EventRenamed,
    append_entries,
    stream_name,
)
from matches.models import Club, Event, LogEntry
from matches.models.ids import new_public_id
from matches.rubbers.text import COLUMN_LENGTH
from matches.rubbers.transition import apply_entries
from matches.rules.names import tidy_name


class EventNameError(ValueError):
    """The name cannot be used. ``event`` is the club's event that has it already, None if it is invalid."""

    def __init__(self, message: str, event: Event | None = None) -> None:
        self.event = event
        super().__init__(message)


class EventInUseError(ValueError):
    """The event cannot be renamed, because records of rubbers contain its name."""

    def __init__(self) -> None:
        super().__init__(_("This event cannot be renamed, because its rubbers contain its name."))


@transaction.atomic
def open_event_by_hand(club: Club, name: str, *, act: CommandContext) -> Event:
    """Open an event with this name, and return it. Raises ``EventNameError`` if it is invalid or taken."""
    name = checked_name(name)
    locked_club(club.pk)
    key = log_key(act, f"club:{club.public_id}:event")
    if before := done_before(key):
        return Event.objects.get(public_id=before.stream.partition(":")[2])
    _refuse_taken(club, name)
    entry = opened_event(club, name, at=timezone.now(), by_id=act.by.pk, reason=act.reason, key=key)
    apply_entries([entry], append_entries([entry]), directory=Directory())
    return Event.objects.get(public_id=entry.subject)


@transaction.atomic
def rename_event(event: Event, name: str, *, act: CommandContext) -> Event:
    """Rename an event that has no rubbers, and return it.

    Raises ``EventNameError`` if the name is invalid or taken, and ``EventInUseError`` if the event has
    rubbers or is the one without a name.
    """
    name = checked_name(name)
    locked_club(event.club.pk)
    row = Event.objects.select_for_update(no_key=True, of=("self",)).select_related("club").get(pk=event.pk)
    stream = stream_name(EVENT_RENAMED, row.public_id)
    key = log_key(act, stream)
    if done_before(key) or row.name == name:
        return row
    if not row.name or row.rubbers.exists():
        raise EventInUseError
    _refuse_taken(row.club, name)
    payload: EventRenamed = {"name": name}
    version = (LogEntry.objects.filter(stream=stream).aggregate(last=Max("version"))["last"] or 0) + 1
    entry = Entry(
        row.club_id,
        EVENT_RENAMED,
        row.public_id,
        version,
        payload,
        timezone.now(),
        key,
        act.by.pk,
        act.reason,
    )
    append_entries([entry])
    note_former_name(row.club, row.name, name, event=row)
    row.name = name
    row.version = version
    row.save(update_fields=["name", "version"])
    return row


def opened_event(
    club: Club, name: str, *, at: datetime, by_id: int | None, reason: str, key: str = ""
) -> Entry:
    """Return the log entry that opens an event, without appending it."""
    public_id = new_public_id()
    payload: EventOpened = {"club": club.public_id, "name": name}
    return Entry(club.pk, EVENT_OPENED, public_id, 1, payload, at, key or f"open:{public_id}", by_id, reason)


def checked_name(name: str) -> str:
    """Return the name of an event without surplus white space and invisible characters.

    Raises ``EventNameError`` if nothing is left, if it has several lines or if it is too long.
    """
    tidy = tidy_name(name)
    if not tidy:
        raise EventNameError(_("Give the event a name."))
    if len(name.strip().splitlines()) > 1:
        raise EventNameError(_("Write the name on one line."))
    if len(tidy) > COLUMN_LENGTH:
        raise EventNameError(_("Shorten the name to %(most)d characters.") % {"most": COLUMN_LENGTH})
    return tidy


def checked_name_of_file(name: str) -> str:
    """Return a file's event name, with invisible characters, which pages mark. Raises as ``checked_name``."""
    checked_name(name)
    return name.strip()


def free_name(club: Club, name: str) -> str:
    """Return ``name``, or ``name`` with the first number that makes it free: "Thursday, 26 November (2)"."""
    taken = set(Event.objects.filter(club=club, name__startswith=name).values_list("name", flat=True))
    numbered = (f"{name} ({number})" for number in count(2))
    return next(each for each in chain([name], numbered) if each not in taken)


def _refuse_taken(club: Club, name: str) -> None:
    if taken := Event.objects.filter(club=club, name=name).first():
        raise EventNameError(_("The club already has an event of this name."), taken)
