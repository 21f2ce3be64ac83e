"""Tries within a time, counted alike in this process's memory and in Redis."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from pytest_django.fixtures import Settings

from ecarte_site.limits import Limit
from tests.support.redis_server import RedisServer

NOW = 1_800_000_000
THREE = Limit("of_these_tests", most=3, seconds=60)


@pytest.fixture(params=["memory", "redis"], autouse=True)
def _each_cache(request: pytest.FixtureRequest, settings: Settings) -> Iterator[None]:
    backend: dict[str, Any] = {"BACKEND": "ecarte_site.watching.cache.CountingMemoryCache"}
    if request.param == "redis":
        server: RedisServer = request.getfixturevalue("redis")
        backend = {"BACKEND": "ecarte_site.watching.cache.CountingRedisCache", "LOCATION": server.url}
    settings.CACHES = {"default": backend}
    cache.clear()
    with time_machine.travel(NOW, tick=False):
        yield
    cache.clear()


def test_one_too_many_waits_for_the_end_of_the_time() -> None:
    with time_machine.travel(NOW + 20, tick=False):
        assert [THREE.take("a") for _ in range(5)] == [0, 0, 0, 40, 40]
        assert THREE.take("b") == 0
    with time_machine.travel(NOW + 60, tick=False):
        assert THREE.take("a") == 0


def test_try_that_was_refused_counts_nothing() -> None:
    for _ in range(9):
        THREE.take("a")
    THREE.give_back("a")
    assert [THREE.take("a"), THREE.take("a")] == [0, 60]


def test_try_that_was_right_is_given_back() -> None:
    for _ in range(9):
        assert THREE.take("a") == 0
        THREE.give_back("a")


def test_nothing_is_given_back_where_nothing_was_counted() -> None:
    THREE.give_back("a")
    assert [THREE.take("a") for _ in range(4)] == [0, 0, 0, 60]


def test_tries_at_the_same_moment_do_not_pass_together() -> None:
    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(lambda _: THREE.take("a"), range(16)))
    assert waits.count(0) == THREE.most
