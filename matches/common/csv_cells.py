"""Write text into CSV cells so that no spreadsheet evaluates it and every reader can restore it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from typing import Final

BYTE_ORDER_MARK: Final = "\ufeff"
"""The first character of a CSV file, by which spreadsheets recognise UTF-8."""
GUARD: Final = "'"
GUARDED_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", GUARD)
"""The first characters of formulas, and the guard itself: so removing the guards restores each text."""
STARTS: Final = "".join(GUARDED_STARTS)
CELL_INSIDE: Final = re.compile(rf'([;\t\r\n]"*)(?=[{re.escape(STARTS)}])')
"""A place within a text where a spreadsheet that separates cells by semicolons or tabs lets a cell begin.

Such programs do not see that the text is quoted, since the quotation mark stands within their cell. The quotation
marks after the separator are the text's own: such a program drops them.
"""
GUARDED: Final = re.compile(r"""(^|[;\t\r\n]"*)'""")


def safe(text: str) -> str:
    """Return ``text`` as a CSV cell, with an apostrophe wherever a spreadsheet might evaluate what follows as a
    formula: in front, and after each semicolon, tab and line end.

    >>> safe("=1+1"), safe("'tis"), safe("Ann;=1+1"), safe("Ann")
    ("'=1+1", "''tis", "Ann;'=1+1", 'Ann')
    """
    guarded = CELL_INSIDE.sub(rf"\1{GUARD}", text)
    return f"{GUARD}{guarded}" if text.startswith(GUARDED_STARTS) else guarded


def restore(cell: str) -> str:
    """Return the text of a cell that ``safe`` made."""
    return GUARDED.sub(r"\1", cell)


def csv_lines(rows: Iterable[Iterable[str | int | None]]) -> str:
    """Return the rows as CSV text (RFC 4180). Pass each text that people typed through ``safe`` first."""
    buffer = io.StringIO()
    csv.writer(buffer).writerows(rows)
    return buffer.getvalue()
