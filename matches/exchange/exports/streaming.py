"""Files on their way to somebody: how many at a time, and how long one waits for a reader who has stopped.

A file that is streamed keeps a thread of the web server until its reader has it. A reader who stops keeps that thread
for ``PATIENCE_SECONDS`` and no longer, and nobody keeps more than a few.
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
"""A quarter of the threads of a web process (docker-compose.yml), as uploads take: the others go on answering."""
PATIENCE_SECONDS: Final = 30
PIECE_BYTES: Final = 64 << 10
"""What a reader has to take within the patience."""

_places = threading.BoundedSemaphore(MOST_A_PROCESS)

TooManyFilesError = NoPlaceError


def reader(user: User) -> str:
    """Return the text by which a user is counted, with a session as with a token."""
    return f"user:{user.pk}"


def take_place(who: str) -> Place:
    """Take a place for a file to ``who``, a text by which callers are counted.

    Raises TooManyFilesError if the reader's places, or those of the process, are all taken.
    """
    return places.take_place("files", who, _places, most_a_person=MOST_A_PERSON)


class Sending:
    """The bytes of an answer, cut so that each piece has its own time; gives its place back when it is over.

    That is behind the last piece, or when the server closes it: where the reader has gone, or the patience with him has
    ended.
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
    """Have the server end the connection where a piece is not taken in time.

    gunicorn gives its socket out, and puts its own time back before the next request; waitress is told at its start
    (``ecarte_site.embedded``).
    """
    sock = environ.get("gunicorn.socket")
    if sock is not None:
        sock.settimeout(PATIENCE_SECONDS)
