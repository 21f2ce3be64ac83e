"""A query whose length is known already, so that a list of it in pages does not ask again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, overload

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


class Counted(Sequence[Row]):
    """What ``matches.pages.common.pagination`` takes. Nothing is asked for where there is nothing."""

    def __init__(self, rows: QuerySet[Row], length: int) -> None:
        self._rows = rows
        self._length = length

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> Row: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Row]: ...

    def __getitem__(self, place: int | slice) -> Row | Sequence[Row]:
        if isinstance(place, int):
            return self._rows[place]
        return list(self._rows[place]) if self._length else []
