"""What each page reads: rows with all that the page shows of them, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from django.db.models import Count, F, IntegerField, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Lower

from matches.clubs.access import Viewer, belongs_to, in_visible_clubs, visible_clubs
from matches.clubs.queries.people import listed_players
from matches.common.natural_order import natural_key
from matches.models import Club, Event, Game, Player, Rubber, Standing, User

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class ClubCounts(TypedDict):
        event_count: int
        player_count: int

    class EventDays(TypedDict):
        """Days as records write them; None where no rubber is dated. ``finished_count``: rubbers no longer live."""

        rubber_count: int
        finished_count: int
        first_date: str | None
        last_date: str | None

    class RubbersPlayed(TypedDict):
        rubber_count: int

    ShownClub: TypeAlias = WithAnnotations[Club, ClubCounts]
    DatedEvent: TypeAlias = WithAnnotations[Event, EventDays]
    PlayedPlayer: TypeAlias = WithAnnotations[Player, RubbersPlayed]

DATED = ~Q(rubbers__date="")
FINISHED = ~Q(rubbers__state=Rubber.State.LIVE)
LINE_OF_RUBBER = ("event", "player_a", "player_b")


def _count(rows: QuerySet[Rubber] | QuerySet[Event] | QuerySet[Player], column: str) -> Coalesce:
    """How many of ``rows`` point at the outer row by ``column``, without joining them."""
    counted = (
        rows.filter(**{column: OuterRef("pk")})
        .order_by()
        .values(column)
        .annotate(rows=Count("pk"))
        .values("rows")
    )
    return Coalesce(Subquery(counted), 0, output_field=IntegerField())


def clubs_shown(viewer: Viewer) -> QuerySet[ShownClub]:
    """The clubs that the viewer may see and does not belong to, by name, with the counts of ``ClubCounts``."""
    visible = visible_clubs(viewer)
    return _counted(visible.exclude(belongs_to(viewer)) if viewer.is_authenticated else visible)


def own_clubs(viewer: User) -> QuerySet[ShownClub]:
    """The clubs that the viewer belongs to today, by name, with the counts of ``ClubCounts``."""
    return _counted(Club.objects.filter(belongs_to(viewer)))


def _counted(clubs: QuerySet[Club]) -> QuerySet[ShownClub]:
    return clubs.annotate(
        event_count=_count(Event.objects.exclude(name=""), "club"),
        player_count=_count(listed_players(), "club"),
    ).order_by(Lower("name"), "pk")


def _dated(events: QuerySet[Event]) -> QuerySet[DatedEvent]:
    return events.annotate(
        rubber_count=Count("rubbers"),
        finished_count=Count("rubbers", filter=FINISHED),
        first_date=Min("rubbers__date", filter=DATED),
        last_date=Max("rubbers__date", filter=DATED),
    )


def club_events(club: Club) -> QuerySet[DatedEvent]:
    """Newest first."""
    return (
        _dated(club.events.all())
        .filter(Q(rubber_count__gt=0) | ~Q(name=""))
        .order_by(F("last_date").desc(nulls_last=True), "-pk")
    )


def club_players(club: Club) -> QuerySet[PlayedPlayer]:
    """Those with a name, with ``rubber_count``: what they played here, since elsewhere may be closed."""
    listed = _with_rubbers(listed_players(club), Rubber.objects.filter(club=club))
    return listed.order_by(Lower("name"), "name", "pk")


def counted_players(*players: Player) -> list[PlayedPlayer]:
    """These players in their order, with ``rubber_count``: all that each has played."""
    chosen = Player.objects.filter(pk__in=[player.pk for player in players])
    found = {each.pk: each for each in _with_rubbers(chosen, Rubber.objects.all())}
    return [found[player.pk] for player in players]


def _with_rubbers(players: QuerySet[Player], rubbers: QuerySet[Rubber]) -> QuerySet[PlayedPlayer]:
    return players.annotate(rubber_count=_count(rubbers, "player_a") + _count(rubbers, "player_b"))


def club_rubbers(club: Club) -> QuerySet[Rubber]:
    """Newest first."""
    return club.rubbers.select_related(*LINE_OF_RUBBER).order_by("-pk")


def events_shown(viewer: Viewer, club_slug: str) -> QuerySet[DatedEvent]:
    visible = Event.objects.filter(club__in=visible_clubs(viewer), club__slug=club_slug)
    return _dated(visible.select_related("club"))


def event_standings(event: Event) -> QuerySet[Standing]:
    return (
        Standing.objects.filter(stage__event=event)
        .select_related("stage", "entrant__player__club")
        .order_by("stage__number", "position")
    )


def event_rubber_keys(event: Event) -> list[int]:
    """The primary keys of its rubbers, round by round and table by table in the order of their labels."""
    places = event.rubbers.values_list("round_label", "table", "pk")
    in_order = sorted((natural_key(label), label, natural_key(table), key) for label, table, key in places)
    return [key for *_, key in in_order]


def rubbers_in_order(keys: Sequence[int]) -> list[Rubber]:
    """The rubbers of these primary keys, in their order, with all that their lines need."""
    found = Rubber.objects.select_related(*LINE_OF_RUBBER).in_bulk(keys)
    return [found[key] for key in keys if key in found]


def rubbers_shown(viewer: Viewer) -> QuerySet[Rubber]:
    return Rubber.objects.filter(in_visible_clubs(viewer)).select_related(
        "club", *LINE_OF_RUBBER, "player_a__club", "player_b__club"
    )


def live_score(rubber: Rubber) -> QuerySet[Game]:
    """The points of each game so far: all that shows of a rubber while it is played."""
    return rubber.games.only("number", "points_a", "points_b").order_by("number")


def players_shown(viewer: Viewer) -> QuerySet[Player]:
    """Those who have a page in the viewer's clubs; an alias (``merged_into`` loaded) leads to another's."""
    return (
        Player.objects.exclude(name="")
        .filter(club__in=visible_clubs(viewer))
        .select_related("club", "merged_into")
    )


def player_rubbers(viewer: Viewer, player: Player) -> QuerySet[Rubber]:
    """The rubbers of ``player`` in the viewer's clubs, newest first."""
    return rubbers_shown(viewer).filter(Q(player_a=player) | Q(player_b=player)).order_by("-pk")


def player_record(viewer: Viewer, player: Player) -> dict[str, int]:
    """``rubbers``: as many as ``player_rubbers`` lists. ``played``, ``won`` and ``lost``: of those that are settled."""
    settled = Q(state__in=Rubber.SETTLED_STATES)
    won = Q(player_a=player, winner="A") | Q(player_b=player, winner="B")
    return (
        Rubber.objects.filter(Q(player_a=player) | Q(player_b=player), club__in=visible_clubs(viewer))
        .order_by()
        .aggregate(
            rubbers=Count("pk"),
            played=Count("pk", filter=settled),
            won=Count("pk", filter=settled & won),
            lost=Count("pk", filter=settled & ~Q(winner="") & ~won),
        )
    )
