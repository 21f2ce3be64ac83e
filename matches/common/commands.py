"""The context of a command, and the two ways to carry one out once, however often it is sent.

A command that appends to the log is recognized by the key of its entry. Any other request stores its key and
its result in a row, in the transaction of its changes. A sender that repeats the key in the meantime waits
for the end of that transaction, and gets its result.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from matches.models import LogEntry, SentRequest, TableLink, User
from matches.models.ids import new_public_id

KEPT: Final = timedelta(days=30)
KEY_LENGTH: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandContext:
    """The circumstances of a change that a person makes: actor, reason, expected version and idempotency key.

    A command sent again with the same ``key`` is carried out once; with an empty key, each is a new one.
    ``version`` is the version of the rubber that the actor saw; None skips the check for changes made since.
    ``link`` is the table link (a URL with which a phone at the table records deals without signing in)
    through which the command came, or None. With a link, ``by`` is the user who made the link and answers for
    its use.
    """

    by: User
    key: str
    reason: str = ""
    version: int | None = None
    link: TableLink | None = None


def log_key(act: CommandContext, stream: str) -> str:
    """Return the unique key of the log entry that the command ``act`` appends to ``stream``.

    It is a hash of user, stream and idempotency key, or random if the command has no idempotency key.
    """
    if not act.key:
        return f"act:{new_public_id()}"
    text = f"{act.by.public_id}\n{stream}\n{act.key}"
    return "act:" + hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def done_before(key: str) -> LogEntry | None:
    """Return the log entry with this key (of ``log_key``), appended by an identical command before, or None."""
    return LogEntry.objects.filter(key=key).first()


class KeyReusedError(ValueError):
    """The user sent this idempotency key before with a different request."""


@dataclass(frozen=True, slots=True)
class StoredResult:
    """The result of a request. ``is_repeated``: it was stored by an earlier request with the same key."""

    result: Any
    is_repeated: bool


def new_key() -> str:
    """Return a random idempotency key, to be put into a form."""
    return secrets.token_urlsafe(16)


@transaction.atomic
def run_once(user: User, key: str, request: str, do: Callable[[], Any]) -> StoredResult:
    """Call ``do`` unless ``user`` sent ``key`` before, and return the new or the stored result.

    ``do`` returns a value that JSON can represent. ``request`` identifies the request with all its arguments.
    Raises ``KeyReusedError`` if the user sent the key before with another request. After an error of ``do``
    nothing is stored, and the key can be used again.
    """
    fingerprint = _fingerprint(request)
    row, is_new = SentRequest.objects.get_or_create(user=user, key=key, defaults={"fingerprint": fingerprint})
    if not is_new:
        if row.fingerprint != fingerprint:
            raise KeyReusedError(key)
        return StoredResult(row.result, is_repeated=True)
    row.result = do()
    row.save(update_fields=["result"])
    return StoredResult(row.result, is_repeated=False)


def find_stored_result(user: User, key: str, request: str) -> StoredResult | None:
    """Return the stored result of this request of ``user``, or None if it was not carried out with this key."""
    row = SentRequest.objects.filter(user=user, key=key, fingerprint=_fingerprint(request)).first()
    return None if row is None else StoredResult(row.result, is_repeated=True)


def _fingerprint(request: str) -> str:
    return hashlib.sha256(request.encode()).hexdigest()


def forget_old_requests() -> int:
    """Delete stored results older than 30 days, and return how many."""
    removed, _ = SentRequest.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
    return removed
