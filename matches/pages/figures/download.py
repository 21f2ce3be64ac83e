"""A page's figures as a table for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.http import HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.common.csv_cells import BYTE_ORDER_MARK, csv_lines, safe
from matches.figures.queries.totals import Figures
from matches.figures.words.figures import FIGURE_WORDS, GROUP_NAMES, UNITS
from matches.pages.figures.subjects import Asked
from matches.rules.figures.registry import Value

DECIMALS: Final = 6
NAME_LENGTH: Final = 60


def figures_file(found: Asked, columns: Sequence[tuple[str, Figures]]) -> HttpResponse:
    """``columns`` are the figures of each player, or of all together, with a name. Shares are between 0 and 1."""
    kept = "; ".join(found.kept.told)
    rows = [_row(name, kept, value) for name, figures in columns for value in figures.values]
    text = BYTE_ORDER_MARK + csv_lines([_heads(), *rows])
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    name = slugify(found.subject.name)[:NAME_LENGTH].strip("-") or "figures"
    response["Content-Disposition"] = f'attachment; filename="{name}-figures.csv"'
    return response


def _heads() -> Iterable[str]:
    return (
        _("Of"),
        _("Kept to"),
        _("Group"),
        _("Figure"),
        _("Value"),
        _("Standard error"),
        pgettext("how many", "Counted"),
        _("Among"),
        _("In"),
    )


def _row(name: str, kept: str, value: Value) -> Iterable[str | int]:
    figure = value.figure
    return (
        safe(name),
        safe(kept),
        safe(str(GROUP_NAMES[figure.group])),
        safe(str(FIGURE_WORDS[figure.key].name)),
        _number(value.value if value.is_enough else None),
        _number(value.se if value.is_enough else None),
        value.counted,
        value.among,
        safe(str(UNITS[figure.unit])),
    )


def _number(number: float | None) -> str:
    return "" if number is None else f"{number:.{DECIMALS}g}"
