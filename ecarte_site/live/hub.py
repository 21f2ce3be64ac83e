"""The listeners of a process with many event streams, and the feed that brings them all news from Redis.

A listener that reads too slowly is dropped, and delays nobody. Everything happens in the one thread of the
event loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Final

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from ecarte_site.live.news import Item, read_line
from ecarte_site.live.store import CHANNEL, SEQUENCE, SINCE, read_published, read_since

logger = logging.getLogger(__name__)
MOST_WAITING_BYTES: Final = 65_536
"""The limit of bytes that wait for one listener, besides the system's buffers: some minutes of a large event."""


FLUSH_SECONDS: Final = 0.25
"""The interval at which frequent news is sent together. A single item is sent at once."""


CROWD: Final = 75
"""Above this number of listeners on a topic, each is sent that number, so that pages spread out their refetches."""


HEARTBEAT: Final = b"event: beat\ndata: 1\n\n"
"""A heartbeat as an event, which scripts see. A comment would only keep the connection open."""


LOOK_AGAIN: Final = b"event: again\ndata: {}\n\n"
"""Sent to everybody after a gap in which news may have been lost: pages fetch everything again."""
PATIENCE_SECONDS: Final = 5.0
PING_EVERY_SECONDS: Final = 10.0
FIRST_PAUSE_SECONDS: Final = 0.25
LONGEST_PAUSE_SECONDS: Final = 5.0


class Listener:
    """One event stream. ``next`` returns the bytes to send to its client."""

    def __init__(self, topics: Iterable[str]) -> None:
        self.topics = frozenset(topics)
        self.is_over = False
        self._waiting = bytearray()
        self._wakeup = asyncio.Event()
        self._task: asyncio.Task[object] | None = asyncio.current_task()

    def queue(self, chunk: bytes) -> bool:
        """Queue bytes to be sent to the client and return True, or return False if too many are waiting already."""
        if len(self._waiting) + len(chunk) > MOST_WAITING_BYTES:
            return False
        self._waiting += chunk
        self._wakeup.set()
        return True

    def end(self) -> None:
        """End the stream after it has sent what is queued."""
        self.is_over = True
        self._wakeup.set()

    def drop(self) -> None:
        """End the stream now, even while a send waits for a client that reads nothing."""
        self.end()
        if self._task is not None:
            self._task.cancel()

    async def next(self) -> bytes:
        """Wait until bytes are queued, and return all of them; b"" after the end of the stream."""
        await self._wakeup.wait()
        chunk = bytes(self._waiting)
        self._waiting.clear()
        if not self.is_over:
            self._wakeup.clear()
        return chunk


class Hub:
    """The listeners of the process, by topics, to which items of news are sent."""

    def __init__(self) -> None:
        self._groups: dict[frozenset[str], set[Listener]] = {}
        # The topics, the subject and the item of each piece of news that is not sent yet.
        self._pending: list[tuple[frozenset[str], str, Item]] = []
        self._flushed_at = float("-inf")
        self._flushing: asyncio.TimerHandle | None = None
        self._is_over = False
        self.last = 0
        """The number of the last item received."""

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

    def publish(self, topics: Sequence[str], about: str, item: Item) -> None:
        """Send an item to the listeners on its topics, at once or together with the next items.

        Of several waiting items of one kind about the same subject (``about``), only the last is sent.
        """
        self.last = max(self.last, item.number)
        self._pending.append((frozenset(topics), about, item))
        if self._flushing is None:
            loop = asyncio.get_running_loop()
            at = max(loop.time(), self._flushed_at + FLUSH_SECONDS)
            self._flushing = loop.call_at(at, self._flush)

    def send_to_all(self, chunk: bytes) -> None:
        for group in list(self._groups.values()):
            self._send(group, chunk)

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
            # Send only the last item of each rubber, since each has the whole score.
            latest = {
                (about, item.kind): item for item_topics, about, item in pending if item_topics & topics
            }
            if latest:
                ordered = sorted(latest.values(), key=lambda item: item.number)
                crowd = [listeners_event(len(group))] if len(group) >= CROWD else []
                self._send(group, b"".join([*crowd, *map(frame, ordered)]))

    def _send(self, group: set[Listener], chunk: bytes) -> None:
        for listener in list(group):
            if not listener.queue(chunk):
                logger.info("a listener who did not read is gone")
                self.remove(listener)
                listener.drop()


def listeners_event(listeners: int) -> bytes:
    """Return the number of listeners as an event of a stream."""
    return f'event: among\ndata: {{"listeners":{listeners}}}\n\n'.encode()


def frame(item: Item) -> bytes:
    """Return an item of news as an event of a stream."""
    return f"id: {item.number}\nevent: {item.kind}\ndata: {item.data}\n\n".encode()


class Feed:
    """The connection to Redis through which a process receives all news."""

    def __init__(self, url: str, hub: Hub) -> None:
        self.is_up = False
        self._hub = hub
        self._redis: Redis = Redis.from_url(
            url,
            decode_responses=True,
            socket_connect_timeout=PATIENCE_SECONDS,
            socket_timeout=PATIENCE_SECONDS,
            # A silent reconnection by the client would hide what was published meanwhile.
            retry=Retry(NoBackoff(), 0),
        )
        self._since = self._redis.register_script(SINCE)

    async def since(self, topics: Sequence[str], number: int) -> list[Item]:
        """Return the stored items on these topics with a number above ``number``; [] while Redis is away."""
        try:
            response: list[str] = await self._since(keys=[SEQUENCE], args=[number, *topics])
        except (RedisError, OSError):
            return []
        return read_since(response, number)[1]

    async def run(self) -> None:
        """Receive news from Redis and pass it to the hub, until the task is cancelled."""
        pause = FIRST_PAUSE_SECONDS
        had_gap = False
        while True:
            try:
                await self._receive(had_gap=had_gap)
            except (RedisError, OSError, TimeoutError) as error:
                if self.is_up or not had_gap:
                    logger.warning("live pages hear nothing, Redis does not answer: %s", error)
                pause = FIRST_PAUSE_SECONDS if self.is_up else min(2 * pause, LONGEST_PAUSE_SECONDS)
                self.is_up, had_gap = False, True
            await asyncio.sleep(pause)

    async def close(self) -> None:
        with suppress(RedisError, OSError):
            await self._redis.aclose()

    async def _receive(self, *, had_gap: bool) -> None:
        async with self._redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            # From this confirmation on nothing is missed.
            if await channel.get_message(timeout=PATIENCE_SECONDS) is None:
                raise TimeoutError("no answer to a subscription")
            self.is_up = True
            if had_gap:
                logger.warning("live pages hear again")
            # At the start as well: a listener may have come before the subscription.
            await self._catch_up()
            while True:
                message = await channel.get_message(timeout=PING_EVERY_SECONDS)
                if message is None:
                    await channel.ping()
                    message = await channel.get_message(timeout=PATIENCE_SECONDS)
                    if message is None:
                        raise TimeoutError("no answer to a ping")
                self._pass_on(message)

    async def _catch_up(self) -> None:
        """Pass on what was stored during the gap. Pages find what was lost in it when they look again."""
        if topics := sorted(self._hub.topics):
            for item in await self.since(topics, self._hub.last):
                self._hub.publish(topics, str(item.number), item)
            self._hub.send_to_all(LOOK_AGAIN)

    def _pass_on(self, message: dict[str, Any]) -> None:
        if message["type"] == "message":
            topics, about, line = read_published(message["data"])
            self._hub.publish(topics, about, read_line(line))
