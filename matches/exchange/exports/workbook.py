"""Rubbers as a spreadsheet: the sheets Rubbers, Games and Deals, written row by row to a file on the disk.

Memory does not grow with it. Every text is written as a text: none is a formula, a number or a link.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from typing import IO, Any, Final

import xlsxwriter
from django.db.models import QuerySet

from matches.exchange.exports.selection import WHAT, What
from matches.exchange.exports.tables import HEADS, RELATED, Cells, rows_of
from matches.exchange.exports.writers import Source
from matches.exchange.queries.exports import in_batches
from matches.models import Deal, Rubber

MOST_ROWS: Final = 1_048_576
"""Of a sheet, its head included, in the format."""
MOST_CHARACTERS: Final = 32_767
"""Of a cell, in the format; what is longer is cut."""
MOST_DEALS_AT_ONCE: Final = 20_000
"""As many are in a spreadsheet that its reader waits for: a few seconds."""
PIECE_BYTES: Final = 64 << 10
OPTIONS: Final = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}


def write_workbook(file: IO[bytes], source: Source) -> Iterator[int]:
    """Write the spreadsheet into ``file``; how many rubbers each step put in. It is there when the steps are over."""
    with xlsxwriter.Workbook(file, OPTIONS) as book:
        tables = [_Table(book, what) for what in WHAT]
        rubbers = source.rubbers.select_related(*RELATED).prefetch_related("games__deals")
        for batch in in_batches(rubbers):
            for rubber in batch:
                for table in tables:
                    for row in rows_of(rubber, table.what):
                        table.add(row)
            yield len(batch)


def contents_of_workbook(source: Source) -> Iterator[bytes]:
    """The spreadsheet's bytes, as soon as the last rubber is in."""
    with tempfile.TemporaryFile() as file:
        for _rubbers in write_workbook(file, source):
            pass
        file.seek(0)
        while content := file.read(PIECE_BYTES):
            yield content


def has_more_deals(rubbers: QuerySet[Rubber]) -> bool:
    """Whether they have more deals than a spreadsheet that is waited for may have."""
    deals = Deal.objects.filter(game__rubber__in=rubbers.order_by().values("pk")).order_by()
    return deals[: MOST_DEALS_AT_ONCE + 1].count() > MOST_DEALS_AT_ONCE


class _Table:
    """A table that goes on in a further sheet where one is full: Deals, Deals 2."""

    def __init__(self, book: Any, what: What) -> None:
        self.what = what
        self._book = book
        self._sheets = 0
        self._begin_sheet()

    def add(self, row: Cells) -> None:
        if self._next_row == MOST_ROWS:
            self._begin_sheet()
        self._write(row)

    def _begin_sheet(self) -> None:
        self._sheets += 1
        name = self.what.capitalize() + (f" {self._sheets}" if self._sheets > 1 else "")
        self._sheet = self._book.add_worksheet(name)
        self._sheet.freeze_panes(1, 0)
        self._next_row = 0
        self._write(HEADS[self.what])

    def _write(self, row: Cells) -> None:
        for column, value in enumerate(row):
            if isinstance(value, int):
                self._sheet.write_number(self._next_row, column, value)
            elif value:
                self._sheet.write_string(self._next_row, column, value[:MOST_CHARACTERS])
        self._next_row += 1
