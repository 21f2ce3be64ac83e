"""Text stays text in every spreadsheet, and is read back as it was written."""

from __future__ import annotations

import csv
import io

import pytest

from matches.common.csv_cells import GUARD, csv_lines, safe

TEXTS = (
    *("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠1", "'tis", "''"),
    *("a\r\nb", 'a"b', ""),
)


@pytest.mark.parametrize("text", TEXTS)
def test_text_comes_back(text: str) -> None:
    (row,) = csv.reader(io.StringIO(csv_lines([[safe(text), "x"]]), newline=""))
    assert row[0].removeprefix(GUARD) == text
    assert not row[0].startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"))


def test_numbers_stay_and_nothing_is_empty() -> None:
    assert csv_lines([["a", 1, None]]) == "a,1,\r\n"


@pytest.mark.parametrize("text", ["", "Walker", "Ó Súilleabháin", "1–2", "a=b"])
def test_plain_text_stays(text: str) -> None:
    assert safe(text) == text
