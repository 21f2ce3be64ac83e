"""Load what is needed to put log entries into words: current names, and rubbers and events before each entry.

Entries store ids and whole texts. Four queries load the rest, for any number of entries.
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

from matches.clubs.roles import ROLES, Action, Role
from matches.common.log import RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE, entry_of
from matches.models import Club, Event, LogEntry, Membership, Player
from matches.rubbers.fold import RubberNow, fold_rubber
from matches.rubbers.projection import judged_state, round_label
from scoring.check import check_rubber
from scoring.notation import read_one
from scoring.record import Pair


@dataclass(frozen=True, slots=True)
class EventSnapshot:
    """The name and the draw of an event just before one of its log entries.

    ``plan`` is the stored JSON plan, None for an open event. ``labels`` are the labels of the rounds drawn so
    far, by stage and round. ``brackets`` are the numbers of the stages that were drawn as brackets.
    ``undone`` is the log entry that the later entry undoes, or None.
    """

    name: str = ""
    plan: Mapping[str, Any] | None = None
    labels: Mapping[tuple[int, int], str] = field(default_factory=dict)
    brackets: frozenset[int] = frozenset()
    undone: LogEntry | None = None

    @property
    def stages(self) -> int:
        return 1 if self.plan is None else len(self.plan.get("stages", ()))


def snapshots_before(rows: Sequence[LogEntry], keys: set[int]) -> dict[int, EventSnapshot]:
    """Return a snapshot before each log entry in ``keys`` (primary keys). ``rows`` begin with the first entry."""
    snapshots: dict[int, EventSnapshot] = {}
    by_version: dict[int, LogEntry] = {}
    then = EventSnapshot()
    labels: dict[tuple[int, int], str] = {}
    for row in rows:
        if row.pk in keys:
            undone = by_version.get(row.payload.get("version", 0)) if row.kind == "event.undone" else None
            snapshots[row.pk] = EventSnapshot(then.name, then.plan, dict(labels), then.brackets, undone)
        by_version[row.version] = row
        name = row.payload.get("name", then.name)
        plan = row.payload.get("plan", then.plan)
        brackets = then.brackets
        if row.kind == "event.drawn":
            stage = row.payload["stage"]
            labels |= _labels(stage, row.payload)
            if "positions" in row.payload:
                brackets = brackets | {stage}
        then = EventSnapshot(name, plan, labels, brackets)
    return snapshots


def _labels(stage: int, drawn: Mapping[str, Any]) -> dict[tuple[int, int], str]:
    rounds = {(stage, each["number"]): each["label"] for each in drawn.get("rounds", ())}
    return rounds | {(stage, number): label for number, label in enumerate(drawn.get("labels", ()), start=1)}


RUBBER_STREAM: Final = "rubber:"
EVENT_STREAM: Final = "event:"
DEAL_KINDS: Final = (RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE)
PLAYERS_IN_PAYLOADS: Final = ("a", "b", "player", "merged", "winner")
SEES_ACTORS: Final[Action] = "see_members"
"""The permission that a reader needs to see who made a log entry, and in which role."""
Term: TypeAlias = tuple[Role, date, date | None]
"""A person's role in a club, its first day, and its last day (None: they still have it)."""


@dataclass(frozen=True, slots=True)
class RubberSnapshot:
    """A rubber just after a log entry: public ids and values, empty if missing."""

    event: str
    players: tuple[str, str]
    round_label: str
    table: str
    games_won: Pair
    state: str


@dataclass(frozen=True, slots=True)
class Actor:
    """The person who made a log entry.

    ``name`` is the person's name on the club's list, or else the name of their account. It is empty for an
    erased person. ``role`` is the role that the person had in the club at the time of the entry, or None.
    """

    name: str
    role: Role | None


def public_reason(entry: LogEntry, actor: Actor | None) -> str:
    """Return the reason of ``entry`` (``by`` loaded), or nothing if it names its actor or any role."""
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
    """The data needed to describe log entries in sentences.

    ``before`` and ``after`` are the rubber before and after each entry, by the entry's primary key.
    ``events_before`` is the event before each entry, and ``actors`` is the person who made the entry, by the
    same key. ``names`` are the names of players and ``events`` the names of events, by public id. The name of
    an erased player is empty; a deleted player is missing.
    """

    before: dict[int, RubberSnapshot] = field(default_factory=dict)
    after: dict[int, RubberSnapshot] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    events: dict[str, str] = field(default_factory=dict)
    events_before: dict[int, EventSnapshot] = field(default_factory=dict)
    actors: dict[int, Actor] = field(default_factory=dict)


def log_context(club: Club, entries: Sequence[LogEntry]) -> LogContext:
    """Return the data needed to describe ``entries`` of the club's log (``by`` loaded) in sentences."""
    context = LogContext()
    streams = _streams(entries)
    keys = {entry.pk for entry in entries}
    for stream, rows in streams.items():
        if stream.startswith(RUBBER_STREAM):
            _add_snapshots(rows, keys, context)
        elif stream.startswith(EVENT_STREAM):
            context.events_before |= snapshots_before(rows, keys)
    seen = [*context.before.values(), *context.after.values()]
    context.events = dict(
        Event.objects.filter(public_id__in={each.event for each in seen}).values_list("public_id", "name")
    )
    undone = [then.undone for then in context.events_before.values() if then.undone is not None]
    people = {player for each in seen for player in each.players} | set(_player_ids(undone))
    _add_people(club, entries, people, context)
    return context


def _streams(entries: Sequence[LogEntry]) -> dict[str, list[LogEntry]]:
    """Return the streams of ``entries``, except those of clubs, each from its first entry to the last requested one."""
    given: dict[str, dict[int, LogEntry]] = defaultdict(dict)
    for entry in entries:
        if not entry.stream.startswith("club:"):
            given[entry.stream][entry.version] = entry
    incomplete = {stream for stream, rows in given.items() if len(rows) < max(rows)}
    if incomplete:
        rest = LogEntry.objects.filter(stream__in=incomplete).exclude(pk__in=[entry.pk for entry in entries])
        for row in rest:
            given[row.stream][row.version] = row
    streams = {}
    for stream, rows in given.items():
        last = max(entry.version for entry in entries if entry.stream == stream)
        streams[stream] = [rows[version] for version in sorted(rows) if version <= last]
    return streams


def _add_snapshots(rows: Sequence[LogEntry], keys: set[int], context: LogContext) -> None:
    """Add the rubber of one stream before and after each shown entry to the context.

    A deal changes nothing that the context holds of its rubber, and gets the state after the first entry.
    """
    entries = [entry_of(row) for row in rows]
    known: dict[tuple[str, int], _Read] = {}
    then: dict[int, RubberSnapshot] = {}

    def after(length: int) -> RubberSnapshot:
        if length not in then:
            then[length] = _snapshot(fold_rubber(entries[:length]), known)
        return then[length]

    for place, row in enumerate(rows):
        if row.pk not in keys:
            continue
        if row.kind in DEAL_KINDS:
            context.after[row.pk] = after(1)
            continue
        context.after[row.pk] = after(place + 1)
        if place:
            context.before[row.pk] = after(place)


@dataclass(frozen=True, slots=True)
class _Read:
    """The part of a rubber's record that a snapshot needs, read once for each text."""

    round_tag: str
    table: str
    games_won: Pair
    is_clean: bool


def _snapshot(now: RubberNow, known: dict[tuple[str, int], _Read]) -> RubberSnapshot:
    """Return the rubber as ``now`` has it. ``known`` caches the texts read: most entries leave the text as it was."""
    text = now.egn, now.checks
    if text not in known:
        checked = check_rubber(read_one(now.egn), checks=now.checks)
        known[text] = _Read(
            round_tag=checked.rubber.tag("Round") or "",
            table=checked.rubber.tag("Table") or "",
            games_won=checked.games_won,
            is_clean=checked.is_clean,
        )
    read = known[text]
    return RubberSnapshot(
        event=now.event,
        players=(now.a, now.b),
        round_label=round_label(now, read.round_tag),
        table=read.table,
        games_won=read.games_won,
        state=judged_state(now.state, is_clean=read.is_clean),
    )


def _add_people(club: Club, entries: Sequence[LogEntry], players: set[str], context: LogContext) -> None:
    """Add the names of players, by public id, and the actors with their roles at the time to the context."""
    players = players | set(_player_ids(entries))
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
            context.actors[entry.pk] = Actor(name, _role_at(club, terms[entry.by.pk], entry.at))


def _player_ids(entries: Iterable[LogEntry]) -> Iterator[str]:
    for entry in entries:
        payload: Mapping[str, Any] = entry.payload
        yield from (payload[key] for key in PLAYERS_IN_PAYLOADS if isinstance(payload.get(key), str))
        yield from payload.get("players", ())
        for pair in payload.get("pairs", ()):
            yield from pair


def _role_at(club: Club, terms: Sequence[Term], at: datetime) -> Role | None:
    """Return the highest role held on the club's day of ``at``, or None."""
    day = timezone.localdate(at, ZoneInfo(club.time_zone))
    roles = {role for role, since, until in terms if since <= day and (until is None or day <= until)}
    return next((role for role in ROLES if role in roles), None)
