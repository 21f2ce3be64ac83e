"""The small process that serves the streams: plain ASGI, with neither database nor session.

    python -m ecarte_site.live --port 8001

The page's ticket names the topics that its reader may hear. A stream ends with its ticket; the page opens the
next one with a new ticket. A refused stream ends for good, and its page polls
(``ecarte_site.live.middleware``) until it tries again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from contextlib import suppress
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qs

from django.conf import settings

from ecarte_site.live.hub import HEARTBEAT, Feed, Hub, Listener, frame
from ecarte_site.live.middleware import read_number
from ecarte_site.live.tickets import TicketError, read_ticket, seconds_left
from ecarte_site.watching.metrics import STREAMS
from ecarte_site.watching.serve_metrics import PATH as METRICS
from ecarte_site.watching.serve_metrics import figures, is_admitted
from ecarte_site.watching.signs import EVERY_SECONDS, note_running

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
logger = logging.getLogger(__name__)
HEARTBEAT_SECONDS: Final = 10.0
RETRY_MILLISECONDS: Final = (1_000, 4_000)
"""The range of reconnection delays for browsers, so that hundreds of them do not reconnect at once."""
STREAM_HEADERS: Final = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
)


class Limits:
    """The limits on open streams: overall, and for each IP address."""

    def __init__(self, *, overall: int, an_address: int, behind_proxy: bool) -> None:
        self._overall = overall
        self._an_address = an_address
        self._behind_proxy = behind_proxy
        self._open: Counter[str] = Counter()

    def address(self, client: tuple[str, int] | None, headers: Mapping[str, str]) -> str:
        """Return the client's IP address. Behind a reverse proxy, it is the last in ``X-Forwarded-For``,
        added by the proxy.
        """
        forwarded = (
            headers.get("x-forwarded-for", "").rpartition(",")[2].strip() if self._behind_proxy else ""
        )
        return forwarded or (client[0] if client else "")

    @contextlib.contextmanager
    def place(self, address: str) -> Iterator[bool]:
        """Take a place for one more stream inside the ``with`` block. Yields whether there was a free place."""
        if self._open.total() >= self._overall or self._open[address] >= self._an_address:
            yield False
            return
        self._open[address] += 1
        try:
            yield True
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class LiveApp:
    """The ASGI application that serves the streams."""

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
            await self._run_lifespan(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    def end_streams(self) -> None:
        """End all event streams, so that the process can exit. Browsers reconnect to its successor."""
        self.hub.end_all()

    async def _run_lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                if self._feed is not None:
                    each = (self._feed.run(), self._send_heartbeats(), self._note_live_running(self._feed))
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

    async def _send_heartbeats(self) -> None:
        """Send heartbeats: proxies drop silent connections, and only writing detects a client that has gone."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self.hub.send_to_all(HEARTBEAT)

    async def _note_live_running(self, feed: Feed) -> None:
        while True:
            if feed.is_up:
                await asyncio.to_thread(note_running, "live")
            await asyncio.sleep(EVERY_SECONDS if feed.is_up else HEARTBEAT_SECONDS)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, is_read = scope["path"], scope["method"] in ("GET", "HEAD")
        if path == METRICS and is_read and is_admitted(_get_header(scope, b"authorization")):
            await _send_text(send, 200, figures().decode())
        elif path not in ("/healthz", "/live/stream"):
            await _send_text(send, 404, "There is nothing here.")
        elif not is_read:
            await _send_text(send, 405, "Read it.", (b"allow", b"GET, HEAD"))
        elif path == "/healthz":
            is_up = self._feed is not None and self._feed.is_up
            await _send_text(send, 200 if is_up else 503, "ok" if is_up else "Redis does not answer.")
        else:
            await self._admit(scope, receive, send)

    async def _admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the ticket of a stream and the limits, then send events until the client goes or the ticket ends."""
        query = {
            name: values[-1] for name, values in parse_qs(scope["query_string"].decode("latin-1")).items()
        }
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if self._feed is None:
            await _send_text(send, 204, "")
            return
        try:
            ticket = query.get("ticket", "")
            topics = read_ticket(ticket)
        except TicketError:
            await _send_text(send, 403, "This ticket is not valid any more.")
            return
        with self._limits.place(self._limits.address(scope["client"], headers)) as has_place:
            if not has_place:
                await _send_text(send, 503, "There are too many streams.", (b"retry-after", b"60"))
                return
            if scope["method"] == "HEAD":
                # Send the stream's headers only: the reader of a HEAD gets no events, and must not wait for
                # the stream's end.
                await _begin_stream(send)
                await _send_body(send, b"", is_last=True)
                return
            since = read_number(headers.get("last-event-id", "")) or read_number(query.get("since", ""))
            listener = Listener(topics)
            self.hub.add(listener)
            STREAMS.inc()
            gone = asyncio.create_task(_end_when_gone(receive, listener))
            ends = asyncio.get_running_loop().call_later(seconds_left(ticket), listener.end)
            try:
                await self._stream(send, self._feed, listener, since)
            except asyncio.CancelledError:
                # Cancelled by the hub in the middle of a send, or by the server when it is done.
                pass
            finally:
                self.hub.remove(listener)
                STREAMS.dec()
                gone.cancel()
                ends.cancel()

    async def _stream(self, send: Send, feed: Feed, listener: Listener, since: int) -> None:
        await _begin_stream(send)
        # Stored items come first. The listener is registered already, so that nothing is missed in between.
        # An item in both comes twice, and its number shows that.
        kept = await feed.since(sorted(listener.topics), since)
        retry = f"retry: {random.randint(*RETRY_MILLISECONDS)}\n\n".encode()  # noqa: S311 (no secret)
        await _send_body(send, retry + b"".join(frame(item) for item in kept))
        while not listener.is_over:
            chunk = await listener.next()
            if chunk:
                await _send_body(send, chunk)
        await _send_body(send, b"", is_last=True)


def _get_header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


async def _end_when_gone(receive: Receive, listener: Listener) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.end()


async def _begin_stream(send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": list(STREAM_HEADERS)})


async def _send_body(send: Send, chunk: bytes, *, is_last: bool = False) -> None:
    await send({"type": "http.response.body", "body": chunk, "more_body": not is_last})


async def _send_text(send: Send, status: int, text: str, *headers: tuple[bytes, bytes]) -> None:
    content = text.encode()
    sent = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"), *headers]
    if content:
        sent.append((b"content-length", b"%d" % len(content)))
    await send({"type": "http.response.start", "status": status, "headers": sent})
    await _send_body(send, content, is_last=True)
