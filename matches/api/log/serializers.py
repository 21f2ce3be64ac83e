"""Serializers for log entries, and the order and filters of lists of entries.

An entry shows what the pages show. It never has the cards of a rubber or an unreleased draw.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import PAIR_SCHEMA, TextOrNull
from matches.api.core.filters import CharFilter, ChoiceFilter, DayFilter, Filters, one_of
from matches.api.core.paging import Order
from matches.api.core.serializers import ReadSerializer
from matches.clubs.roles import ROLES, Powers
from matches.common.log import undone_by
from matches.events.log_context import (
    SEES_ACTORS,
    Actor,
    LogContext,
    RubberSnapshot,
    log_context,
    public_reason,
)
from matches.models import Club, LogEntry, Rubber

ABOUT: Final = ("club", "event", "rubber", "sitting")
OF_RUBBERS: Final = frozenset(
    {"event", "round", "a", "b", "by", "game", "termination", "winner", "ruling", "conflict", "undoes"}
)
"""The payload members shown for an entry about a rubber; the record itself is requested by the entry's number."""
OF_DRAWS: Final = frozenset({"rounds", "pairings", "positions", "groups", "entrants", "labels"})
"""The payload members hidden for an entry about an event: drafts of draws are visible only to its directors."""
FIRST_DAY: Final = date(1900, 1, 1)
LAST_DAY: Final = date(9000, 1, 1)
_PLACE: Final = re.compile(r"(club|event|rubber|sitting)\.([0-9a-z]{14})\.(\d{1,9})")


class LogOrder(Order[LogEntry]):
    """Order log entries by the time they were made.

    A cursor consists of the object that the entry is about, such as a rubber, and the entry's number in it.
    """

    def place_of(self, row: Any) -> str:
        return f"{row.stream.replace(':', '.')}.{row.version}"

    def beyond(self, rows: QuerySet[LogEntry], place: str, *, forward: bool) -> QuerySet[LogEntry] | None:
        match = _PLACE.fullmatch(place)
        if match is None:
            return None
        stream, version = f"{match[1]}:{match[2]}", int(match[3])
        key = LogEntry.objects.filter(stream=stream, version=version).values_list("pk", flat=True).first()
        if key is None:
            return None
        return rows.filter(pk__gt=key) if forward else rows.filter(pk__lt=key)


class SinceFilter(DayFilter):
    """Keep log entries made on this day or later. Days are in the active time zone."""

    def filter(self, qs: Any, value: Any) -> Any:
        return qs if not value else qs.filter(at__gte=_start_of(value))


class UntilFilter(DayFilter):
    """Keep log entries made on this day or earlier. Days are in the active time zone."""

    def filter(self, qs: Any, value: Any) -> Any:
        return qs if not value else qs.filter(at__lt=_start_of(min(value, LAST_DAY) + timedelta(days=1)))


def _start_of(day: date) -> datetime:
    # Near the first and last day of the calendar the conversion to another time zone overflows.
    return timezone.make_aware(datetime.combine(min(max(day, FIRST_DAY), LAST_DAY), time.min))


class LogFilters(Filters):
    kind = CharFilter("kind", help_text="Only entries of exactly this kind, such as rubber.corrected.")
    about = ChoiceFilter(
        field_name="stream",
        lookup_expr="startswith",
        choices=one_of(ABOUT),
        help_text="Only entries about the club itself, events, rubbers or tables.",
    )
    since = SinceFilter("at", help_text="Only from this day on, in the club's time zone.")
    until = UntilFilter("at", help_text="Only up to this day, in the club's time zone.")


@dataclass(frozen=True, slots=True)
class LogLine:
    """A log entry, with the related data that a response shows.

    ``context`` has the names and the rubbers that the entry refers to. ``taken_back_by`` is the number of the
    entry that undid this entry, or None. ``shows_actor`` is whether the reader may see who made the entry.
    """

    entry: LogEntry
    context: LogContext
    taken_back_by: int | None
    shows_actor: bool

    @property
    def about(self) -> str:
        return self.entry.stream.partition(":")[0]

    @property
    def about_id(self) -> str:
        return self.entry.stream.partition(":")[2]

    @property
    def actor(self) -> Actor | None:
        return self._actor if self.shows_actor else None

    @property
    def link(self) -> str | None:
        link = self.entry.link if self.shows_actor else None
        return None if link is None else link.hint

    @property
    def reason(self) -> str:
        return self.entry.reason if self.shows_actor else public_reason(self.entry, self._actor)

    @property
    def _actor(self) -> Actor | None:
        return self.context.actors.get(self.entry.pk)

    @property
    def before(self) -> RubberSnapshot | None:
        return self.context.before.get(self.entry.pk)

    @property
    def after(self) -> RubberSnapshot | None:
        return self.context.after.get(self.entry.pk)

    @property
    def payload(self) -> Mapping[str, Any]:
        payload: Mapping[str, Any] = self.entry.payload
        if self.about == "rubber":
            rubber_fields = {name: value for name, value in payload.items() if name in OF_RUBBERS}
            if not self.shows_actor:
                rubber_fields.pop("by", None)
            if "ruling" in rubber_fields:
                # The argument consists of cards.
                rubber_fields["ruling"] = {
                    name: each for name, each in rubber_fields["ruling"].items() if name != "argument"
                }
            return rubber_fields
        if self.about == "event":
            return {name: value for name, value in payload.items() if name not in OF_DRAWS}
        return payload


def log_lines(club: Club, entries: Sequence[LogEntry], powers: Powers) -> list[LogLine]:
    """Return a ``LogLine`` for each entry of the club's log, as far as ``powers`` let the reader see it.

    ``by`` and ``link`` of the entries must be loaded.
    """
    context = log_context(club, entries)
    undone = undone_by(entries)
    shows_actor = powers.can(SEES_ACTORS)
    return [LogLine(entry, context, undone.get(entry.pk), shows_actor) for entry in entries]


class ActorSerializer(ReadSerializer):
    name = TextOrNull(help_text="The name that the club uses now. Null for an erased person.")
    role = serializers.SerializerMethodField(help_text="The role in the club at that time; null for none.")

    @extend_schema_field({"type": "string", "enum": [*ROLES[:-1], None], "nullable": True})
    def get_role(self, actor: Actor) -> str | None:
        return None if actor.role == "stranger" else actor.role


class RubberThenSerializer(ReadSerializer):
    event = serializers.CharField(help_text="Its public id.")
    players = serializers.SerializerMethodField(help_text="The public ids of A and B.")
    round = TextOrNull(source="round_label")
    table = TextOrNull()
    games_won = serializers.SerializerMethodField()
    state = serializers.ChoiceField(choices=Rubber.State.values)

    @extend_schema_field({"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2})
    def get_players(self, then: RubberSnapshot) -> list[str]:
        return list(then.players)

    @extend_schema_field(PAIR_SCHEMA)
    def get_games_won(self, then: RubberSnapshot) -> list[int]:
        return list(then.games_won)


@extend_schema_field({"type": "object", "additionalProperties": True})
class PayloadField(serializers.Field[Any, Any, Any, Any]):
    """The payload of a log entry. Its members depend on the kind of the entry."""

    def to_representation(self, value: Any) -> Any:
        return value


class EntrySerializer(ReadSerializer):
    about = serializers.ChoiceField(choices=ABOUT, help_text="What the entry is about.")
    id = serializers.CharField(source="about_id", help_text="The public id of the object of the entry.")
    version = serializers.IntegerField(
        source="entry.version", help_text="The number among the entries about that object, from 1."
    )
    kind = serializers.CharField(source="entry.kind")
    at = serializers.DateTimeField(source="entry.at")
    by = ActorSerializer(
        source="actor",
        allow_null=True,
        help_text="Null for the host of the site, and for readers who may not see the club's members.",
    )
    link = serializers.CharField(
        allow_null=True,
        help_text="The first letters of the table link that was used; `by` made that link. Null if you may not "
        "see `by`.",
    )
    reason = TextOrNull(help_text="Null if you may not see `by` and the reason reveals who it was.")
    payload = PayloadField(
        read_only=True,
        help_text="The content of the entry, with public ids, without cards or drafts. The side `by` is left out "
        "if you may not see the entry's `by`.",
    )
    before = RubberThenSerializer(
        allow_null=True, help_text="The rubber before the entry; null if there was none."
    )
    after = RubberThenSerializer(allow_null=True, help_text="The rubber after it.")
    taken_back_by = serializers.IntegerField(
        allow_null=True, help_text="The number of the entry that undid this one."
    )


class RecordThen(EntrySerializer):
    """A log entry about a rubber, with the rubber's record after the change."""

    egn = serializers.CharField(help_text="The record in EGN, with the players' present names.")


@dataclass(frozen=True, slots=True)
class RecordLine(LogLine):
    egn: str
