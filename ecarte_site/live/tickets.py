"""Signed tickets: a page gives its reader a ticket that names the topics to listen to, so that nothing is looked up.

A ticket is good for minutes. The page renews it by a request that asks for the reader's rights again
(``matches.pages.common.live_tickets``), so that whoever may not see a club any more hears nothing of it before long.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.core import signing

GOOD_FOR: Final = timedelta(minutes=10)
MOST_TOPICS: Final = 50
SALT: Final = "ecarte.live"


class TicketError(ValueError):
    """A ticket that was not made here, or is too old."""


def make_ticket(topics: Sequence[str]) -> str:
    """Return a text for addresses. It names the first ``MOST_TOPICS`` of ``topics``."""
    return signing.dumps(",".join(topics[:MOST_TOPICS]), salt=SALT)


def read_ticket(text: str) -> tuple[str, ...]:
    """Return the topics of a ticket. Raises ``TicketError`` where it was not made here, or has run out."""
    topics = topics_of(text)
    if seconds_left(text) <= 0:
        raise TicketError("the ticket has run out")
    return topics


def topics_of(text: str) -> tuple[str, ...]:
    """Return the topics of a ticket that may have run out. Raises ``TicketError`` where it was not made here."""
    try:
        topics = signing.loads(text, salt=SALT)
    except signing.BadSignature as error:
        raise TicketError(str(error)) from None
    return tuple(str(topics).split(","))


def seconds_left(text: str) -> float:
    """Return for how long a ticket is still good, negative once it has run out. ``text`` was made here."""
    made_at = signing.b62_decode(text.rsplit(":", 2)[1])
    return made_at + GOOD_FOR.total_seconds() - time.time()
