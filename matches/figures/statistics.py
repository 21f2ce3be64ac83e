"""Statistics: add up tallies in a scope that the viewer chose, and compute the figures from the sums.

They include the clubs that the viewer may see, and only rubbers that count. Pages have to check with
``access.may_see_player`` whether the viewer may see a player.
Figures of the quality of play include only deals recorded card by card whose reviews the viewer may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce, TruncMonth

from matches.clubs.access import Viewer, visible_clubs
from matches.models import Club, DealReview, Event, Player, Tally
from matches.models.figures import UNDATED
from matches.models.records import Depth
from matches.reviews import review_figures
from matches.reviews.queries import player_decisions, player_reviews, shared_decisions
from matches.reviews.review_figures import Losses, LuckSums
from matches.rules.figures.figures import FIGURE, Figure, Value, figures_for, value_of
from matches.rules.figures.tallies import COUNTERS, SHARED_COUNTERS

FIRST_SEAT: Final = "A"
USUAL_VARIANT: Final = "ecarte"
MOST_DEALS: Final = 20_000
"""The largest number of deals for which pages add up the cost of all decisions. More would take too long."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The filters that select the tallies to add up. A filter that is None excludes nothing.

    ``since`` and ``until`` are the first and the last day. If one of them is set, rubbers without a known day
    are excluded. ``opponent`` requires a ``player``. ``depth`` is the detail in which the deals were recorded
    or, for figures of games and rubbers, the detail of the whole rubber.
    """

    club: Club | None = None
    player: Player | None = None
    opponent: Player | None = None
    event: Event | None = None
    since: date | None = None
    until: date | None = None
    depth: str | None = None
    variant: str = "ecarte"


@dataclass(frozen=True, slots=True)
class Figures:
    """The sums of all counters of the tallies in a scope. Figures are read by key: ``figures["games_won"]``."""

    scope: Scope
    sums: Mapping[str, int]

    def __getitem__(self, key: str) -> Value:
        return value_of(FIGURE[key], self.sums)

    @property
    def values(self) -> list[Value]:
        """Return every figure that is defined for this scope, in the order of registration."""
        return [value_of(figure, self.sums) for figure in scope_figures(self.scope)]

    @property
    def is_empty(self) -> bool:
        return not any(self.sums.values())


@dataclass(frozen=True, slots=True)
class MonthOfPlay:
    """The figures of one month. ``month`` is the first day of the month."""

    month: date
    figures: Figures


def scope_figures(scope: Scope) -> tuple[Figure, ...]:
    return figures_for(variant=scope.variant, is_one_sided=scope.player is not None)


def tallies(viewer: Viewer, scope: Scope) -> QuerySet[Tally]:
    """Return the visible tallies in a scope: those of both sides of each rubber if it has no player."""
    return Tally.objects.filter(**within(viewer, scope)).order_by()


def within(viewer: Viewer, scope: Scope, *, path: str = "") -> dict[str, Any]:
    """Return arguments for one ``filter`` call, with this prefix, for the visible tallies in a scope."""
    conditions: dict[str, Any] = {
        "player": scope.player,
        "opponent": scope.opponent,
        "event": scope.event,
        "club": scope.club,
        "day__gte": scope.since,
        "day__lte": scope.until,
        "depth": scope.depth,
        "variant": scope.variant,
        "club__in": visible_clubs(viewer),
    }
    if scope.since is not None or scope.until is not None:
        conditions["day__gt"] = UNDATED
    return {path + name: value for name, value in conditions.items() if value is not None}


def figures(viewer: Viewer, scope: Scope, keys: Sequence[str] | None = None) -> Figures:
    """Return the figures in a scope, with one query; only those in ``keys`` if it is given."""
    counters = COUNTERS if keys is None else counters_of(keys)
    return Figures(scope, tallies(viewer, scope).aggregate(**sums_of(scope, counters)))


def figures_and_months(viewer: Viewer, scope: Scope) -> tuple[Figures, list[MonthOfPlay]]:
    """Return the figures in a scope, and those of each month by known days, oldest first, with one query."""
    by = tallies(viewer, scope).values(month=TruncMonth("day"))
    rows: list[dict[str, Any]] = [{**row} for row in by.annotate(**sums_of(scope))]
    by_month = [(row.pop("month"), row) for row in rows]
    whole = {key: sum(row[key] for row in rows) for key in COUNTERS}
    played = sorted((month, row) for month, row in by_month if month > UNDATED)
    return Figures(scope, whole), [MonthOfPlay(month, Figures(scope, row)) for month, row in played]


def figures_of_both(viewer: Viewer, scope: Scope) -> tuple[Figures, Figures]:
    """Return the figures of the scope's player and opponent against each other, with one query."""
    people = [player.pk for player in (scope.player, scope.opponent) if player is not None]
    conditions = within(viewer, replace(scope, player=None, opponent=None))
    met = Tally.objects.filter(**conditions, player__in=people, opponent__in=people).order_by()
    rows: list[dict[str, Any]] = [{**row} for row in met.values("player").annotate(**sums_of(scope))]
    sums: dict[int, Mapping[str, int]] = {row.pop("player"): row for row in rows}
    nothing = dict.fromkeys(COUNTERS, 0)
    sides = (scope, replace(scope, player=scope.opponent, opponent=scope.player))
    own, theirs = (Figures(side, sums.get(pk, nothing)) for side, pk in zip(sides, people, strict=True))
    return own, theirs


def counters_of(keys: Iterable[str]) -> list[str]:
    """Return the counters from which the figures with these keys are computed, without duplicates."""
    return list(dict.fromkeys(counter for key in keys for counter in FIGURE[key].counters))


def sums_of(
    scope: Scope, counters: Iterable[str] = COUNTERS, *, is_one_sided: bool = False
) -> dict[str, Coalesce]:
    """Return an aggregate for each counter, for use in ``aggregate`` or ``annotate``: ``{counter: sum}``.

    Some counters have the same value on each side of a rubber. Such a counter is summed over side A only, so
    that rubbers are not counted twice. It is summed over all rows if the scope has a player, or if
    ``is_one_sided`` is true, which means that each row of the result is for one side.
    """
    once = None if is_one_sided or scope.player is not None else Q(seat=FIRST_SEAT)
    return {key: Coalesce(Sum(key, filter=once if key in SHARED_COUNTERS else None), 0) for key in counters}


def has_play(scope: Scope) -> bool:
    """Return whether ``scope`` can include reviewed deals: of the usual variant, recorded card by card."""
    return scope.depth in (None, Depth.PLAY) and scope.variant == USUAL_VARIANT


def losses_within(viewer: Viewer, scope: Scope, player: Player) -> Losses | None:
    """Return the mean loss of the decisions of ``player`` in ``scope``, in one query; None if none may be seen."""
    rubbers = tallies(viewer, scope).values("rubber")
    losses = review_figures.losses(player_decisions(viewer, player).filter(review__rubber__in=rubbers))
    return losses if losses.decisions else None


def luck_within(viewer: Viewer, scope: Scope, player: Player) -> tuple[LuckSums, LuckSums]:
    """Return the luck of ``player`` in ``scope`` by visible reviews: in points, then in games. Takes one query."""
    rubbers = tallies(viewer, scope).values("rubber")
    deals = DealReview.objects.filter(review__in=player_reviews(viewer, player).filter(rubber__in=rubbers))
    return review_figures.luck(deals, player)


def losses_of_all(viewer: Viewer, scope: Scope) -> Losses | None:
    """Return the mean loss of all decisions in ``scope``, or None if there are none. Takes one query.

    Only clubs whose members agreed to share their reviews are included.
    """
    rubbers = tallies(viewer, scope).values("rubber")
    losses = review_figures.losses(shared_decisions(viewer).filter(review__rubber__in=rubbers))
    return losses if losses.decisions else None
