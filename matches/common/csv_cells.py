"""Write text into CSV cells so that no spreadsheet evaluates it and every reader can restore it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Final

BYTE_ORDER_MARK: Final = "\ufeff"
"""The first character of a CSV file, by which spreadsheets recognise UTF-8."""
GUARD: Final = "'"
GUARDED_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", GUARD)
"""The first characters of formulas, and the guard itself: so removing one guard restores each text."""


def safe(text: str) -> str:
    """Return ``text`` as a CSV cell, with an apostrophe in front if a spreadsheet might evaluate it as a
    formula.

    >>> safe("=1+1"), safe("'tis"), safe("Ann")
    ("'=1+1", "''tis", 'Ann')
    """
    return f"{GUARD}{text}" if text.startswith(GUARDED_STARTS) else text


def csv_lines(rows: Iterable[Iterable[str | int | None]]) -> str:
    """Return the rows as CSV text (RFC 4180). Pass each text that people typed through ``safe`` first."""
    buffer = io.StringIO()
    csv.writer(buffer).writerows(rows)
    return buffer.getvalue()
