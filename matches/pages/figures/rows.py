"""Figures as a table tells them: a value with its error, on how many deals, games or rubbers it stands, and the way to
them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from django.utils.translation import gettext as _

from matches.common.localized_numbers import decimal, grouped, hundredths
from matches.figures.queries.drill_down import is_listed
from matches.figures.queries.totals import Figures, scope_figures
from matches.figures.words.figures import (
    AT_A_GLANCE,
    FIGURE_WORDS,
    GROUP_NAMES,
    PER_UNIT,
    Words,
    units_told,
)
from matches.pages.common.share_chart import Share
from matches.rules.figures.registry import GROUPS, Value

ListUrl: TypeAlias = Callable[[str, str], str]
"""From a figure's key and ``counted`` or ``among`` to the list of them."""
NOTHING: Final = "—"


@dataclass(frozen=True, slots=True)
class Cell:
    """``some`` of ``every``, each with the way there, empty where there is none; ``few`` says that they are too few.

    ``some`` is empty for a mean, both are for a count, which is a link itself (``url``).
    """

    value: str
    error: str = ""
    url: str = ""
    some: str = ""
    some_url: str = ""
    every: str = ""
    every_url: str = ""
    few: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    key: str
    name: Words
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Group:
    key: str
    name: Words
    rows: tuple[Row, ...]


def groups(columns: Sequence[tuple[Figures, ListUrl]]) -> list[Group]:
    """The figures of each column side by side. What was never observed in any of them is left out.

    The columns' scopes have the same figures.
    """
    rows = [
        (values[0].figure, _row(values, [url for _figures, url in columns]))
        for values in _side_by_side(columns)
    ]
    found = [(figure, row) for figure, row in rows if row is not None]
    return [
        Group(group, GROUP_NAMES[group], tuple(row for figure, row in found if figure.group == group))
        for group in GROUPS
        if any(figure.group == group for figure, _row in found)
    ]


def chosen_rows(figures: Figures, keys: Sequence[str], url: ListUrl) -> tuple[Row, ...]:
    """A few figures by themselves; what was never observed is left out."""
    rows = (_row([figures[key]], [url]) for key in keys)
    return tuple(row for row in rows if row is not None)


def shares_at_a_glance(figures: Figures) -> list[Share]:
    """Those that stand on enough, for a drawing."""
    there = {figure.key for figure in scope_figures(figures.scope)}
    values = [figures[key] for key in AT_A_GLANCE if key in there]
    return [
        Share(FIGURE_WORDS[value.figure.key].name, with_error(value), value.value, value.se)
        for value in values
        if value.is_enough and value.value is not None
    ]


def with_error(value: Value) -> str:
    """``47.3 ± 2.1``, shares in 100; nothing but a dash where it stands on too few."""
    if value.value is None or not value.is_enough:
        return NOTHING
    error = _error(value)
    return f"{_number(value)} ± {error}" if error else _number(value)


def cell(value: Value, url: ListUrl) -> Cell:
    figure = value.figure

    def link(part: str, number: int) -> str:
        return url(figure.key, part) if number and is_listed(figure, part) else ""

    if figure.kind == "count":
        return Cell(grouped(value.counted), url=link("counted", value.counted))
    if not value.among:
        return Cell(NOTHING)
    is_mean = figure.kind == "mean"
    return Cell(
        value=_number(value) if value.is_enough else NOTHING,
        error=_error_told(value) if value.is_enough else "",
        some="" if is_mean else grouped(value.counted),
        some_url="" if is_mean else link("counted", value.counted),
        every=units_told(figure.unit, value.among),
        every_url=link("among", value.among),
        few="" if value.is_enough else _("too few to tell"),
    )


def _side_by_side(columns: Sequence[tuple[Figures, ListUrl]]) -> list[tuple[Value, ...]]:
    return list(zip(*(figures.values for figures, _url in columns), strict=True))


def _row(values: Sequence[Value], urls: Sequence[ListUrl]) -> Row | None:
    if not any(value.among for value in values):
        return None
    key = values[0].figure.key
    cells = tuple(cell(value, url) for value, url in zip(values, urls, strict=True))
    return Row(key, FIGURE_WORDS[key].name, cells)


def _number(value: Value) -> str:
    told = value.value or 0.0
    if value.figure.kind == "mean":
        return decimal(told, 2)
    if value.figure.kind == "advantage":
        sign = "−" if told < 0 else "+" if told > 0 else ""
        return sign + hundredths(abs(told))
    return hundredths(told)


def _error(value: Value) -> str:
    if value.se is None:
        return ""
    return decimal(value.se, 2) if value.figure.kind == "mean" else hundredths(value.se)


def _error_told(value: Value) -> str:
    """``± 2.1 in 100``, ``± 0.04 a deal``."""
    unit = str(PER_UNIT[value.figure.unit]) if value.figure.kind == "mean" else _("in 100")
    error = _error(value)
    return f"± {error} {unit}" if error else unit
