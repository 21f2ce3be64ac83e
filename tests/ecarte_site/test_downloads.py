"""Large responses give up a slow reader, and are sent in pieces."""

from __future__ import annotations

import io
import socket
import threading
from collections.abc import Iterable, Iterator
from typing import Any
from wsgiref.util import FileWrapper

import pytest

from ecarte_site import downloads
from ecarte_site.downloads import PATIENCE_SECONDS, PIECE_BYTES, with_patience


class Body:
    def __init__(self, contents: Iterable[bytes]) -> None:
        self.contents = contents
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.contents)

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def sockets() -> Iterator[tuple[socket.socket, socket.socket]]:
    pair = socket.socketpair()
    yield pair
    for each in pair:
        each.close()


def answer(body: Any, sock: socket.socket | None, length: int | None) -> Iterable[bytes]:
    def site(_environ: Any, start_response: Any) -> Any:
        start_response("200 OK", [] if length is None else [("Content-Length", str(length))])
        return body

    environ: Any = {"gunicorn.socket": sock, "wsgi.file_wrapper": FileWrapper}
    return with_patience(site)(environ, lambda *_: lambda _: None)


def send_all(sock: socket.socket, pieces: Iterable[bytes]) -> None:
    for piece in pieces:
        sock.sendall(piece)


@pytest.mark.parametrize(
    ("length", "timeout"),
    [(0, None), (PIECE_BYTES, None), (PIECE_BYTES + 1, PATIENCE_SECONDS), (None, PATIENCE_SECONDS)],
)
def test_large_response_has_a_timeout(sockets: Any, length: int | None, timeout: int | None) -> None:
    body = Body([b"x" * (length or 1)])
    sent = answer(body, sockets[0], length)
    assert sockets[0].gettimeout() == timeout
    pieces = list(sent)
    assert b"".join(pieces) == b"x" * (length or 1)
    assert all(len(piece) <= PIECE_BYTES for piece in pieces)
    sent.close()  # type: ignore[attr-defined]
    assert body.is_closed
    assert sockets[0].send(b"x") == 1


def test_file_is_left_to_the_server(sockets: Any) -> None:
    file = FileWrapper(io.BytesIO(b"x" * PIECE_BYTES * 2))
    assert answer(file, sockets[0], PIECE_BYTES * 2) is file
    assert sockets[0].gettimeout() == PATIENCE_SECONDS


def test_other_servers_need_no_socket() -> None:
    assert b"".join(answer(Body([b"x" * PIECE_BYTES * 2]), None, None)) == b"x" * PIECE_BYTES * 2


def test_reader_who_stops_is_given_up(sockets: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloads, "PATIENCE_SECONDS", 0.2)
    server, _reader = sockets
    body = Body([b"x" * (64 << 20)])
    sent = answer(body, server, 64 << 20)
    with pytest.raises(TimeoutError):
        send_all(server, sent)
    sent.close()  # type: ignore[attr-defined]
    assert body.is_closed


def test_reader_who_takes_each_piece_in_time_is_not(sockets: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloads, "PATIENCE_SECONDS", 1)
    server, reader = sockets
    size = 40 * PIECE_BYTES
    received: list[int] = []

    def read() -> None:
        while sum(received) < size and (piece := reader.recv(PIECE_BYTES)):
            received.append(len(piece))
            threading.Event().wait(0.05)

    reading = threading.Thread(target=read)
    reading.start()
    send_all(server, answer(Body([b"x" * size]), server, size))
    reading.join()
    assert sum(received) == size
