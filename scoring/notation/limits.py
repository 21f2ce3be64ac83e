"""How much of a text the reader takes in before it calls it unreadable; the writer keeps to it too."""

from __future__ import annotations

from typing import Final

RUBBER_BYTES: Final = 1 << 20
"""A rubber's text. The longest lawful one, 99 games fully recorded, is a quarter of this."""

TOKEN_CHARACTERS: Final = 1_000
TAG_VALUE_CHARACTERS: Final = 10_000
COMMENT_CHARACTERS: Final = 100_000

NUMBER_DIGITS: Final = 9
"""Digits of any number in a record: it fits a database's 32-bit integer."""

LINE_CHUNK_BYTES: Final = 1 << 16
"""The most that is read at a time of a line without an end."""
