"""How a player decides, added up: losses by kind and by month, labels, luck. All in SQL, in a fixed number of queries.

``decisions`` and ``deals`` are those that a viewer may read, of the latest reviews
(``matches.reviews.queries.reviews``). Losses are in marks, and in chances of winning the game (0 to 1) where the score
was known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from django.db.models import Case, Count, F, FloatField, Q, QuerySet, Sum, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Concat, Substr

from matches.models import DealReview, Decision, Player

LEAST_DECISIONS: Final = 50
"""Under as many decisions nothing is called by a name, and nothing compared."""
MONTHS_SHOWN: Final = 12
LABELS: Final = (Decision.Label.INACCURACY, Decision.Label.MISTAKE, Decision.Label.BLUNDER)
MONTH_LENGTH: Final = len("2026.11")
SWINGS: Final = ("dealt", "turned", "drawn")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, or a sum, of ``count`` observations; ``se`` is its standard error, None where one can't be had."""

    count: int
    value: float
    se: float | None


@dataclass(frozen=True, slots=True)
class Losses:
    """What a choice lost on average. ``deals``: in how many deals the decisions stand; ``labels`` in their order."""

    decisions: int
    deals: int
    chance: Estimate
    marks: Estimate
    labels: tuple[int, int, int]

    @property
    def is_enough(self) -> bool:
        return self.decisions >= LEAST_DECISIONS


@dataclass(frozen=True, slots=True)
class LuckSums:
    """What chance brought a player over ``deals`` deals, and what came of them, in one measure.

    ``parts`` are cards dealt, turn-up and cards drawn; ``luck`` adds them up, with the standard error of the
    sampling where the measure has it. The errors of ``result`` and ``played``, which is the result less the luck, are
    those of sums of so many deals.
    """

    deals: int
    parts: tuple[float, float, float]
    luck: Estimate
    result: Estimate
    played: Estimate


def losses(decisions: QuerySet[Decision]) -> Losses:
    """Of all ``decisions`` together."""
    return _losses_of(decisions.order_by().aggregate(**_sums()))


def losses_by_kind(decisions: QuerySet[Decision]) -> dict[str, Losses]:
    """Kinds of which there is no decision are left out."""
    rows = decisions.order_by().values("kind").annotate(**_sums())
    return {row["kind"]: _losses_of(row) for row in rows}


def losses_by_month(decisions: QuerySet[Decision]) -> list[tuple[str, Losses]]:
    """Months as records write them (``2026.11``), the last ``MONTHS_SHOWN`` with a decision, the oldest first.

    Rubbers of which year and month are not known are left out.
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
    """The sums from the side of ``player``, in marks and in games (chances of winning one, added up).

    Deals of which not all that chance did is on record are left out.
    """
    side = Case(
        When(review__rubber__player_a=player, then=Value(1.0)), default=Value(-1.0), output_field=FloatField()
    )
    sampled = Sum(F("luck_se") * F("luck_se"), filter=Q(dealt_marks__isnull=False))
    row = deals.order_by().aggregate(**_swings(side, "marks"), **_swings(side, "chance"), sampled=sampled)
    return _luck_of(row, "marks", sampled=row["sampled"] or 0.0), _luck_of(row, "chance", sampled=None)


def _sums() -> dict[str, Any]:
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
        **counts,
    }


def _losses_of(row: Mapping[str, Any]) -> Losses:
    inaccuracies, mistakes, blunders = (row[label.value] for label in LABELS)
    return Losses(
        decisions=row["decisions"],
        deals=row["deals"],
        chance=mean_of(row["weighed"], row["chance"] or 0.0, row["chance_squared"] or 0.0),
        marks=mean_of(row["decisions"], row["marks"] or 0.0, row["marks_squared"] or 0.0),
        labels=(inaccuracies, mistakes, blunders),
    )


def _swings(side: Combinable, measure: str) -> dict[str, Any]:
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
    """``sampled`` is the variance that sampling brings into the luck; None where it is not kept."""
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
    """The mean of ``count`` observations by their sum and the sum of their squares."""
    summed = sum_of(count, total, squares)
    divisor = max(count, 1)
    return Estimate(count, total / divisor, None if summed.se is None else summed.se / divisor)


def sum_of(count: int, total: float, squares: float) -> Estimate:
    """The sum of ``count`` observations, with the error that so many independent ones have."""
    if count < 2:
        return Estimate(count, total, None)
    variance = max(0.0, squares - total * total / count) / (count - 1)
    return Estimate(count, total, sqrt(count * variance))
