"""Rounds, pairings and tables of an event for the API: all stages at once, with drafts for the event's director."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.db.models import Count, Prefetch, Q, QuerySet

from matches.models import Entrant, Event, Pairing, Player, Round, Rubber, Standing
from matches.rules.events.bracket import Part, bracket
from matches.rules.events.facts import PlayerId
from matches.rules.events.plan import StagePlan

_IS_RUBBER: Final = Q(pairings__kind=Pairing.Kind.RUBBER)
_IS_READY: Final = _IS_RUBBER & Q(pairings__entrant_a__isnull=False) & Q(pairings__entrant_b__isnull=False)
_IS_OPEN: Final = Q(pairings__decided_by="")
_PAIRING_COLUMNS: Final = (
    *("number", "group", "table", "kind", "source_a", "source_b", "decided_by", "winner"),
    *("halves_a", "halves_b", "is_kept", "why"),
    *("round__number", "round__label", "round__stage__number"),
    *("entrant_a__player__public_id", "entrant_a__player__name"),
    *("entrant_b__player__public_id", "entrant_b__player__name"),
    "rubber_id",
)
_RUBBER_COLUMNS: Final = ("public_id", "state", "termination", "player_a", "games_won_a", "games_won_b")
_STANDING_COLUMNS: Final = (
    *("group", "position", "rank", "played", "won", "lost", "games_won", "games_lost"),
    *("points_for", "points_against", "halves", "figures", "is_through", "decided_by", "reason"),
    *("stage__number", "entrant__withdrawn_at", "entrant__player__public_id", "entrant__player__name"),
)


def drawn_rounds(event: Event, *, with_drafts: bool) -> QuerySet[Round]:
    """Return the drawn rounds of all stages, with the numbers of pairings of ``queries.RoundOutline``."""
    rounds = Round.objects.filter(stage__event=event, stage__number__gte=1).select_related("stage")
    if not with_drafts:
        rounds = rounds.filter(is_released=True)
    return rounds.annotate(
        pairings_drawn=Count("pairings"),
        missing=Count("pairings", filter=_IS_READY & _IS_OPEN),
        waiting=Count("pairings", filter=_IS_RUBBER & _IS_OPEN)
        - Count("pairings", filter=_IS_READY & _IS_OPEN),
    )


def drawn_pairings(event: Event, *, with_drafts: bool) -> QuerySet[Pairing]:
    """Return the pairings of all stages as lists show them, those of unreleased rounds only if ``with_drafts``."""
    pairings = Pairing.objects.filter(round__stage__event=event, round__stage__number__gte=1)
    if not with_drafts:
        pairings = pairings.filter(round__is_released=True)
    # Rubbers take a query of their own: planning the joins with them takes PostgreSQL longer than the list itself.
    rubbers = Rubber.objects.order_by().only(*_RUBBER_COLUMNS)
    return (
        pairings.select_related("round__stage", "entrant_a__player", "entrant_b__player")
        .prefetch_related(Prefetch("rubber", rubbers))
        .only(*_PAIRING_COLUMNS)
    )


def standing_rows(event: Event) -> QuerySet[Standing]:
    """Return the rows of the tables of all stages of the plan, or of the table of an open event."""
    lines = (
        Standing.objects.filter(stage__event=event)
        .select_related("stage", "entrant__player")
        .only(*_STANDING_COLUMNS)
    )
    if event.plan is None:
        return lines.filter(stage__number=0)
    return lines.filter(stage__number__gte=1)


def byes_scored(lines: Iterable[Standing]) -> dict[tuple[int, int], int]:
    """Return how many byes with a score entrants had, by primary keys of stage and entrant, in one query."""
    standings = list(lines)
    byes = (
        Pairing.objects.order_by()
        .filter(
            round__stage__in={line.stage_id for line in standings},
            round__is_released=True,
            entrant_a__in={line.entrant_id for line in standings},
            halves_a__gt=0,
        )
        .exclude(kind=Pairing.Kind.RUBBER)
    )
    rows = byes.values("round__stage", "entrant_a").annotate(byes=Count("pk"))
    return {
        (stage, entrant): count
        for stage, entrant, count in rows.values_list("round__stage", "entrant_a", "byes")
    }


def names_in(event: Event, players: Iterable[PlayerId]) -> dict[PlayerId, str]:
    """Return the names of these players, by public id. Players outside the event and the club's list are missing."""
    of_event = Entrant.objects.filter(event=event).values("player")
    here = Q(pk__in=of_event) | Q(club=event.club_id)
    return dict(Player.objects.filter(here, public_id__in=set(players)).values_list("public_id", "name"))


def entered_people(event: Event) -> QuerySet[Entrant]:
    """Return the entrants (players loaded) who were entered, and do not only have a rubber in the event."""
    return Entrant.objects.filter(event=event, is_entered=True).select_related("player")


def bracket_parts(plan: StagePlan, first_round: Sequence[Pairing]) -> tuple[Part, ...]:
    """Return each round's part of the bracket, from round 1, whose pairings determine the size of the draw."""
    sources = [source for pairing in first_round for source in (pairing.source_a, pairing.source_b)]
    return bracket(plan, len(sources), len(sources) - sources.count("bye")).parts


def is_by_games(pairing: Pairing, rubber: Rubber) -> bool:
    """Return whether the games of a rubber decide a pairing, or will decide it. Those of a walkover do not."""
    is_walkover = rubber.termination == Rubber.Termination.WALKOVER
    return not is_walkover and pairing.decided_by in ("", Pairing.DecidedBy.RUBBER)


def games_of(pairing: Pairing, rubber: Rubber) -> tuple[int, int]:
    """Return the games won by the pairing's A and B, whichever the rubber's record names first."""
    games = (rubber.games_won_a, rubber.games_won_b)
    return games[::-1] if is_turned(pairing, rubber) else games


def is_turned(pairing: Pairing, rubber: Rubber) -> bool:
    """Return whether side A of the rubber's record is side B of the pairing."""
    first = pairing.entrant_a
    return first is None or rubber.player_a_id != first.player_id
