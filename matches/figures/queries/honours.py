"""Who holds which records, as they were found last, with all that a page says of them."""

from __future__ import annotations

from django.db.models import QuerySet

from matches.clubs.access import Viewer, visible_clubs
from matches.figures.pending_honours import is_owed
from matches.models import Club, Honour, HonourBasis, Player, Rubber

LINE_OF_HONOUR = (
    "club",
    "player__club",
    "first_rubber__player_a",
    "first_rubber__player_b",
    "last_rubber__player_a",
    "last_rubber__player_b",
)


def honours_of(club: Club, season: int | None) -> QuerySet[Honour]:
    """Of all time (None), or of the season that began in that year; line by line of each kind."""
    rows = Honour.objects.filter(club=club, season=season)
    return rows.select_related(*LINE_OF_HONOUR).order_by("kind", "position")


def leaders_of(club: Club, seasons: list[int], kinds: list[str]) -> QuerySet[Honour]:
    """Who leads in these ``kinds`` in each of the seasons, by the years in which they began."""
    rows = Honour.objects.filter(club=club, season__in=seasons, kind__in=kinds, rank=1)
    return rows.select_related("player__club").order_by("-season", "kind", "position")


def bases_of(club: Club) -> list[HonourBasis]:
    """What the honours of all time stand on, where there are any, and then those of each season, the latest first."""
    rows = HonourBasis.objects.filter(club=club).order_by("-season")
    return sorted(rows, key=lambda basis: basis.season is not None)


def are_honours_owed(club: Club) -> bool:
    """Whether results came that the honours do not know yet. ``club`` comes with its ``honour_progress``; where it has
    none, nobody looked for its honours yet.
    """
    progress = getattr(club, "honour_progress", None)
    if progress is None:
        return Rubber.objects.filter(club=club, state__in=Rubber.SETTLED_STATES).exists()
    return is_owed(progress)


def honours_held(viewer: Viewer, player: Player) -> QuerySet[Honour]:
    """The records that ``player`` holds, alone or with others, in the viewer's clubs: those of all time first."""
    rows = Honour.objects.filter(player=player, rank=1, club__in=visible_clubs(viewer))
    return rows.select_related("club").order_by("club__name", "club", "-season", "pk")
