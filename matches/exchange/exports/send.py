"""Limit how many files are sent at the same time.

A file occupies a thread of the web server until the client has received it, or is given up
(``ecarte_site.downloads``). One person occupies at most two threads.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from ecarte_site import places
from ecarte_site.downloads import in_pieces
from ecarte_site.limits import sender_network
from ecarte_site.places import NoPlaceError, Place
from matches.models import User

MOST_A_PERSON: Final = 2
MOST_A_PROCESS: Final = 2
"""The number of files that a web process sends at once: a quarter of its threads (docker-compose.yml), as for uploads.
"""

_places = threading.BoundedSemaphore(MOST_A_PROCESS)

TooManyFilesError = NoPlaceError


def reader(user: User) -> str:
    """Return the key by which a user's downloads are counted, over all sessions and API tokens."""
    return f"user:{user.pk}"


def reader_of(request: HttpRequest) -> str:
    """Return the key of the request's user, or of the network from which an anonymous request comes."""
    user = getattr(request, "user", AnonymousUser())
    return reader(user) if isinstance(user, User) else f"address:{sender_network(request)}"


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
        for piece in in_pieces(content):
            place.keep()
            yield piece
    place.give_back()
