"""Add up what each kind of decision costs a player, beside the mean of the club, and the player's accuracy, at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Case, Count, F, IntegerField, QuerySet, Sum, Value, When

from matches.models import Decision
from matches.reviews.review_figures import score_in_sql
from matches.rules.figures.accuracy import LEAST_OF_PLAYER, Accuracy

LEAST_PLAYERS: Final = 5
"""The number of players from which the mean of a club's decisions is shown beside a player's."""
OWN, CLUB = "own", "club"


@dataclass(frozen=True, slots=True)
class KindCost:
    """The mean cost of a player's decisions of one kind, as a chance of winning the game.

    ``decisions`` is the number of those made at a known score. ``club_mean`` is the mean cost of such a decision
    in the club, None if fewer than ``LEAST_PLAYERS`` players made any.
    """

    kind: str
    decisions: int
    mean: float
    club_mean: float | None


@dataclass(frozen=True, slots=True)
class PlayerCosts:
    """The costs of a player's decisions, the dearest kind first. ``decisions`` counts also those of unknown cost."""

    kinds: Sequence[KindCost]
    accuracy: Accuracy
    decisions: int


def costs_by_kind(own: QuerySet[Decision], compared: QuerySet[Decision]) -> PlayerCosts:
    """Return the costs of a player's ``own`` decisions, in one query.

    ``compared`` are the decisions of the player's club (``matches.reviews.queries.compared_decisions``).
    """
    rows: list[dict[str, Any]] = [*_sums_of(own, OWN).union(_sums_of(compared, CLUB), all=True)]
    own_rows = [row for row in rows if row["whose"] == OWN]
    means = {
        row["kind"]: row["total"] / row["weighed"]
        for row in rows
        if row["whose"] == CLUB and row["players"] >= LEAST_PLAYERS
    }
    kinds = [
        KindCost(row["kind"], row["weighed"], row["total"] / row["weighed"], means.get(row["kind"]))
        for row in own_rows
        if row["weighed"]
    ]
    return PlayerCosts(
        sorted(kinds, key=lambda cost: (-cost.mean, cost.kind)),
        Accuracy(
            sum(row["weighed"] for row in own_rows),
            sum(row["score"] or 0.0 for row in own_rows),
            LEAST_OF_PLAYER,
        ),
        sum(row["decisions"] for row in own_rows),
    )


def _sums_of(decisions: QuerySet[Decision], whose: str) -> QuerySet[Any, Any]:
    """Return sums over the decisions of each kind, labelled ``whose``."""
    rubber = "review__rubber__player_"
    player = Case(
        When(player="A", then=F(f"{rubber}a")), default=F(f"{rubber}b"), output_field=IntegerField()
    )
    is_weighed = When(equity_loss__isnull=False, then=player)
    return (
        decisions.order_by()
        .annotate(whose=Value(whose))
        .values("whose", "kind")
        .annotate(
            decisions=Count("pk"),
            weighed=Count("equity_loss"),
            total=Sum("equity_loss"),
            score=Sum(score_in_sql()),
            players=Count(Case(is_weighed, output_field=IntegerField()), distinct=True),
        )
    )
