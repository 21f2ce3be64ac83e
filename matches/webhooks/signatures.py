"""Secrets of webhooks, and the signatures by which a receiver knows that a message is ours.

As the Standard Webhooks specification has it: HMAC-SHA256 over ``id.timestamp.body``, by the bytes that stand in base64
behind ``whsec_``. After a change of secret the old one signs beside the new for a day.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from matches.common.encrypted_text import seal, unseal

PREFIX: Final = "whsec_"
SECRET_BYTES: Final = 32
OLD_SECRET_HOLDS: Final = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Secrets:
    """The secret of now, and the one before, which holds until ``until``; empty and None where there is none."""

    now: str
    before: str = ""
    until: datetime | None = None

    def at(self, moment: datetime) -> tuple[str, ...]:
        """Those that sign at ``moment``, the one of now first."""
        if self.before and self.until is not None and moment < self.until:
            return self.now, self.before
        return (self.now,)

    def followed_by(self, secret: str, moment: datetime) -> Secrets:
        """As they are once ``secret`` has come in the place of the one of now."""
        return Secrets(secret, self.now, moment + OLD_SECRET_HOLDS)


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def sealed_secrets(held: Secrets) -> str:
    """As the database keeps them."""
    until = "" if held.until is None else held.until.isoformat()
    return seal(json.dumps([held.now, held.before, until]))


def opened_secrets(sealed: str) -> Secrets:
    """Raises ``SealBrokenError`` where they were sealed under another key of the site."""
    now, before, until = json.loads(unseal(sealed))
    return Secrets(now, before, datetime.fromisoformat(until) if until else None)


def signed_headers(message_id: str, body: bytes, signing: Sequence[str], at: datetime) -> dict[str, str]:
    """The three headers of a message that goes out at ``at``; one signature for each secret of ``signing``."""
    timestamp = str(int(at.timestamp()))
    told = f"{message_id}.{timestamp}.".encode() + body
    signatures = [_signature(secret, told) for secret in signing]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(signatures),
    }


def _signature(secret: str, told: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return "v1," + base64.b64encode(hmac.new(key, told, hashlib.sha256).digest()).decode()
