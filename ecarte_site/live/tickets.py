"""Signed tickets that name the topics a page may follow, so that streams and polls need no database.

A ticket is valid for as long as a lost right may go on. The page renews it by a request that checks the reader's
rights again (``matches.pages.common.live_ticket``), so that a person who loses access to a club gets no more news
of it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from django.core import signing

from ecarte_site.recheck import RIGHTS_LAST

GOOD_FOR: Final = RIGHTS_LAST
MOST_TOPICS: Final = 50
SALT: Final = "ecarte.live"


class TicketError(ValueError):
    """A ticket was not made by this site, or it has expired."""


def make_ticket(topics: Sequence[str]) -> str:
    """Return a ticket for use in URLs that names at most the first ``MOST_TOPICS`` of ``topics``."""
    return signing.dumps(",".join(topics[:MOST_TOPICS]), salt=SALT)


def read_ticket(text: str) -> tuple[str, ...]:
    """Return the topics of a ticket. Raises ``TicketError`` if it was not made by this site, or has expired."""
    topics = topics_of(text)
    if seconds_left(text) <= 0:
        raise TicketError("the ticket has run out")
    return topics


def topics_of(text: str) -> tuple[str, ...]:
    """Return the topics of a ticket that may have expired. Raises ``TicketError`` if it was not made by this site."""
    try:
        topics = signing.loads(text, salt=SALT)
    except signing.BadSignature as error:
        raise TicketError(str(error)) from None
    return tuple(str(topics).split(","))


def seconds_left(text: str) -> float:
    """Return for how many seconds a ticket made by this site is still valid, negative if it has expired."""
    made_at = signing.b62_decode(text.rsplit(":", 2)[1])
    return made_at + GOOD_FOR.total_seconds() - time.time()
