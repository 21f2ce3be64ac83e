"""Places for work that keeps a thread for minutes: bounded in each process, and for each person over all processes.

A file on its way out keeps its thread until the reader has it, a file on its way in until the sender is done.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
from typing import Final

from django.core.cache import cache

HELD_SECONDS: Final = 120
"""A process that is killed blocks a person's place for at most this long."""


class NoPlaceError(Exception):
    """All places are taken: the person's own if ``is_own``, else those of this process."""

    def __init__(self, *, is_own: bool) -> None:
        self.is_own = is_own
        super().__init__()


class Place:
    """One place, from ``take_place`` to ``give_back``."""

    def __init__(self, key: str, mark: str, places: threading.BoundedSemaphore) -> None:
        self._key = key
        self._mark = mark
        self._places = places
        self._is_held = True

    def __del__(self) -> None:
        # Nobody closes a response that never reached the server.
        self.give_back()

    def keep(self) -> None:
        """Renew the place. Call it more often than every ``HELD_SECONDS``."""
        cache.touch(self._key, HELD_SECONDS)

    def give_back(self) -> None:
        """Free the place. Does nothing the second time."""
        if not self._is_held:
            return
        self._is_held = False
        self._places.release()
        # An error in ``__del__``, or while the process ends, has nobody to go to.
        with contextlib.suppress(Exception):
            if cache.get(self._key) == self._mark:
                cache.delete(self._key)


def take_place(kind: str, who: str, places: threading.BoundedSemaphore, *, most_a_person: int) -> Place:
    """Take one of the process's ``places``, and one of the person's ``most_a_person`` of this ``kind``.

    ``who`` is the text that a person or a network is counted by. Without Redis only the process's places are counted.
    Raises NoPlaceError if either are all taken.
    """
    if not places.acquire(blocking=False):
        raise NoPlaceError(is_own=False)
    try:
        mark = secrets.token_hex(8)
        for number in range(most_a_person):
            key = f"{kind}:{who}:{number}"
            if cache.add(key, mark, HELD_SECONDS):
                return Place(key, mark, places)
    except BaseException:
        places.release()
        raise
    places.release()
    raise NoPlaceError(is_own=True)
