"""Listeners receive messages; a listener that falls behind is dropped, and does not delay the others."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import override_settings

from ecarte_site.live import hub as hub_module
from ecarte_site.live.app import Limits, LiveApp
from ecarte_site.live.hub import MOST_WAITING_BYTES, Hub, Listener
from ecarte_site.live.news import Item
from ecarte_site.live.tickets import GOOD_FOR, make_ticket
from tests.support.loops import in_a_loop
from tests.support.processes import free_port


def item(number: int, data: str = "{}") -> Item:
    return Item(number, "score", data)


class Browser:
    """The client side of one stream of an application. It reads nothing more once it is ``asleep``."""

    def __init__(self, app: LiveApp, *topics: str) -> None:
        self.got = b""
        self.asleep = asyncio.Event()
        self.gone = asyncio.Event()
        query = f"ticket={make_ticket(topics)}".encode()
        scope = {"type": "http", "method": "GET", "path": "/live/stream", "query_string": query}
        self.answered = asyncio.create_task(
            app({**scope, "headers": [], "client": ("10.0.0.1", 1)}, self._receive, self._send)
        )

    async def _receive(self) -> MutableMapping[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if self.asleep.is_set():
            await asyncio.Event().wait()
        self.got += message.get("body", b"")


def with_app(play: Any) -> None:
    """Run ``play(app)`` without Redis, so that only messages that the play publishes arrive."""

    async def run() -> None:
        with override_settings(REDIS_URL=f"redis://127.0.0.1:{free_port()}/0"):
            app = LiveApp()
        async with asyncio.timeout(20):
            await play(app)

    in_a_loop(run())


async def soon(condition: Any) -> None:
    while not condition():
        await asyncio.sleep(0.005)


def test_who_stands_still_is_let_go_and_nobody_waits_for_him() -> None:
    async def play(app: LiveApp) -> None:
        awake, still = Browser(app, "event.a"), Browser(app, "event.a")
        await soon(lambda: awake.got and still.got)
        still.asleep.set()
        for number in range(1, 8):
            app.hub.publish(["event.a"], "r", item(number, f'"{number}{"x" * (MOST_WAITING_BYTES // 4)}"'))
            await soon(lambda number=number: f"id: {number}\n".encode() in awake.got)
        await soon(still.answered.done)
        assert not awake.answered.done()
        assert b"id: 7\n" not in still.got
        assert app.hub.topics == {"event.a"}

    with_app(play)


def test_who_goes_leaves_nothing_behind() -> None:
    async def play(app: LiveApp) -> None:
        browser = Browser(app, "event.a", "rubber.r")
        await soon(lambda: browser.got)
        browser.gone.set()
        await soon(browser.answered.done)
        assert app.hub.topics == set()

    with_app(play)


def test_stream_ends_with_its_ticket_and_sends_nothing_after_it() -> None:
    async def play(app: LiveApp) -> None:
        with time_machine.travel(datetime.now(UTC) - GOOD_FOR + timedelta(seconds=2)):
            old = Browser(app, "event.a")
        fresh = Browser(app, "event.a")
        await soon(lambda: old.got and fresh.got)
        app.hub.publish(["event.a"], "r", item(1))
        await soon(lambda: b"id: 1\n" in old.got and b"id: 1\n" in fresh.got)
        # Awaited it would be ended by this test's own patience, too.
        await soon(old.answered.done)
        app.hub.publish(["event.a"], "r", item(2))
        await soon(lambda: b"id: 2\n" in fresh.got)
        assert b"id: 2\n" not in old.got
        assert not fresh.answered.done()

    with_app(play)


def test_stream_that_comes_while_all_end_is_ended_too() -> None:
    async def play(app: LiveApp) -> None:
        app.end_streams()
        await soon(Browser(app, "event.a").answered.done)

    with_app(play)


def test_one_piece_of_news_goes_out_at_once_and_thick_ones_together() -> None:
    async def play() -> None:
        hub = Hub()
        listener = Listener(["event.a"])
        hub.add(listener)
        loop = asyncio.get_running_loop()
        began = loop.time()
        hub.publish(["event.a"], "r", item(1))
        assert b"id: 1\n" in await listener.next()
        assert loop.time() - began < hub_module.FLUSH_SECONDS / 2
        for number, about in [(2, "r"), (3, "s"), (4, "r"), (5, "t")]:
            hub.publish(["event.a"] if about != "t" else ["event.b"], about, item(number))
        together = await listener.next()
        # Of r the last alone, and nothing of another event.
        assert together.count(b"event: score") == 2
        assert together.index(b"id: 3\n") < together.index(b"id: 4\n")

    in_a_loop(play())


def test_who_hears_with_many_is_told_among_how_many() -> None:
    """The count is sent before the news, so that a page knows how long to wait before it fetches its part again."""

    async def play(_app: LiveApp) -> None:
        hub = Hub()
        few, many = ({Listener([topic]) for _ in range(size)} for topic, size in (("few", 74), ("many", 75)))
        for listener in [*few, *many]:
            hub.add(listener)
        hub.publish(["few", "many"], "x", item(1))
        events = {await listener.next() for listener in many}
        assert events == {b'event: among\ndata: {"listeners":75}\n\nid: 1\nevent: score\ndata: {}\n\n'}
        assert {await listener.next() for listener in few} == {b"id: 1\nevent: score\ndata: {}\n\n"}

    with_app(play)


def test_places_are_counted_by_address_and_given_back() -> None:
    limits = Limits(overall=3, an_address=2, behind_proxy=False)
    with limits.place("a") as first, limits.place("a") as second, limits.place("a") as third:
        assert (first, second, third) == (True, True, False)
        with limits.place("b") as other, limits.place("c") as more:
            assert (other, more) == (True, False)
        with limits.place("c") as again:
            assert again
    with limits.place("a") as anew:
        assert anew


@pytest.mark.parametrize(
    ("forwarded", "behind_proxy", "address"),
    [
        ("", True, "10.0.0.1"),
        ("9.9.9.9", False, "10.0.0.1"),
        ("9.9.9.9", True, "9.9.9.9"),
        ("1.1.1.1, 9.9.9.9", True, "9.9.9.9"),
    ],
)
def test_address_is_the_one_that_the_proxy_saw(forwarded: str, behind_proxy: bool, address: str) -> None:
    limits = Limits(overall=1, an_address=1, behind_proxy=behind_proxy)
    assert limits.address(("10.0.0.1", 5), {"x-forwarded-for": forwarded}) == address
