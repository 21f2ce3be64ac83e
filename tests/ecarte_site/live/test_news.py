"""News is published, stored and polled in the same way in memory and in Redis."""

from __future__ import annotations

import socket
import threading
import time

import pytest

from ecarte_site.live import store
from ecarte_site.live.news import Item, News
from ecarte_site.live.store import MemoryNews, RedisNews
from tests.support.redis_server import RedisServer


def data_since(news: News, *topics: str, since: int = 0) -> list[str]:
    return [item.data for item in news.since(topics, since)[1]]


def test_what_was_told_comes_in_its_order_to_whom_it_concerns(news: News) -> None:
    news.publish(["rubber.a", "event.e"], "score", about="a", data='{"n":1}')
    news.publish(["rubber.b", "event.e"], "score", about="b", data='{"n":2}')
    news.publish(["event.e"], "rows", about="rows", data='{"n":3}')
    assert data_since(news, "event.e") == ['{"n":1}', '{"n":2}', '{"n":3}']
    assert data_since(news, "rubber.b") == ['{"n":2}']
    assert data_since(news, "event.other") == []
    assert [item.kind for item in news.since(["event.e"], 0)[1]] == ["score", "score", "rows"]


def test_of_one_rubber_the_last_alone_is_kept(news: News) -> None:
    for number in range(3):
        news.publish(["event.e"], "score", about="a", data=f"{number}")
    assert data_since(news, "event.e") == ["2"]


def test_cursor_leads_on_from_where_it_was_given(news: News) -> None:
    news.publish(["event.e"], "score", about="a", data="1")
    cursor, _items = news.since(["event.e"], 0)
    assert news.since(["event.e"], cursor) == (cursor, [])
    news.publish(["event.e"], "score", about="b", data="2")
    later, items = news.since(["event.e"], cursor)
    assert (items, later > cursor) == ([Item(later, "score", "2")], True)


def test_one_item_of_two_topics_comes_once(news: News) -> None:
    news.publish(["rubber.a", "event.e"], "score", about="a", data="1")
    assert data_since(news, "rubber.a", "event.e") == ["1"]


def test_cursor_of_another_counting_gives_all_there_is(news: News) -> None:
    news.publish(["event.e"], "score", about="a", data="1")
    assert data_since(news, "event.e", since=9 * 10**14) == ["1"]


def test_mark_is_the_last_number_of_the_topics(news: News) -> None:
    assert news.mark(["event.e"]) == 0
    news.publish(["event.e"], "score", about="a", data="1")
    first = news.since(["event.e"], 0)[1][-1].number
    news.publish(["event.f"], "score", about="a", data="1")
    assert news.mark(["event.e"]) == first
    assert news.mark(["event.e", "event.f"]) == first + 1


def test_many_threads_lose_nothing_and_share_no_number(news: News) -> None:
    def tell(thread: int) -> None:
        for number in range(25):
            news.publish(["event.e"], "score", about=f"{thread}.{number}", data=f"{thread}.{number}")

    threads = [threading.Thread(target=tell, args=[thread]) for thread in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    _cursor, items = news.since(["event.e"], 0)
    assert len({item.number for item in items}) == len({item.data for item in items}) == 100


def test_counting_goes_on_upwards_after_a_restart() -> None:
    before = MemoryNews()
    before.publish(["event.e"], "score", about="a", data="1")
    cursor, _items = before.since(["event.e"], 0)
    time.sleep(0.01)
    after = MemoryNews()
    after.publish(["event.e"], "score", about="a", data="2")
    assert data_since(after, "event.e", since=cursor) == ["2"]


def test_memory_holds_no_more_than_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "TOPICS_KEPT", 3)
    monkeypatch.setattr(store, "ITEMS_KEPT", 2)
    news = MemoryNews()
    for number in range(5):
        news.publish([f"event.{number}", "event.all"], "score", about=str(number), data=str(number))
    assert data_since(news, "event.all") == ["3", "4"]
    assert [data_since(news, f"event.{number}") for number in range(5)] == [[], [], [], ["3"], ["4"]]


@pytest.mark.e2e
def test_redis_that_lost_its_memory_counts_on_upwards(redis: RedisServer) -> None:
    news = RedisNews(redis.url)
    news.publish(["event.e"], "score", about="a", data="1")
    cursor, _items = news.since(["event.e"], 0)
    redis.kill()
    redis.start()
    news = RedisNews(redis.url)
    news.publish(["event.e"], "score", about="a", data="2")
    assert data_since(news, "event.e", since=cursor) == ["2"]


@pytest.mark.e2e
def test_redis_that_is_silent_is_asked_once_and_that_is_said_once(
    redis: RedisServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ecarte_site.watching.outage.OUT_FOR_SECONDS", 3_600.0)
    news = RedisNews(redis.url)
    news.publish(["event.e"], "score", about="a", data="1")
    redis.kill()
    with socket.create_server(("127.0.0.1", redis.port)) as silent:
        for number in range(10):
            news.publish(["event.e"], "score", about="a", data=str(number))
            assert news.since(["event.e"], 7) == (7, [])
            assert news.mark(["event.e"]) is None
        silent.setblocking(False)
        silent.accept()
        with pytest.raises(BlockingIOError):
            silent.accept()
    assert len([record for record in caplog.records if "Redis does not answer" in record.message]) == 1


@pytest.mark.e2e
def test_redis_is_asked_again_after_a_while(redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ecarte_site.watching.outage.OUT_FOR_SECONDS", 0.05)
    news = RedisNews(redis.url)
    redis.kill()
    news.publish(["event.e"], "score", about="a", data="1")
    redis.start()
    time.sleep(0.1)
    news.publish(["event.e"], "score", about="a", data="2")
    assert data_since(news, "event.e") == ["2"]
