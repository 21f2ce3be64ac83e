"""Entries of logs as the API shows them, and how lists of them are ordered and narrowed.

An entry says what the pages say of it: no card of a rubber, and no draw that is not released.
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
from matches.api.core.pagination import Order
from matches.api.core.serializers import Shape
from matches.clubs.permissions import ROLES, Powers
from matches.events.queries.log_context import (
    SEES_ACTORS,
    Actor,
    LogContext,
    RubberThen,
    log_context,
    public_reason,
)
from matches.models import Club, LogEntry, Rubber
from matches.rubbers.queries.log import undone_by

ABOUT: Final = ("club", "event", "rubber", "sitting")
OF_RUBBERS: Final = frozenset(
    {"event", "a", "b", "by", "game", "termination", "winner", "ruling", "conflict", "undoes"}
)
"""What an entry about a rubber shows of its payload; the record itself is asked for by the entry's number."""
OF_DRAWS: Final = frozenset({"rounds", "pairings", "positions", "groups", "entrants", "labels"})
"""What an entry about an event does not show: drafts of draws are for who runs it."""
FIRST_DAY: Final = date(1900, 1, 1)
LAST_DAY: Final = date(9000, 1, 1)
_PLACE: Final = re.compile(r"(club|event|rubber|sitting)\.([0-9a-z]{14})\.(\d{1,9})")


class LogOrder(Order[LogEntry]):
    """Entries in the order in which they were made, each known by its stream and its number in it."""

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
    """By the day on which an entry was made, by the clock that is set when it is asked."""

    def filter(self, qs: Any, value: Any) -> Any:
        return qs if not value else qs.filter(at__gte=_start_of(value))


class UntilFilter(DayFilter):
    """As ``SinceFilter``, that day included."""

    def filter(self, qs: Any, value: Any) -> Any:
        return qs if not value else qs.filter(at__lt=_start_of(min(value, LAST_DAY) + timedelta(days=1)))


def _start_of(day: date) -> datetime:
    # At the ends of the calendar there is no hour to be told in another zone.
    return timezone.make_aware(datetime.combine(min(max(day, FIRST_DAY), LAST_DAY), time.min))


class LogFilters(Filters):
    kind = CharFilter("kind", help_text="Entries of exactly this kind: rubber.corrected.")
    about = ChoiceFilter(
        field_name="stream",
        lookup_expr="startswith",
        choices=one_of(ABOUT),
        help_text="Entries about the club itself, about events, rubbers, or tables.",
    )
    since = SinceFilter("at", help_text="From this day on, by the club's clock.")
    until = UntilFilter("at", help_text="Up to this day, by the club's clock.")


@dataclass(frozen=True, slots=True)
class EntryTold:
    """An entry with all that is shown of it; ``shows_actor``: the reader may see who belongs to the club."""

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
    def before(self) -> RubberThen | None:
        return self.context.before.get(self.entry.pk)

    @property
    def after(self) -> RubberThen | None:
        return self.context.after.get(self.entry.pk)

    @property
    def payload(self) -> Mapping[str, Any]:
        payload: Mapping[str, Any] = self.entry.payload
        if self.about == "rubber":
            told = {name: value for name, value in payload.items() if name in OF_RUBBERS}
            if not self.shows_actor:
                told.pop("by", None)
            if "ruling" in told:
                # The argument is cards.
                told["ruling"] = {name: each for name, each in told["ruling"].items() if name != "argument"}
            return told
        if self.about == "event":
            return {name: value for name, value in payload.items() if name not in OF_DRAWS}
        return payload


def entries_told(club: Club, entries: Sequence[LogEntry], powers: Powers) -> list[EntryTold]:
    """Return ``entries`` of the club's log, in their order, as somebody with ``powers`` there may read them.

    They come with ``by`` and ``link`` loaded.
    """
    context = log_context(club, entries)
    undone = undone_by(entries)
    shows_actor = powers.can(SEES_ACTORS)
    return [EntryTold(entry, context, undone.get(entry.pk), shows_actor) for entry in entries]


class ActorShown(Shape):
    name = TextOrNull(help_text="As the club calls him now. Null for somebody who asked to be forgotten.")
    role = serializers.SerializerMethodField(help_text="What he was to the club then; null for nothing.")

    @extend_schema_field({"type": "string", "enum": [*ROLES[:-1], None], "nullable": True})
    def get_role(self, actor: Actor) -> str | None:
        return None if actor.role == "stranger" else actor.role


class RubberThenShown(Shape):
    event = serializers.CharField(help_text="Its public id.")
    players = serializers.SerializerMethodField(help_text="Public ids, A's and B's.")
    round = TextOrNull(source="round_label")
    table = TextOrNull()
    games_won = serializers.SerializerMethodField()
    state = serializers.ChoiceField(choices=Rubber.State.values)

    @extend_schema_field({"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2})
    def get_players(self, then: RubberThen) -> list[str]:
        return list(then.players)

    @extend_schema_field(PAIR_SCHEMA)
    def get_games_won(self, then: RubberThen) -> list[int]:
        return list(then.games_won)


@extend_schema_field({"type": "object", "additionalProperties": True})
class PayloadShown(serializers.Field[Any, Any, Any, Any]):
    """Whatever the entry says; by its kind."""

    def to_representation(self, value: Any) -> Any:
        return value


class EntryShown(Shape):
    about = serializers.ChoiceField(choices=ABOUT, help_text="What the entry is about.")
    id = serializers.CharField(source="about_id", help_text="The public id of what it is about.")
    version = serializers.IntegerField(
        source="entry.version", help_text="Its number among the entries about that, from 1."
    )
    kind = serializers.CharField(source="entry.kind")
    at = serializers.DateTimeField(source="entry.at")
    by = ActorShown(
        source="actor",
        allow_null=True,
        help_text="Null for whoever runs the site, and for readers who may not see who belongs to the club.",
    )
    link = serializers.CharField(
        allow_null=True,
        help_text="The beginning of the table's link by which it came; `by` made that link. Null where `by` may not be"
        " seen.",
    )
    reason = TextOrNull(
        help_text="Null where `by` may not be seen and the reason gives away who it was, by name, mail address or role."
    )
    payload = PayloadShown(
        read_only=True,
        help_text="What the entry says; people and things by public ids, no cards, no drafts. `by`, the side that"
        " spoke, is left out where the entry's `by` may not be seen.",
    )
    before = RubberThenShown(
        allow_null=True, help_text="The rubber before the entry; null where there was none."
    )
    after = RubberThenShown(allow_null=True, help_text="The rubber after it.")
    taken_back_by = serializers.IntegerField(
        allow_null=True, help_text="The number of the entry about the same thing that took this one back."
    )


class RecordThen(EntryShown):
    """An entry of a rubber, and the record as it left it."""

    egn = serializers.CharField(help_text="The record in the notation, players under their names of now.")


@dataclass(frozen=True, slots=True)
class RecordTold(EntryTold):
    egn: str
