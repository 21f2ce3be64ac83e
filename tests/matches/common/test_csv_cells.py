"""Text stays text in every spreadsheet, and is read back as it was written."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte_site.setup.environment import PROJECT
from matches.common.csv_cells import GUARDED, GUARDED_STARTS, csv_lines, restore, safe

FORMULAS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")

TEXTS = (
    *("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠1", "'tis", "''"),
    *(
        "a\r\nb",
        'a"b',
        "",
        ";=1+1",
        "Ann;=1+1",
        "a;;+1",
        'a;"=1+1"',
        'a;"";-1',
        "a\t@b",
        "a;'b",
        "a\n\n=1",
        ";'=1",
    ),
)
PIECES = st.lists(st.sampled_from([*GUARDED_STARTS, ";", '"', ",", "a", "1", " "])).map("".join)


@pytest.mark.parametrize("text", TEXTS)
def test_text_comes_back_and_is_no_formula(text: str) -> None:
    check(text)


@given(PIECES)
def test_any_text_comes_back_and_is_no_formula(text: str) -> None:
    check(text)


def check(text: str) -> None:
    file = csv_lines([[1, safe(text), "x"]])
    [row] = csv.reader(io.StringIO(file, newline=""))
    assert restore(row[1]) == text
    assert not row[1].startswith(FORMULAS)
    # A program that separates by semicolons or tabs splits the line wherever one stands, quoted or not.
    for cell in re.split("[;\t\r\n]", file)[1:]:
        assert not cell.lstrip('"').startswith(FORMULAS), (text, file)


def test_reader_of_the_how_to_restores_texts() -> None:
    page = (PROJECT / "docs/howto/season-in-a-spreadsheet.md").read_text(encoding="utf-8")
    assert GUARDED.pattern in page


def test_numbers_stay_and_nothing_is_empty() -> None:
    assert csv_lines([["a", 1, None]]) == "a,1,\r\n"


@pytest.mark.parametrize("text", ["", "Walker", "Ó Súilleabháin", "1–2", "a=b"])
def test_plain_text_stays(text: str) -> None:
    assert safe(text) == text
