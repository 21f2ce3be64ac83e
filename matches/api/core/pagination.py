"""Long lists a page at a time, by a cursor that names the row it stands at.

Rows go by the order in which they came, or by a column, and are found again by their public id, so a list stays whole
while rows arrive, and no cursor tells how many there are. Lists by rank go on behind the rank of their last row. A page
before the first one, or after the last, is null.
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
from django.db.models import Field, Model, Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.utils.urls import remove_query_param, replace_query_param

from matches.api.core.errors import wrong_parameter
from matches.models.ids import is_public_id

PAGE_SIZE: Final = 50
MOST_A_PAGE: Final = 200
CURSORS: Final = r"(after|before)\.([0-9A-Za-z_=.-]{1,2000})"
"""What a cursor looks like."""

Row = TypeVar("Row", bound=Model)
Item = TypeVar("Item")
Key: TypeAlias = tuple[float | str, ...]
"""What a list in memory rises by."""


class Order(Generic[Row]):
    """How a list is ordered, and where in it a row stands. By primary key, and public id."""

    columns: tuple[str, ...] = ("pk",)

    def place_of(self, row: Any) -> str:
        return str(row.public_id)

    def beyond(self, rows: QuerySet[Row], place: str, *, forward: bool) -> QuerySet[Row] | None:
        """The rows after ``place``, or before it; None where there is no such place."""
        if not is_public_id(place):
            return None
        # Among all there are, not among ``rows``: what a filter lets through may change between two pages.
        key = rows.model._default_manager.filter(public_id=place).values_list("pk", flat=True).first()
        if key is None:
            return None
        return rows.filter(pk__gt=key) if forward else rows.filter(pk__lt=key)


class ColumnOrder(Order[Row]):
    """By a column that is never null, rows that are alike in it by primary key. ``kind`` reads its values back.

    The cursor has the row's value as it was when the page was made: where the row has changed its place since, the
    next page goes on from where it stood.
    """

    def __init__(self, column: str, kind: Field[Any, Any]) -> None:
        self._column = column
        self._kind = kind
        self.columns = (column, "pk")

    def place_of(self, row: Any) -> str:
        return f"{_packed(value_of(row, self._column))}.{row.public_id}"

    def beyond(self, rows: QuerySet[Row], place: str, *, forward: bool) -> QuerySet[Row] | None:
        told, _dot, public_id = place.rpartition(".")
        try:
            value = self._kind.to_python(_unpacked(told))
            # What no column can hold would be the database's fault to find.
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


class NumbersOrder(Order[Row]):
    """By these columns in turn, whole numbers from 0 that are never null, which together are one row's alone.

    For rows that have no public id: a cursor has the numbers, with points between.
    """

    def __init__(self, *columns: str) -> None:
        self.columns = columns

    def place_of(self, row: Any) -> str:
        return ".".join(str(int(value_of(row, column))) for column in self.columns)

    def beyond(self, rows: QuerySet[Row], place: str, *, forward: bool) -> QuerySet[Row] | None:
        told = place.split(".")
        if len(told) != len(self.columns) or not all(re.fullmatch(r"[0-9]{1,15}", each) for each in told):
            return None
        return rows.filter(beyond_values(self.columns, [int(each) for each in told], forward=forward))


class NumberOrder(NumbersOrder[Row]):
    """By a whole number, which each row has for itself within the list."""

    def __init__(self, column: str = "number") -> None:
        super().__init__(column)


def value_of(row: Any, path: str) -> Any:
    """What stands in the column at ``path`` (``game__number``)."""
    found = row
    for step in path.split("__"):
        found = getattr(found, step)
    return found


def beyond_values(columns: Sequence[str], values: Sequence[Any], *, forward: bool) -> Q:
    """Rows behind these values of the columns, or before them; the first column decides before the second."""
    way = "gt" if forward else "lt"
    beyond, same = Q(), Q()
    for column, value in zip(columns, values, strict=True):
        beyond |= same & Q(**{f"{column}__{way}": value})
        same &= Q(**{column: value})
    # Says nothing new, but lets an index begin where the page begins.
    return beyond & Q(**{f"{columns[0]}__{way}e": values[0]})


@dataclass(frozen=True, slots=True)
class Slice(Generic[Item]):
    """A page of a list: its rows, and the addresses of its neighbours."""

    rows: Sequence[Item]
    next: str | None
    previous: str | None

    def body(self, results: list[Any]) -> dict[str, Any]:
        return {"next": self.next, "previous": self.previous, "results": results}


def asked_order(request: Request, orders: Mapping[str, Order[Row]]) -> tuple[Order[Row] | None, bool]:
    """Which of ``orders`` the address asks for, and whether turned round (``-date``); None where it does not say."""
    text = request.query_params.get("order")
    if text is None:
        return None, False
    found = orders.get(text.removeprefix("-"))
    if found is None:
        told = _("One of these, or the same with a minus before it: %(known)s.")
        raise wrong_parameter("order", told % {"known": ", ".join(orders)})
    return found, text.startswith("-")


def slice_of(
    request: Request, rows: QuerySet[Row], order: Order[Row], *, is_turned: bool = False
) -> Slice[Row]:
    """The page of ``rows`` that the address asks for; ``is_turned``: last to first.

    Raises where its parameters make no sense.
    """
    size = _size(request.query_params.get("page_size"))
    forward, place = _cursor(request.query_params.get("cursor", ""))
    standing = rows
    is_rising = forward != is_turned
    if place:
        found = order.beyond(rows, place, forward=is_rising)
        if found is None:
            raise _bad_cursor()
        standing = found
    columns = order.columns if is_rising else tuple(f"-{column}" for column in order.columns)
    # One more than is shown tells whether there is a page behind it.
    taken = list(standing.order_by(*columns)[: size + 1])
    has_more, shown = len(taken) > size, taken[:size]
    if not forward:
        shown.reverse()
    has_next, has_previous = (has_more, bool(place)) if forward else (bool(place), has_more)
    return Slice(
        shown,
        _address(request, "after", _edge(order, shown, -1, place)) if has_next else None,
        _address(request, "before", _edge(order, shown, 0, place)) if has_previous else None,
    )


def slice_of_items(request: Request, items: Sequence[Item], key_of: Callable[[Item], Key]) -> Slice[Item]:
    """The page that the address asks for of a list in memory, which goes by a key that each item has for itself.

    A cursor has the key: where the item is gone, or has changed its place, the next page goes on from where it stood.
    Raises where the address's parameters make no sense.
    """
    size = _size(request.query_params.get("page_size"))
    forward, place = _cursor(request.query_params.get("cursor", ""))
    start = 0
    if place:
        at = _standing(items, key_of, place, is_behind=forward)
        start = at if forward else max(0, at - size)
        size = size if forward else at - start
    shown = items[start : start + size]
    has_next = start + len(shown) < len(items)
    # On an empty page the cursor itself is where both neighbours begin.
    first, last = (_packed(key_of(shown[0])), _packed(key_of(shown[-1]))) if shown else (place, place)
    return Slice(
        shown,
        _address(request, "after", last) if has_next else None,
        _address(request, "before", first) if start else None,
    )


def _standing(items: Sequence[Item], key_of: Callable[[Item], Key], place: str, *, is_behind: bool) -> int:
    """How many items stand before ``place``; with ``is_behind`` the one that stands just there as well."""
    try:
        key: Key = tuple(_unpacked(place))
        return (bisect_right if is_behind else bisect_left)(items, key, key=key_of)
    # What was made up is no list, or can't be compared with a key.
    except (ValueError, TypeError, RecursionError):
        raise _bad_cursor() from None


def _packed(value: Any) -> str:
    """A value as a cursor has it."""
    # Not as ASCII: the longest name there can be has to fit into a cursor.
    told = json.dumps(value, default=str, ensure_ascii=False)
    return urlsafe_b64encode(told.encode()).decode()


def _unpacked(told: str) -> Any:
    """Raises ``ValueError`` or ``RecursionError`` for what was made up."""
    return json.loads(urlsafe_b64decode(told))


def _edge(order: Order[Row], shown: list[Row], end: int, place: str) -> str:
    # On an empty page the cursor itself is where both neighbours begin.
    return order.place_of(shown[end]) if shown else place


def _size(text: str | None) -> int:
    if text is None:
        return PAGE_SIZE
    if not re.fullmatch(r"[0-9]{1,100}", text) or int(text) == 0:
        raise wrong_parameter(
            "page_size", _("A whole number from 1 to %(most)s, please.") % {"most": MOST_A_PAGE}
        )
    return min(int(text), MOST_A_PAGE)


def _cursor(text: str) -> tuple[bool, str]:
    """Whether it looks forward, and from where; from nowhere without a cursor."""
    if not text:
        return True, ""
    match = re.fullmatch(CURSORS, text)
    if match is None:
        raise _bad_cursor()
    return match[1] == "after", match[2]


def _bad_cursor() -> Exception:
    return wrong_parameter("cursor", _("Take cursors as next and previous give them."))


def _address(request: Request, way: str, place: str) -> str:
    here = remove_query_param(request.build_absolute_uri(), "cursor")
    return replace_query_param(here, "cursor", f"{way}.{place}")
