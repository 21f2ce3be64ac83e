"""What entries of the log are about, as it is called now: people, events, and what each entry made of its rubber.

Entries hold ids and whole texts; here is what a reader wants of them, in four queries for any number of entries.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from typing import Any, Final, TypeAlias
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import FilteredRelation, Q
from django.utils import timezone, translation

from matches.clubs.permissions import ROLES, Action, Role
from matches.common.log import RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE, entry_of
from matches.events.queries.snapshots import EventThen, events_then
from matches.models import Club, Event, LogEntry, Membership, Player
from matches.rubbers.fold import RubberNow, fold_rubber
from matches.rubbers.states import judged_state
from scoring.check import check_rubber
from scoring.notation import read_one
from scoring.record import Pair

RUBBER_STREAM: Final = "rubber:"
EVENT_STREAM: Final = "event:"
DEAL_KINDS: Final = (RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE)
PLAYERS_IN_PAYLOADS: Final = ("a", "b", "player", "merged", "winner")
SEES_ACTORS: Final[Action] = "see_members"
"""What a reader has to be allowed for an entry to say who acted, and in which role."""
Term: TypeAlias = tuple[Role, date, date | None]
"""A role, since when, and until when."""


@dataclass(frozen=True, slots=True)
class RubberThen:
    """A rubber as one entry left it. Event and players are public ids; what was not said is empty."""

    event: str
    players: tuple[str, str]
    round_label: str
    table: str
    games_won: Pair
    state: str


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who acted: what the club calls him, or what he calls himself, and what he was to the club then.

    ``name`` is empty for somebody who was forgotten; ``role`` is None where he had none.
    """

    name: str
    role: Role | None


def public_reason(entry: LogEntry, actor: Actor | None) -> str:
    """Return the reason of ``entry`` (``by`` loaded) for readers who may not see who belongs to the club.

    It is empty where the reason gives away who acted: by name, by mail address, or by role.
    """
    if not entry.reason:
        return ""
    called = [] if actor is None else [actor.name]
    if entry.by is not None:
        called += [entry.by.name, entry.by.email, entry.by.email.partition("@")[0]]
    parts = (part for name in called for part in name.split() if part[0].isupper())
    names = (name for name in (*called, *parts) if len(name) > 2)
    words = {word.casefold() for word in (*names, *_role_words())}
    gives_away = "|".join(map(re.escape, sorted(words)))
    return "" if re.search(rf"(?<!\w)({gives_away})(?!\w)", entry.reason.casefold()) else entry.reason


@cache
def _role_words() -> frozenset[str]:
    """Return what roles are called, in each language of the site."""
    words = set(Membership.Role.values)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            words |= {str(label) for label in Membership.Role.labels}
    return frozenset(words)


@dataclass(slots=True)
class LogContext:
    """Rubbers before and after each entry, by the entry's primary key; names by public ids.

    A name is empty for somebody who was forgotten, and missing for somebody who is not here any more.
    """

    before: dict[int, RubberThen] = field(default_factory=dict)
    after: dict[int, RubberThen] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    events: dict[str, str] = field(default_factory=dict)
    events_then: dict[int, EventThen] = field(default_factory=dict)
    actors: dict[int, Actor] = field(default_factory=dict)


def log_context(club: Club, entries: Sequence[LogEntry]) -> LogContext:
    """The context of ``entries`` of the club's log, each with ``by`` loaded."""
    context = LogContext()
    streams = _streams(entries)
    shown = {entry.pk for entry in entries}
    for stream, rows in streams.items():
        if stream.startswith(RUBBER_STREAM):
            _fold(rows, shown, context)
        elif stream.startswith(EVENT_STREAM):
            context.events_then |= events_then(rows, shown)
    seen = [*context.before.values(), *context.after.values()]
    context.events = dict(
        Event.objects.filter(public_id__in={each.event for each in seen}).values_list("public_id", "name")
    )
    undone = [then.undone for then in context.events_then.values() if then.undone is not None]
    people = {player for each in seen for player in each.players} | set(_players_named(undone))
    _name_people(club, entries, people, context)
    return context


def _streams(entries: Sequence[LogEntry]) -> dict[str, list[LogEntry]]:
    """The streams of ``entries`` but the clubs' own, each from its first entry to the last that is asked about."""
    given: dict[str, dict[int, LogEntry]] = defaultdict(dict)
    for entry in entries:
        if not entry.stream.startswith("club:"):
            given[entry.stream][entry.version] = entry
    lacking = {stream for stream, rows in given.items() if len(rows) < max(rows)}
    if lacking:
        rest = LogEntry.objects.filter(stream__in=lacking).exclude(pk__in=[entry.pk for entry in entries])
        for row in rest:
            given[row.stream][row.version] = row
    found = {}
    for stream, rows in given.items():
        last = max(entry.version for entry in entries if entry.stream == stream)
        found[stream] = [rows[version] for version in sorted(rows) if version <= last]
    return found


def _fold(rows: Sequence[LogEntry], shown: set[int], context: LogContext) -> None:
    """The rubber of one stream before and after each of its entries that is shown.

    A deal changes nothing that is told here of its rubber, and goes by the entry that began it.
    """
    entries = [entry_of(row) for row in rows]
    known: dict[tuple[str, int], _Read] = {}
    then: dict[int, RubberThen] = {}

    def after(length: int) -> RubberThen:
        if length not in then:
            then[length] = _then(fold_rubber(entries[:length]), known)
        return then[length]

    for place, row in enumerate(rows):
        if row.pk not in shown:
            continue
        if row.kind in DEAL_KINDS:
            context.after[row.pk] = after(1)
            continue
        context.after[row.pk] = after(place + 1)
        if place:
            context.before[row.pk] = after(place)


@dataclass(frozen=True, slots=True)
class _Read:
    """What is wanted of a text."""

    round_label: str
    table: str
    games_won: Pair
    is_clean: bool


def _then(now: RubberNow, known: dict[tuple[str, int], _Read]) -> RubberThen:
    """Return the rubber as ``now`` has it.

    ``known`` has what was read so far, by text and checks: most entries of a stream bring none of their own.
    """
    text = now.egn, now.checks
    if text not in known:
        checked = check_rubber(read_one(now.egn), checks=now.checks)
        known[text] = _Read(
            round_label=checked.rubber.tag("Round") or "",
            table=checked.rubber.tag("Table") or "",
            games_won=checked.games_won,
            is_clean=checked.is_clean,
        )
    read = known[text]
    return RubberThen(
        event=now.event,
        players=(now.a, now.b),
        round_label=read.round_label,
        table=read.table,
        games_won=read.games_won,
        state=judged_state(now.state, is_clean=read.is_clean),
    )


def _name_people(club: Club, entries: Sequence[LogEntry], players: set[str], context: LogContext) -> None:
    """Players by public id, and those who acted by their primary key, with the role that each had then."""
    players = players | set(_players_named(entries))
    acted = {entry.by_id for entry in entries if entry.by_id is not None}
    here = FilteredRelation("memberships", condition=Q(memberships__club=club))
    rows = (
        Player.objects.filter(Q(public_id__in=players) | Q(user__in=acted))
        .annotate(here=here)
        .values_list(
            "public_id",
            "name",
            "merged_into__name",
            "user_id",
            "club_id",
            "here__role",
            "here__since",
            "here__until",
        )
    )
    called: dict[int, str] = {}
    terms: dict[int, list[Term]] = defaultdict(list)
    for public_id, name, name_now, user, listed_in, role, since, until in rows:
        context.names[public_id] = name if name_now is None else name_now
        if user not in acted:
            continue
        if listed_in == club.pk or role is not None:
            called[user] = name
        if role is not None:
            terms[user].append((role, since, until))
    for entry in entries:
        if entry.by is not None:
            name = called.get(entry.by.pk) or entry.by.name or entry.by.email.partition("@")[0]
            if entry.by.erased_at is not None:
                name = ""
            context.actors[entry.pk] = Actor(name, _role_then(club, terms[entry.by.pk], entry.at))


def _players_named(entries: Iterable[LogEntry]) -> Iterator[str]:
    for entry in entries:
        payload: Mapping[str, Any] = entry.payload
        yield from (payload[key] for key in PLAYERS_IN_PAYLOADS if isinstance(payload.get(key), str))
        yield from payload.get("players", ())
        for pair in payload.get("pairs", ()):
            yield from pair


def _role_then(club: Club, terms: Sequence[Term], at: datetime) -> Role | None:
    """The greatest role of those that ran on the club's day of ``at``."""
    day = timezone.localdate(at, ZoneInfo(club.time_zone))
    held = {role for role, since, until in terms if since <= day and (until is None or day <= until)}
    return next((role for role in ROLES if role in held), None)
