"""What a piece of news is, and where the last of each is kept.

Each is told to *topics*, ``rubber.<id>`` and ``event.<id>``, and has a number that no later one falls short of, also
after what kept them has lost its memory: counting begins at the clock's milliseconds. Of one ``about`` the last alone
is kept: what went before is of no use to anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, Protocol, TypeAlias

from django.conf import settings

Kind: TypeAlias = Literal["score", "rows"]
"""``score``: a rubber's score; ``rows``: something else of an event has changed, and its pages are to be asked anew."""
KEPT_SECONDS: Final = 86_400
MOST_AT_ONCE: Final = 1_000
"""Items that one answer gives, the latest: a page that missed more has been away for long."""


@dataclass(frozen=True, slots=True)
class Item:
    """``number`` is its place in the sequence; ``data`` is JSON, on one line."""

    number: int
    kind: Kind
    data: str

    @property
    def line(self) -> str:
        """As it is kept: ``number kind data``."""
        return f"{self.number} {self.kind} {self.data}"


def read_line(line: str) -> Item:
    number, kind, data = line.split(" ", 2)
    return Item(int(number), "rows" if kind == "rows" else "score", data)


def in_order(lines: Iterable[str]) -> list[Item]:
    """The items of several topics: each once, first to last."""
    return sorted((read_line(line) for line in set(lines)), key=lambda item: item.number)


class News(Protocol):
    """Where news is told and asked for. None of it ever raises for a server that is away."""

    def tell(self, topics: Sequence[str], kind: Kind, *, about: str, data: str) -> None:
        """Tell it now; ``about`` is the rubber's id, or another name within the topic."""

    def since(self, topics: Sequence[str], number: int) -> tuple[int, list[Item]]:
        """The sequence's number now, and what was told after ``number``; all that is kept where that is no number of
        this sequence. ``(number, [])`` while nobody knows.
        """

    def mark(self, topics: Sequence[str]) -> int | None:
        """The number of the last item of these topics, 0 where none is kept; None while nobody knows.

        Who asks before he reads the database has read all that the items up to it tell.
        """


def the_news() -> News:
    """That of this service: in Redis where there is one, else in this process's memory."""
    return _news(settings.REDIS_URL)


@lru_cache(maxsize=8)
def _news(url: str) -> News:
    if not url:
        from ecarte_site.live.memory import MemoryNews

        return MemoryNews()
    from ecarte_site.live.redis_news import RedisNews

    return RedisNews(url)
