"""Whether an archive was made under this site's secret key: what it seals can be opened under no other.

The key itself is in no archive. Its mark is a slow hash with a salt of its own, of which nobody gets the key back.
"""

from __future__ import annotations

import hmac
import secrets
from typing import Final

from django.conf import settings
from django.utils.crypto import pbkdf2

ROUNDS: Final = 200_000
SALT_BYTES: Final = 16


def make_key_mark() -> str:
    salt = secrets.token_hex(SALT_BYTES)
    return f"{salt}:{_hashed(salt)}"


def is_of_this_key(mark: str) -> bool:
    salt, _, hashed = mark.partition(":")
    return hmac.compare_digest(hashed, _hashed(salt))


def _hashed(salt: str) -> str:
    return pbkdf2(settings.SECRET_KEY, salt, ROUNDS).hex()
