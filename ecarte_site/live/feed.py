"""The one connection over which a process hears all news from Redis, made again for as long as it takes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from ecarte_site.live.hub import LOOK_AGAIN, Hub
from ecarte_site.live.news import Item, read_line
from ecarte_site.live.redis_news import CHANNEL, SEQUENCE, SINCE, read_published, read_since

logger = logging.getLogger(__name__)

PATIENCE_SECONDS: Final = 5.0
PING_EVERY_SECONDS: Final = 10.0
FIRST_PAUSE_SECONDS: Final = 0.25
LONGEST_PAUSE_SECONDS: Final = 5.0


class Feed:
    def __init__(self, url: str, hub: Hub) -> None:
        self.is_up = False
        self._hub = hub
        self._redis: Redis = Redis.from_url(
            url,
            decode_responses=True,
            socket_connect_timeout=PATIENCE_SECONDS,
            socket_timeout=PATIENCE_SECONDS,
            # A connection that the client mended by itself would hide what was told meanwhile.
            retry=Retry(NoBackoff(), 0),
        )
        self._since = self._redis.register_script(SINCE)

    async def since(self, topics: Sequence[str], number: int) -> list[Item]:
        """What is kept of these topics and was told after ``number``; nothing while Redis is away."""
        try:
            found: list[str] = await self._since(keys=[SEQUENCE], args=[number, *topics])
        except (RedisError, OSError):
            return []
        return read_since(found, number)[1]

    async def run(self) -> None:
        """Hear until cancelled."""
        pause = FIRST_PAUSE_SECONDS
        had_gap = False
        while True:
            try:
                await self._hear(had_gap=had_gap)
            except (RedisError, OSError, TimeoutError) as error:
                if self.is_up or not had_gap:
                    logger.warning("live pages hear nothing, Redis does not answer: %s", error)
                pause = FIRST_PAUSE_SECONDS if self.is_up else min(2 * pause, LONGEST_PAUSE_SECONDS)
                self.is_up, had_gap = False, True
            await asyncio.sleep(pause)

    async def close(self) -> None:
        with suppress(RedisError, OSError):
            await self._redis.aclose()

    async def _hear(self, *, had_gap: bool) -> None:
        """Pass on what is published, until the connection fails."""
        async with self._redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            # Its answer says that from here on nothing is missed.
            if await channel.get_message(timeout=PATIENCE_SECONDS) is None:
                raise TimeoutError("no answer to a subscription")
            self.is_up = True
            if had_gap:
                logger.warning("live pages hear again")
            # At the start as well: somebody may have come before anything was heard.
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
        """Pass on what is kept of the gap; what was lost in it the pages find when they look again."""
        if topics := sorted(self._hub.topics):
            for item in await self.since(topics, self._hub.last):
                self._hub.hear(topics, str(item.number), item)
            self._hub.tell_all(LOOK_AGAIN)

    def _pass_on(self, message: dict[str, Any]) -> None:
        if message["type"] == "message":
            topics, about, line = read_published(message["data"])
            self._hub.hear(topics, about, read_line(line))
