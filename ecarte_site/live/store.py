"""The two stores of news, and the choice between them: Redis if it is configured, else this process's memory.

In memory, threads of the embedded site publish and poll. In Redis, news is kept for a day for polling, and
published to the process that serves the streams. There are three kinds of keys: the sequence; for each topic
the order of its items by number; and the latest lines themselves. A script writes them together, so that
numbers rise in the order of publication.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from ecarte_site.live.news import KEPT_SECONDS, MOST_AT_ONCE, Item, Kind, News, in_order
from ecarte_site.watching.outage import Outage

TOPICS_KEPT: Final = 2_000
ITEMS_KEPT: Final = 1_000
"""The number of items stored for each topic."""


class MemoryNews:
    """The store in the memory of the one process, for the embedded site."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._number = time.time_ns() // 1_000_000
        # Both in the order of their last news, so that the one that was quiet longest is dropped first.
        self._topics: OrderedDict[str, OrderedDict[str, Item]] = OrderedDict()

    def publish(self, topics: Sequence[str], kind: Kind, *, about: str, data: str) -> None:
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


CHANNEL: Final = "ecarte:live"
SEQUENCE: Final = "ecarte:live:sequence"
ORDER: Final = "ecarte:live:order:"
LINES: Final = "ecarte:live:lines:"
PATIENCE_SECONDS: Final = 0.5
PUBLISH: Final = f"""
if redis.call('EXISTS', KEYS[1]) == 0 then
  local now = redis.call('TIME')
  redis.call('SET', KEYS[1], string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000)))
end
local number = string.format('%.0f', redis.call('INCR', KEYS[1]))
local line = number .. ' ' .. ARGV[2] .. ' ' .. ARGV[3]
for place = 4, #ARGV do
  local order, lines = '{ORDER}' .. ARGV[place], '{LINES}' .. ARGV[place]
  redis.call('ZADD', order, number, ARGV[1])
  redis.call('HSET', lines, ARGV[1], line)
  redis.call('EXPIRE', order, {KEPT_SECONDS})
  redis.call('EXPIRE', lines, {KEPT_SECONDS})
end
redis.call('PUBLISH', '{CHANNEL}', table.concat(ARGV, ',', 4) .. ' ' .. ARGV[1] .. ' ' .. line)
"""
SINCE: Final = f"""
local number = redis.call('GET', KEYS[1]) or '0'
local after = tonumber(ARGV[1])
if after > tonumber(number) then after = 0 end
local found = {{number}}
for place = 2, #ARGV do
  local names = redis.call('ZREVRANGEBYSCORE', '{ORDER}' .. ARGV[place], '+inf',
    string.format('(%.0f', after), 'LIMIT', 0, {MOST_AT_ONCE})
  if #names > 0 then
    for _, line in ipairs(redis.call('HMGET', '{LINES}' .. ARGV[place], unpack(names))) do
      found[#found + 1] = line
    end
  end
end
return found
"""
MARK: Final = f"""
local mark = 0
for place = 1, #ARGV do
  local last = redis.call('ZREVRANGE', '{ORDER}' .. ARGV[place], 0, 0, 'WITHSCORES')
  if last[2] and tonumber(last[2]) > mark then mark = tonumber(last[2]) end
end
return mark
"""


class RedisNews:
    """The store in Redis. A process has one client for all its threads; a forked process makes its own connections."""

    def __init__(self, url: str) -> None:
        self._redis: Redis = Redis.from_url(
            url,
            decode_responses=True,
            socket_timeout=PATIENCE_SECONDS,
            socket_connect_timeout=PATIENCE_SECONDS,
            # Do not retry: the next update carries the full score.
            retry=Retry(NoBackoff(), 0),
        )
        self._publish = self._redis.register_script(PUBLISH)
        self._since = self._redis.register_script(SINCE)
        self._mark = self._redis.register_script(MARK)
        self._outage = Outage("live pages hear nothing")

    def publish(self, topics: Sequence[str], kind: Kind, *, about: str, data: str) -> None:
        self._outage.call(lambda: self._publish(keys=[SEQUENCE], args=[about, kind, data, *topics]), None)

    def since(self, topics: Sequence[str], number: int) -> tuple[int, list[Item]]:
        response: list[str] = self._outage.call(
            lambda: self._since(keys=[SEQUENCE], args=[number, *topics]), []
        )
        return read_since(response, number)

    def mark(self, topics: Sequence[str]) -> int | None:
        number: Any = self._outage.call(lambda: self._mark(args=list(topics)), None)
        return None if number is None else int(number)


def read_since(response: Sequence[str], number: int) -> tuple[int, list[Item]]:
    """Parse the response of the script SINCE: the latest number, and the items after ``number``."""
    if not response:
        return number, []
    return int(response[0]), in_order(response[1:])[-MOST_AT_ONCE:]


def read_published(text: str) -> tuple[list[str], str, str]:
    """Return the topics, the subject (``about``) and the item's line of a message published in Redis."""
    topics, about, line = text.split(" ", 2)
    return topics.split(","), about, line


def the_news() -> News:
    return _make_news(settings.REDIS_URL)


@lru_cache(maxsize=8)
def _make_news(url: str) -> News:
    return RedisNews(url) if url else MemoryNews()
