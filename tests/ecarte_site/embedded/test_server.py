"""Connections to the single process: their maximum number, their timeouts, and the order in which they are served."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import pytest
from waitress.adjustments import Adjustments

from ecarte_site.embedded import places, server
from ecarte_site.embedded.places import Shares
from tests.ecarte_site.embedded.serving import (
    PATIENCE_SECONDS,
    answer,
    connect,
    echo,
    is_closed,
    request,
    serving,
)

pytestmark = pytest.mark.e2e

ELSEWHERE: Final = "127.0.0.2"
"""An address that has a share: only 127.0.0.1 and ::1 are excepted."""
HALF_OPEN: Final = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture
def opened() -> Iterator[list[socket.socket]]:
    connections: list[socket.socket] = []
    yield connections
    for connection in connections:
        connection.close()


def is_answered(port: int, sender: str = ELSEWHERE, *, path: str = "/", seconds: float = 1.0) -> bool:
    with connect(port, sender) as newcomer:
        newcomer.settimeout(seconds)
        with contextlib.suppress(TimeoutError):
            return request(newcomer, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").startswith(
                "HTTP/1.1 200"
            )
    return False


def keep(port: int, number: int, opened: list[socket.socket], sender: str = ELSEWHERE) -> list[socket.socket]:
    kept = []
    for _ in range(number):
        kept.append(connect(port, sender))
        opened.append(kept[-1])
        assert request(kept[-1]).startswith("HTTP/1.1 200")
    return kept


def is_kept(connection: socket.socket) -> bool:
    try:
        return request(connection).startswith("HTTP/1.1 200")
    except OSError:
        return False


def is_ended_while_sending(connection: socket.socket, piece: bytes) -> bool:
    for _ in range(200):
        try:
            connection.sendall(piece)
        except OSError:
            return True
        time.sleep(0.05)
    return False


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.01)


def fewer_places(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(places, "MOST_CONNECTIONS", most)


# Places


def test_address_that_keeps_400_connections_has_room_for_a_newcomer(opened: list[socket.socket]) -> None:
    with serving() as port:
        kept = keep(port, 400, opened)
        assert is_answered(port)
        # The first of them is kept still.
        assert is_kept(kept[0])


def test_half_open_requests_leave_room_for_a_newcomer(opened: list[socket.socket]) -> None:
    with serving() as port:
        for _ in range(105):
            opened.append(connect(port, ELSEWHERE))
            opened[-1].sendall(HALF_OPEN)
        assert is_answered(port)


def test_no_address_but_this_machine_takes_more_than_a_third(
    opened: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    fewer_places(monkeypatch, 12)
    with serving() as port:
        kept = [connection for connection in keep(port, 6, opened) if is_kept(connection)]
        assert len(kept) == 4
        here = keep(port, 8, opened, "127.0.0.1")
        assert all(is_kept(connection) for connection in (*kept, *here))


def test_kept_connection_makes_room_when_all_places_are_taken(
    opened: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    fewer_places(monkeypatch, 9)
    with serving() as port:
        kept = [each for number in (2, 3, 4) for each in keep(port, 3, opened, f"127.0.0.{number}")]
        time.sleep(0.2)  # until the server's threads have noted that they are done
        request(kept[0])
        time.sleep(0.2)
        assert is_answered(port, "127.0.0.5")
        # It was the first to come, and the last to be used.
        assert is_kept(kept[0])
        assert sum(is_kept(connection) for connection in kept) == 8


def test_body_that_hardly_arrives_makes_room_and_one_that_arrives_does_not(
    opened: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    fewer_places(monkeypatch, 6)
    with serving() as port:
        steady, slow = connect(port, ELSEWHERE), connect(port, ELSEWHERE)
        opened += [steady, slow]
        for connection, sent in ((steady, 99_000), (slow, 1)):
            connection.sendall(f"POST / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n{'x' * sent}".encode())
        time.sleep(0.1)
        assert is_answered(port)
        assert is_closed(slow)
        assert request(steady, "x" * 1000).endswith("100000")


def test_newcomer_is_refused_at_once_where_every_connection_is_being_served(
    opened: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    fewer_places(monkeypatch, 3)
    is_over = threading.Event()

    def site(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        assert is_over.wait(60)
        return echo(environ, start_response)

    with serving(site) as port:
        for _ in range(3):
            opened.append(connect(port))
            opened[-1].sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        time.sleep(0.2)
        refusal = request(connect(port))
        is_over.set()
        assert refusal.startswith("HTTP/1.1 503")
        assert "Retry-After" in refusal
        assert [answer(connection)[:12] for connection in opened] == ["HTTP/1.1 200"] * 3
        assert is_answered(port)


# Waiting


def test_half_open_requests_are_given_ten_seconds_at_most() -> None:
    # Connections are looked at once a second, and closed in the round after that.
    assert server.HEADERS_SECONDS + 2 <= 10


@pytest.mark.parametrize(
    "sent",
    [b"", HALF_OPEN, b"\r\n", b"G", b"POST / HTTP/1.1\r\nExpect: 100-continue\r\n"],
    ids=["nothing", "half of the headers", "blank lines", "one byte", "a post"],
)
def test_half_open_request_is_ended(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HEADERS_SECONDS", 1)
    with serving() as port, connect(port, ELSEWHERE) as connection:
        connection.settimeout(10)
        connection.sendall(sent)
        assert is_closed(connection)


def test_headers_one_byte_at_a_time_are_ended_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HEADERS_SECONDS", 1)
    with serving() as port, connect(port, ELSEWHERE) as connection:
        assert is_ended_while_sending(connection, b"X")


def test_blank_lines_do_not_keep_an_idle_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "KEPT_SECONDS", 1)
    with serving() as port, connect(port, ELSEWHERE) as connection:
        request(connection)
        assert is_ended_while_sending(connection, b"\r\n\r\n")


def test_kept_connection_outlives_the_time_for_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HEADERS_SECONDS", 0)
    with serving() as port, connect(port, ELSEWHERE) as connection:
        request(connection)
        time.sleep(2.5)
        assert request(connection).startswith("HTTP/1.1 200")


def test_second_half_open_request_of_a_kept_connection_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HEADERS_SECONDS", 1)
    with serving() as port, connect(port, ELSEWHERE) as connection:
        connection.settimeout(10)
        request(connection)
        connection.sendall(HALF_OPEN)
        assert is_closed(connection)


def test_answer_that_takes_long_is_not_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HEADERS_SECONDS", 0)
    monkeypatch.setattr(server, "KEPT_SECONDS", 0)
    monkeypatch.setattr(server, "BODY_SECONDS", 0)

    def site(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        time.sleep(2.5)
        return echo(environ, start_response)

    with serving(site) as port, connect(port, ELSEWHERE) as connection:
        assert request(connection).startswith("HTTP/1.1 200")


# Answers


@pytest.mark.parametrize(
    "headers",
    ["Expect: 100-continue\r\n", "Expect: 100-continue\r\nContent-Length: 0\r\n"],
    ids=["no length", "no bytes"],
)
def test_expectation_without_a_body_is_answered_before_the_next_request(headers: str) -> None:
    with serving() as port, connect(port) as connection:
        connection.sendall(f"GET / HTTP/1.1\r\n{headers}\r\n".encode())
        assert answer(connection).startswith("HTTP/1.1 200")
        assert request(connection).startswith("HTTP/1.1 200")


def test_expectation_of_a_body_that_is_too_large_is_refused_before_it_is_sent() -> None:
    with serving() as port, connect(port) as connection:
        connection.sendall(b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 99999999\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 413")


SMALL: Final = "GET /small HTTP/1.1\r\nHost: localhost\r\n\r\n"
GIVEN_SECONDS: Final = 10.0
"""The time that a new client is given here, which is shorter than that for a stuck reader."""
LARGE: Final = b"x" * (8 << 20)
"""More than the buffers of system and server hold."""


def large(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
    if environ["PATH_INFO"] == "/small":
        return echo(environ, start_response)
    start_response("200 OK", [("Content-Length", str(len(LARGE)))])
    return [LARGE]


def ask_ahead(port: int, paths: str) -> socket.socket:
    """Send requests for these paths, one letter each, and read nothing of the responses."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.bind((ELSEWHERE, 0))
    connection.settimeout(20)
    connection.connect(("127.0.0.1", port))
    connection.sendall("".join(f"GET /{path} HTTP/1.1\r\nHost: localhost\r\n\r\n" for path in paths).encode())
    return connection


def test_readers_who_ask_ahead_and_take_nothing_keep_no_thread(opened: list[socket.socket]) -> None:
    with serving(large) as port:
        for _ in range(30):
            opened.append(ask_ahead(port, "abcd"))
        for connection in opened:
            assert connection.recv(5) == b"HTTP/"
        assert is_answered(port, path="/small", seconds=GIVEN_SECONDS)


def test_requests_that_are_sent_ahead_are_all_answered_in_order() -> None:
    with serving(large) as port, ask_ahead(port, "abc") as connection:
        received = b""
        while len(received) < 3 * len(LARGE):
            received += connection.recv(1 << 20)
        while received.count(b"HTTP/1.1 200 OK") < 3 or len(received.rpartition(b"\r\n\r\n")[2]) < len(LARGE):
            received += connection.recv(1 << 20)
        assert received.count(LARGE) == 3
        # The connection is as good as before.
        assert request(connection, SMALL).endswith("0")


def test_reader_who_takes_nothing_makes_room_for_a_newcomer(
    opened: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    fewer_places(monkeypatch, 12)
    monkeypatch.setattr(server, "HEADERS_SECONDS", 0)
    with serving(large) as port:
        for paths in ("a", "ab", "abc", "abcd"):
            opened.append(ask_ahead(port, paths))
            assert opened[-1].recv(5) == b"HTTP/"
        assert is_answered_in_time(port, "/small")


def is_answered_in_time(port: int, path: str) -> bool:
    """Ask again while the server refuses, as it may until it has buffered its responses to the other clients."""
    end = time.monotonic() + GIVEN_SECONDS
    while (remaining := end - time.monotonic()) > 0:
        if is_answered(port, path=path, seconds=remaining):
            return True
        time.sleep(0.1)
    return False


def test_requests_sent_ahead_of_a_reader_who_leaves_give_their_room_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rooms = []

    class Room(Shares):
        def __init__(self, most: int) -> None:
            super().__init__(most)
            rooms.append(self)

    monkeypatch.setattr(server, "Shares", Room)
    with serving(large) as port:
        connection = ask_ahead(port, "a")
        connection.sendall(b"POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody" * 2)
        assert connection.recv(5) == b"HTTP/"
        connection.close()
        assert is_empty(rooms[0])


def is_empty(room: Shares) -> bool:
    for _ in range(300):
        if room.has("127.0.0.1", room.most):
            return True
        time.sleep(0.1)
    return False


# Bodies


def test_body_that_stalls_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "BODY_SECONDS", 1)
    with serving() as port, connect(port, ELSEWHERE) as connection:
        connection.settimeout(10)
        connection.sendall(b"POST / HTTP/1.1\r\nContent-Length: 2000\r\n\r\nx")
        assert is_closed(connection)


def test_body_that_is_slow_and_steady_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "BODY_SECONDS", 1)
    with serving() as port, connect(port, ELSEWHERE) as connection:
        connection.sendall(b"POST / HTTP/1.1\r\nContent-Length: 50000\r\n\r\n")
        for _ in range(50):
            connection.sendall(b"x" * 1000)
            time.sleep(0.05)
        assert answer(connection).endswith("50000")


@pytest.mark.parametrize(
    ("bits_a_second", "arrives"), [(1_000_000, True), (70_000, True), (60_000, False), (8, False)]
)
def test_upload_of_32_mib_over_a_poor_line(
    bits_a_second: int, arrives: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    room = Shares(server.ROOM_FOR_BODIES)
    coming = server.Request(Adjustments(), room=room, network="192.0.2.7")
    coming.received(b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (32 << 20))
    was_ended = False
    while not coming.completed and not was_ended:
        now += 10
        coming.received(b"x" * (10 * bits_a_second // 8))
        was_ended = coming.was_slow(now)
    assert (coming.completed, was_ended) == (arrives, not arrives)
    coming.close()


def test_bodies_of_one_address_take_a_third_of_the_room_and_give_it_back(
    opened: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Shares(300_000)
    monkeypatch.setattr(server, "Shares", lambda _most: room)
    promise = b"POST / HTTP/1.1\r\nContent-Length: 90000\r\n\r\n"
    with serving() as port:
        waiting = connect(port, ELSEWHERE)
        opened.append(waiting)
        waiting.sendall(promise + b"x" * 80_000)
        wait_until(lambda: not room.has(ELSEWHERE, 20_001))
        with connect(port, ELSEWHERE) as second:
            refusal = request(second, promise.decode() + "x" * 30_000)
            assert refusal.startswith("HTTP/1.1 503")
            assert "Retry-After: 5" in refusal
        with connect(port, "127.0.0.3") as other:
            assert request(other, promise.decode() + "x" * 90_000).endswith("90000")
        assert request(waiting, "x" * 10_000).endswith("90000")
        # A body that is given up gives its room back as one does that is answered.
        for _ in range(3):
            with connect(port, ELSEWHERE) as gone:
                gone.sendall(promise + b"x" * 80_000)
                wait_until(lambda: not room.has(ELSEWHERE, 20_001))
            wait_until(lambda: room.has(ELSEWHERE, 100_000))
        with connect(port, ELSEWHERE) as last:
            assert request(last, promise.decode() + "x" * 90_000).endswith("90000")


@pytest.mark.parametrize(
    "body", [b"5;" + b"x" * 40_000, b"0\r\n" + b"x: y\r\n" * 8_000], ids=["line of a chunk", "trailer"]
)
def test_what_stands_around_chunks_is_bounded(body: bytes) -> None:
    with serving() as port, connect(port) as connection:
        connection.sendall(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
        assert answer(connection).startswith("HTTP/1.1 400")
