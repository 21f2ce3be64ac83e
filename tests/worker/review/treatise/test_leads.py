"""What to lead."""

from __future__ import annotations

import pytest

from scoring.cards import parse_card, parse_cards
from tests.worker.review.treatise.play_rows import LEADS, Lead
from worker.review.treatise import book_on_lead


@pytest.mark.parametrize("lead", LEADS, ids=[lead.shown for lead in LEADS])
def test_lead(lead: Lead) -> None:
    advice = book_on_lead(
        parse_cards(lead.hand),
        0,
        own=lead.own,
        won=lead.won,
        lost=lead.lost,
        led=[(parse_card(card), took) for card, took in lead.led],
        refused=lead.refused,
        king_against=lead.king_against,
    )
    assert (None if advice is None else (advice.rule, advice.choices)) == (
        None if lead.rule is None else (lead.rule, lead.choices)
    )


def test_of_a_short_hand_the_book_says_nothing() -> None:
    hand = parse_cards("S98.H97")
    assert book_on_lead(hand, 0, own=0, won=0, lost=0, led=(), refused=False, king_against=False) is None
