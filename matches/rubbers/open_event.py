"""Events: opened by hand or because a rubber names them, renamed as long as none does."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.locks import locked_club
from matches.common.clean_names import tidy_name
from matches.common.command_context import Act, done_before, log_key
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
from matches.rubbers.apply_log_entries import apply_entries
from matches.rubbers.prepare_record import COLUMN_LENGTH
from matches.rubbers.primary_keys import Directory


class EventNameError(ValueError):
    """The name can't be an event's. ``event`` is the one of the same club that has it; None: no event can."""

    def __init__(self, said: str, event: Event | None = None) -> None:
        self.event = event
        super().__init__(said)


class EventInUseError(ValueError):
    """Rubbers name the event, so that it keeps its name."""

    def __init__(self) -> None:
        super().__init__(_("This event has rubbers, and their records name it: it keeps its name."))


@transaction.atomic
def open_event_by_hand(club: Club, name: str, *, act: Act) -> Event:
    """Open an event. Raises ``EventNameError``."""
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
def rename_event(event: Event, name: str, *, act: Act) -> Event:
    """Give an event that has no rubber another name. Raises ``EventNameError`` and ``EventInUseError``."""
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
    row.name = name
    row.version = version
    row.save(update_fields=["name", "version"])
    return row


def opened_event(
    club: Club, name: str, *, at: datetime, by_id: int | None, reason: str, key: str = ""
) -> Entry:
    """The entry that opens an event."""
    public_id = new_public_id()
    payload: EventOpened = {"club": club.public_id, "name": name}
    return Entry(club.pk, EVENT_OPENED, public_id, 1, payload, at, key or f"open:{public_id}", by_id, reason)


def checked_name(name: str) -> str:
    """Return the name as it is kept. Raises ``EventNameError`` for none at all, and for one that is too long."""
    tidy = tidy_name(name)
    if not tidy:
        raise EventNameError(_("Give the event a name."))
    if len(name.strip().splitlines()) > 1:
        raise EventNameError(_("The name has to stand on one line."))
    if len(tidy) > COLUMN_LENGTH:
        raise EventNameError(
            _("The name is longer than %(most)d characters; shorten it.") % {"most": COLUMN_LENGTH}
        )
    return tidy


def checked_name_of_file(name: str) -> str:
    """Return an event's name as its file has it: what can't be seen in it stays, and pages show a mark.

    Raises ``EventNameError`` as ``checked_name`` does.
    """
    checked_name(name)
    return name.strip()


def _refuse_taken(club: Club, name: str) -> None:
    if taken := Event.objects.filter(club=club, name=name).first():
        raise EventNameError(_("The club has an event of this name already."), taken)
