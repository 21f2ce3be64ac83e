"""The director's rulings show a deal step by step, like the deal's own page."""

from __future__ import annotations

import pytest

from matches.pages.laws.moments import MOMENTS, laws_at, steps_of
from matches.pages.rubbers.deal_timeline import DealTimeline
from scoring.check import check_rubber
from scoring.notation import read_one

NAMES = ("Orford", "Baldwin")


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        ("1. A ^C9 P R Kb =B3", "Baldwin announces the king of clubs and marks it."),
        ("1. A ^CK Ka P R =B3", "Orford marks the king of clubs, turned up."),
        ("1. A ^C9 P R kb =B3", "Baldwin announces the king of clubs and does not mark it."),
        ("1. A ^C9 P G -1 -1 P g R =B3", "Orford gives cards if the stock has enough."),
        (
            "1. A ^C9 P R =B3 (0-2) Kb",
            "After the score was called, Baldwin announces the king of clubs and marks it.",
        ),
    ],
)
def test_king_is_told_as_on_the_page_of_the_deal(deal: str, expected: str) -> None:
    text = f'[EGN "1"]\n[A "A"]\n[B "B"]\n\nGame 1\n{deal}\n*\n'
    checked = check_rubber(read_one(text)).games[0].deals[0]
    assert expected in [step.text for step in steps_of(checked, NAMES)]
    page = DealTimeline(checked, NAMES)
    page.follow()
    assert expected in [step.text for step in (*page.before_play, *page.after_play)]


def test_at_la_triomphe_no_law_of_kings_or_discards_is_offered() -> None:
    assert {moment for moment in MOMENTS if not laws_at(moment, "triomphe")} == {"king"}
    for moment in MOMENTS:
        assert set(laws_at(moment, "triomphe")) <= set(laws_at(moment))
    assert laws_at("discarding", "triomphe") == (2, 14, 42, 45, 50, 51, 26, 27)
    assert 43 in laws_at("playing", "triomphe")
