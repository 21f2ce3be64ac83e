"""Make and check tokens that prove that a version of a rubber was shown to a reader.

A change based on a version that is no longer the last is stored as a conflict, for a director or the table to
settle. Without a proof, anybody could claim a version that nobody ever read. Only the site can make such a
token, and it checks one without a query.
"""

from __future__ import annotations

from typing import Final

from django.utils.crypto import constant_time_compare, salted_hmac

from matches.models import Rubber

SALT: Final = "matches.version_mark"
LENGTH: Final = 16
PAD: Final = "pad"
"""The name of the reader for all that is sent to a score pad: a phone keeps its entries whoever signs in on it."""


def version_mark(rubber: Rubber, version: int, reader: str) -> str:
    """Return the token, sixteen hexadecimal digits, that proves that ``reader`` was shown a version of the rubber."""
    text = f"{rubber.public_id}.{version}.{reader}"
    return salted_hmac(SALT, text, algorithm="sha256").hexdigest()[:LENGTH]


def is_version_mark(mark: str, rubber: Rubber, version: int, reader: str) -> bool:
    return constant_time_compare(mark, version_mark(rubber, version, reader))
