"""Who listens to what, in one process of many streams: a listener who does not keep up goes, and nobody waits for him.

All of it happens in the one thread of the event loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from typing import Final

from ecarte_site.live.news import Item

logger = logging.getLogger(__name__)

MOST_WAITING_BYTES: Final = 65_536
"""What may wait for a listener, besides what the system holds for him: some minutes of a large event."""
BETWEEN_SECONDS: Final = 0.25
"""News of so long goes out together once it comes thick: one item by itself is sent at once."""
CROWD: Final = 75
"""From so many on who hear the same, each is told among how many he is: pages that fetch a part anew shall not ask for
it all at once.
"""
HEARTBEAT: Final = b"event: beat\ndata: 1\n\n"
"""An event, which a script sees, where a comment would keep the line open alone."""
LOOK_AGAIN: Final = b"event: again\ndata: {}\n\n"
"""To everybody after a gap in which news may have been lost: ask for all anew."""


class Listener:
    """One stream. ``next`` gives what there is to be sent to it."""

    def __init__(self, topics: Iterable[str]) -> None:
        self.topics = frozenset(topics)
        self.is_over = False
        self._waiting = bytearray()
        self._told = asyncio.Event()
        self._task: asyncio.Task[object] | None = asyncio.current_task()

    def tell(self, chunk: bytes) -> bool:
        """Whether there was room for it."""
        if len(self._waiting) + len(chunk) > MOST_WAITING_BYTES:
            return False
        self._waiting += chunk
        self._told.set()
        return True

    def end(self) -> None:
        """Let the stream end as soon as it has sent what waits."""
        self.is_over = True
        self._told.set()

    def drop(self) -> None:
        """End it now, also in the middle of a sending that nobody takes."""
        self.end()
        if self._task is not None:
            self._task.cancel()

    async def next(self) -> bytes:
        """All that waits; empty once it is over."""
        await self._told.wait()
        chunk = bytes(self._waiting)
        self._waiting.clear()
        if not self.is_over:
            self._told.clear()
        return chunk


class Hub:
    def __init__(self) -> None:
        self._groups: dict[frozenset[str], set[Listener]] = {}
        self._pending: list[tuple[frozenset[str], str, Item]] = []
        self._flushed_at = float("-inf")
        self._flushing: asyncio.TimerHandle | None = None
        self._is_over = False
        self.last = 0
        """The number of the last item that was heard."""

    @property
    def topics(self) -> set[str]:
        return {topic for topics in self._groups for topic in topics}

    def add(self, listener: Listener) -> None:
        self._groups.setdefault(listener.topics, set()).add(listener)
        if self._is_over:
            listener.end()

    def remove(self, listener: Listener) -> None:
        group = self._groups.get(listener.topics, set())
        group.discard(listener)
        if not group:
            self._groups.pop(listener.topics, None)

    def hear(self, topics: Sequence[str], about: str, item: Item) -> None:
        """Pass an item on to whoever listens to one of the topics, now or with the next of them."""
        self.last = max(self.last, item.number)
        self._pending.append((frozenset(topics), about, item))
        if self._flushing is None:
            loop = asyncio.get_running_loop()
            at = max(loop.time(), self._flushed_at + BETWEEN_SECONDS)
            self._flushing = loop.call_at(at, self._flush)

    def tell_all(self, chunk: bytes) -> None:
        for group in list(self._groups.values()):
            self._tell(group, chunk)

    def end_all(self) -> None:
        self._is_over = True
        for group in self._groups.values():
            for listener in group:
                listener.end()

    def _flush(self) -> None:
        self._flushing = None
        self._flushed_at = asyncio.get_running_loop().time()
        pending, self._pending = self._pending, []
        for topics, group in list(self._groups.items()):
            # Of one rubber the last alone: its score is whole in each.
            found = {(about, item.kind): item for told, about, item in pending if told & topics}
            if found:
                ordered = sorted(found.values(), key=lambda item: item.number)
                crowd = [among(len(group))] if len(group) >= CROWD else []
                self._tell(group, b"".join([*crowd, *map(frame, ordered)]))

    def _tell(self, group: set[Listener], chunk: bytes) -> None:
        for listener in list(group):
            if not listener.tell(chunk):
                logger.info("a listener who did not read is gone")
                self.remove(listener)
                listener.drop()


def among(listeners: int) -> bytes:
    """Among how many somebody hears what follows, as an event of a stream."""
    return f'event: among\ndata: {{"listeners":{listeners}}}\n\n'.encode()


def frame(item: Item) -> bytes:
    """An item as an event of a stream."""
    return f"id: {item.number}\nevent: {item.kind}\ndata: {item.data}\n\n".encode()
