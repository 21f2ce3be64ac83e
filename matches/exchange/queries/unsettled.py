"""What waits for somebody before it can count: rubbers, conflicts, texts that could not be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Case, Count, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from matches.clubs.permissions import Powers
from matches.common.log import RUBBER_DISPUTED
from matches.models import Club, Conflict, HeldText, LogEntry, Rubber
from matches.rubbers.states import SETTLED

State = Rubber.State
IN_ORDER: Final = (State.DISPUTED, State.REPORTED, State.DRAFT)
"""The states that wait, the most pressing first."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """All that waits for one viewer, as queries, and how much it is by the states, ``conflicts`` and so on.

    ``questioned`` are rubbers that count, in which only checks newer than their entry find something.
    """

    rubbers: QuerySet[Rubber]
    conflicts: QuerySet[Conflict]
    held: QuerySet[HeldText]
    questioned: QuerySet[Rubber]
    counts: dict[str, int]


def waiting_for(club: Club, powers: Powers) -> Waiting:
    """What the viewer with these powers may do something about, counted in one query."""
    rubbers = club.rubbers.filter(_within(powers))
    conflicts = Conflict.objects.filter(rubber__club=club, resolved_at__isnull=True)
    held = HeldText.objects.filter(club=club, repaired_at__isnull=True, dismissed_at__isnull=True)
    questioned = club.rubbers.filter(has_advisories=True, state__in=SETTLED)
    if not powers.can("settle"):
        conflicts, held, questioned = conflicts.none(), held.none(), questioned.none()
    counted = {state.value: _rows(rubbers.filter(state=state), "club") for state in IN_ORDER}
    counted |= {"conflicts": _rows(conflicts, "rubber__club"), "held": _rows(held, "club")}
    counted["questioned"] = _rows(questioned, "club")
    row = Club.objects.filter(pk=club.pk).values_list(*counted.values()).get()
    counts = dict(zip(counted, row, strict=True))
    return Waiting(_in_order(rubbers), _conflicts(conflicts), _held(held), _in_order(questioned), counts)


def _within(powers: Powers) -> Q:
    """The rubbers that wait and that the viewer may settle by correcting or confirming."""
    if powers.can("settle"):
        return Q(state__in=IN_ORDER)
    own = Q(player_a__in=powers.players) & ~Q(reported_by="A")
    own |= Q(player_b__in=powers.players) & ~Q(reported_by="B")
    # What rests on nobody's word waits for a director once it is disputed.
    mine = own & (Q(state=State.REPORTED) | Q(state=State.DISPUTED) & ~Q(reported_by=""))
    if powers.can("correct_rubber"):
        mine |= Q(state__in=IN_ORDER)
    return mine


def _rows(rows: QuerySet[Any, Any], club: str) -> Coalesce:
    """How many ``rows`` there are of the outer row, a club."""
    counted = rows.filter(**{club: OuterRef("pk")}).order_by().values(club).annotate(rows=Count("pk"))
    return Coalesce(Subquery(counted.values("rows")), 0, output_field=IntegerField())


def _in_order(rubbers: QuerySet[Rubber]) -> QuerySet[Rubber]:
    rank = Case(*(When(state=state, then=Value(place)) for place, state in enumerate(IN_ORDER)))
    shown = rubbers.select_related("event", "player_a", "player_b")
    return shown.order_by(rank, "-changed_at", "-pk")


def _conflicts(conflicts: QuerySet[Conflict]) -> QuerySet[Conflict]:
    related = (
        "rubber__event",
        "rubber__player_a",
        "rubber__player_b",
        "by",
        "report",
    )
    return conflicts.select_related(*related).defer("report__content").order_by("-pk")


def _held(held: QuerySet[HeldText]) -> QuerySet[HeldText]:
    return held.select_related("report").defer("report__content").order_by("-pk")


def conflicts_shown(club: Club) -> QuerySet[Conflict]:
    """The club's conflicts, settled ones too, with all that a page about one shows."""
    related = (
        "rubber__club",
        "rubber__event__club",
        "rubber__player_a__club",
        "rubber__player_b__club",
        "player_a",
        "player_b",
        "by",
        "resolved_by",
        "report__by",
    )
    return Conflict.objects.filter(rubber__club=club).select_related(*related).defer("report__content")


def held_shown(club: Club) -> QuerySet[HeldText]:
    """The club's held texts, settled ones too."""
    shown = HeldText.objects.filter(club=club).select_related("club", "report__by", "settled_by")
    return shown.defer("report__content")


def last_disputes(rubbers: Iterable[Rubber]) -> dict[str, LogEntry]:
    """The last dispute of each disputed rubber, by the rubber's public id, with who disputed it."""
    streams = [f"rubber:{rubber.public_id}" for rubber in rubbers if rubber.state == State.DISPUTED]
    if not streams:
        return {}
    entries = LogEntry.objects.filter(stream__in=streams, kind=RUBBER_DISPUTED).select_related("by")
    return {entry.stream.partition(":")[2]: entry for entry in entries.order_by("version")}


def last_entry(rubber: Rubber) -> LogEntry | None:
    """The entry that made the rubber what it is."""
    stream = f"rubber:{rubber.public_id}"
    return LogEntry.objects.filter(stream=stream).select_related("by").order_by("-version").first()
