"""Encrypt texts that the database stores, so that a copy of the database cannot be read without the site's key."""

from __future__ import annotations

import base64
import hashlib
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

ENCRYPTED_PREFIX: Final = "sealed:"
"""The prefix of each encrypted text. Texts without it were stored by releases that did not encrypt."""


class DecryptionError(ValueError):
    """The text was encrypted with another key, or is damaged."""


def encrypt_text(text: str) -> str:
    return ENCRYPTED_PREFIX + _cipher().encrypt(text.encode()).decode()


def decrypt_text(stored: str) -> str:
    """Return the decrypted text. A value without the prefix was never encrypted, and is returned unchanged.

    Raises ``DecryptionError`` if it was encrypted with another key or is damaged.
    """
    if not stored.startswith(ENCRYPTED_PREFIX):
        return stored
    try:
        return _cipher().decrypt(stored.removeprefix(ENCRYPTED_PREFIX)).decode()
    except InvalidToken:
        raise DecryptionError from None


def _cipher() -> Fernet:
    # The signing key is long and random. Its digest with a prefix of our own is a separate key for encryption.
    digest = hashlib.sha256(b"matches.sealing:" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))
