"""Proofs that a version of a rubber was given to somebody who read it.

What rests on a version that is not the last one any more is kept for a director, or for the table, to choose. Without
a proof anybody could name versions that nobody ever read. The site alone can make one, and checks it without a query.
"""

from __future__ import annotations

from typing import Final

from django.utils.crypto import constant_time_compare, salted_hmac

from matches.models import Rubber

SALT: Final = "matches.version_mark"
LENGTH: Final = 16
PAD: Final = "pad"
"""The reader of what a pad is sent: a phone keeps its entries whoever signs in on it, and by whichever link it came."""


def version_mark(rubber: Rubber, version: int, reader: str) -> str:
    """Return the proof that ``version`` of ``rubber`` was given to ``reader``: sixteen hexadecimal digits."""
    text = f"{rubber.public_id}.{version}.{reader}"
    return salted_hmac(SALT, text, algorithm="sha256").hexdigest()[:LENGTH]


def is_version_mark(mark: str, rubber: Rubber, version: int, reader: str) -> bool:
    return constant_time_compare(mark, version_mark(rubber, version, reader))
