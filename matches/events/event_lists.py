"""Lists of events with their dates and numbers of rubbers, and queries for an event's page and its history."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from django.db.models import Case, Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Concat

from matches.clubs.access import Viewer, visible_clubs
from matches.common.directory import OPEN_STAGE
from matches.common.log import RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE
from matches.common.names import natural_key
from matches.figures.seasons import dated_within
from matches.models import Club, Entrant, Event, LogEntry, Rubber, Stage, Standing
from matches.rules.figures.seasons import Season

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class EventColumns(TypedDict):
        """The columns that queries add to an event: numbers of its rubbers, and the dates of its first and last rubber.

        Dates are written as in records, such as ``2026.11.21``, and are None if no rubber has a date.
        ``finished_count`` is the number of rubbers that are no longer live.
        """

        rubber_count: int
        finished_count: int
        first_date: str | None
        last_date: str | None

    DatedEvent: TypeAlias = WithAnnotations[Event, EventColumns]

DATED = ~Q(rubbers__date="")
FINISHED = ~Q(rubbers__state=Rubber.State.LIVE)
SINGLE_DEALS = (RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE)
EVENT_UNDONE = "event.undone"


def club_events(club: Club) -> QuerySet[DatedEvent]:
    """Return the club's events with the columns of ``EventColumns``, newest first.

    The event without a name, which has the rubbers that belong to no event, is included only if it has any.
    """
    return (
        _dated(club.events.all())
        .filter(Q(rubber_count__gt=0) | ~Q(name=""))
        .order_by(F("last_date").desc(nulls_last=True), "-pk")
    )


def named_events(club: Club) -> QuerySet[DatedEvent]:
    """Return the club's events that have a name, as ``club_events`` does. Events being played come first."""
    is_playing = Q(phase=Event.Phase.PLAYING)
    return (
        club_events(club)
        .exclude(name="")
        .order_by(Case(When(is_playing, then=0), default=1), F("last_date").desc(nulls_last=True), "-pk")
    )


def events_of(club: Club, season: Season) -> QuerySet[DatedEvent]:
    """Return the club's named events with rubbers in the season, newest first.

    The numbers and dates of ``EventColumns`` cover only the rubbers of the season.
    """
    played = Rubber.objects.filter(dated_within(season), event=OuterRef("pk"))
    within = dated_within(season, path="rubbers__")
    return (
        club.events.exclude(name="")
        .filter(Exists(played))
        .annotate(
            rubber_count=Count("rubbers", filter=within),
            finished_count=Count("rubbers", filter=within & ~Q(rubbers__state=Rubber.State.LIVE)),
            first_date=Min("rubbers__date", filter=within),
            last_date=Max("rubbers__date", filter=within),
        )
        .order_by(F("last_date").desc(nulls_last=True), "-pk")
    )


def winners_of(events: Iterable[Event]) -> dict[int, list[Entrant]]:
    """Return the winners of each event, by its primary key.

    The winners of an event without a plan are the first in its table; those of a complete event with a plan have
    its first place.
    """
    keys = [event.pk for event in events]
    leads = Q(event__plan__isnull=True, standings__rank=1, standings__stage__number=OPEN_STAGE)
    won = Q(event__plan__isnull=False, event__phase=Event.Phase.COMPLETE, place=1)
    winners: defaultdict[int, list[Entrant]] = defaultdict(list)
    rows = Entrant.objects.filter(leads | won, event__in=keys)
    for entrant in rows.select_related("player__club").order_by("event", "pk").distinct():
        winners[entrant.event_id].append(entrant)
    return winners


def visible_events(viewer: Viewer, club_slug: str) -> QuerySet[DatedEvent]:
    visible = Event.objects.filter(club__in=visible_clubs(viewer), club__slug=club_slug)
    return _dated(visible.select_related("club"))


def _dated(events: QuerySet[Event]) -> QuerySet[DatedEvent]:
    return events.annotate(
        rubber_count=Count("rubbers"),
        finished_count=Count("rubbers", filter=FINISHED),
        first_date=Min("rubbers__date", filter=DATED),
        last_date=Max("rubbers__date", filter=DATED),
    )


def event_standings(event: Event) -> QuerySet[Standing]:
    return (
        Standing.objects.filter(stage__event=event)
        .select_related("stage", "entrant__player__club")
        .order_by("stage__number", "position")
    )


def latest_public_standings(limit: int) -> list[Standing]:
    """Return the first rows, at most ``limit``, of the table of the public clubs' event that changed last.

    Return [] if there is none.
    """
    stages = (
        Stage.objects.filter(event__club__is_public=True, standings__played__gt=0)
        .exclude(event__name="")
        .order_by("-event__log_position", "-number")
    )
    return list(
        Standing.objects.filter(stage=Subquery(stages.values("pk")[:1]))
        .select_related("stage__event__club", "entrant__player__club")
        .order_by("group", "position")[:limit]
    )


def event_rubber_keys(event: Event) -> list[int]:
    """Return the primary keys of the event's rubbers, ordered by round and table. Round 10 comes after round 9."""
    places = event.rubbers.values_list("round_label", "table", "pk")
    in_order = sorted((natural_key(label), label, natural_key(table), key) for label, table, key in places)
    return [key for *_, key in in_order]


def event_history(event: Event) -> QuerySet[LogEntry]:
    """Return the entries (``by`` loaded) of the event and its rubbers, newest first, without single deals."""
    return (
        LogEntry.objects.filter(_is_of_event(event), club=event.club_id)
        .exclude(kind__in=SINGLE_DEALS)
        .select_related("by")
        .order_by("-pk")
    )


def undoing_entries(event: Event) -> dict[tuple[str, int], LogEntry]:
    """Return the log entries that undid another one, by the stream and version of the entry that was undone."""
    entries = LogEntry.objects.filter(
        _is_of_event(event), Q(kind=EVENT_UNDONE) | Q(payload__has_key="undoes")
    ).select_related("by")
    return {
        (entry.stream, entry.payload["version" if entry.kind == EVENT_UNDONE else "undoes"]): entry
        for entry in entries.order_by("pk")
    }


def _is_of_event(event: Event) -> Q:
    """Return a condition for the entries of the event and its rubbers.

    It is one list of streams, for which the log's index is used. Two conditions would scan the whole log.
    """
    own = (
        Event.objects.filter(pk=event.pk).annotate(stream=Concat(Value("event:"), F("public_id"))).order_by()
    )
    rubbers = (
        Rubber.objects.filter(event=event)
        .annotate(stream=Concat(Value("rubber:"), F("public_id")))
        .order_by()
    )
    return Q(stream__in=own.values("stream").union(rubbers.values("stream"), all=True))
