"""Cells that a spreadsheet would reckon with are made plain text."""

from __future__ import annotations

import pytest

from matches.common.csv_cells import safe


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_beginning_of_a_formula_is_made_text(text: str) -> None:
    assert safe(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "Walker", "Ó Súilleabháin", "1–2", "a=b"])
def test_plain_text_stays(text: str) -> None:
    assert safe(text) == text
