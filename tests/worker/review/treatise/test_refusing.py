"""The dealer gives or refuses as the treatise has it."""

from __future__ import annotations

import pytest

from scoring.cards import parse_cards
from tests.worker.review.treatise.reply_rows import FIRST_AT_LOVE_ALL, OTHER_REPLIES
from worker.review.treatise import book_on_reply

ROWS = [(shown, hand, False, (0, 0), True, rule) for shown, hand, rule in FIRST_AT_LOVE_ALL] + OTHER_REPLIES


def choices_by(rule: str) -> tuple[str, ...]:
    if rule == "reply-later":
        return ()
    return ("G",) if rule.startswith("accept") else ("R",)


@pytest.mark.parametrize(
    ("hand", "turned", "score", "first", "rule"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)
def test_reply(hand: str, turned: bool, score: tuple[int, int], first: bool, rule: str) -> None:
    advice = book_on_reply(
        parse_cards(hand), 0, king_turned_up=turned, own=score[0], other=score[1], first=first
    )
    assert (advice.rule, advice.choices) == (rule, choices_by(rule))


def test_a_hand_of_six_is_no_hand_of_the_books() -> None:
    with pytest.raises(ValueError, match=r"not a hand of five cards: S987\.HAT9"):
        book_on_reply(parse_cards("S987.HAT9"), 0, king_turned_up=False, own=0, other=0, first=True)
