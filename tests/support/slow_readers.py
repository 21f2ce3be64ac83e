"""Clients that ask for responses and then read little of them, or nothing."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final, TypeAlias

EVERY_SECONDS: Final = 0.25
SMALLEST_BUFFER: Final = 4096
"""The receive buffer of a slow reader in bytes, so that the system takes nothing in its place."""
PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEADERS, SETTINGS = 1, 4
END_STREAM, END_HEADERS = 1, 4
INITIAL_WINDOW_SIZE: Final = 4


@contextmanager
def slow_readers(
    port: int, number: int, path: str, *, headers: str = "Accept-Encoding: gzip\r\n"
) -> Iterator[list[socket.socket]]:
    """Ask for ``path`` over ``number`` connections to 127.0.0.1, and read a byte of each now and then until the end."""
    with _readers(port, number, path, headers, bytes_at_once=1, every_seconds=EVERY_SECONDS) as connections:
        yield connections


@contextmanager
def usual_readers(port: int, number: int, path: str) -> Iterator[list[socket.socket]]:
    """Ask as ``slow_readers`` do, and read each response as it comes: what as many usual readers cost."""
    with _readers(
        port, number, path, "Accept-Encoding: gzip\r\n", bytes_at_once=1 << 20, every_seconds=0.01
    ) as connections:
        yield connections


@contextmanager
def _readers(
    port: int, number: int, path: str, headers: str, *, bytes_at_once: int, every_seconds: float
) -> Iterator[list[socket.socket]]:
    is_over = threading.Event()
    connections = [_slow_connection(port) for _ in range(number)]
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}\r\n".encode()

    def read() -> None:
        for connection in connections:
            connection.sendall(request)
            connection.setblocking(
                False
            )  # with a timeout, `recv` would wait for it where nothing is left to read
        while not is_over.wait(every_seconds):
            for connection in connections:
                with suppress(OSError):
                    connection.recv(bytes_at_once)

    thread = threading.Thread(target=read)
    thread.start()
    try:
        yield connections
    finally:
        is_over.set()
        thread.join()
        for connection in connections:
            connection.close()


def _slow_connection(port: int) -> socket.socket:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALLEST_BUFFER)
    connection.settimeout(30)
    connection.connect(("127.0.0.1", port))
    return connection


Headers: TypeAlias = Sequence[tuple[str, str]]
GZIP: Final[Headers] = (("accept-encoding", "gzip"),)


@contextmanager
def closed_windows(
    port: int, number: int, path: str, *, headers: Headers = GZIP, method: str = "GET"
) -> Iterator[None]:
    """Ask for ``path`` over ``number`` streams of one HTTP/2 connection whose window is 0, and read nothing.

    A POST promises a body, which does not follow.
    """
    flags = END_HEADERS | (END_STREAM if method == "GET" else 0)
    with _slow_connection(port) as connection:
        settings = struct.pack(">HI", INITIAL_WINDOW_SIZE, 0)
        connection.sendall(PREFACE + _frame(SETTINGS, 0, 0, settings) + _frame(SETTINGS, 1, 0, b""))
        pseudo = ((":method", method), (":scheme", "http"), (":authority", "127.0.0.1"), (":path", path))
        block = b"".join(_literal(*each) for each in (*pseudo, *headers))
        for stream in range(1, 2 * number, 2):
            connection.sendall(_frame(HEADERS, flags, stream, block))
        yield


def _frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def _literal(name: str, value: str) -> bytes:
    """Return a header as HPACK without index and compression. Both parts must be shorter than 127 bytes."""
    return b"\0" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()


def read_slowly(port: int, path: str, *, bytes_a_second: int, headers: str = "") -> bytes:
    """Read a whole response at this speed, and return it with its headers. Fails if it ends early."""
    with _slow_connection(port) as connection:
        connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n{headers}\r\n".encode()
        )
        received, began = b"", time.monotonic()
        while piece := connection.recv(SMALLEST_BUFFER):
            received += piece
            time.sleep(max(0.0, len(received) / bytes_a_second - (time.monotonic() - began)))
    return received
