"""Limit the number of uploads, and end those that are too slow.

gunicorn reads a body in the thread that serves the request, so a slow sender blocks that thread. The reverse
proxy buffers every other body before it passes it on (deploy/Caddyfile), but files are too large for that. So
a view that takes a file declares it with ``takes_file``, and its body is read through an ``Upload``, which
needs a place. Only the proxy knows which bodies it has buffered: with those, and no others, it sends the secret
that it shares with the site. The site does not infer it from the length.
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

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from ecarte_site import places
from ecarte_site.places import Place

MOST_A_PROCESS: Final = 2
"""The number of large uploads at one time: a quarter of the threads of a web process (docker-compose.yml)."""
MOST_A_PERSON: Final = 2
SMALL_BYTES: Final = 100_000
"""The size in bytes below which the reverse proxy buffers the body of a file's sender like any other."""
COLLECTED_HEADER: Final = "HTTP_X_FRONT_SECRET"
"""The header with the secret ``FRONT_SECRET``, which the proxy sets where it holds the whole body. It removes the
header from what comes in.
"""
SLOWEST_BYTES_A_SECOND: Final = 8_000
"""The slowest speed of an upload.

At 64 kbit/s, a season of a hundred rubbers (300 kB) arrives within a minute.
"""
WINDOW_SECONDS: Final = 60.0
"""The time in seconds over which the speed of an upload is measured."""
LOOKS_A_WINDOW: Final = 12
PIECE_BYTES: Final = 8 << 10
"""The size of one read, and so the precision of the measured speed: a second at the slowest."""
RETRY_AFTER_SECONDS: Final = 60
DRAIN_SECONDS: Final = 0.1
"""The time for which the rest of a body is read after the response; the proxy ends the connection after 50 ms."""
PAUSE_SECONDS: Final = 0.02
DRAIN_BYTES: Final = 64 << 10

_places = threading.BoundedSemaphore(MOST_A_PROCESS)
_KEPT_ON_REQUEST: Final = "_ecarte_upload"
_TAKES_FILE: Final = "most_upload_bytes"

View = TypeVar("View", bound=Callable[..., Any])


class Source(Protocol):
    """The stream from which the server reads a body."""

    def read(self, size: int, /) -> bytes: ...


def takes_file(most_bytes: int) -> Callable[[View], View]:
    """Decorate a view that accepts a file by POST, in a body of at most ``most_bytes`` bytes."""

    def mark(view: View) -> View:
        setattr(view, _TAKES_FILE, most_bytes)
        return view

    return mark


def most_upload_bytes(view: Callable[..., Any]) -> int:
    """Return the largest size of a body for ``view``, in bytes; 0 if it takes no file."""
    # REST framework wraps a class-based view in a function that has the class as an attribute.
    return int(getattr(view, _TAKES_FILE, 0) or getattr(getattr(view, "cls", None), "most_bytes", 0))


class Upload:
    """The body of one request, read in place of the server's stream.

    A watcher thread ends an upload that is too slow: then ``read`` returns what has arrived, and
    ``is_too_slow`` is true.
    """

    def __init__(
        self, environ: Mapping[str, Any], source: Source, length: int | None, *, is_collected: bool = False
    ) -> None:
        """Read from ``source``; ``length`` is the announced number of bytes, None if the body is chunked.

        ``is_collected`` says that the reverse proxy had the whole body before the request began.
        """
        self._environ = environ
        self._source: Source = source
        self.length = length
        self._is_collected = is_collected or (
            # Servers other than gunicorn have the body before the request begins; a large one takes a place even so.
            _get_socket(environ) is None and length is not None and length < SMALL_BYTES
        )
        self._received = 0
        self._is_whole = length == 0
        self._has_begun = False
        self._place: Place | None = None
        self._is_over = threading.Event()
        self.is_too_slow = False

    @property
    def is_whole(self) -> bool:
        """Return whether no more of the body will come: it is complete, or the sender has given up."""
        return self._is_whole

    def begin(self, sender: str) -> None:
        """Allow the body to be read. Unless it is collected, it takes a place for ``sender``, the key of a person
        or a network.

        Raises NoPlaceError if there is no free place.
        """
        if not (self._is_collected or self._is_whole):
            self._take_place(sender)
        self._has_begun = True

    def _take_place(self, sender: str) -> None:
        self._place = places.take_place("uploads", sender, _places, most_a_person=MOST_A_PERSON)
        if _get_socket(self._environ) is not None:
            threading.Thread(target=self._watch, name="upload", daemon=True).start()

    def read(self, size: int = -1) -> bytes:
        """Return up to ``size`` bytes of the body, or all of it if ``size`` is negative; fewer only at the
        end.

        Returns b"" before ``begin``: the page that refuses an upload would read the form for its CSRF token.
        """
        if not self._has_begun:
            return b""
        parts: list[bytes] = []
        wanted = size
        while wanted and not self._is_whole:
            part = self._source.read(min(PIECE_BYTES, wanted) if wanted > 0 else PIECE_BYTES)
            if not part:
                # This is the end of the chunks, or the sender or the watcher has given up.
                self._is_whole = not self.is_too_slow
                break
            self._received += len(part)
            self._is_whole = self._received == self.length
            wanted -= len(part) if wanted > 0 else 0
            parts.append(part)
        return b"".join(parts)

    def readline(self, size: int = -1) -> bytes:
        """Return the whole body; nothing reads it line by line."""
        return self.read(size)

    def close(self) -> None:
        """Do nothing: Django closes the stream of a form without files, but the rest may have to be drained."""

    def end(self) -> None:
        """Stop the watcher thread, and free the upload's place."""
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
        sock = _get_socket(self._environ)
        if sock is not None:
            with contextlib.suppress(OSError):
                # This wakes the thread that waits for more.
                sock.shutdown(socket.SHUT_RD)


def attach(request: HttpRequest) -> Upload:
    """Replace the stream of the request's body by an ``Upload``, and return it.

    Raises BadRequest for a length that is not a decimal number.
    """
    wire: Any = request
    is_chunked = "chunked" in request.headers.get("Transfer-Encoding", "").lower()
    # Django reads Content-Length bytes, which is nothing if the body is chunked.
    source = request.META["wsgi.input"] if is_chunked else wire._stream
    length = None if is_chunked else _announced_length(request)
    upload = Upload(request.META, source, length, is_collected=_is_collected(request))
    wire._stream = upload
    setattr(request, _KEPT_ON_REQUEST, upload)
    return upload


def _announced_length(request: HttpRequest) -> int:
    text = str(request.META.get("CONTENT_LENGTH") or "0")
    if not (text.isascii() and text.isdigit()):
        raise BadRequest
    return int(text)


def _is_collected(request: HttpRequest) -> bool:
    proof = request.META.get(COLLECTED_HEADER, "")
    return bool(settings.FRONT_SECRET) and constant_time_compare(proof, settings.FRONT_SECRET)


def upload_of(request: HttpRequest) -> Upload | None:
    """Return the upload that ``attach`` attached to the request, or None."""
    kept: Upload | None = getattr(request, _KEPT_ON_REQUEST, None)
    return kept


def is_short(request: HttpRequest) -> bool:
    """Return whether the attached upload announces a body that needs no place."""
    upload = upload_of(request)
    return upload is not None and upload.length is not None and upload.length < SMALL_BYTES


def begin(request: HttpRequest, sender: str, most_bytes: int) -> None:
    """Take a place for the request's file; receive a chunked body at once, so that its length is known.

    Does nothing for a request without ``attach``. Raises NoPlaceError if all places are taken, and
    RequestDataTooBig for a chunked body of more than ``most_bytes``.
    """
    upload = upload_of(request)
    if upload is None:
        return
    upload.begin(sender)
    if upload.length is not None:
        return
    body, size = _receive(upload, most_bytes)
    wire: Any = request
    wire._stream = body
    request.META["CONTENT_LENGTH"] = str(size)


def _receive(upload: Upload, most_bytes: int) -> tuple[IO[bytes], int]:
    body = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed with the request
    size = 0
    while part := upload.read(io.DEFAULT_BUFFER_SIZE):
        size += len(part)
        if size > most_bytes:
            raise RequestDataTooBig
        body.write(part)
    body.seek(0)
    return body, size


def drain(environ: Mapping[str, Any]) -> None:
    """Read what arrives of the body without a pause, for a moment. Call it once the response has been sent.

    So the reverse proxy has the response before the connection ends. gunicorn reads nothing after it: see
    ``post_request`` in ecarte_site/watching/gunicorn.py.
    """
    sock = _get_socket(environ)
    if sock is None:
        return
    deadline = time.monotonic() + DRAIN_SECONDS
    with contextlib.suppress(OSError):
        sock.setblocking(False)
        try:
            while time.monotonic() < deadline:
                with contextlib.suppress(BlockingIOError):
                    while environ["wsgi.input"].read(DRAIN_BYTES):
                        pass
                    return
                if not select.select([sock], [], [], PAUSE_SECONDS)[0]:
                    return
        finally:
            sock.setblocking(True)


def _get_socket(environ: Mapping[str, Any]) -> socket.socket | None:
    sock: socket.socket | None = environ.get("gunicorn.socket")
    return sock
