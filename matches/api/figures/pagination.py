"""Where a row stands in the lists behind figures, in those of players, and in a player's weeks."""

from __future__ import annotations

import binascii
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import date
from typing import Any, Final

from django.db.models import F, FloatField, QuerySet, Value
from django.db.models.functions import Cast, Coalesce

from matches.api.core.pagination import Order, beyond_values, value_of
from matches.models import Player, Rating, Rubber
from matches.models.ids import is_public_id
from matches.rules.figures.registry import Unit

NOTHING: Final = -1.0
"""Stands for the figure of who has none: below all others."""
_BEHIND: Final = re.compile(r"([0-9-]{10})\.([0-9a-z]{14})\.([0-9]{1,4})\.([0-9]{1,9})\.([AB])")


class BehindOrder(Order[Any]):
    """What stands behind a figure by day, rubber, game and deal; last to first it has the latest first."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self.columns = {
            "rubber": ("day", "pk", "side"),
            "game": ("day", "rubber_id", "number", "side"),
            "deal": ("day", "game__rubber_id", "game__number", "number", "side"),
        }[unit]

    def place_of(self, row: Any) -> str:
        rubber, numbers = row, [0, 0]
        if self._unit == "game":
            rubber, numbers = row.rubber, [row.number, 0]
        elif self._unit == "deal":
            rubber, numbers = row.game.rubber, [row.game.number, row.number]
        return ".".join([row.day.isoformat(), rubber.public_id, *map(str, numbers), row.side])

    def beyond(self, rows: QuerySet[Any], place: str, *, forward: bool) -> QuerySet[Any] | None:
        match = _BEHIND.fullmatch(place)
        if match is None:
            return None
        try:
            day = date.fromisoformat(match[1])
        except ValueError:
            return None
        rubber = Rubber.objects.filter(public_id=match[2]).values_list("pk", flat=True).first()
        if rubber is None:
            return None
        numbers = [int(match[3]), int(match[4])][: len(self.columns) - 3]
        return rows.filter(beyond_values(self.columns, [day, rubber, *numbers, match[5]], forward=forward))


class PersonOrder(Order[Any]):
    """Rows of ``player_sums``: players as they came on record, or by a ``figure``."""

    def __init__(self, figure: str = "") -> None:
        self.figure = figure

    def of(self, column: str) -> PersonOrder:
        """The same for rows that have their person in ``column``."""
        made = PersonOrder(self.figure)
        made._person = column
        made.columns = ("place", "rests_on", column) if self.figure else (column,)
        return made

    def place_of(self, row: Any) -> str:
        public_id = str(row[f"{self._person}__public_id"])
        if not self.figure:
            return public_id
        told = json.dumps([row["place"], row["rests_on"]]).encode()
        return f"{urlsafe_b64encode(told).decode()}.{public_id}"

    def beyond(self, rows: QuerySet[Any], place: str, *, forward: bool) -> QuerySet[Any] | None:
        told, _dot, public_id = place.rpartition(".")
        if not is_public_id(public_id):
            return None
        key = Player.objects.filter(public_id=public_id).values_list("pk", flat=True).first()
        stood = _numbers(told) if self.figure else []
        if key is None or stood is None:
            return None
        return rows.filter(beyond_values(self.columns, [*stood, key], forward=forward))

    _person = "player"


def placed(rows: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
    """Rows of ``player_sums``, each with its ``place`` among the others."""
    stood: QuerySet[Any, Any] = rows.annotate(place=Coalesce(Cast(F("value"), FloatField()), Value(NOTHING)))
    return stood


class WeekOrder(Order[Rating]):
    """A player's weeks in a club; last to first they have the latest first."""

    columns = ("week",)

    def place_of(self, row: Any) -> str:
        return str(row.week.isoformat())

    def beyond(self, rows: QuerySet[Rating], place: str, *, forward: bool) -> QuerySet[Rating] | None:
        try:
            week = date.fromisoformat(place)
        except ValueError:
            return None
        return rows.filter(week__gt=week) if forward else rows.filter(week__lt=week)


class PathOrder(Order[Any]):
    """By rubber and then by numbers that a row has within it, each no larger than nine digits."""

    def __init__(self, rubber: str, *numbers: str) -> None:
        self._rubber, self._numbers = rubber, numbers
        self.columns = (f"{rubber}_id", *numbers)

    def place_of(self, row: Any) -> str:
        told = [value_of(row, self._rubber).public_id, *(value_of(row, name) for name in self._numbers)]
        return ".".join(map(str, told))

    def beyond(self, rows: QuerySet[Any], place: str, *, forward: bool) -> QuerySet[Any] | None:
        public_id, *told = place.split(".")
        if len(told) != len(self._numbers) or not all(re.fullmatch(r"[0-9]{1,9}", each) for each in told):
            return None
        if not is_public_id(public_id):
            return None
        rubber = Rubber.objects.filter(public_id=public_id).values_list("pk", flat=True).first()
        if rubber is None:
            return None
        return rows.filter(beyond_values(self.columns, [rubber, *map(int, told)], forward=forward))


def _numbers(told: str) -> list[Any] | None:
    """The figure and on how many it stands, as ``PersonOrder`` wrote them."""
    try:
        value, rests_on = json.loads(urlsafe_b64decode(told))
    except (binascii.Error, ValueError, TypeError, RecursionError):
        return None
    if not isinstance(value, float) or type(rests_on) is not int or abs(rests_on) >= 2**31:
        return None
    return [value, rests_on] if abs(value) < 2**31 else None
