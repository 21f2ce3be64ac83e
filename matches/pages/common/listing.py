"""Paginate lists and shorten texts, so that a page shows a bounded part of any record.

Lawful play always fits, and a faulty file can't fill a page: even the pages of a rubber a thousand times
longer than any ever played stay as light as others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final, Generic, TypeVar, overload

from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest

if TYPE_CHECKING:
    from django.core.paginator import _SupportsPagination

Row = TypeVar("Row")
DEALS_A_PAGE: Final = 60
FINDINGS_A_PAGE: Final = 30
STEPS_SHOWN: Final = 100
"""The largest number of steps that the page of a deal shows, besides the cards played."""
TRICKS_SHOWN: Final = 20
OPENING_SHOWN: Final = 10
"""The largest number of cuts and incidents shown before the first deal of a game."""
ROWS_SHOWN: Final = 50
"""The largest number of marks, findings or remarks that one list shows."""
CHARACTERS_SHOWN: Final = 1_000
"""The number of characters after which a remark, or the facts of an incident, are cut."""
SOURCE_SHOWN: Final = 8_000
"""The number of characters after which a record's original text is cut."""
ModelRow = TypeVar("ModelRow", bound=Model)


@dataclass(frozen=True, slots=True)
class Listing(Generic[Row]):
    """One page of a paginated list, whose number is in the URL parameter ``key``."""

    page: Page[Row]
    rows: list[Row]
    key: str


def listing(request: HttpRequest, rows: _SupportsPagination[Row], *, key: str, size: int) -> Listing[Row]:
    """Return the page named by the URL parameter ``key``: the last if out of range, the first for other text."""
    page = Paginator(rows, size).get_page(request.GET.get(key))
    return Listing(page, list(page), key)


def first_rows(rows: Sequence[Row], size: int = ROWS_SHOWN) -> tuple[Sequence[Row], int]:
    """Return the first ``size`` of ``rows``, and the number of remaining rows."""
    return rows[:size], max(0, len(rows) - size)


def join_within_limit(parts: Iterable[str], separator: str) -> str:
    """Join the first ``ROWS_SHOWN`` of ``parts`` with ``separator``; an ellipsis replaces the rest."""
    cells = list(islice(parts, ROWS_SHOWN + 1))
    if len(cells) > ROWS_SHOWN:
        cells[ROWS_SHOWN] = "…"
    return separator.join(cells)


def shorten(text: str, size: int = CHARACTERS_SHOWN) -> str:
    """Return ``text``, cut after ``size`` characters with an ellipsis if it is longer."""
    return text if len(text) <= size else f"{text[:size]}…"


class CountedRows(Sequence[ModelRow]):
    """A query whose number of rows is known, so that ``listing`` does not count. With 0 it is not run."""

    def __init__(self, rows: QuerySet[ModelRow], length: int) -> None:
        self._rows = rows
        self._length = length

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> ModelRow: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[ModelRow]: ...

    def __getitem__(self, place: int | slice) -> ModelRow | Sequence[ModelRow]:
        if isinstance(place, int):
            return self._rows[place]
        return list(self._rows[place]) if self._length else []
