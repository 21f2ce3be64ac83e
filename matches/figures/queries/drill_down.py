"""What stands behind a figure: the deals, games and rubbers of which a counter is the count, the newest first.

A deal is looked for in the rubbers whose tally counts one, by the bit that made it count; so a list is as long as the
counter says. Where a scope has no player, what holds for both sides stands in it twice, once for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypedDict

from django.db.models import Case, F, Q, QuerySet, When
from django.db.models.expressions import CombinedExpression

from matches.clubs.access import Viewer
from matches.figures.queries.totals import FIRST_SEAT, Scope, scope_figures, within
from matches.models import Deal, Game, Rubber
from matches.models.statistics import LATEST_FIRST
from matches.rules.figures.registry import FIGURE, Figure
from matches.rules.figures.tallies import SHARED_COUNTERS
from matches.rules.figures.traits import DEAL_TRAITS, GAME_TRAITS

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Side(TypedDict):
        """On whose side it was counted, A or B, and by which bits of the traits; the tally's day."""

        side: str
        day: date
        held: int

    class RubberSide(TypedDict):
        side: str
        day: date

    SidedDeal: TypeAlias = WithAnnotations[Deal, Side]
    SidedGame: TypeAlias = WithAnnotations[Game, Side]
    SidedRubber: TypeAlias = WithAnnotations[Rubber, RubberSide]

LISTED_DEALS: Final = {trait.key: trait for trait in DEAL_TRAITS if trait.width == 1}
LISTED_GAMES: Final = {trait.key: trait for trait in GAME_TRAITS if trait.width == 1}
LISTED_RUBBERS: Final = frozenset(
    {"rubbers", "rubber_won", "rubber_lost", "walkover_won", "walkover_lost", "rubber_points_known"}
)
"""Counters that are the length of a list; a sum of numbers is not."""
LISTED: Final = frozenset((*LISTED_DEALS, *LISTED_GAMES, *LISTED_RUBBERS))
PARTS: Final = ("counted", "among")
"""What a figure counts, and all among which it does."""
PEOPLE: Final = ("event", "club", "player_a__club", "player_b__club")


def is_listed(figure: Figure, part: str) -> bool:
    """Whether there is a list of what the figure counts, or of what it is counted among."""
    counters = figure.among if part == "among" else figure.counted
    return bool(counters) and LISTED.issuperset(counters)


def listed_figure(scope: Scope, key: str, part: str) -> Figure | None:
    """The figure of this key, where ``scope`` has it and it has such a list; else None."""
    figure = FIGURE.get(key)
    if figure is None or part not in PARTS or figure not in scope_figures(scope):
        return None
    return figure if is_listed(figure, part) else None


def rows_behind(viewer: Viewer, scope: Scope, figure: Figure, part: str) -> QuerySet[Any]:
    """The rubbers, games or deals, as the figure's unit is, of a list that ``listed_figure`` knows."""
    keys = figure.among if part == "among" else figure.counted
    if figure.unit == "rubber":
        return rubbers_behind(viewer, scope, keys)
    return (games_behind if figure.unit == "game" else deals_behind)(viewer, scope, keys)


def deals_behind(viewer: Viewer, scope: Scope, keys: Sequence[str]) -> QuerySet[SidedDeal]:
    """The deals that the counters ``keys`` count, each with the ``side`` (A or B) on which they do, in one query.

    Game, rubber, players, event and club are loaded. Raises ``KeyError`` for a key not in ``LISTED_DEALS``.
    """
    tally = "game__rubber__tallies__"
    conditions = _counting(viewer, scope, keys, path=tally) & Q(depth=F(f"{tally}depth"))
    held = _held(tally, (LISTED_DEALS[key].mask for key in keys))
    deals = (
        Deal.objects.filter(conditions)
        .annotate(side=F(f"{tally}seat"), day=F(f"{tally}day"), held=held)
        .filter(held__gt=0)
    )
    related = [f"game__rubber__{name}" for name in PEOPLE]
    return deals.select_related(*related).order_by(*_latest(tally), "-game__number", "-number", "side")


def games_behind(viewer: Viewer, scope: Scope, keys: Sequence[str]) -> QuerySet[SidedGame]:
    """As ``deals_behind``. Raises ``KeyError`` for a key not in ``LISTED_GAMES``."""
    tally = "rubber__tallies__"
    held = _held(tally, (LISTED_GAMES[key].mask for key in keys))
    conditions = _counting(viewer, scope, keys, path=tally)
    games = (
        Game.objects.filter(conditions)
        .annotate(side=F(f"{tally}seat"), day=F(f"{tally}day"), held=held)
        .filter(held__gt=0)
    )
    related = [f"rubber__{name}" for name in PEOPLE]
    return games.select_related(*related).order_by(*_latest(tally), "-number", "side")


def rubbers_behind(viewer: Viewer, scope: Scope, keys: Sequence[str]) -> QuerySet[SidedRubber]:
    """As ``deals_behind``. Raises ``KeyError`` for a key not in ``LISTED_RUBBERS``."""
    for key in keys:
        if key not in LISTED_RUBBERS:
            raise KeyError(key)
    tally = "tallies__"
    rubbers = Rubber.objects.filter(_counting(viewer, scope, keys, path=tally))
    sided = rubbers.annotate(side=F(f"{tally}seat"), day=F(f"{tally}day"))
    return sided.select_related(*PEOPLE).order_by(*_latest(tally), "side")


def _counting(viewer: Viewer, scope: Scope, keys: Sequence[str], *, path: str) -> Q:
    """The tallies of the scope that count some; what both sides share is looked for on one."""
    counted = Q()
    for key in keys:
        counted |= Q(**{f"{path}{key}__gt": 0})
    conditions = counted & Q(**within(viewer, scope, path=path))
    if scope.player is None and SHARED_COUNTERS.issuperset(keys):
        conditions &= Q(**{f"{path}seat": FIRST_SEAT})
    return conditions


def _held(tally: str, masks: Iterable[int]) -> CombinedExpression:
    """Which of the bits hold on the side whose tally it is."""
    own = Case(When(**{f"{tally}seat": FIRST_SEAT}, then=F("traits_a")), default=F("traits_b"))
    return own.bitand(reduce(or_, masks))


def _latest(tally: str) -> tuple[str, ...]:
    return tuple(f"-{tally}{column.removeprefix('-')}" for column in LATEST_FIRST)
