"""The web server of the one-process site: waitress, with limits on what connections may use.

waitress reads requests in one loop and hands complete ones to threads, so a slow sender blocks no thread. It
does use a connection, and memory for what it has sent so far. Both are limited here, overall and for each
network, and a client that keeps the server waiting is disconnected. docs/hosting.md has the numbers.
"""

from __future__ import annotations

import contextlib
import logging
import socket
import time
from functools import partial
from typing import Any, Final, TypeAlias

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import MultiSocketServer, TcpWSGIServer
from waitress.task import ErrorTask, Task, ThreadedTaskDispatcher, WSGITask
from waitress.utilities import BadRequest, Error

from ecarte_site.embedded.memory import give_back
from ecarte_site.embedded.places import MOST_CONNECTIONS, Places, Shares, network_from

logger = logging.getLogger(__name__)

HEADERS_SECONDS: Final = 8
"""The time in which a request's headers must arrive, from its first byte or from the opening of the connection.

Connections are checked once a second, so a half-open one is closed within 10 seconds.
"""
KEPT_SECONDS: Final = 120
"""The time for which a connection stays open between two requests, or while a client reads nothing of a response."""
BODY_SECONDS: Final = 60
SLOWEST_BODY: Final = 64_000 // 8
"""The slowest speed of a body, in bytes a second, measured over `BODY_SECONDS`; slower ones are given up.

An upload of 32 MiB may take 70 minutes.
"""
MOST_BODY_BYTES: Final = 64 << 20
ROOM_FOR_BODIES: Final = 256 << 20
"""The limit for all bodies together that have arrived in part or are being processed, in bytes."""
BODY_IN_MEMORY: Final = 64 << 10
"""The bytes of one body that are kept in memory; a longer one goes to a temporary file."""
MOST_HEADER_BYTES: Final = 32 << 10
"""The limit in bytes for a request's headers, and for the chunk headers of its body: both are kept in memory."""
HEAD: Final = b"HEAD "
"""The beginning of a request whose response has headers only."""
ANSWER_IN_MEMORY: Final = 1 << 20
"""The bytes of one response that wait in memory for a client that reads more slowly than the database responds."""

ACCEPTED_AT_ONCE: Final = 64
SPARE_PLACES: Final = 2 * ACCEPTED_AT_ONCE + 32
"""Additional connections in waitress's own limit: it also counts listening and closing sockets, and must
always accept.
"""
RETRY_SECONDS: Final = 5
REFUSAL: Final = (
    f"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: {RETRY_SECONDS}\r\n"
    "Connection: close\r\n\r\n"
).encode()
"""The response to a connection without a place.

It is sent before a request is read, and has no body in case of HEAD.
"""


class NoRoomError(Error):  # type: ignore[misc]  # waitress is not typed
    """The response (503) to a request whose body would exceed the limit for all bodies."""

    code = 503
    reason = "Service Unavailable"

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        status, headers, body = super().to_response(ident)
        return status, [*headers, ("Retry-After", str(RETRY_SECONDS))], body


class Request(HTTPRequestParser):  # type: ignore[misc]
    """A request being received. It counts its body against the limit for all bodies, and measures its speed."""

    def __init__(self, adj: Adjustments, *, room: Shares, network: str) -> None:
        super().__init__(adj)
        self._room = room
        self._network = network
        self._bytes_counted = 0
        """The number of bytes of the body that were taken from the limit, `_room`."""
        self._is_closed = False
        self._body_began = self._minute_began = 0.0
        """The time at which the body, and the current span of `BODY_SECONDS`, began. `_bytes_before` came earlier."""
        self._bytes_before = 0
        self._beginning = b""

    def received(self, data: bytes) -> int:
        if len(self._beginning) < len(HEAD):
            self._beginning = (self._beginning + data[:MOST_HEADER_BYTES]).lstrip()[: len(HEAD)]
        consumed: int = super().received(data)
        if self.completed:
            # waitress would send 100 Continue nevertheless, and read the next request as the rest of this one.
            self.expect_continue = False
        if self.headers_finished and not self._body_began:
            self._body_began = self._minute_began = time.monotonic()
        arrived = self.body_bytes_received - self._bytes_counted
        if arrived and self.error is None and not self._is_closed:
            if self._room.take(self._network, arrived):
                self._bytes_counted += arrived
            else:
                self._refuse(NoRoomError("The site has no room for this now. Send it again in a minute."))
        if self.chunked and len(self.body_rcv.control_line) + len(self.body_rcv.trailer) > MOST_HEADER_BYTES:
            # waitress would scan all of it again with each piece that arrives.
            self._refuse(BadRequest("The line before a chunk, or the trailer, is too long."))
        return consumed

    @property
    def is_for_head(self) -> bool:
        """Whether the method is HEAD, also if the request is refused before its first line is parsed."""
        return self._beginning == HEAD

    def _refuse(self, error: Error) -> None:
        self.error = error
        self.completed = True

    def close(self) -> None:
        super().close()
        if not self._is_closed:
            self._is_closed = True
            self._room.give_back(self._network, self._bytes_counted)

    def is_behind(self, now: float) -> bool:
        """Return whether less of the body has arrived by `now` than from the slowest allowed sender."""
        return bool(self.body_bytes_received < (now - self._body_began) * SLOWEST_BODY)

    def was_slow(self, now: float) -> bool:
        """Return whether a span of `BODY_SECONDS` has just ended in which the body came too slowly; begin the
        next.

        `now` is in seconds of the monotonic clock.
        """
        if now - self._minute_began < BODY_SECONDS:
            return False
        arrived: int = self.body_bytes_received - self._bytes_before
        seconds, self._minute_began = now - self._minute_began, now
        self._bytes_before = self.body_bytes_received
        return arrived < seconds * SLOWEST_BODY


class Answering(Task):  # type: ignore[misc]
    """A task that sends no body in response to HEAD, and keeps the connection open whenever that is possible."""

    _is_heading = False

    def set_close_on_finish(self) -> None:
        # waitress closes the connection after each response without a length. But an HTTP/1.1 client knows
        # where it ends: chunks have an end, and so have headers that no body follows.
        asked_to_close = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self._is_heading and self.version == "1.1" and not asked_to_close:
            return
        super().set_close_on_finish()

    def build_response_header(self) -> bytes:
        self._is_heading = True
        try:
            return bytes(super().build_response_header())
        finally:
            self._is_heading = False

    def write(self, data: bytes) -> None:
        super().write(b"" if self._is_for_head else data)

    def finish(self) -> None:
        self.write(b"")
        if self._is_for_head:
            # The headers are those of GET. The mark of the last chunk would be a body.
            self.chunked_response = False
        super().finish()
        self.channel.note_answer()

    @property
    def _is_for_head(self) -> bool:
        return bool(self.request.is_for_head)


class SiteTask(Answering, WSGITask):  # type: ignore[misc]
    pass


class SiteErrorTask(Answering, ErrorTask):  # type: ignore[misc]
    """A request that the server refuses without calling the application."""


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that records whether server or client has to act next, and since when."""

    task_class = SiteTask
    error_task_class = SiteErrorTask

    def __init__(
        self, server: SiteServer, sock: socket.socket, addr: Any, adj: Adjustments, map: Any = None
    ) -> None:
        self.network = network_from(addr[0])
        self.parser_class = partial(Request, room=server.room, network=self.network)
        self._places = server.places
        self._has_answered = False
        self._is_answering = False
        self._is_postponed = False
        """Whether the next request waits until the reader has taken the last response."""
        self._since = time.monotonic()
        """The opening, the first byte of the latest request, or the end of the latest response."""
        super().__init__(server, sock, addr, adj, map=map)

    def received(self, data: bytes) -> bool:
        if self.request is None:
            # Blank lines before a request are allowed; they must not keep a connection open.
            if not data.strip(b"\r\n"):
                return False
            self._note_turn()
        return bool(super().received(data))

    def note_answer(self) -> None:
        """Record that a response is complete, so that the server waits for the client."""
        self._is_answering = False
        self._has_answered = True
        self._note_turn()

    def waiting_since(self, now: float) -> float | None:
        """Return the time since which the server has waited for the client; None if it is the server's turn.

        While a body arrives fast enough, the server does not wait. It waits for a client that has read nothing of a
        response for longer than the time limit for headers.
        """
        if self._is_untaken and self._seconds_silent() > HEADERS_SECONDS:
            return now - self._seconds_silent()
        if self._is_busy or (self._is_in_body and not self.request.is_behind(now)):
            return None
        return self._since

    def is_overdue(self, now: float) -> bool:
        """Return whether the client has kept the server waiting for too long, so that the connection is closed."""
        if self._is_busy:
            return self._is_untaken and self._seconds_silent() > KEPT_SECONDS
        if self._is_in_body:
            return bool(self.request.was_slow(now))
        is_kept = self._has_answered and self.request is None
        return now - self._since > (KEPT_SECONDS if is_kept else HEADERS_SECONDS)

    def end(self) -> None:
        """Close the connection in the next round of the server's loop, and give its place back at once."""
        self.will_close = True
        self._places.give_back(self)
        if self.socket is not None:
            # The loop closes only writable sockets; one with a full buffer becomes writable by this.
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_RDWR)

    def service(self) -> None:
        with self.outbuf_lock:
            self._is_postponed = bool(self.connected and self.total_outbufs_len)
            if self._is_postponed:
                # A reader who pipelines requests and reads no response would block a thread with each.
                self.server.pull_trigger()
                return
        self._is_answering = True
        is_large = self.requests[0].body_bytes_received > BODY_IN_MEMORY
        super().service()
        if is_large:
            give_back()

    def handle_write(self) -> None:
        super().handle_write()
        if self._is_postponed:
            with self.outbuf_lock:
                if self.total_outbufs_len:
                    return
                self._is_postponed = False
            self.server.add_task(self)

    def handle_close(self) -> None:
        super().handle_close()
        if self.request is not None:
            self.request.close()
        if self._is_postponed:
            # Nothing will be written any more, so nothing else would call a thread for the requests that wait.
            self._is_postponed = False
            self.server.add_task(self)

    def del_channel(self, map: Any = None) -> None:
        super().del_channel(map)
        self._places.give_back(self)

    def _note_turn(self) -> None:
        self._since = time.monotonic()
        self._places.note_turn(self)

    def _flush_outbufs_below_high_watermark(self) -> None:
        # After a complete response no thread waits for the reader; the next request does.
        if self._is_answering:
            super()._flush_outbufs_below_high_watermark()

    def _seconds_silent(self) -> float:
        """Return the time since something was received or sent. Data that nobody reads counts as not sent."""
        return float(time.time() - self.last_activity)

    @property
    def _is_untaken(self) -> bool:
        """Whether a complete response is being sent, and no thread works for this connection."""
        return bool(self.total_outbufs_len and (self._is_postponed or not self.requests))

    @property
    def _is_busy(self) -> bool:
        return bool(self.requests or self.total_outbufs_len or self.will_close or self.close_when_flushed)

    @property
    def _is_in_body(self) -> bool:
        request = self.request
        return request is not None and request.headers_finished


class SiteServer(TcpWSGIServer):  # type: ignore[misc]
    """A server with one listening socket. Several servers share the same ``Places``."""

    channel_class = Channel

    def __init__(
        self, *arguments: Any, places: Places, room: Shares, patience_seconds: int, **options: Any
    ) -> None:
        self.places = places
        self.room = room
        self._patience_seconds = patience_seconds
        self._warned_at = -60.0
        super().__init__(*arguments, **options)

    def handle_accept(self) -> None:
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                accepted = self.accept()
                if accepted is None:
                    return
                self.set_socket_options(accepted[0])
            except OSError as error:
                # The client has gone already, or the system has no file for it.
                self._warn("a connection could not be accepted: %s", error)
                return
            self._admit(*accepted)

    def set_socket_options(self, conn: socket.socket) -> None:
        super().set_socket_options(conn)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # A connection whose reader takes nothing blocks its thread for no longer than this.
            conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, self._patience_seconds * 1000)

    def maintenance(self, now: float) -> None:
        """Disconnect the clients that have kept the server waiting for too long. waitress calls this once a second."""
        ticks = time.monotonic()
        for channel in list(self.active_channels.values()):
            if channel.is_overdue(ticks):
                channel.end()

    def _admit(self, conn: socket.socket, addr: Any) -> None:
        if self.places.take(network_from(addr[0])):
            self.places.add(self.channel_class(self, conn, addr, self.adj, map=self._map))
            return
        self._warn("connections are refused: all places are taken, or one network's share of them")
        with conn, contextlib.suppress(OSError):
            conn.setblocking(False)
            conn.send(REFUSAL)
            conn.shutdown(socket.SHUT_WR)
            # Closing a connection with unread data would discard the response.
            conn.recv(self.adj.recv_bytes)

    def _warn(self, message: str, *values: object) -> None:
        if time.monotonic() - self._warned_at >= 60:
            self._warned_at = time.monotonic()
            logger.warning(message, *values)


Server: TypeAlias = SiteServer | MultiSocketServer


def make_server(
    application: object,
    *,
    host: str,
    port: int,
    threads: int,
    patience_seconds: int,
    most_connections: int = MOST_CONNECTIONS,
) -> Server:
    """Return a server that listens on `port` of every address of `host`. Its `run()` serves, its `close()`
    ends it.

    A client that reads nothing of a response is disconnected after `patience_seconds`, if the system supports
    that. Raises OSError if the port is not available, ValueError for a host that can't be listened on.
    """
    adjustments = Adjustments(
        host=host,
        port=port,
        threads=threads,
        ident=None,
        clear_untrusted_proxy_headers=True,
        connection_limit=most_connections + SPARE_PLACES,
        asyncore_use_poll=True,
        cleanup_interval=1,
        max_request_header_size=MOST_HEADER_BYTES,
        max_request_body_size=MOST_BODY_BYTES,
        inbuf_overflow=BODY_IN_MEMORY,
        outbuf_high_watermark=ANSWER_IN_MEMORY,
    )
    dispatcher = ThreadedTaskDispatcher()
    places, room = Places(most_connections), Shares(ROOM_FOR_BODIES)
    sockets: dict[int, object] = {}
    servers = [
        SiteServer(
            application,
            sockets,
            dispatcher=dispatcher,
            adj=adjustments,
            sockinfo=each,
            places=places,
            room=room,
            patience_seconds=patience_seconds,
        )
        for each in adjustments.listen
    ]
    dispatcher.set_thread_count(threads)
    if len(servers) == 1:
        return servers[0]
    addresses = [(server.effective_host, server.effective_port) for server in servers]
    return MultiSocketServer(sockets, adjustments, addresses, dispatcher)
