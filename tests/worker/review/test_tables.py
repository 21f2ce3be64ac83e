"""``python -m worker.review.tables``: its output can be read back unchanged."""

from __future__ import annotations

import json

import pytest

from worker.review.tables import FOLDER, check_triomphe, row_by_row
from worker.review.treatise_page import DATA, treatise_page


def test_values_beside_the_old_book_are_shipped_as_they_are_written() -> None:
    assert (FOLDER / DATA).read_text("utf-8") == row_by_row(treatise_page().as_json())


def test_a_row_has_a_line_to_itself() -> None:
    stored = {"whole": {"one": 1}, "rows": [{"two": [2, 3]}, {"four": None}], "none": []}
    text = row_by_row(stored)
    assert json.loads(text) == stored
    assert text.splitlines() == [
        "{",
        '"whole": {"one": 1},',
        '"rows": [',
        '{"two": [2, 3]},',
        '{"four": null}',
        "],",
        '"none": []',
        "}",
    ]


@pytest.mark.soak
def test_what_la_triomphe_needs_is_shipped_as_it_is_measured() -> None:
    assert check_triomphe()
