"""News within one process: the embedded site's threads tell and ask each other."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from ecarte_site.live.news import MOST_AT_ONCE, Item, Kind, in_order

TOPICS_KEPT: Final = 2_000
ITEMS_KEPT: Final = 1_000
"""Of a topic."""


class MemoryNews:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._number = time.time_ns() // 1_000_000
        # Both in the order of their last news, so that what goes first is what was quiet longest.
        self._topics: OrderedDict[str, OrderedDict[str, Item]] = OrderedDict()

    def tell(self, topics: Sequence[str], kind: Kind, *, about: str, data: str) -> None:
        with self._lock:
            self._number += 1
            item = Item(self._number, kind, data)
            for topic in topics:
                items = self._topics.setdefault(topic, OrderedDict())
                self._topics.move_to_end(topic)
                items[about] = item
                items.move_to_end(about)
                if len(items) > ITEMS_KEPT:
                    items.popitem(last=False)
            while len(self._topics) > TOPICS_KEPT:
                self._topics.popitem(last=False)

    def since(self, topics: Sequence[str], number: int) -> tuple[int, list[Item]]:
        with self._lock:
            after = number if number <= self._number else 0
            lines = [
                item.line
                for topic in topics
                for item in self._topics.get(topic, {}).values()
                if item.number > after
            ]
            return self._number, in_order(lines)[-MOST_AT_ONCE:]

    def mark(self, topics: Sequence[str]) -> int | None:
        with self._lock:
            lasts = [next(reversed(items.values())) for topic in topics if (items := self._topics.get(topic))]
            return max((item.number for item in lasts), default=0)
