"""The process for event streams, with Redis and with readers that connect, leave, and stall."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ecarte_site.live.store import RedisNews
from ecarte_site.live.tickets import make_ticket
from tests.ecarte_site.live.streams import LiveProcess, live_process, until
from tests.support.processes import stop
from tests.support.redis_server import RedisServer

pytestmark = pytest.mark.e2e


@pytest.fixture
def live(redis: RedisServer) -> Iterator[LiveProcess]:
    with live_process(redis) as process:
        yield process


@pytest.fixture
def news(redis: RedisServer) -> RedisNews:
    return RedisNews(redis.url)


def tell(news: RedisNews, number: int, *, about: str = "r", topic: str = "event.a") -> None:
    news.publish([topic], "score", about=about, data=f'{{"n":{number}}}')


def test_what_is_told_reaches_those_who_may_hear_it(live: LiveProcess, news: RedisNews) -> None:
    ours, theirs = live.open("event.a", "rubber.r"), live.open("event.b")
    news.publish(["rubber.r", "event.a"], "score", about="r", data='{"n":1}')
    news.publish(["event.b"], "rows", about="rows", data='{"event":"b"}')
    assert until(lambda: len(ours.events) == len(theirs.events) == 1)
    assert ours.events[0][0::2] == ("score", {"n": 1})
    assert theirs.events[0][0::2] == ("rows", {"event": "b"})


def test_headers_let_nothing_hold_it_back(live: LiveProcess) -> None:
    headers = live.open("event.a").headers
    assert headers["content-type"] == "text/event-stream; charset=utf-8"
    assert headers["cache-control"] == "no-store, no-transform"
    assert headers["x-accel-buffering"] == "no"


def test_who_comes_back_hears_what_he_missed_and_nothing_twice(live: LiveProcess, news: RedisNews) -> None:
    stream = live.open("event.a")
    tell(news, 1)
    assert until(lambda: len(stream.events) == 1)
    last = stream.events[0][1]
    stream.close()
    tell(news, 2)
    tell(news, 3, about="s")
    again = live.open("event.a", last=last)
    tell(news, 4, about="t")
    assert until(lambda: len(again.events) == 3)
    assert again.data() == [{"n": 2}, {"n": 3}, {"n": 4}]


def test_page_begins_after_what_it_was_made_of(live: LiveProcess, news: RedisNews) -> None:
    tell(news, 1)
    mark = news.mark(["event.a"])
    assert mark
    stream = live.open("event.a", since=mark)
    tell(news, 2)
    assert until(lambda: stream.data() == [{"n": 2}])


@pytest.mark.parametrize("query", ["", "ticket=forged", f"ticket={'x' * 3000}"])
def test_without_a_ticket_nobody_hears_anything(live: LiveProcess, query: str) -> None:
    assert live.status(query)[0] == 403


def test_only_so_many_streams_are_open_to_an_address(redis: RedisServer) -> None:
    query = f"ticket={make_ticket(['event.a'])}"
    with live_process(redis, LIVE_CONNECTIONS_PER_ADDRESS="2") as live:
        first, _second = live.open("event.a"), live.open("event.a")
        status, headers = live.status(query)
        assert (status, headers["retry-after"]) == (503, "60")
        first.close()
        # A place is free again once the other's going is noticed.
        assert until(lambda: live.status(query)[0] == 200)


def test_redis_that_was_away_is_heard_again_and_pages_look_anew(
    live: LiveProcess, news: RedisNews, redis: RedisServer
) -> None:
    stream = live.open("event.a")
    tell(news, 1)
    assert until(lambda: len(stream.events) == 1)
    redis.kill()
    redis.start()
    assert until(lambda: ("again", 0, {}) in stream.events)
    tell(RedisNews(redis.url), 2)
    assert until(lambda: stream.data() == [{"n": 1}, {"n": 2}])
    assert not stream.is_over


def test_stop_lets_the_streams_go_at_once(live: LiveProcess) -> None:
    streams = [live.open("event.a") for _ in range(20)]
    stop(live.process, patience_seconds=4)
    assert until(lambda: all(stream.is_over for stream in streams), 2)


def test_process_without_redis_sends_pages_to_ask_by_themselves() -> None:
    with live_process(_NoRedis()) as live:  # type: ignore[arg-type]
        assert live.status(f"ticket={make_ticket(['event.a'])}")[0] == 204


class _NoRedis:
    url = ""
