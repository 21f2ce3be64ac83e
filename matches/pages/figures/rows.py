"""Figures as rows of a table: a value with its margin of error, the number of records behind it, and links."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from django.utils.translation import gettext as _

from matches.common.number_format import MARGIN, decimal, grouped, hundredths, percent
from matches.figures.statistics import Figures, scope_figures
from matches.figures.statistics_lists import is_listed
from matches.figures.words import AT_A_GLANCE, FIGURE_WORDS, GROUP_NAMES, Words, cases, per_case
from matches.pages.common.charts import Share
from matches.rules.figures.figures import FIGURE, GROUPS, Value

ListUrl: TypeAlias = Callable[[str, str], str]
"""A function that returns the URL of the list behind a figure, given the figure's key and ``counted`` or ``among``."""
NOTHING: Final = "—"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the table of figures: ``value`` as text, with its margin of error and unit as ``error``.

    For a share, ``some`` is the number counted and ``every`` the number considered, each with the URL of its
    list or "". A mean has no ``some``; a count has neither, and links to ``url`` itself. ``few`` says that there
    are too few observations to tell: a share then has the two numbers alone, and a mean no error.
    """

    value: str
    error: str = ""
    url: str = ""
    some: str = ""
    some_url: str = ""
    every: str = ""
    every_url: str = ""
    few: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether the two numbers of a share stand in the place of its value."""
        return bool(self.few and self.some)


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
    """Return the figures of all columns side by side, grouped into tables.

    Each column is a pair of figures, the same in all columns, and a function that returns the URL of a
    figure's list. A figure without observations in any column is left out.
    """
    side_by_side = zip(*(figures.values for figures, _url in columns), strict=True)
    rows = [(values[0].figure, _row(values, [url for _figures, url in columns])) for values in side_by_side]
    observed = [(figure, row) for figure, row in rows if row is not None]
    return [
        Group(group, GROUP_NAMES[group], tuple(row for figure, row in observed if figure.group == group))
        for group in GROUPS
        if any(figure.group == group for figure, _row in observed)
    ]


def chosen_rows(figures: Figures, keys: Sequence[str], url: ListUrl) -> tuple[Row, ...]:
    """Return the figures named in ``keys`` as table rows, without those never observed."""
    rows = (_row([figures[key]], [url]) for key in keys)
    return tuple(row for row in rows if row is not None)


EVEN: Final = dict.fromkeys(("rubbers_won", "games_won", "dealt_first_won"), 0.5)
"""The shares that would be even if both sides, or both dealers, were equal."""


def shares_at_a_glance(figures: Figures, means: Figures | None = None) -> list[Share]:
    """Return the shares with enough observations, for the chart at the top of the page of figures.

    Each is marked with that of ``means``, the figures of a whole club, or without them where it would be even. What
    one side wins the other loses: of such a share, a club's mean is even, too.
    """
    counted = {figure.key for figure in scope_figures(figures.scope)}
    values = [figures[key] for key in AT_A_GLANCE if key in counted]
    return [
        Share(
            FIGURE_WORDS[value.figure.key].name,
            percent(value.value),
            value.value,
            None if value.se is None else MARGIN * value.se,
            _mark(value.figure.key, means),
        )
        for value in values
        if value.is_enough and value.value is not None
    ]


def _mark(key: str, means: Figures | None) -> float | None:
    if means is None or FIGURE[key].is_one_sided:
        return EVEN.get(key)
    mean = means[key]
    return mean.value if mean.is_enough else None


def with_error(value: Value) -> str:
    """Return a value with its error: "47.3 ± 4.2", in percent for a share.

    On too few observations a share is "3 of 5", and a mean has no error. A value without any is a dash.
    """
    if value.value is None:
        return NOTHING
    if not value.is_enough:
        return _number(value) if value.figure.kind == "mean" else _some_of(value)
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
        value=_number(value) if value.is_enough or is_mean else "",
        error=_error_text(value) if value.is_enough else "",
        some="" if is_mean else grouped(value.counted),
        some_url="" if is_mean else link("counted", value.counted),
        every=cases(figure, value.among),
        every_url=link("among", value.among),
        few="" if value.is_enough else _("too few games yet"),
    )


def _some_of(value: Value) -> str:
    return _("%(some)s of %(every)s") % {"some": grouped(value.counted), "every": grouped(value.among)}


def _row(values: Sequence[Value], urls: Sequence[ListUrl]) -> Row | None:
    if not any(value.among for value in values):
        return None
    key = values[0].figure.key
    cells = tuple(cell(value, url) for value, url in zip(values, urls, strict=True))
    return Row(key, FIGURE_WORDS[key].name, cells)


def _number(value: Value) -> str:
    number = value.value or 0.0
    if value.figure.kind == "mean":
        return decimal(number, 2)
    if value.figure.kind == "advantage":
        sign = "−" if number < 0 else "+" if number > 0 else ""
        return sign + hundredths(abs(number))
    return hundredths(number)


def _error(value: Value) -> str:
    """Return the margin of error without a unit; "" if it is unknown, or nought for a share of none or of all."""
    if not value.se:
        return ""
    margin = MARGIN * value.se
    return decimal(margin, 2) if value.figure.kind == "mean" else hundredths(margin)


def _error_text(value: Value) -> str:
    """Return the margin of error with its unit, such as ``± 4.2 %`` or ``± 0.08 a deal``."""
    unit = per_case(value.figure) if value.figure.kind == "mean" else "%"
    error = _error(value)
    return f"± {error} {unit}" if error else unit
