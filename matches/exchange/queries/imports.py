"""Files brought into a club: their reports, and where each line of a report leads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict

from django.db.models import Case, Count, Q, QuerySet, Value, When
from django.utils import timezone

from matches.models import Club, Conflict, ImportLine, ImportReport

Reading: TypeAlias = Literal["finished", "reading", "waiting", "cut_short"]

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class HasFile(TypedDict):
        has_file: bool

    ShownReport: TypeAlias = WithAnnotations[ImportReport, HasFile]


def club_imports(club: Club) -> QuerySet[ShownReport]:
    """Newest first, without the files themselves; ``has_file`` where one has still to be read to its end."""
    return (
        ImportReport.objects.filter(club=club)
        .defer("content")
        .annotate(has_file=Case(When(content__isnull=False, then=Value(True)), default=Value(False)))
        .select_related("by")
        .order_by("-pk")
    )


def reading_of(report: ShownReport) -> Reading:
    """How far the reading of the file is, from the row alone: one that no worker holds and that has no end was cut
    short.
    """
    if report.finished_at is not None:
        return "cut_short" if report.problem else "finished"
    if report.claimed_until is not None and report.claimed_until > timezone.now():
        return "reading"
    return "waiting" if report.has_file else "cut_short"


def lines_by_fate(report: ImportReport) -> dict[str, int]:
    """How many lines of the report there are so far of each fate; those of none are left out."""
    counted = report.lines.order_by().values_list("fate").annotate(rows=Count("pk"))
    return dict(counted)


def conflicts_of(club: Club, lines: Iterable[ImportLine]) -> dict[str, str]:
    """The conflict that each rubber of ``lines`` (public ids) has, by its public id; an open one first."""
    rubbers = {line.rubber_id for line in lines if line.fate == ImportLine.Fate.CONFLICT}
    if not rubbers:
        return {}
    rows = Conflict.objects.filter(rubber__club=club, rubber__public_id__in=rubbers)
    # The later of two takes the place: open ones come last.
    in_order = rows.order_by(Case(When(Q(resolved_at__isnull=True), then=Value(1)), default=Value(0)), "pk")
    return dict(in_order.values_list("rubber__public_id", "public_id"))
