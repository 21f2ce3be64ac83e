"""Files on their way to somebody: how many at a time, and how long one waits for a reader who has stopped.

A file that is streamed keeps a thread of the web server until its reader has it. A reader who stops keeps that thread
for ``PATIENCE_SECONDS`` and no longer, and nobody keeps more than a few.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from django.core.cache import cache

from matches.models import User

MOST_A_PERSON: Final = 2
MOST_A_PROCESS: Final = 2
"""Half of the threads that a web process has (docker-compose.yml): the others go on answering."""
PATIENCE_SECONDS: Final = 30
PIECE_BYTES: Final = 64 << 10
"""What a reader has to take within the patience."""
HELD_SECONDS: Final = 120
"""Longer than any piece takes: a process that is killed keeps nobody from his next file for longer."""

_places = threading.BoundedSemaphore(MOST_A_PROCESS)


class TooManyFilesError(Exception):
    """As many files are on their way as may be; to this reader where ``is_own``, else to all together."""

    def __init__(self, *, is_own: bool) -> None:
        self.is_own = is_own
        super().__init__()


class Place:
    """One of the places for a file on its way, from ``take_place`` to ``give_back``."""

    def __init__(self, key: str, mark: str, places: threading.BoundedSemaphore) -> None:
        self._key = key
        self._mark = mark
        self._places = places
        self._is_held = True

    def __del__(self) -> None:
        # An answer that never came as far as the server is closed by nobody.
        self.give_back()

    def keep(self) -> None:
        """Say that the file is on its way still."""
        cache.touch(self._key, HELD_SECONDS)

    def give_back(self) -> None:
        """Once, however often it is called."""
        if not self._is_held:
            return
        self._is_held = False
        self._places.release()
        # Nobody hears of an error of ``__del__``, nor of one while the process ends.
        with contextlib.suppress(Exception):
            if cache.get(self._key) == self._mark:
                cache.delete(self._key)


def reader(user: User) -> str:
    """The text by which somebody who has an account is counted, whichever way he comes."""
    return f"user:{user.pk}"


def take_place(who: str) -> Place:
    """A place for a file to ``who``, a text by which callers are counted. Raises ``TooManyFilesError``.

    While Redis is away nobody's files are counted, and those of the process all the same.
    """
    places = _places
    if not places.acquire(blocking=False):
        raise TooManyFilesError(is_own=False)
    try:
        mark = secrets.token_hex(8)
        for number in range(MOST_A_PERSON):
            key = f"files:{who}:{number}"
            if cache.add(key, mark, HELD_SECONDS):
                return Place(key, mark, places)
    except BaseException:
        places.release()
        raise
    places.release()
    raise TooManyFilesError(is_own=True)


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
