"""What was played, in figures: sums of tallies within a scope that the viewer chose, and what stands behind them.

Only clubs that the viewer may see are counted, and of rubbers only those that count in the standings. Whether a
player's page opens to the viewer is for the page to ask (``access.may_see_player``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce, TruncMonth

from matches.clubs.access import Viewer, visible_clubs
from matches.models import Club, Event, Player, Tally
from matches.models.statistics import UNDATED
from matches.rules.figures.registry import FIGURE, Figure, Value, figures_for, value_of
from matches.rules.figures.tallies import COUNTERS, SHARED_COUNTERS

FIRST_SEAT: Final = "A"


@dataclass(frozen=True, slots=True)
class Scope:
    """What is counted. ``since`` and ``until`` are days, both counted; a rubber without one is in no span of days.

    ``opponent`` asks for a ``player``. ``depth`` is that of the deals, and of the rubber for its games and itself.
    ``club`` None: all that the viewer sees.
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
    """The sums of all counters within a scope, and the figures that follow from them."""

    scope: Scope
    sums: Mapping[str, int]

    def __getitem__(self, key: str) -> Value:
        return value_of(FIGURE[key], self.sums)

    @property
    def values(self) -> list[Value]:
        """Every figure that there is in this scope, in the order of the registry."""
        return [value_of(figure, self.sums) for figure in scope_figures(self.scope)]

    @property
    def is_empty(self) -> bool:
        return not any(self.sums.values())


@dataclass(frozen=True, slots=True)
class MonthOfPlay:
    """``month`` is its first day."""

    month: date
    figures: Figures


def scope_figures(scope: Scope) -> tuple[Figure, ...]:
    return figures_for(variant=scope.variant, is_one_sided=scope.player is not None)


def tallies(viewer: Viewer, scope: Scope) -> QuerySet[Tally]:
    """The tallies that are counted. Without a player there are those of both sides."""
    return Tally.objects.filter(**within(viewer, scope)).order_by()


def within(viewer: Viewer, scope: Scope, *, path: str = "") -> dict[str, Any]:
    """The conditions on tallies, for one ``filter`` of rows that reach them by ``path``."""
    asked: dict[str, Any] = {
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
        asked["day__gt"] = UNDATED
    return {path + name: value for name, value in asked.items() if value is not None}


def figures(viewer: Viewer, scope: Scope, keys: Sequence[str] | None = None) -> Figures:
    """In one query. With ``keys`` there are only the figures of these, for a page that shows a few."""
    counters = COUNTERS if keys is None else counters_of(keys)
    return Figures(scope, tallies(viewer, scope).aggregate(**sums_of(scope, counters)))


def figures_and_months(viewer: Viewer, scope: Scope) -> tuple[Figures, list[MonthOfPlay]]:
    """The figures, and those of each month in which something was played, the oldest first. In one query.

    Rubbers without a day are in no month.
    """
    by = tallies(viewer, scope).values(month=TruncMonth("day"))
    rows: list[dict[str, Any]] = [{**row} for row in by.annotate(**sums_of(scope))]
    by_month = [(row.pop("month"), row) for row in rows]
    whole = {key: sum(row[key] for row in rows) for key in COUNTERS}
    played = sorted((month, row) for month, row in by_month if month > UNDATED)
    return Figures(scope, whole), [MonthOfPlay(month, Figures(scope, row)) for month, row in played]


def figures_of_both(viewer: Viewer, scope: Scope) -> tuple[Figures, Figures]:
    """Those of the scope's player against its opponent, and the other way round. In one query."""
    people = [player.pk for player in (scope.player, scope.opponent) if player is not None]
    asked = within(viewer, replace(scope, player=None, opponent=None))
    met = Tally.objects.filter(**asked, player__in=people, opponent__in=people).order_by()
    rows: list[dict[str, Any]] = [{**row} for row in met.values("player").annotate(**sums_of(scope))]
    sums: dict[int, Mapping[str, int]] = {row.pop("player"): row for row in rows}
    nothing = dict.fromkeys(COUNTERS, 0)
    sides = (scope, replace(scope, player=scope.opponent, opponent=scope.player))
    own, theirs = (Figures(side, sums.get(pk, nothing)) for side, pk in zip(sides, people, strict=True))
    return own, theirs


def counters_of(keys: Iterable[str]) -> list[str]:
    """The counters that figures are worked out from, each once."""
    return list(dict.fromkeys(counter for key in keys for counter in FIGURE[key].counters))


def sums_of(
    scope: Scope, counters: Iterable[str] = COUNTERS, *, is_one_sided: bool = False
) -> dict[str, Coalesce]:
    """Sums for ``aggregate`` and ``annotate``, named as the counters.

    What both sides of a rubber share is counted once, unless each row of the answer is of one side.
    """
    once = None if is_one_sided or scope.player is not None else Q(seat=FIRST_SEAT)
    return {key: Coalesce(Sum(key, filter=once if key in SHARED_COUNTERS else None), 0) for key in counters}
