"""Texts that the database holds sealed: whoever copies it can't read them without the site's key."""

from __future__ import annotations

import base64
import hashlib
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

SEALED: Final = "sealed:"
"""What a sealed text starts with; others are from before there were seals."""


class SealBrokenError(ValueError):
    """The text was sealed with another key, or damaged."""


def seal(text: str) -> str:
    return SEALED + _box().encrypt(text.encode()).decode()


def unseal(sealed: str) -> str:
    """The text; one that was never sealed as it is. Raises ``SealBrokenError``."""
    if not sealed.startswith(SEALED):
        return sealed
    try:
        return _box().decrypt(sealed.removeprefix(SEALED)).decode()
    except InvalidToken:
        raise SealBrokenError from None


def _box() -> Fernet:
    # The key of signatures is long and random; its digest under a name of our own is a key of another use.
    digest = hashlib.sha256(b"matches.sealing:" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))
