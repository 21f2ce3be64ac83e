"""Query a club's seasons, their rubbers, and the stored records and honours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.db.models import (
    Case,
    Exists,
    F,
    FloatField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.functions import Coalesce, JSONObject

from matches.clubs.access import Viewer, visible_clubs
from matches.figures.deferred_updates import is_pending
from matches.figures.ratings import first_week_of_trend
from matches.models import Club, Honour, HonourBasis, Player, Rating, Rubber, Tally
from matches.rules.figures.records import KINDS
from matches.rules.figures.seasons import JANUARY, Season, season_at
from worker.ratings.glicko2 import MIDDLE

FIRST_YEAR, LAST_YEAR = 2, 9998
"""The first and last year in which a season may begin, so that all days of its neighbours are valid dates."""
LEAST_CLIMB: Final = 0.5
"""The smallest rise of a rating that pages show, as one point."""
MONTH_KINDS: Final = tuple(kind.key for kind in KINDS if kind.group in ("feats", "runs"))
"""The records that are set on one evening, in the order in which one is chosen. Totals of a season grow all along."""
LINE_OF_HONOUR = (
    "club",
    "player__club",
    "first_rubber__player_a",
    "first_rubber__player_b",
    "last_rubber__player_a",
    "last_rubber__player_b",
)


def find_season(club: Club, year: int, bases: Iterable[HonourBasis], *, today: date) -> Season | None:
    """Return the season that began in ``year``, or None.

    The result is None if the season has none of ``bases`` and does not include ``today``.
    """
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    season = Season(year, club.season_month)
    is_there = any(basis.season == year for basis in bases) or season == season_at(today, club.season_month)
    return season if is_there else None


def dated_within(season: Season, *, path: str = "") -> Q:
    """Return a ``Q`` that selects the rubbers whose date is in the season, as far as the date is known.

    ``path`` is the prefix of the lookup, such as ``rubber__``. The condition agrees with
    ``matches.rules.figures.seasons.season_of``. Dates are compared as text (``YYYY.MM.DD``). Unknown months
    are excluded separately, because the order of ``?`` among digits depends on the database's collation.
    """
    if season.month == JANUARY:
        return Q(**{f"{path}date__startswith": f"{season.year:04}."})
    first, after = (f"{each.year:04}.{each.month:02}" for each in (season, season.after))
    unknown = [Q(**{f"{path}date__startswith": f"{each.year:04}.??"}) for each in (season, season.after)]
    return Q(**{f"{path}date__gte": first, f"{path}date__lt": after}) & ~unknown[0] & ~unknown[1]


@dataclass(frozen=True, slots=True)
class MonthRecord:
    """A record of one of ``MONTH_KINDS`` that was set this month. ``season`` is None if it is one of all time."""

    kind: str
    season: int | None
    value: int
    public_id: str
    name: str

    @property
    def is_ever(self) -> bool:
        return self.season is None


@dataclass(frozen=True, slots=True)
class RecentClimb:
    """The player whose rating rose most in the weeks of this month, and by how much."""

    change: float
    public_id: str
    name: str


@dataclass(frozen=True, slots=True)
class SeasonGlance:
    """The leaders of a club's current season, and the best of late.

    Each of ``leaders`` has ``player__public_id``, ``player__name``, and the numbers of rubbers ``won`` and
    ``lost``; ``rank`` is equal for equal numbers.
    """

    leaders: list[dict[str, Any]]
    record: MonthRecord | None
    climb: RecentClimb | None


def season_glance(club: Club, season: Season, today: date, size: int) -> SeasonGlance:
    """Return the ``size`` players who won the most rubbers in the season of ``today``, and the best of late.

    This takes one query. Without leaders there is no best either.
    """
    rows = list(
        Tally.objects.filter(club=club, day__gte=season.since, day__lte=season.until)
        .exclude(player__name="")
        .order_by()
        .values("player__public_id", "player__name")
        .annotate(won=Sum("rubber_won"), lost=Sum("rubber_lost"))
        .filter(Q(won__gt=0) | Q(lost__gt=0))
        .annotate(record=_record_of_month(club, season, today), climb=_recent_climb(club, today))
        .order_by("-won", "lost", "player__name", "player__public_id")[:size]
    )
    record, climb = (rows[0]["record"], rows[0]["climb"]) if rows else (None, None)
    leaders: list[dict[str, Any]] = []
    for position, row in enumerate(rows, start=1):
        before = leaders[-1] if leaders else None
        is_level = before is not None and (before["won"], before["lost"]) == (row["won"], row["lost"])
        leaders.append({**row, "rank": before["rank"] if before is not None and is_level else position})
    return SeasonGlance(
        leaders,
        MonthRecord(**record) if record else None,
        RecentClimb(**climb) if climb else None,
    )


def _record_of_month(club: Club, season: Season, today: date) -> Subquery:
    """Return a record set this month, not only equalled: one of all time before one of the season, then the latest."""
    rank = Case(*(When(kind=kind, then=Value(place)) for place, kind in enumerate(MONTH_KINDS)))
    honours = (
        Honour.objects.filter(
            Q(season=None) | Q(season=season.year), club=club, position=1, kind__in=MONTH_KINDS
        )
        .filter(last_rubber__date__startswith=f"{today:%Y.%m}.")
        .exclude(player__name="")
        .order_by(F("season").asc(nulls_first=True), "-last_rubber__date", rank)
    )
    columns = {"public_id": "player__public_id", "name": "player__name"}
    return Subquery(
        honours.values(row=JSONObject(kind="kind", season="season", value="value", **columns))[:1]
    )


def _recent_climb(club: Club, today: date) -> Subquery:
    """Return the largest gain in the last four weeks, as lists of ratings show it, of half a point at least."""
    since = first_week_of_trend(today)
    own = Rating.objects.filter(club=club, player=OuterRef("player"), week__lte=today).order_by("-week")
    before = own.filter(week__lt=since).values("rating")[:1]
    newcomer = Value(MIDDLE, output_field=FloatField())
    ratings = (
        Rating.objects.filter(~Exists(own.filter(week__gt=OuterRef("week"))), club=club)
        .filter(week__gte=since, week__lte=today)
        .filter(player__merged_into=None)
        .exclude(player__name="")
        .annotate(change=F("rating") - Coalesce(Subquery(before), newcomer))
        .filter(change__gte=LEAST_CLIMB)
        .order_by("-change", "player__public_id")
    )
    columns = {"public_id": "player__public_id", "name": "player__name"}
    return Subquery(ratings.values(row=JSONObject(change="change", **columns))[:1])


def honours_of(club: Club, season: int | None) -> QuerySet[Honour]:
    """Return a club's honours of the season that began in ``season`` (None: of all time), by kind and position."""
    rows = Honour.objects.filter(club=club, season=season)
    return rows.select_related(*LINE_OF_HONOUR).order_by("kind", "position")


def leaders_of(club: Club, seasons: list[int], kinds: list[str]) -> QuerySet[Honour]:
    """Return the holders of first rank in these ``kinds`` of record in these ``seasons`` (years of beginning)."""
    rows = Honour.objects.filter(club=club, season__in=seasons, kind__in=kinds, rank=1)
    return rows.select_related("player__club").order_by("-season", "kind", "position")


def bases_of(club: Club) -> list[HonourBasis]:
    """Return the numbers of rubbers, games and deals behind the honours: of all time, then by season, latest first."""
    rows = HonourBasis.objects.filter(club=club).order_by("-season")
    return sorted(rows, key=lambda basis: basis.season is not None)


def are_honours_pending(club: Club) -> bool:
    """Return whether the stored honours lack results; ``honour_progress`` of ``club`` must be loaded.

    If they were never computed, the result is whether the club has a rubber that counts.
    """
    progress = getattr(club, "honour_progress", None)
    if progress is None:
        return Rubber.objects.filter(club=club, state__in=Rubber.SETTLED_STATES).exists()
    return is_pending(progress)


def player_honours(viewer: Viewer, player: Player) -> QuerySet[Honour]:
    """Return the records that ``player`` holds, by club and season, in clubs that the viewer may see."""
    rows = Honour.objects.filter(player=player, rank=1, club__in=visible_clubs(viewer))
    return rows.select_related("club").order_by("club__name", "club", "-season", "pk")
