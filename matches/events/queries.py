"""Queries for the pages of planned events: stages and rounds, pairings, tables and places.

Rounds that are not released are for the director only: nothing here returns more about them than their number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise
from typing import Any, Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery

from matches.clubs.access import Viewer, visible_clubs
from matches.common.stored_facts import event_stream
from matches.models import Club, Entrant, Event, LogEntry, Pairing, Player, Rubber, Stage, Standing
from matches.rules.events.plan import BRACKETS

_READY: Final = Q(
    rounds__pairings__kind=Pairing.Kind.RUBBER,
    rounds__pairings__entrant_a__isnull=False,
    rounds__pairings__entrant_b__isnull=False,
)
_rows_of_stage: Final = (
    Standing.objects.filter(stage=OuterRef("pk")).order_by().values("stage").annotate(number=Count("pk"))
)
_PERSON: Final = ("public_id", "name", "club__is_public")
_RUBBER: Final = (
    *("public_id", "player_a_id", "state", "winner"),
    *("games_won_a", "games_won_b", "points_a", "points_b", "termination"),
)
_PAIRING: Final = (
    *("number", "group", "table", "kind"),
    *("entrant_a_id", "entrant_b_id", "source_a", "source_b"),
    *("rubber_id", "decided_by", "winner"),
    *("halves_a", "halves_b", "is_kept", "why", "round_id"),
)


@dataclass(frozen=True, slots=True)
class RoundOutline:
    """A released round of a stage, with numbers of its pairings.

    ``pairings`` is the number of all pairings, ``rubbers`` without byes. ``missing`` is the number of pairings
    that can be played and are not decided. ``waiting`` is the number of pairings in which a player is not known.
    ``due`` is the last day for playing a league's round.
    """

    pk: int
    stage: int
    number: int
    label: str
    due: date | None
    pairings: int
    missing: int
    waiting: int
    rubbers: int

    @property
    def decided(self) -> int:
        """The number of rubbers with a result."""
        return self.rubbers - self.missing - self.waiting

    @property
    def is_complete(self) -> bool:
        return not self.missing and not self.waiting


@dataclass(frozen=True, slots=True)
class StageOutline:
    """A stage of a plan, with its released rounds.

    ``drafts`` is the number of rounds that are drawn but not released, ``players`` the number of players in the
    stage's standings.
    """

    pk: int
    number: int
    kind: str
    phase: str
    rounds: tuple[RoundOutline, ...]
    drafts: int
    players: int

    @property
    def is_bracket(self) -> bool:
        return self.kind in BRACKETS

    def round(self, number: int) -> RoundOutline | None:
        return next((each for each in self.rounds if each.number == number), None)

    @property
    def current(self) -> RoundOutline | None:
        """The first released round with a rubber to be played, or the last one if all are played.

        In a Swiss stage it is always the last released round. It is None if no round is released.
        """
        if not self.rounds:
            return None
        if self.kind == Stage.Kind.SWISS:
            return self.rounds[-1]
        return next((each for each in self.rounds if each.missing), self.rounds[-1])


@dataclass(frozen=True, slots=True)
class Reordering:
    """A change of a stage's score or tie-breaks that was made at time ``at``, after the event's first draw."""

    at: datetime
    stage: int


def players_of_last_event(club: Club) -> set[int]:
    """Return the primary keys of the players of the club's newest event that has any; friendly games are no event."""
    named = Entrant.objects.filter(event__club=club).exclude(event__name="")
    last = named.order_by("-event__created_at", "-event__pk").values("event")[:1]
    return set(Entrant.objects.filter(event=Subquery(last)).values_list("player", flat=True))


def planned_events(viewer: Viewer, club_slug: str) -> QuerySet[Event]:
    """Return the planned events (club loaded) of the club with this slug, none if the viewer may not see it."""
    return (
        Event.objects.filter(club__in=visible_clubs(viewer), club__slug=club_slug)
        .exclude(phase=Event.Phase.OPEN)
        .select_related("club")
    )


def outline(event: Event) -> tuple[StageOutline, ...]:
    """Return the stages of an event's plan, with their released rounds, in one query; none without a plan."""
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
            rubbers=Count("rounds__pairings", filter=Q(rounds__pairings__kind=Pairing.Kind.RUBBER)),
            players=Subquery(_rows_of_stage.values("number")),
        )
    )
    # By the stage's number: its primary key, kind, phase and number of players.
    stages: dict[int, tuple[int, str, str, int]] = {}
    rounds: dict[int, list[RoundOutline]] = {}
    drafts: dict[int, int] = {}
    for pk, number, kind, phase, round_pk, round_number, label, due, is_released, *counts in rows:
        *counts, players = counts
        stages[number] = (pk, kind, phase, players or 0)
        stage_rounds = rounds.setdefault(number, [])
        if round_pk is None:
            continue
        if not is_released:
            drafts[number] = drafts.get(number, 0) + 1
            continue
        pairings, missing, undecided, rubbers = counts
        stage_rounds.append(
            RoundOutline(
                *(round_pk, number, round_number, label, due),
                *(pairings, missing, undecided - missing, rubbers),
            )
        )
    return tuple(
        StageOutline(pk, number, kind, phase, tuple(rounds[number]), drafts.get(number, 0), players)
        for number, (pk, kind, phase, players) in stages.items()
    )


def pairings_of(rounds: Iterable[RoundOutline]) -> QuerySet[Pairing]:
    """Return the pairings of these rounds in order, with everything that a page shows already loaded."""
    return _with_people(Pairing.objects.filter(round__in=[each.pk for each in rounds])).order_by(
        "round__number", "number"
    )


def latest_results(rounds: Iterable[RoundOutline], number: int) -> QuerySet[Pairing]:
    """Return up to ``number`` decided pairings of these rounds, those whose rubbers changed last first."""
    return (
        pairings_of(rounds)
        .filter(rubber__isnull=False)
        .exclude(decided_by="")
        .order_by("-rubber__changed_at", "-pk")[:number]
    )


def pairings_with(stage: StageOutline, entrants: Collection[int]) -> QuerySet[Pairing]:
    """Return the pairings, with byes, of these entrants (primary keys) in the stage's released rounds, in order."""
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


def tables_to_play(club: Club, players: Collection[int] | None) -> QuerySet[Pairing]:
    """Return the pairings of the club's released rounds that have no result, the latest event's first.

    With ``players`` (primary keys), only theirs are returned. A rubber that is being played has no result yet. One
    that was just entered may not be in its pairing's row yet, so rubbers are looked up as well.
    """
    entered = Rubber.objects.filter(
        event=OuterRef("round__stage__event"),
        round_label=OuterRef("round__label"),
        player_a=OuterRef("entrant_a__player"),
        player_b=OuterRef("entrant_b__player"),
    ).exclude(state__in=(Rubber.State.LIVE, Rubber.State.VOID))
    pairings = Pairing.objects.filter(
        Q(rubber__isnull=True) | Q(rubber__state=Rubber.State.LIVE),
        ~Exists(entered),
        round__stage__event__club=club,
        round__is_released=True,
        kind=Pairing.Kind.RUBBER,
        decided_by="",
        entrant_a__isnull=False,
        entrant_b__isnull=False,
    )
    if players is not None:
        pairings = pairings.filter(Q(entrant_a__player__in=players) | Q(entrant_b__player__in=players))
    return pairings.select_related(
        "rubber", "round__stage__event", "entrant_a__player", "entrant_b__player"
    ).order_by(
        "-round__stage__event__created_at",
        "-round__stage__event__pk",
        "round__stage__number",
        "round__number",
        "number",
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
    """Return the rows of the stage's tables, group by group, best first."""
    return (
        Standing.objects.filter(stage=stage.pk)
        .select_related("entrant__player__club")
        .order_by("group", "position")
    )


def scoring_byes(standings: Sequence[Standing]) -> dict[int, int]:
    """Return how many byes with a score entrants of one stage had, if any, by primary key, in one query."""
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
    """Return the players who are entered in the event, by seed; those without a seed come last, by number of entry."""
    return (
        Entrant.objects.filter(event=event, is_entered=True)
        .select_related("player__club")
        .order_by(F("seed").asc(nulls_last=True), "number")
    )


def places_of(event: Event) -> QuerySet[Entrant]:
    """Return the entrants whose final place in the event is settled, best first."""
    return (
        Entrant.objects.filter(event=event, is_entered=True, place__isnull=False)
        .select_related("player__club")
        .order_by("place", "player__name", "pk")
    )


def entrant_count(event: Event) -> int:
    return Entrant.objects.filter(event=event, is_entered=True).count()


def player_events(viewer: Viewer, player: Player) -> QuerySet[Entrant]:
    """Return the player's entries in events of the clubs that the viewer may see, newest first."""
    return (
        Entrant.objects.filter(player=player, is_entered=True, event__club__in=visible_clubs(viewer))
        .select_related("event__club")
        .order_by("-event__created_at", "-event__pk")
    )


def reorderings(event: Event) -> list[Reordering]:
    """Return the changes of a stage's score or tie-breaks after the event's first draw, oldest first."""
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
    changes = []
    for (_, _, before, _, _), (_, _, after, at, is_late) in pairwise(plans):
        if is_late:
            changes += [Reordering(at, number) for number in _reordered_stages(before["plan"], after["plan"])]
    return changes


def _reordered_stages(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[int]:
    stages: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]] = list(
        zip(before["stages"], after["stages"], strict=False)
    )
    return [
        number
        for number, (old, new) in enumerate(stages, start=1)
        if any(old.get(field) != new.get(field) for field in ("score", "tie_breaks"))
    ]
