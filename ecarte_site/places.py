"""Limit the uploads and downloads that block a thread for minutes: per process, and per person over all processes.

A download blocks its thread until the client has the file, an upload until the client has sent it. Each needs
a place.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
from typing import Final

from django.core.cache import cache

HELD_SECONDS: Final = 120
"""The time after which a place that is not renewed is free again, as after its process was killed."""


class NoPlaceError(Exception):
    """All places are taken: by the person (``is_own``), who has as many as one person may, or of the process."""

    def __init__(self, *, is_own: bool) -> None:
        self.is_own = is_own
        super().__init__()


class Place:
    """The place of one upload or download, which is taken by ``take_place`` and freed by ``give_back``."""

    def __init__(self, key: str, mark: str, places: threading.BoundedSemaphore) -> None:
        self._key = key
        self._mark = mark
        self._places = places
        self._is_held = True

    def __del__(self) -> None:
        # A response that never reached the server is not closed by anybody.
        self.give_back()

    def keep(self) -> None:
        """Renew the place, so that it does not expire. Call it more often than every ``HELD_SECONDS``."""
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


def take_place(kind: str, sender: str, places: threading.BoundedSemaphore, *, most_a_person: int) -> Place:
    """Take one of the process's ``places``, and one of at most ``most_a_person`` of the person for this
    ``kind``.

    ``sender`` is the key of a person or a network. While Redis is away, only the process's places are
    counted. Raises NoPlaceError if all places of the process, or all of the person's, are taken.
    """
    if not places.acquire(blocking=False):
        raise NoPlaceError(is_own=False)
    try:
        mark = secrets.token_hex(8)
        for number in range(most_a_person):
            key = f"{kind}:{sender}:{number}"
            if cache.add(key, mark, HELD_SECONDS):
                return Place(key, mark, places)
    except BaseException:
        places.release()
        raise
    places.release()
    raise NoPlaceError(is_own=True)
