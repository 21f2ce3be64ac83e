"""The items of news, and the interface of the stores that keep the latest ones.

Items are published to *topics*, ``rubber.<id>`` and ``event.<id>``. Their numbers never decrease, even after
a store has lost its data: counting starts at the clock's milliseconds. Of all items with the same ``about``
(such as a rubber's id), only the last is kept, because it replaces the earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

Kind: TypeAlias = Literal["score", "rows"]
"""The kinds of items. ``score``: a rubber's new score; ``rows``: another change of an event, whose pages
fetch it again.
"""
KEPT_SECONDS: Final = 86_400
MOST_AT_ONCE: Final = 1_000
"""The largest number of items in one response; a page that missed more gets the latest."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item of news. ``number`` is its number in the sequence of all items; ``data`` is JSON on one line."""

    number: int
    kind: Kind
    data: str

    @property
    def line(self) -> str:
        """Return the item as it is stored: ``number kind data``."""
        return f"{self.number} {self.kind} {self.data}"


def read_line(line: str) -> Item:
    number, kind, data = line.split(" ", 2)
    return Item(int(number), "rows" if kind == "rows" else "score", data)


def in_order(lines: Iterable[str]) -> list[Item]:
    """Return the items in stored lines of several topics, each item once, by ascending number."""
    return sorted((read_line(line) for line in set(lines)), key=lambda item: item.number)


class News(Protocol):
    """A store of news. None of its methods raises if its server is away."""

    def publish(self, topics: Sequence[str], kind: Kind, *, about: str, data: str) -> None:
        """Publish an item to these topics. It replaces earlier items with the same ``about``, such as a
        rubber's id.
        """

    def since(self, topics: Sequence[str], number: int) -> tuple[int, list[Item]]:
        """Return the number of the latest item of all, and the items on these topics after ``number``.

        Returns all stored items if ``number`` is higher than any item's, and ``(number, [])`` without the
        server.
        """

    def mark(self, topics: Sequence[str]) -> int | None:
        """Return the number of the last item on these topics; 0 if none is stored, None if the server is away.

        If it is read before the database, the rows include everything that items up to this number report.
        """
