"""Who does something, why, and on what he had seen; and the key by which the same act is done once."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from matches.models import LogEntry, TableLink, User
from matches.models.ids import new_public_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """``key`` is the sender's: the same act sent again, with the same key, is done once; empty: it never is the same.

    ``version`` is that of the rubber which the actor had seen, None for whatever is there. ``link`` is the table's link
    by which he came who acts; then ``by`` is who made it, and answers for it.
    """

    by: User
    key: str
    reason: str = ""
    version: int | None = None
    link: TableLink | None = None


def log_key(act: Act, stream: str) -> str:
    """The key of the act's entry in ``stream``. Two people's keys, and one's for two streams, never meet."""
    if not act.key:
        return f"act:{new_public_id()}"
    told = f"{act.by.public_id}\n{stream}\n{act.key}"
    return "act:" + hashlib.sha256(told.encode(errors="surrogatepass")).hexdigest()


def done_before(key: str) -> LogEntry | None:
    """The entry that was appended under this key."""
    return LogEntry.objects.filter(key=key).first()
