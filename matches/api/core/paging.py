"""Cursor pagination of long lists.

A cursor contains the public id of a row. A list therefore stays complete while rows are added, and a cursor
does not reveal the number of rows. Rows are ordered by creation or by a column. The cursor of a ranking
contains the rank of the last row on the page. ``previous`` is null on the first page, and ``next`` is null on
the last page.

Cursors are signed, so that a made-up one says nothing about rows that the caller may not see.
"""

from __future__ import annotations

import binascii
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar

from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.utils.urls import remove_query_param, replace_query_param

from matches.api.core.errors import invalid_parameter
from matches.models.ids import is_public_id

PAGE_SIZE: Final = 50
MOST_A_PAGE: Final = 200
CURSORS: Final = r"(after|before)\.([0-9A-Za-z_=.-]{1,2000})"
"""The pattern of a cursor."""
SIGNER: Final = Signer(salt="cursor", sep=".")

Row = TypeVar("Row", bound=Model)
Item = TypeVar("Item")
Key: TypeAlias = tuple[float | str, ...]
"""The ascending sort key of a list in memory."""


class Order(Generic[Row]):
    """The order of a list. The default order is by primary key.

    ``place_of`` returns the text that identifies a row in a cursor, by default the row's public id.
    """

    columns: tuple[str, ...] = ("pk",)

    def place_of(self, row: Any) -> str:
        return str(row.public_id)

    def beyond(self, rows: QuerySet[Row], place: str, *, forward: bool) -> QuerySet[Row] | None:
        """Return the rows after the one at ``place``, a text of ``place_of``, or before it without ``forward``.

        Return None if ``place`` identifies no row.
        """
        if not is_public_id(place):
            return None
        # Look in all rows, not only in ``rows``: the row may have left the list since the last page. The caller saw it
        # there, since the cursor is signed.
        key = rows.model._default_manager.filter(public_id=place).values_list("pk", flat=True).first()
        if key is None:
            return None
        return rows.filter(pk__gt=key) if forward else rows.filter(pk__lt=key)


Orders: TypeAlias = Mapping[str, Order[Any]]
"""The orders of a list by the value of ``order``."""


class ColumnOrder(Order[Row]):
    """Order rows by a column that is never null, then by primary key.

    The cursor contains the value that the row had when the page was sent, and the next page continues from
    it.
    """

    def __init__(self, column: str) -> None:
        self._column = column
        self.columns = (column, "pk")

    def place_of(self, row: Any) -> str:
        return f"{_packed(value_of(row, self._column))}.{row.public_id}"

    def beyond(self, rows: QuerySet[Row], place: str, *, forward: bool) -> QuerySet[Row] | None:
        parts, _dot, public_id = place.rpartition(".")
        kind: Any = rows.model._meta.get_field(self._column)
        try:
            value = kind.to_python(_unpacked(parts))
            # Reject a value that no column can hold before the database raises an error for it.
            if value is None or "\0" in str(value).encode().decode():
                return None
        except (binascii.Error, ValueError, TypeError, OverflowError, RecursionError, ValidationError):
            return None
        if not is_public_id(public_id):
            return None
        keys = rows.model._default_manager.filter(public_id=public_id).values_list("pk", flat=True)
        key = keys.first()
        if key is None:
            return None
        return rows.filter(beyond_values(self.columns, [value, key], forward=forward))


def by_columns(*columns: str) -> Orders:
    """Return an order by each of these columns, under the name of the column."""
    return {column: ColumnOrder(column) for column in columns}


class NumbersOrder(Order[Row]):
    """Order rows without a public id by columns of non-negative whole numbers that identify a row.

    No column is null. The cursor consists of the numbers: ``2.14``.
    """

    def __init__(self, *columns: str) -> None:
        self.columns = columns

    def place_of(self, row: Any) -> str:
        return ".".join(str(int(value_of(row, column))) for column in self.columns)

    def beyond(self, rows: QuerySet[Row], place: str, *, forward: bool) -> QuerySet[Row] | None:
        parts = place.split(".")
        if len(parts) != len(self.columns) or not all(re.fullmatch(r"[0-9]{1,15}", each) for each in parts):
            return None
        return rows.filter(beyond_values(self.columns, [int(each) for each in parts], forward=forward))


class NumberOrder(NumbersOrder[Row]):
    """Order rows by one column of whole numbers that are unique within the list."""

    def __init__(self, column: str = "number") -> None:
        super().__init__(column)


def value_of(row: Any, path: str) -> Any:
    """Return the value of ``row`` at ``path``. The path may cross relations: ``game__number``."""
    value = row
    for step in path.split("__"):
        value = getattr(value, step)
    return value


def beyond_values(columns: Sequence[str], values: Sequence[Any], *, forward: bool) -> Q:
    """Return the condition for the rows after the one with these values, or before it without ``forward``.

    Columns are compared in order, as in a tuple.
    """
    way = "gt" if forward else "lt"
    beyond, same = Q(), Q()
    for column, value in zip(columns, values, strict=True):
        beyond |= same & Q(**{f"{column}__{way}": value})
        same &= Q(**{column: value})
    # This condition is redundant, but lets the database start its index scan where the page begins.
    return beyond & Q(**{f"{columns[0]}__{way}e": values[0]})


@dataclass(frozen=True, slots=True)
class Slice(Generic[Item]):
    """One page of a list: the rows of the page, the URL of the next page and the URL of the previous page."""

    rows: Sequence[Item]
    next: str | None
    previous: str | None

    def body(self, results: list[Any]) -> dict[str, Any]:
        return {"next": self.next, "previous": self.previous, "results": results}


def requested_order(request: Request, orders: Mapping[str, Order[Row]]) -> tuple[Order[Row] | None, bool]:
    """Return the order that the query names or None, and whether a minus sign reverses it (``-date``)."""
    text = request.query_params.get("order")
    if text is None:
        return None, False
    order = orders.get(text.removeprefix("-"))
    if order is None:
        detail = _("Must be one of these, or one with a minus before it: %(known)s.")
        raise invalid_parameter("order", detail % {"known": ", ".join(orders)})
    return order, text.startswith("-")


def slice_of(
    request: Request, rows: QuerySet[Row], order: Order[Row], *, is_turned: bool = False
) -> Slice[Row]:
    """Return the page of ``rows`` that the request asks for, descending with ``is_turned``.

    Raises ``ApiError`` for an invalid cursor or page size.
    """
    size = _size(request.query_params.get("page_size"))
    forward, place = _cursor(request.query_params.get("cursor", ""))
    remaining = rows
    is_rising = forward != is_turned
    if place:
        beyond = order.beyond(rows, place, forward=is_rising)
        if beyond is None:
            raise _bad_cursor()
        remaining = beyond
    columns = order.columns if is_rising else tuple(f"-{column}" for column in order.columns)
    # Fetch one row more than the page holds to learn whether another page follows.
    fetched = list(remaining.order_by(*columns)[: size + 1])
    has_more, page = len(fetched) > size, fetched[:size]
    if not forward:
        page.reverse()
    has_next, has_previous = (has_more, bool(place)) if forward else (bool(place), has_more)
    return Slice(
        page,
        _address(request, "after", _edge(order, page, -1, place)) if has_next else None,
        _address(request, "before", _edge(order, page, 0, place)) if has_previous else None,
    )


def slice_of_items(request: Request, items: Sequence[Item], key_of: Callable[[Item], Key]) -> Slice[Item]:
    """Return the page that the request asks for of ``items``, a list sorted by the unique keys of ``key_of``.

    The cursor contains the key of an item. If the item is removed or its key changes, the next page continues
    from the old key. Raises ``ApiError`` for an invalid cursor or page size.
    """
    size = _size(request.query_params.get("page_size"))
    forward, place = _cursor(request.query_params.get("cursor", ""))
    start = 0
    if place:
        at = _standing(items, key_of, place, is_behind=forward)
        start = at if forward else max(0, at - size)
        size = size if forward else at - start
    page = items[start : start + size]
    has_next = start + len(page) < len(items)
    # On an empty page the cursor itself is where both neighbours begin.
    first, last = (_packed(key_of(page[0])), _packed(key_of(page[-1]))) if page else (place, place)
    return Slice(
        page,
        _address(request, "after", last) if has_next else None,
        _address(request, "before", first) if start else None,
    )


def _standing(items: Sequence[Item], key_of: Callable[[Item], Key], place: str, *, is_behind: bool) -> int:
    """Return the number of items before the cursor's key ``place``, or up to it with ``is_behind``."""
    try:
        key: Key = tuple(_unpacked(place))
        return (bisect_right if is_behind else bisect_left)(items, key, key=key_of)
    # A forged cursor is not a list, or its items cannot be compared with a key.
    except (ValueError, TypeError, RecursionError):
        raise _bad_cursor() from None


def _packed(value: Any) -> str:
    # ASCII escapes would make the longest possible name too long for a cursor.
    text = json.dumps(value, default=str, ensure_ascii=False)
    return urlsafe_b64encode(text.encode()).decode()


def _unpacked(text: str) -> Any:
    """Decode a value from a cursor. Raises ``ValueError`` or ``RecursionError`` for a forged one."""
    return json.loads(urlsafe_b64decode(text))


def _edge(order: Order[Row], page: list[Row], end: int, place: str) -> str:
    # On an empty page the cursor itself is where both neighbours begin.
    return order.place_of(page[end]) if page else place


def _size(text: str | None) -> int:
    if text is None:
        return PAGE_SIZE
    if not re.fullmatch(r"[0-9]{1,100}", text) or int(text) == 0:
        raise invalid_parameter(
            "page_size", _("Must be a whole number from 1 to %(most)s.") % {"most": MOST_A_PAGE}
        )
    return min(int(text), MOST_A_PAGE)


def _cursor(text: str) -> tuple[bool, str]:
    """Return whether the cursor points forward, and the text that identifies its row, empty without one."""
    if not text:
        return True, ""
    match = re.fullmatch(CURSORS, text)
    if match is None:
        raise _bad_cursor()
    try:
        return match[1] == "after", SIGNER.unsign(match[2])
    except BadSignature:
        raise _bad_cursor() from None


def signed_cursor(way: str, place: str) -> str:
    """Return the cursor for the rows ``after`` or ``before`` a place, a text of ``Order.place_of``."""
    return f"{way}.{SIGNER.sign(place)}"


def _bad_cursor() -> Exception:
    return invalid_parameter("cursor", _("Use cursors only as given in next and previous."))


def _address(request: Request, way: str, place: str) -> str:
    here = remove_query_param(request.build_absolute_uri(), "cursor")
    return replace_query_param(here, "cursor", signed_cursor(way, place))
