"""Long lists in pages, several of them on one page, each with its own place in the address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

if TYPE_CHECKING:
    from django.core.paginator import _SupportsPagination

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Listing(Generic[Row]):
    """One page of a list; ``key`` is the name of its page number in the address's query."""

    page: Page[Row]
    rows: list[Row]
    key: str


def listing(request: HttpRequest, rows: _SupportsPagination[Row], *, key: str, size: int) -> Listing[Row]:
    """The page of ``rows`` that the address asks for; out of range, the nearest there is.

    ``rows`` is a sequence or an ordered query.
    """
    page = Paginator(rows, size).get_page(request.GET.get(key))
    return Listing(page, list(page), key)
