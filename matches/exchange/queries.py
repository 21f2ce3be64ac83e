"""Query import reports, and what has to be settled before it counts: rubbers, conflicts, texts held for repair."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypedDict

from django.db.models import Case, Count, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from matches.clubs.memberships import current_memberships
from matches.clubs.roles import Powers, confirmable_by_players, roles_granted
from matches.common.log import RUBBER_DISPUTED
from matches.models import Club, Conflict, HeldText, ImportLine, ImportReport, LogEntry, Rubber, User
from matches.rubbers.states import SETTLED

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class HasFile(TypedDict):
        has_file: bool

    ImportReportRow: TypeAlias = WithAnnotations[ImportReport, HasFile]

State = Rubber.State
IN_ORDER: Final = (State.DISPUTED, State.REPORTED, State.DRAFT)
"""The states of a rubber that has to be settled, the most urgent first."""
Reading: TypeAlias = Literal["finished", "reading", "waiting", "cut_short"]


@dataclass(frozen=True, slots=True)
class Unsettled:
    """The querysets of everything in a club that one viewer can settle.

    ``questioned`` are rubbers that count, although newer checks find an error in them. ``counts`` has the
    numbers by state of rubbers, and of ``conflicts``, ``held`` texts and ``questioned`` rubbers.
    """

    rubbers: QuerySet[Rubber]
    conflicts: QuerySet[Conflict]
    held_texts: QuerySet[HeldText]
    questioned: QuerySet[Rubber]
    counts: dict[str, int]


def unsettled_for(club: Club, powers: Powers) -> Unsettled:
    """Return what a viewer with these powers can settle in the club. The counts take one query."""
    rubbers = club.rubbers.filter(_may_settle(powers))
    conflicts = Conflict.objects.filter(rubber__club=club, resolved_at__isnull=True)
    held_texts = _open_texts().filter(club=club)
    questioned = club.rubbers.filter(has_advisories=True, state__in=SETTLED)
    if not powers.can("settle"):
        conflicts, held_texts, questioned = conflicts.none(), held_texts.none(), questioned.none()
    counted = {state.value: _rows(rubbers.filter(state=state), "club") for state in IN_ORDER}
    counted |= {"conflicts": _rows(conflicts, "rubber__club"), "held": _rows(held_texts, "club")}
    counted["questioned"] = _rows(questioned, "club")
    row = Club.objects.filter(pk=club.pk).values_list(*counted.values()).get()
    counts = dict(zip(counted, row, strict=True))
    related = ("rubber__event", "rubber__player_a", "rubber__player_b", "by", "report")
    return Unsettled(
        rubbers=_in_order(rubbers),
        conflicts=conflicts.select_related(*related).defer("report__content").order_by("-pk"),
        held_texts=held_texts.select_related("report").defer("report__content").order_by("-pk"),
        questioned=_in_order(questioned),
        counts=counts,
    )


@dataclass(frozen=True, slots=True)
class ExchangeCounts:
    """The number of files imported into a club, and of their texts that wait for repair."""

    imports: int
    unread_texts: int


def count_exchanges(club: Club) -> ExchangeCounts:
    """Count the imports of ``club`` with one query."""
    held_texts = _open_texts().filter(club=club)
    counted = (_rows(ImportReport.objects.all(), "club"), _rows(held_texts, "club"))
    return ExchangeCounts(*Club.objects.filter(pk=club.pk).values_list(*counted).get())


@dataclass(frozen=True, slots=True)
class ClubBacklog:
    """The numbers of conflicts and of texts held for repair that wait in a club."""

    slug: str
    name: str
    conflicts: int
    held_texts: int


def backlogs_for(user: User) -> list[ClubBacklog]:
    """Return the clubs in which ``user`` settles conflicts and held texts and some wait, by name, in one query."""
    settled_by_user = current_memberships().filter(player__user=user, role__in=roles_granted("settle"))
    conflicts = Conflict.objects.filter(resolved_at__isnull=True)
    rows = (
        Club.objects.filter(pk__in=settled_by_user.order_by().values("club"))
        .annotate(conflicts=_rows(conflicts, "rubber__club"), held=_rows(_open_texts(), "club"))
        .filter(Q(conflicts__gt=0) | Q(held__gt=0))
        .order_by("name", "pk")
    )
    return [ClubBacklog(*row) for row in rows.values_list("slug", "name", "conflicts", "held")]


def count_waiting(club: Club, powers: Powers) -> int:
    """Return how many things of the club wait to be settled (``unsettled_for``), 0 if the viewer may not do so."""
    return sum(unsettled_for(club, powers).counts.values()) if powers.can("settle") else 0


def _open_texts() -> QuerySet[HeldText]:
    return HeldText.objects.filter(repaired_at__isnull=True, dismissed_at__isnull=True)


def _may_settle(powers: Powers) -> Q:
    if powers.can("settle") or powers.can("correct_rubber"):
        return Q(state__in=IN_ORDER)
    return confirmable_by_players(powers.players)


def _rows(rows: QuerySet[Any, Any], club: str) -> Coalesce:
    counted = rows.filter(**{club: OuterRef("pk")}).order_by().values(club).annotate(rows=Count("pk"))
    return Coalesce(Subquery(counted.values("rows")), 0, output_field=IntegerField())


def _in_order(rubbers: QuerySet[Rubber]) -> QuerySet[Rubber]:
    rank = Case(*(When(state=state, then=Value(place)) for place, state in enumerate(IN_ORDER)))
    rows = rubbers.select_related("event", "player_a", "player_b")
    return rows.order_by(rank, "-changed_at", "-pk")


def conflicts_with_details(club: Club) -> QuerySet[Conflict]:
    """Return all conflicts of the club, settled or not, with the related rows for the page of a conflict."""
    related = (
        *("rubber__club", "rubber__event__club", "rubber__player_a__club", "rubber__player_b__club"),
        *("player_a", "player_b", "by", "resolved_by", "report__by"),
    )
    return Conflict.objects.filter(rubber__club=club).select_related(*related).defer("report__content")


def held_texts_with_details(club: Club) -> QuerySet[HeldText]:
    """Return all held texts of the club, settled or not, with club, importer and settler loaded."""
    rows = HeldText.objects.filter(club=club).select_related("club", "report__by", "settled_by")
    return rows.defer("report__content")


def last_disputes(rubbers: Iterable[Rubber]) -> dict[str, LogEntry]:
    """Return the last entry that disputes each disputed rubber, by its public id, with the author loaded."""
    streams = [f"rubber:{rubber.public_id}" for rubber in rubbers if rubber.state == State.DISPUTED]
    if not streams:
        return {}
    entries = LogEntry.objects.filter(stream__in=streams, kind=RUBBER_DISPUTED).select_related("by")
    return {entry.stream.partition(":")[2]: entry for entry in entries.order_by("version")}


def last_entry(rubber: Rubber) -> LogEntry | None:
    """Return the rubber's last log entry, with its author loaded, or None if the log has none."""
    stream = f"rubber:{rubber.public_id}"
    return LogEntry.objects.filter(stream=stream).select_related("by").order_by("-version").first()


def club_imports(club: Club) -> QuerySet[ImportReportRow]:
    """Return the club's import reports, newest first, without the files, each with ``has_file`` until it was read."""
    return (
        ImportReport.objects.filter(club=club)
        .defer("content")
        .annotate(has_file=Case(When(content__isnull=False, then=Value(True)), default=Value(False)))
        .select_related("by")
        .order_by("-pk")
    )


def reading_progress(report: ImportReportRow) -> Reading:
    """Return whether the file was read to its end, is being read, is waiting, or was cut short.

    It was cut short if reading ended with a problem, or is unfinished and cannot be read again.
    """
    if report.finished_at is not None:
        return "cut_short" if report.problem else "finished"
    if report.claimed_until is not None and report.claimed_until > timezone.now():
        return "reading"
    return "waiting" if report.has_file else "cut_short"


def lines_by_fate(report: ImportReport) -> dict[str, int]:
    """Return the number of the report's lines by outcome, such as ``{"confirmed": 12, "held": 1}``."""
    counted = report.lines.order_by().values_list("fate").annotate(rows=Count("pk"))
    return dict(counted)


def conflicts_of(club: Club, lines: Iterable[ImportLine]) -> dict[str, str]:
    """Return the conflicts of the rubbers in ``lines``, preferably open ones, by public ids."""
    rubbers = {line.rubber_id for line in lines if line.fate == ImportLine.Fate.CONFLICT}
    if not rubbers:
        return {}
    rows = Conflict.objects.filter(rubber__club=club, rubber__public_id__in=rubbers)
    # A later row replaces an earlier one in the dict, so open ones come last.
    in_order = rows.order_by(Case(When(Q(resolved_at__isnull=True), then=Value(1)), default=Value(0)), "pk")
    return dict(in_order.values_list("rubber__public_id", "public_id"))
