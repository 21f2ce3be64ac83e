"""What to put out, and whether to mark the king."""

from __future__ import annotations

import pytest

from scoring.cards import parse_cards
from tests.worker.review.treatise.play_rows import DISCARDS, KINGS
from worker.review.decision import BookAdvice
from worker.review.treatise import book_on_discard, book_on_king


@pytest.mark.parametrize(
    ("hand", "is_elder", "rule", "choices"), [row[1:] for row in DISCARDS], ids=[row[0] for row in DISCARDS]
)
def test_discard(hand: str, is_elder: bool, rule: str, choices: tuple[str, ...]) -> None:
    assert book_on_discard(parse_cards(hand), 0, is_elder=is_elder) == BookAdvice(rule, choices)


@pytest.mark.parametrize(
    ("score", "counts_two", "rule", "choices"), [row[1:] for row in KINGS], ids=[row[0] for row in KINGS]
)
def test_king(score: tuple[int, int], counts_two: bool, rule: str, choices: tuple[str, ...]) -> None:
    assert book_on_king(own=score[0], other=score[1], counts_two=counts_two) == BookAdvice(rule, choices)
