"""Requests that are carried out once, however often they are sent: the same key has the same result.

The row that holds the key and what the request changes are written in one transaction. Whoever sends the key
again meanwhile waits for its end, and gets the first one's result.
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

from matches.models import SentRequest, User

KEPT: Final = timedelta(days=30)
KEY_LENGTH: Final = 100


class KeyReusedError(ValueError):
    """The key belongs to another request of the same user."""


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a request; ``is_repeated`` where it had been carried out before."""

    result: Any
    is_repeated: bool


def new_key() -> str:
    """A key for a form that is about to be shown."""
    return secrets.token_urlsafe(16)


@transaction.atomic
def once(user: User, key: str, asked: str, do: Callable[[], Any]) -> Done:
    """Carry out ``do`` unless ``user`` sent ``key`` before; its result, which JSON must be able to hold.

    ``asked`` is all of the request that matters, as text. Raises ``KeyReusedError`` where the key came with something
    else, and whatever ``do`` raises: then nothing is kept, and the key is free again.
    """
    fingerprint = _fingerprint(asked)
    row, is_new = SentRequest.objects.get_or_create(user=user, key=key, defaults={"fingerprint": fingerprint})
    if not is_new:
        if row.fingerprint != fingerprint:
            raise KeyReusedError(key)
        return Done(row.result, is_repeated=True)
    row.result = do()
    row.save(update_fields=["result"])
    return Done(row.result, is_repeated=False)


def done_already(user: User, key: str, asked: str) -> Done | None:
    """What became of this very request of ``user`` when he sent it before; None where he did not."""
    found = SentRequest.objects.filter(user=user, key=key, fingerprint=_fingerprint(asked)).first()
    return None if found is None else Done(found.result, is_repeated=True)


def forget_request(user: User, key: str) -> None:
    """Free ``key`` again: what ``user`` asked for under it was carried out, and came to nothing after all."""
    SentRequest.objects.filter(user=user, key=key).delete()


def _fingerprint(asked: str) -> str:
    return hashlib.sha256(asked.encode()).hexdigest()


def forget_old_requests() -> int:
    """Remove requests that nobody sends again; how many there were."""
    removed, _ = SentRequest.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
    return removed
