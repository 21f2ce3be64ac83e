"""What the pages of planned events read: the outline of stages and rounds, pairings of a round, tables, places.

Rounds that are not released are the director's own affair: nothing here tells of them, but for how many there are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise
from typing import Any, Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from matches.clubs.access import Viewer, visible_clubs
from matches.events.current_state import event_stream
from matches.models import Entrant, Event, LogEntry, Pairing, Player, Stage, Standing

_READY: Final = Q(
    rounds__pairings__kind=Pairing.Kind.RUBBER,
    rounds__pairings__entrant_a__isnull=False,
    rounds__pairings__entrant_b__isnull=False,
)
_PERSON: Final = ("public_id", "name", "club__is_public")
_RUBBER: Final = (
    "public_id",
    "player_a_id",
    "state",
    "winner",
    "games_won_a",
    "games_won_b",
    "points_a",
    "points_b",
    "termination",
)


@dataclass(frozen=True, slots=True)
class RoundOutline:
    """A released round. ``missing``: how many of its rubbers can be played and are not decided; ``waiting``: for how
    many a player is not known yet.
    """

    pk: int
    stage: int
    number: int
    label: str
    due: date | None
    pairings: int
    missing: int
    waiting: int

    @property
    def is_complete(self) -> bool:
        return not self.missing and not self.waiting


@dataclass(frozen=True, slots=True)
class StageOutline:
    """A stage that the plan has. ``drafts``: how many of its rounds are drawn and not released."""

    pk: int
    number: int
    kind: str
    phase: str
    rounds: tuple[RoundOutline, ...]
    drafts: int

    def round(self, number: int) -> RoundOutline | None:
        return next((each for each in self.rounds if each.number == number), None)

    @property
    def current(self) -> RoundOutline | None:
        """The round that people want to see: of a Swiss stage the last one, elsewhere the first that has a rubber to
        be played, or else the last one.
        """
        if not self.rounds:
            return None
        if self.kind == Stage.Kind.SWISS:
            return self.rounds[-1]
        return next((each for each in self.rounds if each.missing), self.rounds[-1])


@dataclass(frozen=True, slots=True)
class Reordering:
    """A change of what a stage's table counts, or of its tie-breaks, after the event's first draw."""

    at: datetime
    stage: int


def planned_events(viewer: Viewer, club_slug: str) -> QuerySet[Event]:
    """The planned events that the viewer may see, clubs loaded."""
    return (
        Event.objects.filter(club__in=visible_clubs(viewer), club__slug=club_slug)
        .exclude(phase=Event.Phase.OPEN)
        .select_related("club")
    )


def outline(event: Event) -> tuple[StageOutline, ...]:
    """The stages in order, in one query; none before anything is planned."""
    rows = (
        Stage.objects.filter(event=event, number__gte=1)
        .order_by("number", "rounds__number")
        .values_list(
            "pk",
            "number",
            "kind",
            "phase",
            "rounds__pk",
            "rounds__number",
            "rounds__label",
            "rounds__due",
            "rounds__is_released",
        )
        .annotate(
            pairings=Count("rounds__pairings"),
            missing=Count("rounds__pairings", filter=_READY & Q(rounds__pairings__decided_by="")),
            undecided=Count(
                "rounds__pairings",
                filter=Q(rounds__pairings__kind=Pairing.Kind.RUBBER, rounds__pairings__decided_by=""),
            ),
        )
    )
    stages: dict[int, tuple[int, str, str]] = {}
    rounds: dict[int, list[RoundOutline]] = {}
    drafts: dict[int, int] = {}
    for pk, number, kind, phase, round_pk, round_number, label, due, is_released, *counts in rows:
        stages[number] = (pk, kind, phase)
        found = rounds.setdefault(number, [])
        if round_pk is None:
            continue
        if not is_released:
            drafts[number] = drafts.get(number, 0) + 1
            continue
        pairings, missing, undecided = counts
        found.append(
            RoundOutline(round_pk, number, round_number, label, due, pairings, missing, undecided - missing)
        )
    return tuple(
        StageOutline(pk, number, kind, phase, tuple(rounds[number]), drafts.get(number, 0))
        for number, (pk, kind, phase) in stages.items()
    )


def pairings_of(rounds: Iterable[RoundOutline]) -> QuerySet[Pairing]:
    """The pairings of these rounds in order, with all that their lines show."""
    return _with_people(Pairing.objects.filter(round__in=[each.pk for each in rounds])).order_by(
        "round__number", "number"
    )


def latest_results(rounds: Iterable[RoundOutline], number: int) -> QuerySet[Pairing]:
    """The pairings of these rounds whose rubbers changed last, newest first; none that is being played."""
    return (
        pairings_of(rounds)
        .filter(rubber__isnull=False)
        .exclude(decided_by="")
        .order_by("-rubber__changed_at", "-pk")[:number]
    )


def pairings_with(stage: StageOutline, entrants: Collection[int]) -> QuerySet[Pairing]:
    """All pairings of the stage's released rounds in which one of these entrants is, as cells of a table want them."""
    rubber = [f"rubber__{column}" for column in _RUBBER]
    return (
        Pairing.objects.filter(
            Q(entrant_a__in=entrants) | Q(entrant_b__in=entrants),
            round__stage=stage.pk,
            round__is_released=True,
        )
        .select_related("rubber", "round", "entrant_a")
        .only(*_PAIRING, "round__number", "entrant_a__player_id", *rubber)
        .order_by("round__number", "number")
    )


_PAIRING: Final = (
    "number",
    "group",
    "table",
    "kind",
    "entrant_a_id",
    "entrant_b_id",
    "source_a",
    "source_b",
    "rubber_id",
    "decided_by",
    "winner",
    "halves_a",
    "halves_b",
    "is_kept",
    "why",
    "round_id",
)


def _with_people(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    people = [
        f"{side}__{column}"
        for side in ("entrant_a", "entrant_b")
        for column in (
            "player_id",
            *(f"player__{each}" for each in _PERSON),
            "player__club_id",
            "player__user_id",
        )
    ]
    rubber = [f"rubber__{column}" for column in _RUBBER]
    return pairings.select_related(
        "round", "rubber", "entrant_a__player__club", "entrant_b__player__club"
    ).only(*_PAIRING, "round__number", "round__label", *people, *rubber)


def standings_of(stage: StageOutline) -> QuerySet[Standing]:
    """The lines of the stage's tables, group by group, best first."""
    return (
        Standing.objects.filter(stage=stage.pk)
        .select_related("entrant__player__club")
        .order_by("group", "position")
    )


def scoring_byes(standings: Sequence[Standing]) -> dict[int, int]:
    """How many byes each of these lines of one stage has in its score, by the entrant's primary key; one query."""
    if not standings:
        return {}
    byes = Pairing.objects.filter(
        round__stage=standings[0].stage_id,
        round__is_released=True,
        entrant_a__in=[each.entrant_id for each in standings],
        halves_a__gt=0,
    ).exclude(kind=Pairing.Kind.RUBBER)
    return dict(byes.values("entrant_a").annotate(byes=Count("pk")).values_list("entrant_a", "byes"))


def entrants_of(event: Event) -> QuerySet[Entrant]:
    """Those who were entered: by seed where they have one, then by number."""
    return (
        Entrant.objects.filter(event=event, is_entered=True)
        .select_related("player__club")
        .order_by(F("seed").asc(nulls_last=True), "number")
    )


def places_of(event: Event) -> QuerySet[Entrant]:
    """Those whose place in the whole event is settled, the first first."""
    return (
        Entrant.objects.filter(event=event, is_entered=True, place__isnull=False)
        .select_related("player__club")
        .order_by("place", "player__name", "pk")
    )


def entrant_count(event: Event) -> int:
    return Entrant.objects.filter(event=event, is_entered=True).count()


def player_events(viewer: Viewer, player: Player) -> QuerySet[Entrant]:
    """The planned events in the viewer's clubs that the player is entered in, newest first."""
    return (
        Entrant.objects.filter(player=player, is_entered=True, event__club__in=visible_clubs(viewer))
        .select_related("event__club")
        .order_by("-event__created_at", "-event__pk")
    )


def reorderings(event: Event) -> list[Reordering]:
    """When the score or the tie-breaks of a stage were changed though something was drawn, in order; one query."""
    stream = event_stream(event)
    drawn = LogEntry.objects.filter(stream=stream, kind="event.drawn", version__lt=OuterRef("version"))
    rows = list(
        LogEntry.objects.filter(stream=stream, kind__in=["event.planned", "event.undone"])
        .annotate(is_late=Exists(drawn))
        .order_by("version")
        .values_list("version", "kind", "payload", "at", "is_late")
    )
    undone = {payload["version"] for _, kind, payload, _, _ in rows if kind == "event.undone"}
    plans = [row for row in rows if row[1] == "event.planned" and row[0] not in undone]
    found = []
    for (_, _, before, _, _), (_, _, after, at, is_late) in pairwise(plans):
        if is_late:
            found += [Reordering(at, number) for number in _reordered(before["plan"], after["plan"])]
    return found


def _reordered(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[int]:
    """The numbers of the stages whose score or tie-breaks the two plans have otherwise."""
    stages: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]] = list(
        zip(before["stages"], after["stages"], strict=False)
    )
    return [
        number
        for number, (old, new) in enumerate(stages, start=1)
        if any(old.get(field) != new.get(field) for field in ("score", "tie_breaks"))
    ]
