"""How much of one record a page shows: more than lawful play fills, and less than a faulty file could.

A rubber may be read that is a thousand times longer than any ever played; its pages stay as light as others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final, TypeVar

DEALS_A_PAGE: Final = 60
FINDINGS_A_PAGE: Final = 30
STEPS_SHOWN: Final = 100
"""Of what was said and done in a deal, its cards apart."""
TRICKS_SHOWN: Final = 20
OPENING_SHOWN: Final = 10
"""Of cuts and incidents before the first deal of a game."""
ROWS_SHOWN: Final = 50
"""Of marks, findings or remarks in one place."""
CHARACTERS_SHOWN: Final = 1_000
"""Of one remark, or of the facts of one incident."""
SOURCE_SHOWN: Final = 8_000
"""Of a record as written, in characters."""

Row = TypeVar("Row")


def first_rows(rows: Sequence[Row], size: int = ROWS_SHOWN) -> tuple[Sequence[Row], int]:
    """The first ``size`` rows, and how many more there are."""
    return rows[:size], max(0, len(rows) - size)


def joined(parts: Iterable[str], separator: str) -> str:
    """As many of ``parts`` as one cell holds; a sign of omission stands for the others."""
    found = list(islice(parts, ROWS_SHOWN + 1))
    if len(found) > ROWS_SHOWN:
        found[ROWS_SHOWN] = "…"
    return separator.join(found)


def shortened(text: str, size: int = CHARACTERS_SHOWN) -> str:
    """``text``, cut after ``size`` characters with a sign of omission."""
    return text if len(text) <= size else f"{text[:size]}…"
