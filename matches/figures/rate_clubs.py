"""Compute a club's ratings from its rubbers, beginning with the first stale week, and check the stored ones.

The ratings of earlier weeks are read from the stored rows, so that a result of this week costs the
computation of one week. Ratings are computed without a lock, so that results can be entered meanwhile. Then
the club's ``RatingProgress`` is locked for writing; if something has changed since, they are computed again.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from matches.common.bulk import insert_rows, pause_gc, update_rows
from matches.common.club_clock import record_day
from matches.figures.deferred_updates import FROM_SCRATCH, mark_ratings_pending, pending_from
from matches.models import Club, Game, Player, Rating, RatingProgress, Rubber
from scoring.record import Rules
from worker.ratings.constants import CONSTANTS_VERSION
from worker.ratings.glicko2 import Strength
from worker.ratings.ladder import Known, Ladder, Met, PlayerKey, rate_weeks
from worker.ratings.weeks import Week, week_of_record

MOST_TRIES: Final = 3
KEY_COLUMNS: Final = ("player_id", "week")
FACT_COLUMNS: Final = ("rating", "deviation", "volatility", "games", "won", "expected")
RatingKey: TypeAlias = tuple[PlayerKey, Week]
RatingFacts: TypeAlias = tuple[float, float, float, int, int, float]
"""The values of ``FACT_COLUMNS`` in a row of ``Rating``, in that order."""
CLOSE: Final = 1e-9
"""The relative tolerance for comparing ratings: another machine's logarithms may differ in the last digits."""


def rate_club(club_id: int) -> bool:
    """Compute and store a club's stale ratings. Return False if there are none, or no club with this primary key."""
    for _ in range(MOST_TRIES):
        seen = RatingProgress.objects.filter(club=club_id).first()
        if seen is None or (since := pending_from(seen)) is None:
            return False
        rows = computed_rows(club_id, since=since)
        with transaction.atomic():
            if _is_unchanged(_lock_progress(club_id), seen):
                _write(seen, rows, since=since)
                return True
    return _rate_locked(club_id)


@transaction.atomic
def _rate_locked(club_id: int) -> bool:
    """Rate the club while its progress is locked, so that new results wait. Return False if nothing is stale."""
    progress = _lock_progress(club_id)
    since = pending_from(progress)
    if since is None:
        return False
    _write(progress, computed_rows(club_id, since=since), since=since)
    return True


def _lock_progress(club_id: int) -> RatingProgress:
    return RatingProgress.objects.select_for_update(no_key=True).get(club=club_id)


def _is_unchanged(now: RatingProgress, seen: RatingProgress) -> bool:
    return all(getattr(now, name) == getattr(seen, name) for name in ("owed_from", "change", "constants"))


def computed_rows(club_id: int, *, since: Week = FROM_SCRATCH) -> dict[RatingKey, RatingFacts]:
    """Return a club's ratings from the week ``since`` on, from its rubbers and the stored ratings before."""
    with pause_gc():
        met = list(games_met(club_id, since=since))
        players = {player for each in met for player in (each.a, each.b)}
        known = {} if since == FROM_SCRATCH else _known_strengths(club_id, since, players)
        return {
            (row.player, row.week): (*row.strength, row.games, row.won, row.expected)
            for row in rate_weeks(met, Ladder(known))
        }


def games_met(club_id: int, *, since: Week = FROM_SCRATCH) -> Iterator[Met]:
    """Yield the games won by each side in each rated rubber from the week ``since`` on, by date, then entry."""
    # Dates have one length; those with gaps are skipped below.
    rubbers = rated_rubbers(club_id).filter(date__gte=record_day(since))
    columns = ("date", "player_a_id", "player_b_id", "games_won_a", "games_won_b")
    for date, *met in rubbers.order_by("date", "pk").values_list(*columns).iterator(chunk_size=10_000):
        week = week_of_record(date)
        if week is not None:
            yield Met(week, *met)


def rated_rubbers(club_id: int) -> QuerySet[Rubber]:
    """Return the club's settled rubbers of écarté with a game won by play. Those without a day are not rated."""
    games = Game.objects.filter(~Q(winner=""), rubber=OuterRef("pk"))
    return Rubber.objects.filter(
        ~Q(games_won_a=0, games_won_b=0),
        ~Q(termination=Rubber.Termination.WALKOVER) | Exists(games),
        club=club_id,
        state__in=Rubber.SETTLED_STATES,
        variant=Rules().variant,
    )


def _known_strengths(club_id: int, week: Week, players: Collection[PlayerKey]) -> dict[PlayerKey, Known]:
    own = Rating.objects.filter(club=club_id, player=OuterRef("pk"), week__lt=week).order_by("-week")
    last = Player.objects.filter(pk__in=players).values_list(Subquery(own.values("pk")[:1]), flat=True)
    rows = Rating.objects.filter(pk__in=list(filter(None, last)))
    columns = ("player_id", "week", "rating", "deviation", "volatility")
    return {
        player: Known(week, Strength(*strength)) for player, week, *strength in rows.values_list(*columns)
    }


def _write(progress: RatingProgress, rows: dict[RatingKey, RatingFacts], *, since: Week) -> None:
    """Write what differs from the stored rows of the pending weeks. The caller holds the lock on the progress."""
    stored = Rating.objects.filter(club=progress.club_id, week__gte=since)
    stored_facts: dict[RatingKey, tuple[int, RatingFacts]] = {
        (player, week): (pk, (*facts,))
        for pk, player, week, *facts in stored.values_list("pk", *KEY_COLUMNS, *FACT_COLUMNS)
    }
    Rating.objects.filter(pk__in=[pk for key, (pk, _) in stored_facts.items() if key not in rows]).delete()
    update_rows(Rating, FACT_COLUMNS, list(_changed(stored_facts, rows)))
    _insert(progress.club_id, [(key, facts) for key, facts in rows.items() if key not in stored_facts])
    progress.owed_from = None
    progress.constants = CONSTANTS_VERSION
    progress.save(update_fields=["owed_from", "constants"])


def _changed(
    stored: dict[RatingKey, tuple[int, RatingFacts]], rows: dict[RatingKey, RatingFacts]
) -> Iterator[tuple[int, RatingFacts]]:
    for key, (pk, facts) in stored.items():
        if key in rows and rows[key] != facts:
            yield pk, rows[key]


def _insert(club_id: int, rows: Sequence[tuple[RatingKey, RatingFacts]]) -> None:
    values: Iterable[tuple[object, ...]] = ((club_id, *key, *facts) for key, facts in rows)
    insert_rows(Rating, ("club_id", *KEY_COLUMNS, *FACT_COLUMNS), values)


def rating_differences(*, write: bool) -> Iterator[tuple[Club, str]]:
    """Yield each difference between a stored rating and the rating that the rubbers give.

    A difference is a club and an English phrase. Stale ratings are not compared. If ``write`` is true, all
    ratings are correct once the iterator is exhausted.
    """
    if write:
        _note_forgotten_clubs()
    for progress in RatingProgress.objects.select_related("club").order_by("club"):
        differences = _differences(progress)
        yield from ((progress.club, what) for what in differences)
        if write:
            if differences:
                mark_ratings_pending({progress.club_id: FROM_SCRATCH})
            rate_club(progress.club_id)


def _note_forgotten_clubs() -> None:
    """Mark the ratings of clubs that have counting rubbers but no progress as pending."""
    rubbers = Rubber.objects.filter(club=OuterRef("pk"), state__in=Rubber.SETTLED_STATES)
    forgotten = Club.objects.filter(Exists(rubbers), rating_progress__isnull=True).order_by("pk")
    mark_ratings_pending(dict.fromkeys(forgotten.values_list("pk", flat=True), FROM_SCRATCH))


def _differences(progress: RatingProgress) -> list[str]:
    """Return a club's differences; none if ratings are pending or results came in, which rows read before lack."""
    if pending_from(progress) is not None:
        return []
    differences = list(_club_differences(progress.club))
    unchanged = RatingProgress.objects.filter(pk=progress.pk, change=progress.change)
    return differences if unchanged.exists() else []


def _club_differences(club: Club) -> Iterator[str]:
    rows = Rating.objects.filter(club=club).values_list(*KEY_COLUMNS, *FACT_COLUMNS)
    stored: dict[RatingKey, RatingFacts] = {(player, week): (*facts,) for player, week, *facts in rows}
    computed = computed_rows(club.pk)
    wrong = sorted(key for key in stored.keys() | computed.keys() if not _is_right(key, stored, computed))
    players = Player.objects.in_bulk({player for player, _ in wrong})
    for player, week in wrong:
        subject = f"the rating of player:{players[player].public_id} in the week of {week}"
        yield f"{subject} is {stored.get((player, week))!r}, the rubbers give {computed.get((player, week))!r}"


def _is_right(
    key: RatingKey, stored: Mapping[RatingKey, RatingFacts], computed: Mapping[RatingKey, RatingFacts]
) -> bool:
    if key not in stored or key not in computed:
        return False
    return all(
        math.isclose(one, other, rel_tol=CLOSE) for one, other in zip(stored[key], computed[key], strict=True)
    )
