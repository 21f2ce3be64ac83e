"""A client that requests a file from the single-process site, and then reads nothing of it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ecarte_site import downloads
from tests.ecarte_site.embedded.serving import serving

PIECES = 2_000
PIECE = b"x" * (64 << 10)


class Contents:
    """More than a connection has room for, piece by piece."""

    def __init__(self) -> None:
        self.given = 0
        self.is_closed = threading.Event()

    def __iter__(self) -> Iterator[bytes]:
        for _ in range(PIECES):
            self.given += 1
            yield PIECE

    def close(self) -> None:
        self.is_closed.set()


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system gives nobody up")
def test_reader_who_stops_is_cut_off_and_fills_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloads, "PATIENCE_SECONDS", 1)
    contents = Contents()

    def site(environ: Any, start_response: Callable[..., Any]) -> Contents:
        start_response("200 OK", [("Content-Type", "text/plain")])
        return contents

    with serving(site) as port, socket.socket() as reader:
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.connect(("127.0.0.1", port))
        reader.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert contents.is_closed.wait(60), "the reader who has stopped is not cut off"
    assert 0 < contents.given < PIECES / 4
