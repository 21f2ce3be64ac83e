"""Sign messages, so that receivers can verify that they come from this site, and encrypt the signing secrets.

This follows the Standard Webhooks specification (see docs/api/webhooks.md): HMAC-SHA256 over
``id.timestamp.body``. The key is the base64 text after the secret's prefix ``whsec_``. For 24 hours after a
rotation messages carry the signatures of both secrets, so that a receiver can switch over without rejecting
any.
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

from matches.common.encrypted_text import decrypt_text, encrypt_text

PREFIX: Final = "whsec_"
SECRET_BYTES: Final = 32
OVERLAP: Final = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Secrets:
    """The current secret of a webhook, and a previous one that also signs until ``previous_until``, if not empty."""

    current: str
    previous: str = ""
    previous_until: datetime | None = None

    def valid_at(self, at: datetime) -> tuple[str, ...]:
        """Return the secrets with which a message is signed at the time ``at``, the current one first."""
        if self.previous and self.previous_until is not None and at < self.previous_until:
            return self.current, self.previous
        return (self.current,)

    def rotated(self, new: str, at: datetime) -> Secrets:
        return Secrets(new, self.current, at + OVERLAP)


def generate_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def encrypt_secrets(pair: Secrets) -> str:
    """Encrypt the secrets with SECRET_KEY, for ``Webhook.secret``."""
    until = "" if pair.previous_until is None else pair.previous_until.isoformat()
    return encrypt_text(json.dumps([pair.current, pair.previous, until]))


def decrypt_secrets(stored: str) -> Secrets:
    """Decrypt ``Webhook.secret``. Raises DecryptionError if it was encrypted with another SECRET_KEY."""
    current, previous, until = json.loads(decrypt_text(stored))
    return Secrets(current, previous, datetime.fromisoformat(until) if until else None)


def signature_headers(message_id: str, body: bytes, signing: Sequence[str], at: datetime) -> dict[str, str]:
    """Return the HTTP headers of a message sent at ``at``, with a signature for each secret in ``signing``."""
    timestamp = str(int(at.timestamp()))
    signed = f"{message_id}.{timestamp}.".encode() + body
    return {
        "webhook-id": message_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(_signature(secret, signed) for secret in signing),
    }


def _signature(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
