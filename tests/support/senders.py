"""Clients that begin a request and send the rest of it a byte at a time, for as long as the test lasts."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

EVERY_SECONDS: Final = 0.25
BUFFER_BYTES: Final = 1 << 20


FORM: Final = "application/x-www-form-urlencoded"
FORM_WITH_FILE: Final = "multipart/form-data; boundary=x"
START_OF_FILE: Final = b'--x\r\nContent-Disposition: form-data; name="file"; filename="x.egn"\r\n\r\n'


def posts(
    path: str, *, length: int | None, start: bytes = b"", headers: str = "", content_type: str = FORM
) -> bytes:
    """Return the head of a POST that promises ``length`` bytes (None: chunks), and the ``start`` of its body."""
    body = "Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}"
    kind = f"Content-Type: {content_type}"
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{kind}\r\n{headers}{body}\r\n\r\n"
    return head.encode() + start


def chunk(size: int) -> bytes:
    return b"%x\r\n" % size + b"x" * size + b"\r\n"


UPLOAD: Final = "/clubs/portland/imports/"
PROGRAM: Final = "/api/v1/clubs/portland/imports/"
KINDS: Final[dict[str, tuple[bytes, bytes]]] = {
    "with a length": (posts("/accounts/login/", length=2_000), b"x"),
    "chunked": (posts("/accounts/login/", length=None), chunk(1)),
    "promised above the buffer": (posts("/accounts/login/", length=BUFFER_BYTES * 4), b"x"),
    "a full buffer": (posts("/t/", length=999_999, start=b"x" * 998_000), b"x"),
    "chunked above the buffer": (posts("/t/", length=None, start=chunk(BUFFER_BYTES + 1)), chunk(1)),
    "a small file": (posts(UPLOAD, length=2_000), b"x"),
    "a large file": (posts(UPLOAD, length=32 << 20, start=b"x" * 10_000), b"x"),
    "a file in chunks": (posts(UPLOAD, length=None), chunk(1)),
    "a file with a session that is none": (
        posts(UPLOAD, length=32 << 20, headers="Cookie: sessionid=abcdefghijklmnopqrstuvwxyz012345\r\n"),
        b"x",
    ),
    "a program's file": (posts(PROGRAM, length=32 << 20), b"x"),
    "a program's file with a token that is none": (
        posts(PROGRAM, length=32 << 20, headers="Authorization: Bearer ecarte_x\r\n"),
        b"x",
    ),
    "lines of the head": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"X-Line: x\r\n"),
}
"""What each begins with, and what it goes on with."""


@contextmanager
def slow_senders(port: int, number: int, start: bytes, more: bytes) -> Iterator[list[socket.socket]]:
    """Open ``number`` connections to 127.0.0.1, send ``start`` on each, and ``more`` again and again until the end."""
    is_over = threading.Event()
    connections = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(number)]

    def send() -> None:
        for connection in connections:
            with suppress(OSError):
                connection.sendall(start)
        while not is_over.wait(EVERY_SECONDS):
            for connection in connections:
                with suppress(OSError):
                    connection.sendall(more)

    thread = threading.Thread(target=send)
    thread.start()
    try:
        yield connections
    finally:
        is_over.set()
        for connection in connections:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        thread.join()
        for connection in connections:
            connection.close()
