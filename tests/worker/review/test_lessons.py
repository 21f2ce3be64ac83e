"""The shipped calls that the old rules get wrong."""

from __future__ import annotations

from scoring.cards import parse_cards
from worker.review.equilibrium.calls_data import calls_at_equilibrium
from worker.review.lessons import lessons, shipped
from worker.review.treatise import RULES, book_on_proposal, book_on_reply


def test_the_old_rule_makes_the_other_call() -> None:
    for lesson in lessons():
        hand = parse_cards(lesson.hand)
        king = lesson.turn_up == "SK"
        if lesson.kind == "proposal":
            advice = book_on_proposal(hand, 0, king_turned_up=king, own=0, other=0)
        else:
            advice = book_on_reply(hand, 0, king_turned_up=king, own=0, other=0, first=True)
        assert (advice.rule, advice.choices) == (lesson.rule, (lesson.old,))
        assert lesson.rule in RULES
        assert {lesson.old, lesson.right} in ({"P", "S"}, {"G", "R"})


def test_the_dearest_come_first() -> None:
    weights = [lesson.cost * lesson.share for lesson in lessons()]
    assert weights == sorted(weights, reverse=True)
    assert all(
        lesson.cost > 0 and 0 < lesson.share < 1 and 0 <= lesson.frequency <= 1 for lesson in lessons()
    )


def test_they_belong_to_the_shipped_calls() -> None:
    assert shipped()["calls"] == calls_at_equilibrium().header["checksum"]
