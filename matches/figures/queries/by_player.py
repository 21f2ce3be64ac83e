"""Players in figures, a line each: against whom somebody played, who played in a club; and his last rubbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from django.db.models import ExpressionWrapper, F, FloatField, IntegerField, OrderBy, QuerySet, Value
from django.db.models.expressions import Combinable, Expression
from django.db.models.functions import Cast, NullIf

from matches.clubs.access import Viewer
from matches.figures.queries.totals import Figures, Scope, counters_of, sums_of, tallies
from matches.models import Player, Rubber, Tally
from matches.models.statistics import LATEST_FIRST, UNDATED
from matches.rules.figures.registry import FIGURE

FORM_LENGTH: Final = 10


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """``figures`` are those of ``player``, or against him where he is the opponent that was asked for."""

    player: Player
    figures: Figures


@dataclass(frozen=True, slots=True)
class FormLine:
    """A rubber from one side. ``is_won`` None: nobody has won it. ``games``: those of the player, the opponent's."""

    rubber: Rubber
    opponent: Player
    day: date | None
    is_won: bool | None
    games: tuple[int, int]


def by_opponent(
    viewer: Viewer,
    scope: Scope,
    keys: Sequence[str],
    *,
    by: str = "rubbers",
    least: int = 0,
    is_up: bool = False,
) -> QuerySet[Tally, dict[str, Any]]:
    """Rows for ``player_lines``, one for each opponent of the scope's player, sorted by the figure ``by``.

    Opponents whose figure rests on fewer than ``least`` are left out. Slice it for a page.
    """
    return _sorted_rows(tallies(viewer, scope).values("opponent"), scope, keys, by, least, is_up=is_up)


def by_player(
    viewer: Viewer,
    scope: Scope,
    keys: Sequence[str],
    *,
    by: str = "rubbers",
    least: int = 0,
    is_up: bool = False,
) -> QuerySet[Tally, dict[str, Any]]:
    """As ``by_opponent``: one row for each player within a scope that has none."""
    return _sorted_rows(tallies(viewer, scope).values("player"), scope, keys, by, least, is_up=is_up)


def player_sums(
    viewer: Viewer, scope: Scope, keys: Sequence[str], *, by: str, least: int = 0
) -> QuerySet[Tally, dict[str, Any]]:
    """The rows of ``by_opponent`` or, in a scope without a player, of ``by_player``, in no order.

    Each has the person's public id, ``value``, which is the figure ``by``, or None, and ``rests_on``, of how many.
    """
    column = column_of_person(scope)
    rows = tallies(viewer, scope).values(column, f"{column}__public_id")
    return _valued_rows(rows, scope, keys, by, least)


def column_of_person(scope: Scope) -> str:
    """The column that says whose row it is."""
    return "player" if scope.player is None else "opponent"


def player_lines(scope: Scope, rows: Iterable[Mapping[str, Any]]) -> list[PlayerLine]:
    """The lines of some rows of ``by_opponent`` or ``by_player``, in two queries."""
    read = list(rows)
    column = column_of_person(scope)
    people = Player.objects.select_related("club").in_bulk([row[column] for row in read])
    return [
        PlayerLine(person, Figures(_narrowed(scope, person), row))
        for row in read
        if (person := people[row[column]])
    ]


def form(viewer: Viewer, scope: Scope, *, length: int = FORM_LENGTH) -> list[FormLine]:
    """The last rubbers of the scope's player that were played, the latest first, in one query."""
    rows = (
        tallies(viewer, scope)
        .filter(rubbers=1)
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


def _sorted_rows(
    rows: QuerySet[Tally, Any],
    scope: Scope,
    keys: Sequence[str],
    by: str,
    least: int,
    *,
    is_up: bool,
) -> QuerySet[Tally, dict[str, Any]]:
    summed = _valued_rows(rows, scope, keys, by, least)
    value = OrderBy(F("value"), descending=not is_up, nulls_last=True)
    return summed.order_by(value, OrderBy(F("rests_on"), descending=True), f"{column_of_person(scope)}_id")


def _valued_rows(
    rows: QuerySet[Tally, Any], scope: Scope, keys: Sequence[str], by: str, least: int
) -> QuerySet[Tally, dict[str, Any]]:
    """Each player has a side of his own, also where the scope has no player."""
    figure = FIGURE[by]
    sums = sums_of(scope, counters_of([*keys, by]), is_one_sided=True)
    rests_on = _added(figure.among or figure.counted)
    summed = rows.annotate(**sums).annotate(rests_on=rests_on)
    if least:
        summed = summed.filter(rests_on__gte=least)
    value: Expression = _added(figure.counted)
    if figure.among:
        share = Cast(value, FloatField()) / NullIf(Cast(rests_on, FloatField()), Value(0.0))
        value = ExpressionWrapper(share, FloatField())
    return summed.annotate(value=value)


def _added(counters: Sequence[str]) -> Expression:
    """Their sum, of columns that were added up before."""
    total: Combinable = Value(0)
    for key in counters:
        total = total + F(key)
    return ExpressionWrapper(total, IntegerField())
