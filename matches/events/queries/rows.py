"""Rounds, pairings and tables of an event as programs read them: all stages at once, and drafts for who runs it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.db.models import Count, Prefetch, Q, QuerySet

from matches.models import Entrant, Event, Pairing, Player, Round, Rubber, Standing
from matches.rules.events.brackets.shape import Part, bracket
from matches.rules.events.facts import PlayerId
from matches.rules.events.plan import StagePlan

_IS_RUBBER: Final = Q(pairings__kind=Pairing.Kind.RUBBER)
_IS_READY: Final = _IS_RUBBER & Q(pairings__entrant_a__isnull=False) & Q(pairings__entrant_b__isnull=False)
_IS_OPEN: Final = Q(pairings__decided_by="")
_OF_A_PAIRING: Final = (
    *("number", "group", "table", "kind", "source_a", "source_b", "decided_by", "winner"),
    *("halves_a", "halves_b", "is_kept", "why"),
    *("round__number", "round__label", "round__stage__number"),
    *("entrant_a__player__public_id", "entrant_a__player__name"),
    *("entrant_b__player__public_id", "entrant_b__player__name"),
    "rubber_id",
)
_OF_ITS_RUBBER: Final = ("public_id", "state", "termination", "player_a", "games_won_a", "games_won_b")
_OF_A_LINE: Final = (
    *("group", "position", "rank", "played", "won", "lost", "games_won", "games_lost"),
    *("points_for", "points_against", "halves", "figures", "is_through", "decided_by", "reason"),
    *("stage__number", "entrant__withdrawn_at", "entrant__player__public_id", "entrant__player__name"),
)


def drawn_rounds(event: Event, *, with_drafts: bool) -> QuerySet[Round]:
    """The rounds of all stages, with ``pairings_drawn``, ``missing`` and ``waiting`` (``queries.events.RoundOutline``);
    those that are not released only where ``with_drafts``.
    """
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
    """The pairings of all stages with their people and rubbers, and of these no more than a list tells."""
    pairings = Pairing.objects.filter(round__stage__event=event, round__stage__number__gte=1)
    if not with_drafts:
        pairings = pairings.filter(round__is_released=True)
    # Rubbers apart: with them PostgreSQL thinks longer about the order of its joins than the list takes.
    rubbers = Rubber.objects.order_by().only(*_OF_ITS_RUBBER)
    return (
        pairings.select_related("round__stage", "entrant_a__player", "entrant_b__player")
        .prefetch_related(Prefetch("rubber", rubbers))
        .only(*_OF_A_PAIRING)
    )


def lines_of(event: Event) -> QuerySet[Standing]:
    """The lines of all tables of the event; of a planned one those of its stages, else those of its open stage."""
    lines = (
        Standing.objects.filter(stage__event=event)
        .select_related("stage", "entrant__player")
        .only(*_OF_A_LINE)
    )
    if event.plan is None:
        return lines.filter(stage__number=0)
    return lines.filter(stage__number__gte=1)


def byes_scored(lines: Iterable[Standing]) -> dict[tuple[int, int], int]:
    """How many byes each line has in its score, by the primary keys of stage and entrant; one query."""
    found = list(lines)
    byes = (
        Pairing.objects.order_by()
        .filter(
            round__stage__in={line.stage_id for line in found},
            round__is_released=True,
            entrant_a__in={line.entrant_id for line in found},
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
    """What these are called, as far as they are of the event or on its club's list: of others nothing is told."""
    of_event = Entrant.objects.filter(event=event).values("player")
    here = Q(pk__in=of_event) | Q(club=event.club_id)
    return dict(Player.objects.filter(here, public_id__in=set(players)).values_list("public_id", "name"))


def entered_people(event: Event) -> QuerySet[Entrant]:
    """Those who were entered, with who they are."""
    return Entrant.objects.filter(event=event, is_entered=True).select_related("player")


def bracket_parts(plan: StagePlan, first_round: Sequence[Pairing]) -> tuple[Part, ...]:
    """The part of each round, by the size of the draw that its first round shows."""
    sources = [source for pairing in first_round for source in (pairing.source_a, pairing.source_b)]
    return bracket(plan, len(sources), len(sources) - sources.count("bye")).parts


def is_by_games(pairing: Pairing, rubber: Rubber) -> bool:
    """Whether the games of its rubber are its result, or will be: an award goes before what was played."""
    is_walkover = rubber.termination == Rubber.Termination.WALKOVER
    return not is_walkover and pairing.decided_by in ("", Pairing.DecidedBy.RUBBER)


def games_of(pairing: Pairing, rubber: Rubber) -> tuple[int, int]:
    """Games won, of the pairing's own sides: the record may have the two the other way round."""
    games = (rubber.games_won_a, rubber.games_won_b)
    return games[::-1] if is_turned(pairing, rubber) else games


def is_turned(pairing: Pairing, rubber: Rubber) -> bool:
    """Whether the record's A is the pairing's B."""
    first = pairing.entrant_a
    return first is None or rubber.player_a_id != first.player_id
