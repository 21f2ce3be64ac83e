"""The largest sizes that the reader accepts; larger text is a fault. The writer keeps to the same limits."""

from __future__ import annotations

from typing import Final

RUBBER_BYTES: Final = 1 << 20
"""The largest size of a rubber's text in bytes.

The longest lawful rubber, 99 games with every card recorded, needs a quarter of this size.
"""

TOKEN_CHARACTERS: Final = 1_000
TAG_VALUE_CHARACTERS: Final = 10_000
COMMENT_CHARACTERS: Final = 100_000

NUMBER_DIGITS: Final = 9
"""The largest number of digits in a number of a record, so that the number fits a 32-bit database column."""

LINE_CHUNK_BYTES: Final = 1 << 16
"""The largest number of bytes that are read at a time, because a stream may contain no line end."""
