"""The order of rows that have no public id: by numbers that say together which row it is."""

from __future__ import annotations

import re
from typing import Any, TypeVar

from django.db.models import Model, Q, QuerySet

from matches.api.paging import Order

Row = TypeVar("Row", bound=Model)


class NumbersOrder(Order[Row]):
    """By these columns in turn, whole numbers from 0 that are never null; a cursor has them with points between."""

    def __init__(self, *columns: str) -> None:
        self.columns = columns

    def place_of(self, row: Any) -> str:
        return ".".join(str(_value(row, column)) for column in self.columns)

    def beyond(self, rows: QuerySet[Row], place: str, *, forward: bool) -> QuerySet[Row] | None:
        said = place.split(".")
        if len(said) != len(self.columns) or not all(re.fullmatch(r"\d{1,15}", each) for each in said):
            return None
        way = "gt" if forward else "lt"
        beyond, level = Q(), Q()
        for column, number in zip(self.columns, map(int, said), strict=True):
            beyond |= level & Q(**{f"{column}__{way}": number})
            level &= Q(**{column: number})
        return rows.filter(beyond)


def _value(row: Any, column: str) -> int:
    value = row
    for step in column.split("__"):
        value = getattr(value, step)
    return int(value)
