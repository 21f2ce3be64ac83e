"""Two contents of one rubber on a page."""

from __future__ import annotations

from matches.pages.exchange.conflict_page import passages_shown
from matches.rubbers.queries.compare_records import compare


def test_very_long_line_is_cut() -> None:
    (passage,) = passages_shown(compare("x" * 10_000, "y").first)
    assert len(passage.lines[0].text) < 500
