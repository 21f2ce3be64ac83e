"""Limit how long a thread waits for a client that reads a response slowly, or not at all.

gunicorn writes a response in the thread that serves the request, so a client that stops reading blocks that
thread. The server in front takes the first ``FRONT_BUFFER_BYTES`` of every response at once (deploy/Caddyfile).
A longer response needs a place (``matches.exchange.exports.send``). Whatever is in front, a client that takes
less than ``PIECE_BYTES`` in ``PATIENCE_SECONDS`` is disconnected.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PATIENCE_SECONDS: Final = 30
PIECE_BYTES: Final = 64 << 10
"""The number of bytes that a client has to read within ``PATIENCE_SECONDS``."""
FRONT_BUFFER_BYTES: Final = 1 << 20
"""The size of the server in front's buffer for a response: ``response_buffers`` in deploy/Caddyfile."""


def in_pieces(content: bytes) -> Iterator[bytes]:
    """Yield ``content`` in pieces, to each of which the timeout applies."""
    for start in range(0, len(content), PIECE_BYTES):
        yield content[start : start + PIECE_BYTES]


class Pieces:
    """The body of a large response in pieces."""

    def __init__(self, body: Iterable[bytes]) -> None:
        self._body = body

    def __iter__(self) -> Iterator[bytes]:
        for content in self._body:
            yield from in_pieces(content)

    def close(self) -> None:
        close: Callable[[], object] | None = getattr(self._body, "close", None)
        if close is not None:
            close()


def with_patience(site: WSGIApplication) -> WSGIApplication:
    """Return a WSGI application that gives up a client that reads a large response too slowly.

    A response is large if it has more than ``PIECE_BYTES``, or announces no length. gunicorn passes its socket
    in the environment, and resets the timeout before the next request. For waitress, the timeout is set when
    the server starts (``ecarte_site.embedded``).
    """

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        sock: socket.socket | None = environ.get("gunicorn.socket")
        is_large = False

        def start(status: str, headers: list[tuple[str, str]], *error: object) -> object:
            nonlocal is_large
            lengths = [int(value) for name, value in headers if name.lower() == "content-length"]
            is_large = not lengths or max(lengths) > PIECE_BYTES
            if is_large and sock is not None:
                sock.settimeout(PATIENCE_SECONDS)
            return start_response(status, headers, *error)  # type: ignore[arg-type]

        body = site(environ, start)  # type: ignore[arg-type]
        # A file is sent by the system, which waits for each part of it by itself.
        is_file = isinstance(body, environ["wsgi.file_wrapper"]) if "wsgi.file_wrapper" in environ else False
        return Pieces(body) if is_large and not is_file else body

    return answer
