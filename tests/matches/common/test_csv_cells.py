"""What is text stays text in every spreadsheet, and comes back as it went in."""

from __future__ import annotations

import csv
import io

import pytest

from matches.common.csv_cells import csv_lines, safe, unguarded

TEXTS = (
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1",
    "＋1",
    "－1",
    "＠1",
    "'tis",
    "''",
    "a\r\nb",
    'a"b',
    "",
)


@pytest.mark.parametrize("text", TEXTS)
def test_text_comes_back(text: str) -> None:
    (row,) = csv.reader(io.StringIO(csv_lines([[safe(text), "x"]]), newline=""))
    assert unguarded(row[0]) == text
    assert not row[0].startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"))


def test_numbers_stay_and_nothing_is_empty() -> None:
    assert csv_lines([["a", 1, None]]) == "a,1,\r\n"
