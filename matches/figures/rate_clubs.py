"""Ratings of a club, brought up to its rubbers: from the first week that is owed on, and no earlier.

What was known before that week is read from the rows that are stored, so that a result of this week costs one week. It
is worked out without any lock, so that results go on coming in; only to be written is the progress locked, and where
something came meanwhile it is worked out again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from matches.common.bulk import insert_rows, update_rows
from matches.common.pause_gc import collect_later
from matches.figures.pending_ratings import FROM_SCRATCH, owed_from
from matches.models import Game, Player, Rating, RatingProgress, Rubber
from scoring.record import Rules
from worker.ratings.constants import CONSTANTS_VERSION
from worker.ratings.glicko2 import Strength
from worker.ratings.ladder import Known, Ladder, Met, PlayerKey, RatedWeek, rate_weeks
from worker.ratings.weeks import Week, week_of_record

MOST_TRIES: Final = 3
KEY_COLUMNS: Final = ("player_id", "week")
FACT_COLUMNS: Final = ("rating", "deviation", "volatility", "games", "won", "expected")
RatingKey: TypeAlias = tuple[PlayerKey, Week]
RatingFacts: TypeAlias = tuple[float, float, float, int, int, float]
"""In the order of ``FACT_COLUMNS``."""


def rate_club(club_id: int) -> bool:
    """Bring a club's ratings up to its rubbers; False where they were, or the club is gone."""
    for _ in range(MOST_TRIES):
        seen = RatingProgress.objects.filter(club=club_id).first()
        if seen is None or (since := owed_from(seen)) is None:
            return False
        rows = computed_rows(club_id, since=since)
        with transaction.atomic():
            if _is_as_it_was(_locked(club_id), seen):
                _write(seen, rows, since=since)
                return True
    return _rate_locked(club_id)


@transaction.atomic
def _rate_locked(club_id: int) -> bool:
    """Where results come in faster than they can be rated they wait for once."""
    progress = _locked(club_id)
    since = owed_from(progress)
    if since is None:
        return False
    _write(progress, computed_rows(club_id, since=since), since=since)
    return True


def _locked(club_id: int) -> RatingProgress:
    return RatingProgress.objects.select_for_update(no_key=True).get(club=club_id)


def _is_as_it_was(now: RatingProgress, seen: RatingProgress) -> bool:
    return all(getattr(now, name) == getattr(seen, name) for name in ("owed_from", "change", "constants"))


def computed_rows(club_id: int, *, since: Week = FROM_SCRATCH) -> dict[RatingKey, RatingFacts]:
    """Ratings from that week on as they follow from the club's rubbers, and from what is stored of the weeks before."""
    with collect_later():
        met = list(games_met(club_id, since=since))
        players = {player for each in met for player in (each.a, each.b)}
        known = {} if since == FROM_SCRATCH else _known_before(club_id, since, players)
        return {(row.player, row.week): _facts(row) for row in rate_weeks(met, Ladder(known))}


def games_met(club_id: int, *, since: Week = FROM_SCRATCH) -> Iterator[Met]:
    """The games that are rated, by rubber in the order in which those were played, as far as dates and entry tell."""
    # Dates are of one length, and gaps in them are found below.
    rubbers = rated_rubbers(club_id).filter(date__gte=since.isoformat().replace("-", "."))
    columns = ("date", "player_a_id", "player_b_id", "games_won_a", "games_won_b")
    for date, *met in rubbers.order_by("date", "pk").values_list(*columns).iterator(chunk_size=10_000):
        week = week_of_record(date)
        if week is not None:
            yield Met(week, *met)


def rated_rubbers(club_id: int) -> QuerySet[Rubber]:
    """Settled rubbers of écarté in which somebody won a game by playing it; some may have no day."""
    games = Game.objects.filter(~Q(winner=""), rubber=OuterRef("pk"))
    return Rubber.objects.filter(
        ~Q(games_won_a=0, games_won_b=0),
        ~Q(termination=Rubber.Termination.WALKOVER) | Exists(games),
        club=club_id,
        state__in=Rubber.SETTLED_STATES,
        variant=Rules().variant,
    )


def _known_before(club_id: int, week: Week, players: Collection[PlayerKey]) -> dict[PlayerKey, Known]:
    own = Rating.objects.filter(club=club_id, player=OuterRef("pk"), week__lt=week).order_by("-week")
    last = Player.objects.filter(pk__in=players).values_list(Subquery(own.values("pk")[:1]), flat=True)
    rows = Rating.objects.filter(pk__in=list(filter(None, last)))
    columns = ("player_id", "week", "rating", "deviation", "volatility")
    return {
        player: Known(week, Strength(*strength)) for player, week, *strength in rows.values_list(*columns)
    }


def _facts(row: RatedWeek) -> RatingFacts:
    return (*row.strength, row.games, row.won, row.expected)


def _write(progress: RatingProgress, rows: dict[RatingKey, RatingFacts], *, since: Week) -> None:
    """Write by difference over what is stored of the weeks that were owed. The caller holds the progress."""
    stored = Rating.objects.filter(club=progress.club_id, week__gte=since)
    there: dict[RatingKey, tuple[int, RatingFacts]] = {
        (player, week): (pk, (*facts,))
        for pk, player, week, *facts in stored.values_list("pk", *KEY_COLUMNS, *FACT_COLUMNS)
    }
    Rating.objects.filter(pk__in=[pk for key, (pk, _) in there.items() if key not in rows]).delete()
    update_rows(Rating, FACT_COLUMNS, list(_changed(there, rows)))
    _insert(progress.club_id, [(key, facts) for key, facts in rows.items() if key not in there])
    progress.owed_from = None
    progress.constants = CONSTANTS_VERSION
    progress.save(update_fields=["owed_from", "constants"])


def _changed(
    there: dict[RatingKey, tuple[int, RatingFacts]], rows: dict[RatingKey, RatingFacts]
) -> Iterator[tuple[int, RatingFacts]]:
    for key, (pk, facts) in there.items():
        if key in rows and rows[key] != facts:
            yield pk, rows[key]


def _insert(club_id: int, rows: Sequence[tuple[RatingKey, RatingFacts]]) -> None:
    values: Iterable[tuple[object, ...]] = ((club_id, *key, *facts) for key, facts in rows)
    insert_rows(Rating, ("club_id", *KEY_COLUMNS, *FACT_COLUMNS), values)
