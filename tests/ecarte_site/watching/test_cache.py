"""Without Redis the cache is empty, accepts every write, and blocks nobody."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache, caches
from pytest_django.fixtures import Settings
from redis.exceptions import RedisError

from ecarte_site.limits import Limit, count_under
from ecarte_site.watching.cache import CountingRedisCache, _outage_of, raising_errors
from ecarte_site.watching.metrics import CACHE
from ecarte_site.watching.signs import last_signs, note_running
from tests.support.redis_server import RedisServer

NOBODY = "redis://127.0.0.1:1/0"
ANSWERS: list[tuple[Callable[[], Any], Any]] = [
    (lambda: cache.get("a"), None),
    (lambda: cache.get("a", 7), 7),
    (lambda: cache.get_many(["a", "b"]), {}),
    (lambda: cache.get_or_set("a", 7), 7),
    (lambda: cache.has_key("a"), False),
    (lambda: "a" in cache, False),
    (lambda: cache.add("a", 1), True),
    (lambda: cache.set("a", 1), None),
    (lambda: cache.set_many({"a": 1}), []),
    (lambda: cache.touch("a"), False),
    (lambda: cache.delete("a"), False),
    (lambda: cache.delete_many(["a"]), None),
    (lambda: cache.clear(), None),
    (lambda: count_under("a", 60), 0),
    (lambda: Limit("tries", most=1).count("a"), 0),
    (lambda: Limit("tries", most=1).wait("a"), 0),
    (lambda: Limit("tries", most=1).take("a"), 0),
    (lambda: Limit("tries", most=1).give_back("a"), None),
]


def lead_to(settings: Settings, address: str) -> None:
    """Point the cache to an address of which no outage is known yet."""
    _outage_of.cache_clear()
    settings.CACHES = {
        "default": {"BACKEND": "ecarte_site.watching.cache.CountingRedisCache", "LOCATION": address}
    }


@pytest.fixture
def away(settings: Settings) -> None:
    lead_to(settings, NOBODY)


@pytest.fixture
def silent(settings: Settings) -> Iterator[socket.socket]:
    """A server that accepts connections and never responds, as one behind a network that is cut."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        lead_to(settings, f"redis://127.0.0.1:{server.getsockname()[1]}/0")
        yield server


@pytest.mark.usefixtures("away")
@pytest.mark.parametrize(("ask", "answer"), ANSWERS)
def test_every_question_is_answered_as_by_an_empty_cache(ask: Callable[[], Any], answer: Any) -> None:
    assert isinstance(caches["default"], CountingRedisCache)
    assert [ask(), ask()] == [answer, answer]


@pytest.mark.usefixtures("away")
@pytest.mark.parametrize("ask", [lambda: cache.incr("a"), lambda: cache.decr("a")])
def test_number_that_is_not_there_is_none(ask: Callable[[], Any]) -> None:
    with pytest.raises(ValueError, match="not found"):
        ask()


@pytest.mark.usefixtures("away")
def test_outage_is_counted_each_time_and_said_once(caplog: pytest.LogCaptureFixture) -> None:
    before = CACHE.labels("failed")._value.get()
    with caplog.at_level(logging.WARNING):
        for ask, _answer in ANSWERS[:3] * 3:
            ask()
    assert CACHE.labels("failed")._value.get() == before + 9
    (line,) = caplog.records
    assert line.getMessage().startswith("limits count nothing, Redis does not answer: ")


def test_nobody_waits_for_a_silent_server_at_every_question(
    silent: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ecarte_site.watching.outage.OUT_FOR_SECONDS", 3_600.0)
    for ask, answer in ANSWERS:
        assert ask() == answer
    silent.setblocking(False)
    silent.accept()
    with pytest.raises(BlockingIOError):
        silent.accept()


@pytest.mark.usefixtures("away")
def test_who_has_to_know_is_told() -> None:
    assert cache.get("a") is None
    before = CACHE.labels("failed")._value.get()
    with raising_errors(), pytest.raises(RedisError):
        cache.get("a")
    assert CACHE.labels("failed")._value.get() == before + 1
    note_running("live")
    assert last_signs() is None


def test_server_that_is_back_is_asked_again(
    redis: RedisServer, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ecarte_site.watching.outage.OUT_FOR_SECONDS", 0.0)
    lead_to(settings, redis.url)
    counted = [count_under("a", 60), count_under("a", 60), cache.incr("a"), cache.add("a", 1)]
    assert counted == [1, 2, 3, False]
    redis.kill()
    assert [count_under("a", 60), cache.get("a")] == [0, None]
    redis.start()
    assert [cache.add("a", 1), cache.add("a", 1), count_under("a", 60), cache.get("a")] == [True, False, 2, 2]


def test_refusal_of_a_server_that_answers_is_no_outage(redis: RedisServer, settings: Settings) -> None:
    lead_to(settings, redis.url)
    cache.set("a", "no number")
    assert count_under("a", 60) == 0
    assert cache.get("a") == "no number"
