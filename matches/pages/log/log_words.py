"""Put entries of a club's log into sentences in the reader's language, with what changed and who changed it.

People and events have their current names; the log itself stores no name. A reader who may not see who
belongs to the club gets what changed and when, but not who changed it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from matches.clubs.roles import Powers
from matches.events.log_context import (
    SEES_ACTORS,
    EventSnapshot,
    LogContext,
    RubberSnapshot,
    log_context,
    public_reason,
)
from matches.models import Club, FormerName, LogEntry
from matches.pages.log import log_words_events, log_words_people
from matches.pages.log.log_words_events import EventEntry
from matches.pages.log.log_words_people import Names, sitting_sentence
from matches.pages.log.log_words_rubbers import IMPORT_OF, RUBBER_SENTENCES, LoggedEntry, seat_words
from matches.sittings.sitting_state import SITTING_KIND
from scoring.cards import PLAYERS, seat

BY_IMPORTS: Final = frozenset({"rubber.imported", "event.opened"})
"""The kinds of entries whose reason may be written by an import; reasons of other kinds were typed by people."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of a club's log, as a page shows it.

    ``sentence`` and ``further`` describe the entry. ``place`` is the table, the round and the event of the
    rubber, as far as they are known, ``reason`` is the reason as the user typed it, ``url`` is the page of
    the rubber or event. Each of the three may be "".
    """

    at: datetime
    sentence: str
    further: tuple[str, ...]
    place: str
    reason: str
    url: str
    kind: str

    @property
    def is_of_rubber(self) -> bool:
        return self.kind.startswith("rubber.")


def log_lines(club: Club, entries: Sequence[LogEntry], *, is_public: bool = False) -> list[LogLine]:
    """Return each of ``entries`` in words, in order.

    They all belong to the log of ``club``, with ``by`` and ``link`` loaded. For readers who may not see the
    members of the club, ``is_public`` leaves out who made the changes.
    """
    context = log_context(club, entries)
    names = Names(context.names, {} if is_public else _former_names(entries))
    return [_line(club, _logged_entry(entry, context, names, is_public=is_public)) for entry in entries]


def _former_names(entries: Sequence[LogEntry]) -> dict[str, str]:
    """Return the names that players were renamed from in ``entries``, by the public id of ``FormerName``."""
    ids = {entry.payload["former"] for entry in entries if entry.payload.get("former")}
    kept = (
        FormerName.objects.filter(public_id__in=ids, player__isnull=False)
        if ids
        else FormerName.objects.none()
    )
    return dict(kept.values_list("public_id", "name"))


def log_lines_for(powers: Powers, club: Club, entries: Sequence[LogEntry]) -> list[LogLine]:
    """Return what ``log_lines`` does for a reader with these ``powers``."""
    return log_lines(club, entries, is_public=not powers.can(SEES_ACTORS))


def _logged_entry(entry: LogEntry, context: LogContext, names: Names, *, is_public: bool) -> LoggedEntry:
    after, actor = context.after.get(entry.pk), context.actors.get(entry.pk)
    return LoggedEntry(
        entry=entry,
        actor="" if is_public else _actor(entry, after, names, maker=names.actor(actor)),
        reason=public_reason(entry, actor) if is_public else entry.reason,
        names=names,
        events=context.events,
        after=after,
        before=context.before.get(entry.pk),
        event_before=context.events_before.get(entry.pk, EventSnapshot()),
    )


def _actor(entry: LogEntry, after: RubberSnapshot | None, names: Names, *, maker: str) -> str:
    """Return who acted: ``maker``, or the user of a table's link that ``maker`` made, a side or unknown."""
    if entry.link is None:
        return maker
    values = {"hint": entry.link.hint, "maker": maker}
    side = entry.payload.get("by", "")
    if after is None or side not in PLAYERS:
        return _("The table, with the link %(hint)s of %(maker)s,") % values
    name = names.player(after.players[seat(side)])
    return _("%(side)s, with the table’s link %(hint)s of %(maker)s,") % {"side": name, **values}


def _line(club: Club, logged: LoggedEntry) -> LogLine:
    entry = logged.entry
    if logged.after is not None and entry.kind in RUBBER_SENTENCES:
        sentence, further = RUBBER_SENTENCES[entry.kind](logged, logged.after)
    elif not logged.actor:
        sentence, further = _unknown(logged), ()
    elif entry.kind in log_words_events.SENTENCES:
        event_entry = EventEntry(logged.payload, logged.names, logged.actor, logged.event_before)
        sentence, further = log_words_events.SENTENCES[entry.kind](event_entry)
    elif entry.kind in log_words_people.SENTENCES:
        sentence, further = log_words_people.SENTENCES[entry.kind](logged.payload, logged.names, logged.actor)
    elif entry.kind.startswith(SITTING_KIND):
        sentence, further = sitting_sentence(entry.kind, logged.payload, logged.actor), ()
    else:
        sentence, further = _unknown(logged), ()
    return LogLine(
        at=entry.at,
        sentence=sentence,
        further=further,
        place=_place(logged, logged.before or logged.after),
        reason="" if entry.kind in BY_IMPORTS and entry.reason.startswith(IMPORT_OF) else logged.reason,
        url=_url(club, entry),
        kind=entry.kind,
    )


def _unknown(logged: LoggedEntry) -> str:
    by, bare = _("%(who)s made an entry of the kind %(kind)s."), _("An entry of the kind %(kind)s.")
    return (by if logged.actor else bare) % {"kind": logged.entry.kind, "who": logged.actor}


def _url(club: Club, entry: LogEntry) -> str:
    about, _colon, public_id = entry.stream.partition(":")
    if about == "rubber":
        return reverse("web:rubber", args=[public_id])
    if about == "event":
        return reverse("web:event", args=[club.slug, public_id])
    if about == "sitting":
        return reverse("web:sitting", args=[public_id])
    rubber = entry.payload.get("rubber", "")
    return reverse("web:rubber", args=[rubber]) if rubber else ""


def _place(logged: LoggedEntry, snapshot: RubberSnapshot | None) -> str:
    """Return the known parts of a rubber's place: ``Table 3, round 2, Autumn Cup``."""
    if snapshot is None:
        return ""
    parts = [*seat_words(snapshot), logged.events.get(snapshot.event, "")]
    return capfirst(", ".join(part for part in parts if part))
