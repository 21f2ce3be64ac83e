"""Tickets: a page that somebody may see says which topics its reader may hear, signed, so that nothing is looked up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.core import signing

GOOD_FOR: Final = timedelta(days=1)
MOST_TOPICS: Final = 50
SALT: Final = "ecarte.live"


class TicketError(ValueError):
    """A ticket that was not made here, or is too old."""


def make_ticket(topics: Sequence[str]) -> str:
    """A text for addresses. Of very many topics the first ones are heard."""
    return signing.dumps(",".join(topics[:MOST_TOPICS]), salt=SALT)


def read_ticket(text: str) -> tuple[str, ...]:
    """The topics. Raises ``TicketError``."""
    try:
        topics = signing.loads(text, salt=SALT, max_age=GOOD_FOR)
    except signing.BadSignature as error:
        raise TicketError(str(error)) from None
    return tuple(str(topics).split(","))
