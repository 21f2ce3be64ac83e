"""Find what the directors of clubs have to do next for their planned events, without folding the events' logs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, Literal, TypeAlias

from django.db.models import Count, F, Q

from matches.clubs.memberships import current_memberships
from matches.clubs.roles import roles_granted
from matches.models import Club, Event, Pairing, Stage, User

TaskKind: TypeAlias = Literal["results", "release", "draw"]
MOST_EVENTS: Final = 12
ABOUT: Final = ("club", "club_name", "public_id", "event_name")
"""The columns that say which event a row belongs to, in the order of the fields of ``DirectorTask``."""


@dataclass(frozen=True, slots=True)
class DirectorTask:
    """The next step of an event.

    ``number`` is how many results are missing (``results``), or the number of the round to release or to draw.
    """

    kind: TaskKind
    club: str
    club_name: str
    event: str
    event_name: str
    number: int


def director_tasks(user: User, club: Club | None = None) -> list[DirectorTask]:
    """Return the next step of each unfinished event in the clubs that ``user`` directs, newest first, in one query.

    With ``club``, return only those of that club.
    """
    directed = current_memberships().filter(player__user=user, role__in=roles_granted("run_event"))
    if club is not None:
        directed = directed.filter(club=club)
    recent = (
        Event.objects.filter(club__in=directed.order_by().values("club"))
        .filter(phase__in=(Event.Phase.ENTRY, Event.Phase.PLAYING))
        .order_by("-pk")
        .values("pk")[:MOST_EVENTS]
    )
    undecided = Q(rounds__pairings__kind=Pairing.Kind.RUBBER, rounds__pairings__decided_by="")
    known = Q(rounds__pairings__entrant_a__isnull=False, rounds__pairings__entrant_b__isnull=False)
    rows = (
        Stage.objects.filter(event__in=recent, number__gte=1)
        .exclude(phase=Stage.Phase.COMPLETE)
        .order_by("-event", "number", "rounds__number")
        .annotate(round=F("rounds__number"), is_released=F("rounds__is_released"))
        .annotate(club=F("event__club__slug"), club_name=F("event__club__name"))
        .annotate(public_id=F("event__public_id"), event_name=F("event__name"))
        .values("event", "number", "kind", "round", "is_released", *ABOUT)
        .annotate(missing=Count("rounds__pairings", filter=undecided & known))
    )
    by_event = groupby(map(dict, rows), key=itemgetter("event"))
    tasks = (_next_task(list(of_event)) for _, of_event in by_event)
    return [task for task in tasks if task is not None]


def _next_task(rows: list[dict[str, Any]]) -> DirectorTask | None:
    """Return the next step of an event from the rounds of its unfinished stages, or None if it waits for play."""
    first = [row for row in rows if row["number"] == rows[0]["number"]]
    club, club_name, public_id, event_name = (first[0][column] for column in ABOUT)
    about = (club, club_name, public_id, event_name)
    rounds = [row for row in first if row["round"] is not None]
    missing = sum(row["missing"] for row in rounds if row["is_released"])
    drafts = [row["round"] for row in rounds if not row["is_released"]]
    if missing:
        return DirectorTask("results", *about, missing)
    if drafts:
        return DirectorTask("release", *about, drafts[0])
    if not rounds or first[0]["kind"] == Stage.Kind.SWISS:
        return DirectorTask("draw", *about, len(rounds) + 1)
    return None
