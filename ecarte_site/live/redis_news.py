"""News in Redis: kept for a day for who asks, published for the process that holds the streams.

Three places: the sequence; of each topic an order of what is told, by number; and the last lines themselves. A script
writes them together, so that numbers rise in the order in which they are published.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from ecarte_site.live.news import KEPT_SECONDS, MOST_AT_ONCE, Item, Kind, in_order
from ecarte_site.watching.outage import Outage

CHANNEL: Final = "ecarte:live"
SEQUENCE: Final = "ecarte:live:sequence"
ORDER: Final = "ecarte:live:order:"
LINES: Final = "ecarte:live:lines:"
PATIENCE_SECONDS: Final = 0.5

TELL: Final = f"""
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
    """One client a process, for all its threads; what is forked makes connections of its own."""

    def __init__(self, url: str) -> None:
        self._redis: Redis = Redis.from_url(
            url,
            decode_responses=True,
            socket_timeout=PATIENCE_SECONDS,
            socket_connect_timeout=PATIENCE_SECONDS,
            # Once: the next deal tells the score anew, and nobody waits for it.
            retry=Retry(NoBackoff(), 0),
        )
        self._tell = self._redis.register_script(TELL)
        self._since = self._redis.register_script(SINCE)
        self._mark = self._redis.register_script(MARK)
        self._outage = Outage("live pages hear nothing")

    def tell(self, topics: Sequence[str], kind: Kind, *, about: str, data: str) -> None:
        self._outage.asked(lambda: self._tell(keys=[SEQUENCE], args=[about, kind, data, *topics]), None)

    def since(self, topics: Sequence[str], number: int) -> tuple[int, list[Item]]:
        found: list[str] = self._outage.asked(
            lambda: self._since(keys=[SEQUENCE], args=[number, *topics]), []
        )
        return read_since(found, number)

    def mark(self, topics: Sequence[str]) -> int | None:
        found: Any = self._outage.asked(lambda: self._mark(args=list(topics)), None)
        return None if found is None else int(found)


def read_since(found: Sequence[str], number: int) -> tuple[int, list[Item]]:
    """What the script SINCE answers; ``number`` is what it was asked with."""
    if not found:
        return number, []
    return int(found[0]), in_order(found[1:])[-MOST_AT_ONCE:]


def read_published(text: str) -> tuple[list[str], str, str]:
    """Topics, what it is about, and the item's line, of what was published."""
    topics, about, line = text.split(" ", 2)
    return topics.split(","), about, line
