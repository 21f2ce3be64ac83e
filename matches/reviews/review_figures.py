"""Add up players' decisions in SQL: losses by kind, by month and by side, accuracy, labels, and luck.

``decisions`` and ``deals`` are querysets of what a viewer may read (``matches.reviews.queries``). Losses are
in points, and as a decrease of the chance of winning the game (0 to 1) if the score was known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from django.db.models import Case, Count, F, FloatField, Q, QuerySet, Sum, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Concat, Power, Substr

from matches.models import DealReview, Decision, Player
from matches.rules.figures.accuracy import FULL_SCORE, HALVING_LOSS, LEAST_OF_PLAYER, LEAST_OF_SIDE, Accuracy

LEAST_DECISIONS: Final = 50
"""The number of decisions from which a page names strengths and compares players."""
MONTHS_SHOWN: Final = 12
LABELS: Final = tuple(Decision.Label)
MONTH_LENGTH: Final = len("2026.11")
SWINGS: Final = ("dealt", "turned", "drawn")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean or a sum of ``count`` observations. ``se`` is its standard error, None if it cannot be computed."""

    count: int
    value: float
    se: float | None


@dataclass(frozen=True, slots=True)
class Losses:
    """The mean loss of a decision, as a chance of winning the game and in points (``marks``).

    ``deals`` is the number of deals with decisions. ``labels`` counts them in the order of ``LABELS``.
    ``accuracy`` is that of a player over any number of rubbers, or of a side of one (``losses_by_side``).
    """

    decisions: int
    deals: int
    chance: Estimate
    marks: Estimate
    labels: tuple[int, ...]
    accuracy: Accuracy

    @property
    def is_enough(self) -> bool:
        return self.decisions >= LEAST_DECISIONS


@dataclass(frozen=True, slots=True)
class LuckSums:
    """A player's luck and result in ``deals`` deals, in one unit.

    ``luck`` is the sum of ``parts``: the luck in the cards dealt, in the turn-up and in the cards drawn. Its
    standard error is that of the solver's sampling, if stored. ``played`` is ``result`` minus ``luck``; the
    standard errors of these two are those of a sum over ``deals`` deals.
    """

    deals: int
    parts: tuple[float, float, float]
    luck: Estimate
    result: Estimate
    played: Estimate


def losses(decisions: QuerySet[Decision]) -> Losses:
    return _losses_of(decisions.order_by().aggregate(**_sums()))


def losses_by_kind(decisions: QuerySet[Decision]) -> dict[str, Losses]:
    """Return the mean loss of the decisions of each kind that has one."""
    rows = decisions.order_by().values("kind").annotate(**_sums())
    return {row["kind"]: _losses_of(row) for row in rows}


def losses_by_side(decisions: QuerySet[Decision]) -> dict[str, Losses]:
    """Return the mean loss and the accuracy of each side (A, B) that has decisions, for ``decisions`` of one rubber."""
    rows = decisions.order_by().values("player").annotate(**_sums())
    return {row["player"]: _losses_of(row, least=LEAST_OF_SIDE) for row in rows}


def losses_by_month(decisions: QuerySet[Decision]) -> list[tuple[str, Losses]]:
    """Return the mean loss in each of the last 12 months with a decision, the oldest first.

    Months are written as in EGN dates (``2026.11``). Rubbers of unknown year or month are excluded.
    """
    rows = (
        decisions.annotate(month=Substr("review__rubber__date", 1, MONTH_LENGTH))
        .filter(month__regex=r"^[1-9][0-9]{3}\.(0[1-9]|1[0-2])$")
        .order_by("-month")
        .values("month")
        .annotate(**_sums())
    )[:MONTHS_SHOWN]
    return [(row["month"], _losses_of(row)) for row in reversed(rows)]


def luck(deals: QuerySet[DealReview], player: Player) -> tuple[LuckSums, LuckSums]:
    """Return the luck of ``player``, in points and in games, from deals in which all effects of chance are known."""
    side = Case(
        When(review__rubber__player_a=player, then=Value(1.0)), default=Value(-1.0), output_field=FloatField()
    )
    sampled = Sum(F("luck_se") * F("luck_se"), filter=Q(dealt_marks__isnull=False))
    row = deals.order_by().aggregate(**_swings(side, "marks"), **_swings(side, "chance"), sampled=sampled)
    return _luck_of(row, "marks", sampled=row["sampled"] or 0.0), _luck_of(row, "chance", sampled=None)


def _sums() -> dict[str, Any]:
    """Return the aggregates of decisions, by name."""
    place = Concat(
        "review", Value(" "), "game", Value(" "), "deal", output_field=Decision._meta.get_field("chosen")
    )
    counts = {label.value: Count("pk", filter=Q(label=label)) for label in LABELS}
    return {
        "decisions": Count("pk"),
        "deals": Count(place, distinct=True),
        "marks": Sum("loss"),
        "marks_squared": Sum(F("loss") * F("loss")),
        "weighed": Count("equity_loss"),
        "chance": Sum("equity_loss"),
        "chance_squared": Sum(F("equity_loss") * F("equity_loss")),
        "score": Sum(score_in_sql()),
        **counts,
    }


def score_in_sql() -> Combinable:
    """Return ``decision_score`` of the rules in SQL."""
    halvings = F("equity_loss") / Value(HALVING_LOSS)
    return Value(float(FULL_SCORE)) * Power(Value(2.0), Value(0.0) - halvings)


def _losses_of(row: Mapping[str, Any], *, least: int = LEAST_OF_PLAYER) -> Losses:
    return Losses(
        decisions=row["decisions"],
        deals=row["deals"],
        chance=mean_of(row["weighed"], row["chance"] or 0.0, row["chance_squared"] or 0.0),
        marks=mean_of(row["decisions"], row["marks"] or 0.0, row["marks_squared"] or 0.0),
        labels=tuple(row[label.value] for label in LABELS),
        accuracy=Accuracy(row["weighed"], row["score"] or 0.0, least),
    )


def _swings(side: Combinable, measure: str) -> dict[str, Any]:
    """Return the aggregates of luck and results in ``measure`` (``marks`` or ``chance``).

    ``side`` is 1 for player A and -1 for player B.
    """
    is_known = Q(**{f"{part}_{measure}__isnull": False for part in (*SWINGS, "result")})
    by_chance = F(f"dealt_{measure}") + F(f"turned_{measure}") + F(f"drawn_{measure}")
    result = F(f"result_{measure}")
    sums = {
        f"{part}_in_{measure}": Sum(side * F(f"{part}_{measure}"), filter=is_known)
        for part in (*SWINGS, "result")
    }
    return {
        f"deals_in_{measure}": Count("pk", filter=is_known),
        f"result_squared_in_{measure}": Sum(result * result, filter=is_known),
        f"played_squared_in_{measure}": Sum((result - by_chance) * (result - by_chance), filter=is_known),
        **sums,
    }


def _luck_of(row: Mapping[str, Any], measure: str, *, sampled: float | None) -> LuckSums:
    """Return the luck from a row of sums, in the unit that ``measure`` names.

    ``sampled`` is the variance that sampling adds to the luck, or None if it is not stored.
    """
    deals = row[f"deals_in_{measure}"]
    dealt, turned, drawn, result = (row[f"{part}_in_{measure}"] or 0.0 for part in (*SWINGS, "result"))
    by_chance = dealt + turned + drawn
    return LuckSums(
        deals=deals,
        parts=(dealt, turned, drawn),
        luck=Estimate(deals, by_chance, None if sampled is None else sqrt(sampled)),
        result=sum_of(deals, result, row[f"result_squared_in_{measure}"] or 0.0),
        played=sum_of(deals, result - by_chance, row[f"played_squared_in_{measure}"] or 0.0),
    )


def mean_of(count: int, total: float, squares: float) -> Estimate:
    """Return the mean of ``count`` observations, given their sum and the sum of their squares."""
    summed = sum_of(count, total, squares)
    divisor = max(count, 1)
    return Estimate(count, total / divisor, None if summed.se is None else summed.se / divisor)


def sum_of(count: int, total: float, squares: float) -> Estimate:
    """Return an estimate of the sum of ``count`` independent observations, given their sum and that of squares."""
    if count < 2:
        return Estimate(count, total, None)
    variance = max(0.0, squares - total * total / count) / (count - 1)
    return Estimate(count, total, sqrt(count * variance))
