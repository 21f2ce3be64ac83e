"""docs/treatise.md is what the command writes from the shipped values."""

from __future__ import annotations

from ecarte_site.setup.environment import PROJECT
from worker.review.treatise_document import document
from worker.review.treatise_page import treatise_page


def test_the_page_in_the_docs_is_up_to_date() -> None:
    assert (PROJECT / "docs" / "treatise.md").read_text("utf-8") == document(treatise_page())


def test_every_hand_has_its_row() -> None:
    lines = document(treatise_page()).splitlines()
    for row in (*treatise_page().standing, *treatise_page().refusing):
        assert any(
            f"| `{row.hand}`" in line and f"| {row.makes:,} of {row.hands:,} |" in line for line in lines
        )
