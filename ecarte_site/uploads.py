"""Files on their way in: bounded in number, and ended when they come too slowly.

gunicorn reads a body in the thread that serves the request, so a slow sender keeps that thread. The server in front
collects every other body before it passes it on (deploy/Caddyfile); a file is too large for that. So a view that takes
a file says so with ``takes_file``, and its body is read through an ``Upload``, which needs a place if it is large.
"""

from __future__ import annotations

import contextlib
import io
import select
import socket
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import IO, Any, Final, Protocol, TypeVar

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest

from ecarte_site import places
from ecarte_site.places import Place

MOST_A_PROCESS: Final = 2
"""A quarter of the threads of a web process (docker-compose.yml)."""
MOST_A_PERSON: Final = 2
SMALL_BYTES: Final = 100_000
"""A body of fewer bytes needs no place: the server in front collects it like any other (deploy/Caddyfile)."""
SLOWEST_BYTES_A_SECOND: Final = 8_000
"""64 kbit/s: a season of a hundred rubbers, some 300 kB, arrives within a minute."""
WINDOW_SECONDS: Final = 60.0
"""The time over which the speed is measured."""
LOOKS_A_WINDOW: Final = 12
PIECE_BYTES: Final = 8 << 10
"""A read returns once it has so much, so this is how exactly the speed is known: a second at the slowest."""
RETRY_AFTER_SECONDS: Final = 60
DRAIN_SECONDS: Final = 0.1
"""The server in front ends the connection 50 ms after it has the response."""
PAUSE_SECONDS: Final = 0.02
DRAIN_BYTES: Final = 64 << 10

_places = threading.BoundedSemaphore(MOST_A_PROCESS)
_KEPT_ON_REQUEST: Final = "_ecarte_upload"
_TAKES_FILE: Final = "most_upload_bytes"

View = TypeVar("View", bound=Callable[..., Any])


class Source(Protocol):
    """Where a body is read from."""

    def read(self, size: int, /) -> bytes: ...


def takes_file(most_bytes: int) -> Callable[[View], View]:
    """Decorate a view whose POST takes a file; its whole body may have ``most_bytes``."""

    def mark(view: View) -> View:
        setattr(view, _TAKES_FILE, most_bytes)
        return view

    return mark


def most_upload_bytes(view: Callable[..., Any]) -> int:
    """Return how large a body of ``view`` may be, or 0 if it takes no file."""
    # A class-based view of the framework is a function that knows its class.
    return int(getattr(view, _TAKES_FILE, 0) or getattr(getattr(view, "cls", None), "most_bytes", 0))


class Upload:
    """The body of one request, to read in place of the server's stream.

    A watch ends an upload that comes too slowly: then ``read`` returns what there is, and ``is_too_slow`` is true.
    """

    def __init__(self, environ: Mapping[str, Any], source: Source, length: int | None) -> None:
        """Prepare to read from ``source``.

        ``length`` is the number of bytes that the sender promised, None if the body comes in chunks.
        """
        self._environ = environ
        self._source: Source = source
        self.length = length
        self._received = 0
        self._is_whole = length == 0
        self._has_begun = False
        self._place: Place | None = None
        self._is_over = threading.Event()
        self.is_too_slow = False

    @property
    def is_whole(self) -> bool:
        """Whether the sender has nothing more to send."""
        return self._is_whole

    def begin(self, who: str) -> None:
        """Let the body be read. A large one needs a place for ``who``, the text that a sender is counted by.

        Raises NoPlaceError.
        """
        if self.length is None or self.length >= SMALL_BYTES:
            self._take_place(who)
        self._has_begun = True

    def _take_place(self, who: str) -> None:
        self._place = places.take_place("uploads", who, _places, most_a_person=MOST_A_PERSON)
        # Other servers than gunicorn collect the body before the request begins.
        if _socket(self._environ) is not None:
            threading.Thread(target=self._watch, name="upload", daemon=True).start()

    def read(self, size: int = -1) -> bytes:
        """Return up to ``size`` bytes, all of the body if it is negative, less than that only at the end.

        Returns nothing before ``begin``: the page that refuses an upload would read the form for its CSRF token.
        """
        if not self._has_begun:
            return b""
        parts: list[bytes] = []
        wanted = size
        while wanted and not self._is_whole:
            part = self._source.read(min(PIECE_BYTES, wanted) if wanted > 0 else PIECE_BYTES)
            if not part:
                # The end of the chunks; or the sender, or the watch, has given up.
                self._is_whole = not self.is_too_slow
                break
            self._received += len(part)
            self._is_whole = self._received == self.length
            wanted -= len(part) if wanted > 0 else 0
            parts.append(part)
        return b"".join(parts)

    def readline(self, size: int = -1) -> bytes:
        """Return all there is: a body is not read by lines anywhere."""
        return self.read(size)

    def end(self) -> None:
        """Stop the watch, and give the place back."""
        self._is_over.set()
        if self._place is not None:
            self._place.give_back()

    def _watch(self) -> None:
        counts = deque([0], maxlen=LOOKS_A_WINDOW + 1)
        while not self._is_over.wait(WINDOW_SECONDS / LOOKS_A_WINDOW) and not self._is_whole:
            counts.append(self._received)
            is_full = len(counts) == counts.maxlen
            if is_full and counts[-1] - counts[0] < SLOWEST_BYTES_A_SECOND * WINDOW_SECONDS:
                self._give_up()
                return
            if self._place is not None:
                with contextlib.suppress(Exception):
                    self._place.keep()

    def _give_up(self) -> None:
        self.is_too_slow = True
        sock = _socket(self._environ)
        if sock is not None:
            with contextlib.suppress(OSError):
                # Wakes the thread that waits for more.
                sock.shutdown(socket.SHUT_RD)


def attach(request: HttpRequest) -> Upload:
    """Have the body of ``request`` read through an ``Upload``, and return that."""
    wire: Any = request
    is_chunked = "chunked" in request.headers.get("Transfer-Encoding", "").lower()
    # Django reads as much as Content-Length says, which is nothing where the body comes in chunks.
    source = request.META["wsgi.input"] if is_chunked else wire._stream
    length = None if is_chunked else int(request.META.get("CONTENT_LENGTH") or 0)
    upload = Upload(request.META, source, length)
    wire._stream = upload
    setattr(request, _KEPT_ON_REQUEST, upload)
    return upload


def upload_of(request: HttpRequest) -> Upload | None:
    """Return what ``attach`` attached to the request, or None."""
    kept: Upload | None = getattr(request, _KEPT_ON_REQUEST, None)
    return kept


def begin(request: HttpRequest, who: str, most_bytes: int) -> None:
    """Take a place for the request's file, and receive it here if it comes in chunks, so that its length is known.

    Does nothing for a request that ``attach`` has not seen. Raises NoPlaceError, and RequestDataTooBig for more than
    ``most_bytes`` in chunks.
    """
    upload = upload_of(request)
    if upload is None:
        return
    upload.begin(who)
    if upload.length is not None:
        return
    body, size = _received(upload, most_bytes)
    wire: Any = request
    wire._stream = body
    request.META["CONTENT_LENGTH"] = str(size)


def _received(upload: Upload, most_bytes: int) -> tuple[IO[bytes], int]:
    body = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed with the request
    size = 0
    while part := upload.read(io.DEFAULT_BUFFER_SIZE):
        size += len(part)
        if size > most_bytes:
            raise RequestDataTooBig
        body.write(part)
    body.seek(0)
    return body, size


def leave_unread(environ: Mapping[str, Any]) -> None:
    """Have gunicorn take nothing more from the connection. Call it once the response has been sent.

    It would wait for the rest otherwise, 5 seconds in the thread and 2 more in the loop that accepts connections. What
    comes without a pause is taken, for a moment. If that was all, the connection is good for another request; if it was
    not, the server in front has the response before the connection ends.
    """
    sock = _socket(environ)
    if sock is None:
        return
    with contextlib.suppress(OSError):
        if not _drain(sock, environ["wsgi.input"]):
            sock.shutdown(socket.SHUT_RD)


def _drain(sock: socket.socket, source: Source) -> bool:
    """Take what has come and comes without a pause; return whether that was the rest of the body."""
    deadline = time.monotonic() + DRAIN_SECONDS
    sock.setblocking(False)
    try:
        while time.monotonic() < deadline:
            with contextlib.suppress(BlockingIOError):
                while source.read(DRAIN_BYTES):
                    pass
                return True
            if not select.select([sock], [], [], PAUSE_SECONDS)[0]:
                return False
        return False
    finally:
        sock.setblocking(True)


def _socket(environ: Mapping[str, Any]) -> socket.socket | None:
    sock: socket.socket | None = environ.get("gunicorn.socket")
    return sock
