"""The members of what a phone sends as JSON, each as strictly what it should be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NoReturn, cast

from django.utils.translation import gettext as _

from matches.common.log import Seat

LONGEST_TEXT: Final = 4000
LATEST: Final = 2**31 - 1
"""The greatest number that a version, a game or a deal can have."""


class EntryError(ValueError):
    """What was sent is not what a pad sends. ``entry`` counts from 0, None for the request; ``field`` names what."""

    def __init__(self, field: str, entry: int | None = None) -> None:
        self.field = field
        self.entry = entry
        if entry is None:
            said = _("What was sent can't be read: %(field)s.") % {"field": field}
        else:
            said = _("Entry %(number)d can't be read: %(field)s.") % {"number": entry + 1, "field": field}
        super().__init__(said)


def wrong(field: str) -> NoReturn:
    raise EntryError(field)


def object_in(value: object, field: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        wrong(field)
    return value


def refuse_others(told: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for name in told:
        if name not in names:
            wrong(name[:40].replace("\0", " "))


def text_in(told: Mapping[str, Any], name: str, *, default: str | None = None) -> str:
    value = told.get(name, default)
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or "\0" in value:
        wrong(name)
    return value


def one_of(told: Mapping[str, Any], name: str, choices: tuple[str, ...]) -> str:
    value = text_in(told, name)
    if value not in choices:
        wrong(name)
    return value


def seat_in(told: Mapping[str, Any], name: str) -> Seat:
    return cast(Seat, one_of(told, name, ("", "A", "B")))


def count_in(told: Mapping[str, Any], name: str, *, least: int = 1) -> int:
    value = told.get(name)
    # A bool is an int, and no number.
    if type(value) is not int or not least <= value <= LATEST:
        wrong(name)
    return value
