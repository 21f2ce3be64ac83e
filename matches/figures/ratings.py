"""Query the current ratings of a club and its players, their history, and the rubbers that cannot be rated.

The stored ratings follow from the rubbers alone, whatever their dates. A rating that is shown ends with the week of
today: a rubber with a later date counts when its week has come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypedDict

from django.db import connection
from django.db.models import Case, Exists, FloatField, OuterRef, Q, QuerySet, Subquery, Sum, Value, When
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce

from matches.clubs.queries import listed_players
from matches.common.club_clock import has_day
from matches.figures.deferred_updates import pending_from
from matches.figures.rate_clubs import rated_rubbers
from matches.models import Club, Player, Rating, RatingProgress
from worker.ratings.constants import PROVISIONAL_ABOVE
from worker.ratings.glicko2 import MIDDLE, Strength
from worker.ratings.ladder import Known, Ladder
from worker.ratings.weeks import A_WEEK, Week, week_of

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Before(TypedDict):
        rating_before: float

    class InAll(TypedDict):
        games: int
        rating_before: float | None

    RatedInAll: TypeAlias = WithAnnotations[Player, InAll]
    RatedWeek: TypeAlias = WithAnnotations[Rating, Before]

TREND_WEEKS: Final = 4
WEEKS_LISTED: Final = 52
LENGTHS: Final = (1, 3, 5, 7, 9, 11)
"""The lengths of rubbers ("best of" so many games) for which pages predict the chances."""
USUAL_LENGTH: Final = 3


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player with their rating today. The player's club is loaded.

    ``strength`` takes into account the weeks without play since ``last_week``. ``games`` counts all rated
    games. ``trend`` is the change of the rating in the last four weeks, or None for a player who was first
    rated in these weeks.
    """

    player: Player
    strength: Strength
    last_week: Week
    games: int
    trend: float | None

    @property
    def is_provisional(self) -> bool:
        return self.strength.deviation > PROVISIONAL_ABOVE


class Place(NamedTuple):
    """A player's row in a club's ranking: the player's ids, and the player's ``strength`` today."""

    player_id: int
    public_id: str
    strength: Strength
    last_week: Week

    @property
    def is_provisional(self) -> bool:
        return self.strength.deviation > PROVISIONAL_ABOVE

    @property
    def rank_key(self) -> tuple[float, float, str]:
        """The sort key of a ranking: higher ratings first; of equal ones, the more certain."""
        return -self.strength.rating, self.strength.deviation, self.public_id


@dataclass(frozen=True, slots=True)
class Ranking:
    """A club's rated players, highest first. ``left_off`` have not played for a year, and are omitted."""

    places: Sequence[Place]
    left_off: Sequence[Place]


@dataclass(frozen=True, slots=True)
class RatingList:
    """A ``Ranking`` with the details of each player that a page shows."""

    players: Sequence[RatedPlayer]
    left_off: Sequence[RatedPlayer]

    @property
    def absent(self) -> int:
        return len(self.left_off)


def ranking(club: Club, *, today: date) -> Ranking:
    """Return the club's ranking on the day ``today``, without players without a name. Takes one query."""
    columns = ("player", "player__public_id", "week", "rating", "deviation", "volatility")
    named = Rating.objects.filter(player__merged_into__isnull=True).exclude(player__name="")
    rows = list(named.filter(pk__in=_latest_rating_keys(club, today)).order_by().values_list(*columns))
    ladder = Ladder({player: Known(week, Strength(*figures)) for player, _id, week, *figures in rows})
    places = [
        Place(player, public_id, ladder.before(player, week_of(today)), week)
        for player, public_id, week, *_figures in rows
    ]
    places.sort(key=lambda each: each.rank_key)
    since = week_of(today) - WEEKS_LISTED * A_WEEK
    return Ranking(
        [each for each in places if each.last_week >= since],
        [each for each in places if each.last_week < since],
    )


def rating_list(club: Club, *, today: date) -> RatingList:
    """Return the ranking on ``today`` with each player's details, in at most three queries."""
    ranked = ranking(club, today=today)
    return RatingList(
        placed_players(club, ranked.places, today=today), placed_players(club, ranked.left_off, today=today)
    )


def placed_players(club: Club, places: Sequence[Place], *, today: date) -> list[RatedPlayer]:
    """Return the details of the players in ``places``, in this order. Takes one query, or none."""
    if not places:
        return []
    rows = _annotate_players(club, listed_players(), today).in_bulk([each.player_id for each in places])
    return [
        _rated_player(rows[each.player_id], each.strength, each.last_week)
        for each in places
        # A player may have been merged or erased between the two queries.
        if each.player_id in rows
    ]


def rated_players(club: Club, players: QuerySet[Player], *, today: date) -> list[RatedPlayer]:
    """Return the details of those ``players`` who were rated in the club, by primary key, in two queries."""
    weeks = _weeks_of_player(club, today)
    annotated = _annotate_players(club, players.filter(Exists(weeks)), today).order_by("pk")
    rows = list(annotated.annotate(last_rating=Subquery(weeks.values("pk")[:1])))
    ratings = Rating.objects.order_by().in_bulk([row.last_rating for row in rows])
    return [
        _rated_player(row, _strength_today(ratings[row.last_rating], today), ratings[row.last_rating].week)
        for row in rows
    ]


def _latest_rating_keys(club: Club, today: date) -> RawSQL:
    """Return the primary keys of the latest week, up to ``today``, of each player rated in the club.

    The query steps from one player to the next by the index of club, player and week, and to the end of their weeks by
    the same index. With DISTINCT, or with a join to players, PostgreSQL would read every week of every player.
    """
    return RawSQL(
        "WITH RECURSIVE rated (id) AS ("
        " SELECT min(player_id) FROM matches_rating WHERE club_id = %s"
        " UNION ALL"
        " SELECT (SELECT min(player_id) FROM matches_rating WHERE club_id = %s AND player_id > rated.id)"
        " FROM rated WHERE rated.id IS NOT NULL"
        ") SELECT (SELECT id FROM matches_rating WHERE club_id = %s AND player_id = rated.id"
        " AND week <= %s ORDER BY week DESC LIMIT 1) FROM rated WHERE rated.id IS NOT NULL",
        (club.pk, club.pk, club.pk, connection.ops.adapt_datefield_value(today)),
    )


def _weeks_of_player(club: Club, today: date) -> QuerySet[Rating]:
    return Rating.objects.filter(club=club, player=OuterRef("pk"), week__lte=today).order_by("-week")


def _annotate_players(club: Club, players: QuerySet[Player], today: date) -> QuerySet[RatedInAll]:
    """Annotate players, each of whom was rated in the club, with the columns of ``RatedInAll``."""
    weeks = _weeks_of_player(club, today)
    before = weeks.filter(week__lt=first_week_of_trend(today)).values("rating")[:1]
    games = weeks.order_by().values("player").annotate(sum=Sum("games")).values("sum")
    return players.select_related("club").annotate(games=Subquery(games), rating_before=Subquery(before))


def first_week_of_trend(today: date) -> Week:
    """Return the first of the weeks whose games change a player's ``trend``."""
    return week_of(today) - (TREND_WEEKS - 1) * A_WEEK


def _rated_player(player: RatedInAll, strength: Strength, last_week: Week) -> RatedPlayer:
    # Weeks without play change only the deviation.
    trend = None if player.rating_before is None else strength.rating - player.rating_before
    return RatedPlayer(player, strength, last_week, player.games, trend)


def strength_of(rating: Rating) -> Strength:
    """Return the player's strength at the end of the week of ``rating``."""
    return Strength(rating.rating, rating.deviation, rating.volatility)


def history(club: Club, player: Player, *, today: date) -> QuerySet[RatedWeek]:
    """Return a player's weekly ratings up to ``today``, latest first.

    Each has ``rating_before``: the last rating before it, or a newcomer's.
    """
    own = Rating.objects.filter(club=club, player=player, week__lte=today)
    before = Subquery(own.filter(week__lt=OuterRef("week")).order_by("-week").values("rating")[:1])
    newcomer = Value(MIDDLE, output_field=FloatField())
    return own.annotate(rating_before=Coalesce(before, newcomer)).order_by("-week")


def are_ratings_pending(club: Club) -> bool:
    """Return whether the club's stored ratings do not include all results yet."""
    return first_pending_week(club) is not None


def first_pending_week(club: Club) -> Week | None:
    """Return the Monday of the first stale week, None if all are current, a date before all if none is valid."""
    progress = RatingProgress.objects.filter(club=club).first()
    return None if progress is None else pending_from(progress)


def rubbers_without_day(club: Club) -> int:
    """Return the number of the club's rubbers that are not rated because the day of the rubber is unknown."""
    return rated_rubbers(club.pk).exclude(has_day()).count()


def named_players(club: Club) -> QuerySet[Player]:
    """Return the named players on the club's list or rated in it, with ``club`` and ``merged_into`` loaded."""
    rated = Exists(Rating.objects.filter(club=club, player=OuterRef("pk")))
    here = Player.objects.filter(Q(club=club) | rated)
    return here.exclude(name="").select_related("club", "merged_into")


@dataclass(frozen=True, slots=True)
class Mover:
    """A player, club loaded, whose rating changed by ``change`` in a period to ``now`` at its end."""

    player: Player
    change: float
    now: Strength

    @property
    def rank_key(self) -> tuple[float, str]:
        """Return the key by which a list of movers is sorted: the largest gain comes first."""
        return -self.change, self.player.public_id


def movers(club: Club, since: date, until: date, *, today: date) -> list[Mover]:
    """Return the rating change of each player who was rated in the period, the largest gain first.

    The period is the weeks whose Monday is from ``since`` to ``until``, or to ``today`` if that is earlier. A
    newcomer's gain is measured from the rating of every newcomer. Takes one query.
    """
    until = min(until, today)
    own = Rating.objects.filter(club=club, player=OuterRef("player")).order_by("-week")
    is_last = ~Exists(own.filter(week__gt=OuterRef("week"), week__lte=until))
    rows = (
        Rating.objects.filter(is_last, club=club, week__gte=since, week__lte=until)
        .exclude(player__name="")
        .select_related("player__club")
        .annotate(rating_before=Subquery(own.filter(week__lt=since).values("rating")[:1]))
    )
    rated = [Mover(row.player, row.rating - (row.rating_before or MIDDLE), strength_of(row)) for row in rows]
    return sorted(rated, key=lambda each: each.rank_key)


@dataclass(frozen=True, slots=True)
class RatingCourse:
    """A player's rating in ``club``: the strength today, and that after each week with games, the oldest first."""

    club: Club
    strength: Strength
    weeks: Sequence[tuple[Week, Strength]]

    @property
    def is_provisional(self) -> bool:
        return self.strength.deviation > PROVISIONAL_ABOVE


def rating_courses(
    clubs: QuerySet[Club], player: Player, *, today: Callable[[Club], date]
) -> list[RatingCourse]:
    """Return a player's rating in each of ``clubs``, the own club's first, in one query. ``today`` is by club."""
    rows = Rating.objects.filter(club__in=clubs, player=player).select_related("club")
    is_own = Case(When(club=player.club_id, then=0), default=1)
    courses = []
    for _key, group in groupby(rows.order_by(is_own, "club__name", "club", "week"), attrgetter("club_id")):
        ratings = [row for row in group if row.week <= today(row.club)]
        if not ratings:
            continue
        last, weeks = ratings[-1], [(row.week, strength_of(row)) for row in ratings]
        courses.append(RatingCourse(last.club, _strength_today(last, today(last.club)), weeks))
    return courses


def _strength_today(last: Rating, today: date) -> Strength:
    return Ladder({last.player_id: Known(last.week, strength_of(last))}).before(
        last.player_id, week_of(today)
    )
