"""Lists of statistics: a row for each of several players, recent rubbers, and what a figure counts, newest first.

Deals and games are selected by the bits of their traits, so that a list is as long as its counter says. If a
scope has no player, a row that counts for both sides is listed once for each side; for counters that both sides
share, it is listed once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypedDict

from django.db.models import (
    Case,
    ExpressionWrapper,
    F,
    FloatField,
    IntegerField,
    OrderBy,
    Q,
    QuerySet,
    Value,
    When,
)
from django.db.models.expressions import Combinable, CombinedExpression, Expression
from django.db.models.functions import Cast, NullIf

from matches.clubs.access import Viewer
from matches.common.club_clock import club_today
from matches.figures.statistics import (
    FIRST_SEAT,
    Figures,
    Scope,
    counters_of,
    scope_figures,
    sums_of,
    tallies,
    within,
)
from matches.models import Deal, Game, Player, Rubber, Tally
from matches.models.figures import LATEST_FIRST, UNDATED
from matches.rules.figures.figures import FIGURE, Figure
from matches.rules.figures.tallies import SHARED_COUNTERS
from matches.rules.figures.traits import DEAL_TRAITS, GAME_TRAITS

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Side(TypedDict):
        """The attributes that a queryset adds to each listed row.

        They are the side (A or B) for which the row was counted, the day of the tally, and the bits of the
        side's statistical properties.
        """

        side: str
        day: date
        trait_bits: int

    class RubberSide(TypedDict):
        side: str
        day: date

    SidedDeal: TypeAlias = WithAnnotations[Deal, Side]
    SidedGame: TypeAlias = WithAnnotations[Game, Side]
    SidedRubber: TypeAlias = WithAnnotations[Rubber, RubberSide]

FORM_LENGTH: Final = 10
LISTED_DEALS: Final = {trait.key: trait for trait in DEAL_TRAITS if trait.width == 1}
LISTED_GAMES: Final = {trait.key: trait for trait in GAME_TRAITS if trait.width == 1}
LISTED_RUBBERS: Final = frozenset(
    {"rubbers", "rubber_won", "rubber_lost", "walkover_won", "walkover_lost", "rubber_points_known"}
)
"""The counters of rubbers that count one per row, so that a list can have the rows behind them."""
LISTED: Final = frozenset((*LISTED_DEALS, *LISTED_GAMES, *LISTED_RUBBERS))
PARTS: Final = ("counted", "among")
"""The two lists of a figure: the rows that it counts, and those among which it counts them."""
PEOPLE: Final = ("event", "club", "player_a__club", "player_b__club")


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A row of a list: the figures of ``player``, or in a list of opponents, of the scope's player against them."""

    player: Player
    figures: Figures


@dataclass(frozen=True, slots=True)
class FormLine:
    """A rubber as one of its players sees it: the games won by them and by the opponent.

    ``is_won`` is None if nobody won.
    """

    rubber: Rubber
    opponent: Player
    day: date | None
    is_won: bool | None
    games: tuple[int, int]


def rows_by_person(
    viewer: Viewer,
    scope: Scope,
    keys: Sequence[str],
    *,
    by: str = "rubbers",
    least: int = 0,
    is_up: bool = False,
    enough: int = 0,
) -> QuerySet[Tally, dict[str, Any]]:
    """Return a row of sums for each opponent of the scope's player, or for each player if the scope has none.

    Pass rows to ``player_lines``. Each row has the sums of the counters for the figures ``keys``. Rows are sorted by
    the figure ``by``, descending unless ``is_up`` is true. Rows are excluded if the figure ``by`` is based on fewer
    than ``least`` observations; rows with fewer than ``enough`` come last, unless the figure is a count. The caller
    slices the queryset for a page.
    """
    column = column_of_person(scope)
    summed = _valued_rows(tallies(viewer, scope).values(column), scope, keys, by, least)
    value = OrderBy(F("value"), descending=not is_up, nulls_last=True)
    has_few = Case(When(rests_on__lt=enough if FIGURE[by].among else 0, then=Value(1)), default=Value(0))
    return summed.order_by(has_few, value, OrderBy(F("rests_on"), descending=True), f"{column}_id")


def player_sums(
    viewer: Viewer, scope: Scope, keys: Sequence[str], *, by: str, least: int = 0
) -> QuerySet[Tally, dict[str, Any]]:
    """Return the rows of ``rows_by_person``, unsorted.

    Each row also has the public id of the player or opponent, ``value`` (the figure ``by``, or None) and
    ``rests_on`` (the number of observations from which the figure is computed).
    """
    column = column_of_person(scope)
    rows = tallies(viewer, scope).values(column, f"{column}__public_id")
    return _valued_rows(rows, scope, keys, by, least)


def column_of_person(scope: Scope) -> str:
    """Return the column of ``Tally`` by which rows are grouped: the opponent, if the scope has a player."""
    return "player" if scope.player is None else "opponent"


def player_lines(scope: Scope, rows: Iterable[Mapping[str, Any]]) -> list[PlayerLine]:
    """Convert rows of ``rows_by_person``, with one query more for the players."""
    read_rows = list(rows)
    column = column_of_person(scope)
    people = Player.objects.select_related("club").in_bulk([row[column] for row in read_rows])
    return [
        PlayerLine(person, Figures(_narrowed(scope, person), row))
        for row in read_rows
        if (person := people[row[column]])
    ]


def form(viewer: Viewer, scope: Scope, *, length: int = FORM_LENGTH) -> list[FormLine]:
    """Return the last ``length`` rubbers of the scope's player up to today, latest first, with one query.

    The player's club must be loaded: today is by its clock.
    """
    assert scope.player is not None  # noqa: S101 -- the form is a player's
    rows = (
        tallies(viewer, scope)
        .filter(rubbers=1, day__lte=club_today(scope.player.club))
        .select_related("rubber__event", "rubber__club", "opponent__club")
        .order_by(*LATEST_FIRST)[:length]
    )
    return [_form_line(row) for row in rows]


def _narrowed(scope: Scope, person: Player) -> Scope:
    return replace(scope, player=person) if scope.player is None else replace(scope, opponent=person)


def _form_line(row: Any) -> FormLine:
    is_won = bool(row.rubber_won) if row.rubber_won or row.rubber_lost else None
    day = None if row.day == UNDATED else row.day
    return FormLine(row.rubber, row.opponent, day, is_won, (row.games_taken, row.games_given))


def _valued_rows(
    rows: QuerySet[Tally, Any], scope: Scope, keys: Sequence[str], by: str, least: int
) -> QuerySet[Tally, dict[str, Any]]:
    """Annotate rows with sums, ``rests_on`` and ``value``. Each row is for one side, even without a player in scope."""
    figure = FIGURE[by]
    sums = sums_of(scope, counters_of([*keys, by]), is_one_sided=True)
    rests_on = _sum_of(figure.among or figure.counted)
    summed = rows.annotate(**sums).annotate(rests_on=rests_on)
    if least:
        summed = summed.filter(rests_on__gte=least)
    value: Expression = _sum_of(figure.counted)
    if figure.among:
        share = Cast(value, FloatField()) / NullIf(Cast(rests_on, FloatField()), Value(0.0))
        value = ExpressionWrapper(share, FloatField())
    return summed.annotate(value=value)


def _sum_of(counters: Sequence[str]) -> Expression:
    total: Combinable = Value(0)
    for key in counters:
        total = total + F(key)
    return ExpressionWrapper(total, IntegerField())


def is_listed(figure: Figure, part: str) -> bool:
    """Return whether the rows behind a part of a figure can be listed. ``part`` is one of ``PARTS``."""
    counters = figure.among if part == "among" else figure.counted
    return bool(counters) and LISTED.issuperset(counters)


def listed_figure(scope: Scope, key: str, part: str) -> Figure | None:
    """Return the figure with this key, or None if ``scope`` does not define it or its ``part`` cannot be listed."""
    figure = FIGURE.get(key)
    if figure is None or part not in PARTS or figure not in scope_figures(scope):
        return None
    return figure if is_listed(figure, part) else None


def rows_behind(viewer: Viewer, scope: Scope, figure: Figure, part: str) -> QuerySet[Any]:
    """Return the rubbers, games or deals, by its unit, behind a figure from ``listed_figure``."""
    keys = figure.among if part == "among" else figure.counted
    if figure.unit == "rubber":
        return rubbers_behind(viewer, scope, keys)
    return (games_behind if figure.unit == "game" else deals_behind)(viewer, scope, keys)


def deals_behind(viewer: Viewer, scope: Scope, keys: Sequence[str]) -> QuerySet[SidedDeal]:
    """Return the deals counted by ``keys``, with ``side`` and all that a page shows; ``KeyError`` for unlisted keys."""
    tally = "game__rubber__tallies__"
    conditions = _counting_tallies(viewer, scope, keys, path=tally) & Q(depth=F(f"{tally}depth"))
    trait_bits = _matching_bits(tally, (LISTED_DEALS[key].mask for key in keys))
    deals = (
        Deal.objects.filter(conditions)
        .annotate(side=F(f"{tally}seat"), day=F(f"{tally}day"), trait_bits=trait_bits)
        .filter(trait_bits__gt=0)
    )
    related = [f"game__rubber__{name}" for name in PEOPLE]
    return deals.select_related(*related).order_by(*_latest_first(tally), "-game__number", "-number", "side")


def games_behind(viewer: Viewer, scope: Scope, keys: Sequence[str]) -> QuerySet[SidedGame]:
    """Return the games counted by ``keys``, with ``side`` and all that a page shows; ``KeyError`` for unlisted keys."""
    tally = "rubber__tallies__"
    trait_bits = _matching_bits(tally, (LISTED_GAMES[key].mask for key in keys))
    conditions = _counting_tallies(viewer, scope, keys, path=tally)
    games = (
        Game.objects.filter(conditions)
        .annotate(side=F(f"{tally}seat"), day=F(f"{tally}day"), trait_bits=trait_bits)
        .filter(trait_bits__gt=0)
    )
    related = [f"rubber__{name}" for name in PEOPLE]
    return games.select_related(*related).order_by(*_latest_first(tally), "-number", "side")


def rubbers_behind(viewer: Viewer, scope: Scope, keys: Sequence[str]) -> QuerySet[SidedRubber]:
    """Return the rubbers counted by ``keys``, with ``side`` and all that a page shows.

    Raises ``KeyError`` for other keys.
    """
    for key in keys:
        if key not in LISTED_RUBBERS:
            raise KeyError(key)
    tally = "tallies__"
    rubbers = Rubber.objects.filter(_counting_tallies(viewer, scope, keys, path=tally))
    sided = rubbers.annotate(side=F(f"{tally}seat"), day=F(f"{tally}day"))
    return sided.select_related(*PEOPLE).order_by(*_latest_first(tally), "side")


def _counting_tallies(viewer: Viewer, scope: Scope, keys: Sequence[str], *, path: str) -> Q:
    """Return a condition for tallies of the scope with a positive counter. Shared counters are read on one side."""
    counted = Q()
    for key in keys:
        counted |= Q(**{f"{path}{key}__gt": 0})
    conditions = counted & Q(**within(viewer, scope, path=path))
    if scope.player is None and SHARED_COUNTERS.issuperset(keys):
        conditions &= Q(**{f"{path}seat": FIRST_SEAT})
    return conditions


def _matching_bits(tally: str, masks: Iterable[int]) -> CombinedExpression:
    """Return an expression for those bits of ``masks`` that hold for the side that the tally is about."""
    own = Case(When(**{f"{tally}seat": FIRST_SEAT}, then=F("traits_a")), default=F("traits_b"))
    return own.bitand(reduce(or_, masks))


def _latest_first(tally: str) -> tuple[str, ...]:
    return tuple(f"-{tally}{column.removeprefix('-')}" for column in LATEST_FIRST)
