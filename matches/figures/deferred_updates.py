"""Mark a club's ratings and honours as stale when its counting rubbers change, so that they are recomputed later.

Both are computed from all rubbers of the club that count (are confirmed or corrected). A change that adds, alters or
removes such a rubber reports it as it was before and after: through the hooks ``rubbers_begun`` and
``rubber_changed`` for a log entry, and by a call of ``note_counting_rubbers`` for other writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Final, NamedTuple

from django.db.models import Case, DateField, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce, Least

from matches.common.directory import Directory
from matches.common.hooks import BegunRubber, ClubChange, RubberChange
from matches.models import Club, HonourProgress, Player, RatingProgress, Rubber
from matches.rubbers.projection import RubberProjection
from matches.rubbers.states import SETTLED
from matches.rubbers.write_rows import DATE, STATE
from matches.rules.figures.records import DEFINITIONS
from worker.ratings.constants import CONSTANTS_VERSION
from worker.ratings.weeks import Week, week_of_record

FROM_SCRATCH: Final[Week] = date.min
"""A date before every week. It means that no stored rating is valid."""


def mark_ratings_pending(weeks: Mapping[int, Week]) -> None:
    """Mark the ratings of clubs as stale from a week on.

    ``weeks`` is ``{club's primary key: Monday of the first stale week}``. This locks one row for each club until the
    transaction ends. The transaction must not lock any other row afterwards, except rows of honours.
    """
    if not weeks:
        return
    if len(weeks) > 1:
        _lock(RatingProgress.objects.filter(club__in=weeks))
    if _mark_ratings(weeks) < len(weeks):
        RatingProgress.objects.bulk_create(
            [RatingProgress(club_id=club) for club in sorted(weeks)], ignore_conflicts=True
        )
        _mark_ratings(weeks)


def _lock(rows: QuerySet[RatingProgress] | QuerySet[HonourProgress]) -> None:
    """Lock the rows in the order of the clubs, which one UPDATE over several rows does not guarantee."""
    list(rows.select_for_update(no_key=True).order_by("club").values_list("pk"))


def _mark_ratings(weeks: Mapping[int, Week]) -> int:
    """Note week and change in each existing row. Return the number of those rows."""
    week = Case(
        *(When(club=club, then=Value(week)) for club, week in weeks.items()), output_field=DateField()
    )
    rows = RatingProgress.objects.filter(club__in=weeks)
    return rows.update(owed_from=Least(Coalesce(F("owed_from"), week), week), change=F("change") + 1)


def clubs_with_pending_ratings() -> QuerySet[RatingProgress]:
    """Return the progress of each club whose ratings are stale by results or by new constants, sorted by club."""
    is_pending = Q(owed_from__isnull=False) | ~Q(constants=CONSTANTS_VERSION)
    return RatingProgress.objects.filter(is_pending).order_by("club")


def pending_from(progress: RatingProgress) -> Week | None:
    """Return the Monday of the first stale week, None if all are current, ``FROM_SCRATCH`` if no rating is valid."""
    return progress.owed_from if progress.constants == CONSTANTS_VERSION else FROM_SCRATCH


def note_changed_club(change: ClubChange) -> None:
    """Mark the club's honours as stale if the month in which its seasons begin was changed."""
    if "season_month" in change.settings:
        mark_honours_pending([change.club.pk])


def mark_honours_pending(clubs: Iterable[int]) -> None:
    """Mark clubs' honours (primary keys) as stale. It locks their rows; lock no other row afterwards."""
    keys = sorted(set(clubs))
    if not keys:
        return
    if len(keys) > 1:
        _lock(HonourProgress.objects.filter(club__in=keys))
    if _mark_honours(keys) < len(keys):
        HonourProgress.objects.bulk_create(
            [HonourProgress(club_id=club) for club in keys], ignore_conflicts=True
        )
        _mark_honours(keys)


def clubs_with_pending_honours() -> QuerySet[Club]:
    """Return the clubs whose honours are stale, or were never computed in spite of a rubber that counts."""
    counting = Rubber.objects.filter(club=OuterRef("pk"), state__in=SETTLED)
    progress = HonourProgress.objects.filter(club=OuterRef("pk"))
    current = progress.filter(change=F("done"), definitions=DEFINITIONS)
    is_pending = Exists(progress) | Exists(counting)
    return Club.objects.filter(~Exists(current), is_pending).order_by("pk")


def clubs_to_honour(now: datetime) -> QuerySet[Club]:
    """Return the clubs with stale honours, except those that pause at ``now`` because computing took long."""
    resting = HonourProgress.objects.filter(club=OuterRef("pk"), rests_until__gt=now)
    return clubs_with_pending_honours().filter(~Exists(resting))


def is_pending(progress: HonourProgress | None) -> bool:
    """Return whether the stored honours may be stale. ``progress`` is None if they were never computed."""
    return progress is None or progress.change != progress.done or progress.definitions != DEFINITIONS


def _mark_honours(clubs: list[int]) -> int:
    """Count one more change in each existing row. Return the number of those rows."""
    return HonourProgress.objects.filter(club__in=clubs).update(change=F("change") + 1)


class CountingRubber(NamedTuple):
    """The club (primary key) and the EGN date, such as ``2026.11.??``, of a rubber that counts."""

    club: int
    date: str


def counting(rubber: Rubber) -> tuple[CountingRubber, ...]:
    """Return the club and date of ``rubber``, as an object in memory, if it counts; otherwise an empty tuple."""
    return (CountingRubber(rubber.club_id, rubber.date),) if rubber.state in SETTLED else ()


def counting_projections(
    projections: Sequence[RubberProjection], directory: Directory
) -> set[CountingRubber]:
    """Return club and date of each inserted rubber that counts. ``directory`` has their events loaded."""
    return {
        CountingRubber(directory.events[projection.event].club, projection.facts[DATE])
        for projection in projections
        if projection.facts[STATE] in SETTLED
    }


def counting_rubbers_of(player: Player) -> set[CountingRubber]:
    """Return the club and date of each of the player's rubbers that count, without duplicates."""
    rubbers = Rubber.objects.filter(Q(player_a=player) | Q(player_b=player), state__in=SETTLED)
    return {CountingRubber(*row) for row in rubbers.order_by().values_list("club_id", "date").distinct()}


def note_begun_rubbers(begun: Sequence[BegunRubber]) -> None:
    """Mark the ratings and honours of clubs as stale because these rubbers were just stored."""
    note_counting_rubbers(CountingRubber(each.club, each.date) for each in begun if each.state in SETTLED)


def note_changed_rubber(change: RubberChange) -> None:
    """Mark ratings and honours as stale if the rubber counts now, or counted before the change."""
    note_counting_rubbers([*counting(change.before), *counting(change.after)])


def note_counting_rubbers(rubbers: Iterable[CountingRubber]) -> None:
    """Mark the ratings and honours of the rubbers' clubs as stale.

    ``rubbers`` has the clubs and dates of changed rubbers, before and after the change. This usually takes
    two statements for any number of rubbers. Call it after the events are locked, because the rows that it
    locks are the last in the order of locks.
    """
    rubbers = set(rubbers)
    if not rubbers:
        return
    mark_ratings_pending(_first_weeks(rubbers))
    mark_honours_pending({rubber.club for rubber in rubbers})


def _first_weeks(rubbers: Iterable[CountingRubber]) -> dict[int, Week]:
    """Return the first affected week of each club. A rubber without a known day is not rated."""
    first: dict[int, Week] = {}
    for club, day in rubbers:
        week = week_of_record(day)
        if week is not None:
            first[club] = min(week, first.get(club, week))
    return first
