"""Limit how many files are sent at the same time, and how long to wait for a client that has stopped reading.

A streamed file occupies a thread of the web server until the client has received it. A client that stops
reading occupies the thread for 30 seconds at most, and one person occupies at most two threads.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from ecarte_site import places
from ecarte_site.places import NoPlaceError, Place
from matches.models import User

MOST_A_PERSON: Final = 2
MOST_A_PROCESS: Final = 2
"""The number of files that a web process sends at once: a quarter of its threads (docker-compose.yml), as for uploads.
"""
PATIENCE_SECONDS: Final = 30
PIECE_BYTES: Final = 64 << 10
"""The number of bytes that a client has to read within ``PATIENCE_SECONDS``."""

_places = threading.BoundedSemaphore(MOST_A_PROCESS)

TooManyFilesError = NoPlaceError


def reader(user: User) -> str:
    """Return the key by which a user's downloads are counted, over all sessions and API tokens."""
    return f"user:{user.pk}"


def take_place(who: str) -> Place:
    """Reserve a download for a ``reader``. Raises TooManyFilesError if they or this process send too many."""
    return places.take_place("files", who, _places, most_a_person=MOST_A_PERSON)


class Sending:
    """An iterator over the bytes of a response, in pieces to each of which a timeout applies.

    The reservation is returned after the last piece, or when the server closes the response because the
    client has disconnected or timed out. ``at_end`` is called when the response is closed.
    """

    def __init__(
        self, contents: Iterable[bytes], place: Place, *, at_end: Callable[[], None] = lambda: None
    ) -> None:
        self._pieces = _cut(contents, place)
        self._place = place
        self._at_end = at_end

    def __iter__(self) -> Iterator[bytes]:
        return self._pieces

    def close(self) -> None:
        try:
            self._pieces.close()  # type: ignore[attr-defined]
            self._at_end()
        finally:
            self._place.give_back()


def _cut(contents: Iterable[bytes], place: Place) -> Iterator[bytes]:
    for content in contents:
        for start in range(0, len(content), PIECE_BYTES):
            place.keep()
            yield content[start : start + PIECE_BYTES]
    place.give_back()


def lose_patience(environ: Mapping[str, Any]) -> None:
    """Set a timeout on the connection's socket, so that the server closes the connection of a slow client.

    gunicorn passes its socket in ``environ`` and resets the timeout before the next request. For waitress,
    the timeout is set when the server starts (``ecarte_site.embedded``).
    """
    sock = environ.get("gunicorn.socket")
    if sock is not None:
        sock.settimeout(PATIENCE_SECONDS)
