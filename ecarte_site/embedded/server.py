"""The web server of the one process: waitress, with bounds on what connections may take.

waitress reads requests in one loop and hands whole ones to threads, so a slow sender holds no thread. It does hold a
connection, and what it has sent so far. Both are bounded here, overall and for each network, and a client that keeps
the server waiting is disconnected. docs/hosting.md has the numbers.
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
"""From a request's first byte, or the connection's opening, until its headers are complete. Connections are looked at
once a second, so a half-open one is closed within 10 seconds."""
KEPT_SECONDS: Final = 120
"""How long a connection stays open between two requests, and while a client takes nothing of an answer."""
BODY_SECONDS: Final = 60
SLOWEST_BODY: Final = 64_000 // 8
"""Bytes a second. A body that is slower over `BODY_SECONDS` is given up; an upload of 32 MiB may take 70 minutes."""
MOST_BODY_BYTES: Final = 64 << 20
ROOM_FOR_BODIES: Final = 256 << 20
"""Bytes of all bodies that have arrived in part or are being worked on."""
BODY_IN_MEMORY: Final = 64 << 10
"""Bytes of one body that are kept in memory; a longer one goes to a temporary file."""
MOST_HEADER_BYTES: Final = 32 << 10
"""Of a request, and of what stands around the chunks of its body: both are kept in memory."""
HEAD: Final = b"HEAD "
"""How a request begins that gets headers alone."""
ANSWER_IN_MEMORY: Final = 1 << 20
"""Bytes of one answer that wait for a reader who is slower than the database."""

ACCEPTED_AT_ONCE: Final = 64
SPARE_PLACES: Final = 2 * ACCEPTED_AT_ONCE + 32
"""waitress counts listening sockets and closing connections, too, and must never stop accepting."""
RETRY_SECONDS: Final = 5
REFUSAL: Final = (
    f"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: {RETRY_SECONDS}\r\n"
    "Connection: close\r\n\r\n"
).encode()
"""Sent before a request is read, so without a body: the request may be a HEAD."""


class NoRoomError(Error):  # type: ignore[misc]  # waitress is not typed
    """The answer to a request for whose body there is no room."""

    code = 503
    reason = "Service Unavailable"

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        status, headers, body = super().to_response(ident)
        return status, [*headers, ("Retry-After", str(RETRY_SECONDS))], body


class Request(HTTPRequestParser):  # type: ignore[misc]
    """A request on its way in: counts its body against the room for all bodies, and knows how fast it comes."""

    def __init__(self, adj: Adjustments, *, room: Shares, network: str) -> None:
        super().__init__(adj)
        self._room = room
        self._network = network
        self._bytes_counted = 0
        self._is_closed = False
        self._body_began = self._minute_began = 0.0
        self._bytes_before = 0
        self._beginning = b""

    def received(self, data: bytes) -> int:
        if len(self._beginning) < len(HEAD):
            self._beginning = (self._beginning + data[:MOST_HEADER_BYTES]).lstrip()[: len(HEAD)]
        consumed: int = super().received(data)
        if self.completed:
            # waitress would send 100 Continue all the same, and read the next request as the rest of this one.
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
            # waitress would look through all of it again with each piece that arrives.
            self._refuse(BadRequest("The line before a chunk, or the trailer, is too long."))
        return consumed

    @property
    def is_for_head(self) -> bool:
        """Whether HEAD was asked, also where the request is refused before its first line is understood."""
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
        """Whether less of the body is here than the slowest allowed sender would have sent by `now`."""
        return bool(self.body_bytes_received < (now - self._body_began) * SLOWEST_BODY)

    def was_slow(self, now: float) -> bool:
        """Whether a span of `BODY_SECONDS` has just ended in which the body was too slow; begins the next span."""
        if now - self._minute_began < BODY_SECONDS:
            return False
        came: int = self.body_bytes_received - self._bytes_before
        seconds, self._minute_began = now - self._minute_began, now
        self._bytes_before = self.body_bytes_received
        return came < seconds * SLOWEST_BODY


class Answering(Task):  # type: ignore[misc]
    """An answer to HEAD has no byte behind its headers, and a connection is kept wherever the client can go on."""

    _is_heading = False

    def set_close_on_finish(self) -> None:
        # waitress closes the connection behind each answer without a length. Yet a client of HTTP/1.1 knows where it
        # ends: chunks have an end, and so have headers with no body to come.
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
            # The headers are GET's. The mark of the last chunk would be a body.
            self.chunked_response = False
        super().finish()
        self.channel.note_answer()

    @property
    def _is_for_head(self) -> bool:
        return bool(self.request.is_for_head)


class SiteTask(Answering, WSGITask):  # type: ignore[misc]
    """A request that the application answers."""


class SiteErrorTask(Answering, ErrorTask):  # type: ignore[misc]
    """A request that the server refuses by itself."""


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that knows whose turn it is, and since when."""

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
        """Whether the next request waits for the reader to take the answer before."""
        self._since = time.monotonic()
        """The opening, the first byte of the latest request, or the end of the latest answer."""
        super().__init__(server, sock, addr, adj, map=map)

    def received(self, data: bytes) -> bool:
        if self.request is None:
            # Blank lines before a request are allowed; they must not keep a connection open.
            if not data.strip(b"\r\n"):
                return False
            self._note_turn()
        return bool(super().received(data))

    def note_answer(self) -> None:
        """Note that an answer is complete: the client's turn."""
        self._is_answering = False
        self._has_answered = True
        self._note_turn()

    def waiting_since(self, now: float) -> float | None:
        """Return since when the client lets the server wait; None while it is the server's turn, or a body arrives.

        A reader who has taken nothing of an answer for as long as headers may take lets it wait, too.
        """
        if self._is_untaken and self._seconds_silent() > HEADERS_SECONDS:
            return now - self._seconds_silent()
        if self._is_busy or (self._is_in_body and not self.request.is_behind(now)):
            return None
        return self._since

    def is_overdue(self, now: float) -> bool:
        """Whether the client has let the server wait for too long."""
        if self._is_busy:
            return self._is_untaken and self._seconds_silent() > KEPT_SECONDS
        if self._is_in_body:
            return bool(self.request.was_slow(now))
        is_kept = self._has_answered and self.request is None
        return now - self._since > (KEPT_SECONDS if is_kept else HEADERS_SECONDS)

    def end(self) -> None:
        """Close the connection in the loop's next round, and give its place back now."""
        self.will_close = True
        self._places.give_back(self)
        if self.socket is not None:
            # The loop closes what can be written to, which a connection with a full buffer can't be before this.
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_RDWR)

    def service(self) -> None:
        with self.outbuf_lock:
            self._is_postponed = bool(self.connected and self.total_outbufs_len)
            if self._is_postponed:
                # A reader who sends requests ahead and takes no answer would keep a thread with each.
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
            # Nothing will be written any more, so nothing else calls a thread for the requests that wait.
            self._is_postponed = False
            self.server.add_task(self)

    def del_channel(self, map: Any = None) -> None:
        super().del_channel(map)
        self._places.give_back(self)

    def _note_turn(self) -> None:
        self._since = time.monotonic()
        self._places.note_turn(self)

    def _flush_outbufs_below_high_watermark(self) -> None:
        # Behind a complete answer the thread waits for nobody: the next request does.
        if self._is_answering:
            super()._flush_outbufs_below_high_watermark()

    def _seconds_silent(self) -> float:
        """Since something last came in or went out; of an answer that nobody takes, since some of it was taken."""
        return float(time.time() - self.last_activity)

    @property
    def _is_untaken(self) -> bool:
        """Whether a complete answer is on its way, and no thread is at work for this connection."""
        return bool(self.total_outbufs_len and (self._is_postponed or not self.requests))

    @property
    def _is_busy(self) -> bool:
        """Whether a request is being answered, or an answer is on its way."""
        return bool(self.requests or self.total_outbufs_len or self.will_close or self.close_when_flushed)

    @property
    def _is_in_body(self) -> bool:
        request = self.request
        return request is not None and request.headers_finished


class SiteServer(TcpWSGIServer):  # type: ignore[misc]
    """One listening socket; several share the places."""

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
            # A connection whose reader takes nothing keeps its thread for so long and no longer.
            conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, self._patience_seconds * 1000)

    def maintenance(self, now: float) -> None:
        """Disconnect the clients that have let the server wait for too long; called once a second."""
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
            # What is unread when a connection is closed would take the answer away.
            conn.recv(self.adj.recv_bytes)

    def _warn(self, message: str, *values: object) -> None:
        """Log a warning, at most one a minute."""
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
    """Listen on `port` of every address that `host` stands for; `run()` serves, `close()` ends it.

    A reader who takes nothing of an answer is disconnected after `patience_seconds`, where the system can do that.
    Raises OSError if the port can't be had, ValueError for a host that can't be listened on.
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
