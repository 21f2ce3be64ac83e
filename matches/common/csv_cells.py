"""Text in the cells of a CSV file, so that no spreadsheet reckons with it and every reader gets it back whole."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Final

BYTE_ORDER_MARK: Final = "\ufeff"
"""Tells spreadsheets that the file is UTF-8."""
GUARD: Final = "'"
GUARDED_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", GUARD)
"""What some spreadsheet takes for the beginning of a formula; and the guard, so that who takes one away is right."""


def safe(text: str) -> str:
    """``text`` as a cell: with an apostrophe before it where a spreadsheet would reckon with it.

    >>> safe("=1+1"), safe("'tis"), safe("Ann")
    ("'=1+1", "''tis", 'Ann')
    """
    return f"{GUARD}{text}" if text.startswith(GUARDED_STARTS) else text


def unguarded(cell: str) -> str:
    """The text that ``safe`` made ``cell`` of."""
    return cell.removeprefix(GUARD)


def csv_lines(rows: Iterable[Iterable[str | int | None]]) -> str:
    """The rows as RFC 4180 has them, None as an empty cell. What is text has been made ``safe`` before."""
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue()
