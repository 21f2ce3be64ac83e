from __future__ import annotations

from collections.abc import Iterator

import pytest

from ecarte_site.live.news import News
from ecarte_site.live.store import MemoryNews, RedisNews
from tests.support.redis_server import RedisServer


@pytest.fixture(params=["memory", "redis"])
def news(request: pytest.FixtureRequest) -> Iterator[News]:
    if request.param == "memory":
        yield MemoryNews()
    else:
        redis: RedisServer = request.getfixturevalue("redis")
        yield RedisNews(redis.url)
