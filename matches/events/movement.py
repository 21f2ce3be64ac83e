"""Find out how many ranks each player of a table has gained or lost since the round before the latest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.core.cache import cache

from matches.events.queries import StageOutline
from matches.models import Event, Pairing, Rubber, Standing
from matches.rules.events.movement import ranks_after
from matches.rules.events.plan import EventPlan
from matches.rules.events.state import Outcome, PairingState

CACHE_SECONDS: Final = 3600
# The columns of a pairing that ``_pairing`` takes, in this order.
_COLUMNS: Final = (
    *("round__number", "number", "kind", "group"),
    *("entrant_a__player_id", "entrant_b__player_id", "decided_by", "winner", "halves_a", "halves_b"),
    *(
        "rubber__player_a_id",
        "rubber__termination",
        "rubber__games_won_a",
        "rubber__games_won_b",
        "rubber__points_a",
    ),
    *("rubber__points_b", "rubber__trebles_a", "rubber__trebles_b", "rubber__voles_a", "rubber__voles_b"),
)


def earlier_ranks(
    event: Event, plan: EventPlan, stage: StageOutline, rows: Sequence[Standing]
) -> Mapping[int, int]:
    """Return the rank of each player (primary key) before the latest round with a result, in one query or two.

    Return {} for a bracket, for a stage without two such rounds, and where the results of players who
    withdraw early are annulled. ``rows`` are some or all of the stage's table, with entrants loaded. ``event``
    must be as stored now: the ranks are cached until it changes.
    """
    stage_plan = plan.stages[stage.number - 1]
    played = [each.number for each in stage.rounds if each.decided]
    if stage.is_bracket or stage_plan.annul_below_half or len(played) < 2:
        return {}
    state = (event.version, event.log_position, event.standings_position, event.rows_key)
    key = f"earlier-ranks:{event.public_id}:{stage.number}:{'-'.join(map(str, state))}"
    ranks: dict[int, int] | None = cache.get(key)
    if ranks is None:
        ranks = _computed(plan, stage, rows, before=played[-1])
        cache.set(key, ranks, CACHE_SECONDS)
    return ranks


def _computed(
    plan: EventPlan, stage: StageOutline, rows: Sequence[Standing], *, before: int
) -> dict[int, int]:
    """Return each player's rank, computed from the pairings of the rounds before round ``before``."""
    if len(rows) < stage.players:
        rows = list(Standing.objects.filter(stage=stage.pk).select_related("entrant"))
    pairings = (
        Pairing.objects.filter(round__stage=stage.pk, round__is_released=True, round__number__lt=before)
        .order_by("round__number", "number")
        .values_list(*_COLUMNS)
    )
    ranks = ranks_after(
        [_pairing(*row) for row in pairings],
        plan=plan,
        stage=plan.stages[stage.number - 1],
        numbers={str(row.entrant.player_id): row.entrant.number or 0 for row in rows},
        groups={str(row.entrant.player_id): row.group for row in rows},
    )
    return {int(player): rank for player, rank in ranks.items()}


def _pairing(
    number: int, place: int, kind: Any, group: int, a: int, b: int | None, *more: Any
) -> PairingState:
    """Return a stored pairing in the form of the rules. Primary keys stand for the players' public ids."""
    decided_by, winner, halves_a, halves_b, rubber_a, termination, *pairs = more
    games, points, trebles, voles = zip(pairs[::2], pairs[1::2], strict=True)
    outcome = None
    if decided_by:
        is_played = decided_by == Pairing.DecidedBy.RUBBER and termination != Rubber.Termination.WALKOVER
        is_turned = is_played and rubber_a != a

        def as_paired(pair: tuple[Any, Any]) -> tuple[int, int]:
            ours = pair[::-1] if is_turned else pair
            return (ours[0] or 0, ours[1] or 0) if is_played else (0, 0)

        outcome = Outcome(
            decided_by=decided_by,
            winner=winner or None,
            halves=(halves_a, halves_b),
            is_played=is_played,
            games=as_paired(games),
            points=as_paired(points),
            trebles=as_paired(trebles),
            voles=as_paired(voles),
        )
    b_id = None if b is None else str(b)
    return PairingState(number, place, kind, str(a), b_id, group=group, outcome=outcome)
