"""Ratings as they are today: of a club, of a player there, and what is not in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypedDict

from django.db.models import Case, Exists, FloatField, OuterRef, Q, QuerySet, Subquery, Sum, Value, When
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce

from matches.clubs.queries.people import listed_players
from matches.figures.pending_ratings import owed_from
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
"""Of rubbers whose chances are foretold, in games."""
USUAL_LENGTH: Final = 3


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player (club loaded) as he is today: ``strength`` with the weeks since ``last_week``, in which he played.

    ``games`` are all that were rated. ``trend`` is by how much he rose in the last ``TREND_WEEKS``; None where he was
    not rated before them.
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
    """Where a player stands in a club's list: his ``strength`` today."""

    player_id: int
    public_id: str
    strength: Strength
    last_week: Week

    @property
    def is_provisional(self) -> bool:
        return self.strength.deviation > PROVISIONAL_ABOVE

    @property
    def rank_key(self) -> tuple[float, float, str]:
        """What the list rises by: the highest rating first, of equal ones the surer first."""
        return -self.strength.rating, self.strength.deviation, self.public_id


@dataclass(frozen=True, slots=True)
class Ranking:
    """The highest first; apart those who are ``left_off`` since they have not played for ``WEEKS_LISTED``."""

    places: Sequence[Place]
    left_off: Sequence[Place]


@dataclass(frozen=True, slots=True)
class RatingList:
    """``Ranking``, with all that a list shows of each."""

    players: Sequence[RatedPlayer]
    left_off: Sequence[RatedPlayer]

    @property
    def absent(self) -> int:
        return len(self.left_off)


def ranking(club: Club, *, today: date) -> Ranking:
    """Everybody who has a name and was rated in the club, in one query."""
    columns = ("player", "player__public_id", "week", "rating", "deviation", "volatility")
    named = Rating.objects.filter(player__merged_into__isnull=True).exclude(player__name="")
    rows = list(named.filter(pk__in=_last_weeks_in(club)).order_by().values_list(*columns))
    ladder = Ladder({player: Known(week, Strength(*figures)) for player, _id, week, *figures in rows})
    found = [
        Place(player, public_id, ladder.before(player, week_of(today)), week)
        for player, public_id, week, *_figures in rows
    ]
    found.sort(key=lambda each: each.rank_key)
    since = week_of(today) - WEEKS_LISTED * A_WEEK
    return Ranking(
        [each for each in found if each.last_week >= since],
        [each for each in found if each.last_week < since],
    )


def rating_list(club: Club, *, today: date) -> RatingList:
    """The ranking with all of each player; three queries at most."""
    found = ranking(club, today=today)
    return RatingList(
        placed_players(club, found.places, today=today), placed_players(club, found.left_off, today=today)
    )


def placed_players(club: Club, places: Sequence[Place], *, today: date) -> list[RatedPlayer]:
    """All that a list shows of those at ``places``, in their order; one query, none for nobody."""
    if not places:
        return []
    rows = _shown(club, listed_players(), today).in_bulk([each.player_id for each in places])
    return [
        _rated(rows[each.player_id], each.strength, each.last_week)
        for each in places
        # Somebody may have been merged into another, or forgotten, between the two queries.
        if each.player_id in rows
    ]


def rated_players(club: Club, players: QuerySet[Player], *, today: date) -> list[RatedPlayer]:
    """Those of ``players`` who were rated in the club, by primary key; two queries."""
    back = _weeks_back(club)
    found = _shown(club, players.filter(Exists(back)), today).order_by("pk")
    rows = list(found.annotate(last_rating=Subquery(back.values("pk")[:1])))
    ratings = Rating.objects.order_by().in_bulk([row.last_rating for row in rows])
    return [
        _rated(row, _today(ratings[row.last_rating], today), ratings[row.last_rating].week) for row in rows
    ]


def _last_weeks_in(club: Club) -> RawSQL:
    """The primary keys of the last week of everybody who was rated in the club.

    From one player to the next by the index of club, player and week, and to the end of his weeks by the same: asked
    for as distinct, or joined with the players first, every week of everybody is read.
    """
    return RawSQL(
        "WITH RECURSIVE rated (id) AS ("
        " SELECT min(player_id) FROM matches_rating WHERE club_id = %s"
        " UNION ALL"
        " SELECT (SELECT min(player_id) FROM matches_rating WHERE club_id = %s AND player_id > rated.id)"
        " FROM rated WHERE rated.id IS NOT NULL"
        ") SELECT (SELECT id FROM matches_rating WHERE club_id = %s AND player_id = rated.id"
        " ORDER BY week DESC LIMIT 1) FROM rated WHERE rated.id IS NOT NULL",
        (club.pk, club.pk, club.pk),
    )


def _weeks_back(club: Club) -> QuerySet[Rating]:
    """The weeks of a player in the club, the last first, for a subquery."""
    return Rating.objects.filter(club=club, player=OuterRef("pk")).order_by("-week")


def _shown(club: Club, players: QuerySet[Player], today: date) -> QuerySet[RatedInAll]:
    """Players of whom each was rated in the club, with what ``RatedInAll`` has."""
    back = _weeks_back(club)
    before = back.filter(week__lt=week_of(today) - (TREND_WEEKS - 1) * A_WEEK).values("rating")[:1]
    games = back.order_by().values("player").annotate(sum=Sum("games")).values("sum")
    return players.select_related("club").annotate(games=Subquery(games), rating_before=Subquery(before))


def _rated(player: RatedInAll, strength: Strength, last_week: Week) -> RatedPlayer:
    # Weeks that pass change the deviation alone.
    trend = None if player.rating_before is None else strength.rating - player.rating_before
    return RatedPlayer(player, strength, last_week, player.games, trend)


def strength_of(rating: Rating) -> Strength:
    """As it was at the end of its week."""
    return Strength(rating.rating, rating.deviation, rating.volatility)


def history(club: Club, player: Player) -> QuerySet[RatedWeek]:
    """A player's weeks in the club, the last first, with the ``rating_before`` each: at first that of a newcomer."""
    own = Rating.objects.filter(club=club, player=player)
    before = Subquery(own.filter(week__lt=OuterRef("week")).order_by("-week").values("rating")[:1])
    newcomer = Value(MIDDLE, output_field=FloatField())
    return own.annotate(rating_before=Coalesce(before, newcomer)).order_by("-week")


def are_ratings_owed(club: Club) -> bool:
    """Whether there are results that the ratings have not seen yet."""
    return owed_week(club) is not None


def owed_week(club: Club) -> Week | None:
    """The first week whose results the ratings have not seen; before all weeks where none of them is good."""
    progress = RatingProgress.objects.filter(club=club).first()
    return None if progress is None else owed_from(progress)


def rubbers_without_day(club: Club) -> int:
    """Rubbers that would be rated if their day were known."""
    return rated_rubbers(club.pk).filter(Q(date="") | Q(date__contains="?")).count()


def named_players(club: Club) -> QuerySet[Player]:
    """Players with a name who are on the club's list or were rated there; aliases (``merged_into`` loaded) as well."""
    rated = Exists(Rating.objects.filter(club=club, player=OuterRef("pk")))
    here = Player.objects.filter(Q(club=club) | rated)
    return here.exclude(name="").select_related("club", "merged_into")


@dataclass(frozen=True, slots=True)
class Mover:
    """A player (club loaded) who rose, or fell, by ``change`` in some time; ``now`` he stands at its end."""

    player: Player
    change: float
    now: Strength

    @property
    def rank_key(self) -> tuple[float, str]:
        """What a list of them rises by: who rose most first."""
        return -self.change, self.player.public_id


def movers(club: Club, since: date, until: date) -> list[Mover]:
    """Everybody with a name who was rated in weeks that began from ``since`` to ``until``, who rose most first.

    A newcomer is held against what every newcomer begins with. One query.
    """
    own = Rating.objects.filter(club=club, player=OuterRef("player")).order_by("-week")
    is_last = ~Exists(own.filter(week__gt=OuterRef("week"), week__lte=until))
    rows = (
        Rating.objects.filter(is_last, club=club, week__gte=since, week__lte=until)
        .exclude(player__name="")
        .select_related("player__club")
        .annotate(rating_before=Subquery(own.filter(week__lt=since).values("rating")[:1]))
    )
    found = [Mover(row.player, row.rating - (row.rating_before or MIDDLE), strength_of(row)) for row in rows]
    return sorted(found, key=lambda each: each.rank_key)


def ratings_of(
    clubs: QuerySet[Club], player: Player, *, today: Callable[[Club], date]
) -> list[tuple[Club, Strength]]:
    """A player's rating in each of ``clubs`` where he was rated, as it is ``today`` there; his own club first.

    One query.
    """
    later = Rating.objects.filter(club=OuterRef("club"), player=player, week__gt=OuterRef("week"))
    rows = Rating.objects.filter(~Exists(later), club__in=clubs, player=player).select_related("club")
    is_own = Case(When(club=player.club_id, then=0), default=1)
    return [(row.club, _today(row, today(row.club))) for row in rows.order_by(is_own, "club__name", "club")]


def _today(last: Rating, today: date) -> Strength:
    return Ladder({last.player_id: Known(last.week, strength_of(last))}).before(
        last.player_id, week_of(today)
    )
