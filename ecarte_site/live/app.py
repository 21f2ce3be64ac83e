"""The small process that holds the streams: plain ASGI, with neither database nor session.

    python -m ecarte_site.live --port 8001

The page's ticket says what its reader may hear. A stream ends with its ticket; the page opens the next one with a new
ticket. A stream that is refused ends for good, and its page polls (``ecarte_site.live.middleware``) until it tries
again.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qs

from django.conf import settings

from ecarte_site.live.feed import Feed
from ecarte_site.live.hub import HEARTBEAT, Hub, Listener, frame
from ecarte_site.live.limits import Limits
from ecarte_site.live.middleware import read_number
from ecarte_site.live.tickets import TicketError, read_ticket, seconds_left
from ecarte_site.watching.metrics import STREAMS
from ecarte_site.watching.page import PATH as METRICS
from ecarte_site.watching.page import figures, is_admitted
from ecarte_site.watching.signs import EVERY_SECONDS, give_sign

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS: Final = 10.0
RETRY_MILLISECONDS: Final = (1_000, 4_000)
"""Between which a browser is told to wait: of hundreds not all shall come back at once."""
STREAM_HEADERS: Final = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
)


class LiveApp:
    def __init__(self) -> None:
        self.hub = Hub()
        self._feed = Feed(settings.REDIS_URL, self.hub) if settings.REDIS_URL else None
        self._limits = Limits(
            overall=settings.LIVE_CONNECTIONS,
            an_address=settings.LIVE_CONNECTIONS_PER_ADDRESS,
            behind_proxy=settings.HAS_TLS,
        )
        self._tasks: list[asyncio.Task[None]] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    def end_streams(self) -> None:
        """Let all go, so that the process can: their browsers come back to the next one."""
        self.hub.end_all()

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                if self._feed is not None:
                    each = (self._feed.run(), self._beat(), self._give_signs(self._feed))
                    self._tasks = [asyncio.create_task(one) for one in each]
                else:
                    logger.warning("REDIS_URL is not set: there is nothing to hear, and no stream is opened")
                await send({"type": "lifespan.startup.complete"})
            else:
                for task in self._tasks:
                    task.cancel()
                    with suppress(asyncio.CancelledError):
                        await task
                if self._feed is not None:
                    await self._feed.close()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _beat(self) -> None:
        """What is silent for long is taken for dead on the way, and who has gone is noticed by writing to him."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self.hub.tell_all(HEARTBEAT)

    async def _give_signs(self, feed: Feed) -> None:
        """As long as it hears anything."""
        while True:
            if feed.is_up:
                await asyncio.to_thread(give_sign, "live")
            await asyncio.sleep(EVERY_SECONDS if feed.is_up else HEARTBEAT_SECONDS)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, is_read = scope["path"], scope["method"] in ("GET", "HEAD")
        if path == METRICS and is_read and is_admitted(_header(scope, b"authorization")):
            await _refuse(send, 200, figures().decode())
        elif path not in ("/healthz", "/live/stream"):
            await _refuse(send, 404, "There is nothing here.")
        elif not is_read:
            await _refuse(send, 405, "Read it.", (b"allow", b"GET, HEAD"))
        elif path == "/healthz":
            is_up = self._feed is not None and self._feed.is_up
            await _refuse(send, 200 if is_up else 503, "ok" if is_up else "Redis does not answer.")
        else:
            await self._admit(scope, receive, send)

    async def _admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = {
            name: values[-1] for name, values in parse_qs(scope["query_string"].decode("latin-1")).items()
        }
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if self._feed is None:
            await _refuse(send, 204, "")
            return
        try:
            ticket = asked.get("ticket", "")
            topics = read_ticket(ticket)
        except TicketError:
            await _refuse(send, 403, "This ticket is not valid any more.")
            return
        with self._limits.place(self._limits.address(scope["client"], headers)) as has_place:
            if not has_place:
                await _refuse(send, 503, "There are too many streams.", (b"retry-after", b"60"))
                return
            if scope["method"] == "HEAD":
                # The stream's headers: its reader hears nothing, and must not wait for the end of it.
                await _begin_stream(send)
                await _body(send, b"", is_last=True)
                return
            since = read_number(headers.get("last-event-id", "")) or read_number(asked.get("since", ""))
            listener = Listener(topics)
            self.hub.add(listener)
            STREAMS.inc()
            gone = asyncio.create_task(_until_gone(receive, listener))
            ends = asyncio.get_running_loop().call_later(seconds_left(ticket), listener.end)
            try:
                await self._stream(send, self._feed, listener, since)
            except asyncio.CancelledError:
                # By the hub, in the middle of a sending; or by the server, which is done.
                pass
            finally:
                self.hub.remove(listener)
                STREAMS.dec()
                gone.cancel()
                ends.cancel()

    async def _stream(self, send: Send, feed: Feed, listener: Listener, since: int) -> None:
        await _begin_stream(send)
        # What is kept comes first; the listener hears already, so that nothing falls between. What is in both comes
        # twice, and its number tells.
        kept = await feed.since(sorted(listener.topics), since)
        retry = f"retry: {random.randint(*RETRY_MILLISECONDS)}\n\n".encode()  # noqa: S311 (no secret)
        await _body(send, retry + b"".join(frame(item) for item in kept))
        while not listener.is_over:
            chunk = await listener.next()
            if chunk:
                await _body(send, chunk)
        await _body(send, b"", is_last=True)


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


async def _until_gone(receive: Receive, listener: Listener) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.end()


async def _begin_stream(send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": list(STREAM_HEADERS)})


async def _body(send: Send, chunk: bytes, *, is_last: bool = False) -> None:
    await send({"type": "http.response.body", "body": chunk, "more_body": not is_last})


async def _refuse(send: Send, status: int, text: str, *headers: tuple[bytes, bytes]) -> None:
    """Answer with a line of text."""
    content = text.encode()
    sent = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"), *headers]
    if content:
        sent.append((b"content-length", b"%d" % len(content)))
    await send({"type": "http.response.start", "status": status, "headers": sent})
    await _body(send, content, is_last=True)
