"""A verdict says how good a choice is, what it costs, and what each choice wins."""

from __future__ import annotations

import pytest
from django.utils.html import strip_tags

from matches.pages.reviews.verdict import MOST_BARS, Judged, bars, verdict_on
from scoring.cards import parse_cards

HAND = parse_cards("SKAT.DT7")
CARDS = {"SK": 0.9, "SA": 0.9, "ST": 0.893, "DT": 0.86, "D7": 0.78}
CALLS = {"S": 0.5, "P": 0.56}


@pytest.mark.parametrize(
    ("chances", "choice", "look", "mark", "cost"),
    [
        (CARDS, "SK", "equal", "✓", ""),
        ({"SK": 0.9, "SA": 0.8}, "SK", "best", "✓", ""),
        (CARDS, "ST", "close", "✓", "It costs 1\xa0%. Best: K♠ or A♠."),
        ({"SK": 0.9, "SA": 0.897}, "SA", "close", "✓", "It costs less than 1\xa0%. Best: K♠."),
        (CARDS, "DT", "inaccuracy", "?!", "It costs 4\xa0%. Best: K♠ or A♠."),
        (CARDS, "D7", "blunder", "??", "It costs 12\xa0%. Best: K♠ or A♠."),
        ({"SK": 0.9, "SA": 0.84}, "SA", "mistake", "?", "It costs 6\xa0%. Best: K♠."),
    ],
)
def test_verdict_by_cost(chances: dict[str, float], choice: str, look: str, mark: str, cost: str) -> None:
    verdict = verdict_on(Judged("card", HAND, chances), choice)
    assert (verdict.look, verdict.mark, strip_tags(verdict.cost)) == (look, mark, cost)
    assert verdict.is_right == (mark == "✓")


@pytest.mark.parametrize(
    ("share", "choice", "look", "cost"),
    [
        (0.4, "S", "either", ""),
        (0.4, "P", "either", ""),
        (0.0, "S", "mistake", "It costs 6\xa0%. Best: proposing."),
        (0.0, "P", "best", ""),
    ],
)
def test_call_that_the_best_mix_makes_is_right(share: float, choice: str, look: str, cost: str) -> None:
    judged = Judged("proposal", HAND, CALLS, {"S": share, "P": 1 - share})
    verdict = verdict_on(judged, choice)
    assert (verdict.look, verdict.cost) == (look, cost)
    assert [bar.frequency for bar in bars(judged)] == [
        f"{100 - 100 * share:.0f}\xa0%",
        f"{100 * share:.0f}\xa0%",
    ]


def test_equal_choices_share_a_bar_with_the_chosen_one_first() -> None:
    judged = Judged("card", HAND, CARDS)
    shown = bars(judged, "SA")
    assert [strip_tags(bar.names) for bar in shown] == ["A♠ or K♠", "10♠", "10♦", "7♦"]
    assert [(bar.look, bar.is_chosen) for bar in shown] == [("best", True), *[("", False)] * 3]
    assert [bar.look for bar in bars(judged, "D7")] == ["best", "", "", "blunder"]


def test_of_many_exchanges_few_are_shown_the_chosen_one_among_them() -> None:
    choices = ["-", "SK", "SA", "ST", "DT", "D7", "SKA", "SKT"]
    judged = Judged("discard", HAND, {name: 0.5 - 0.01 * place for place, name in enumerate(choices)})
    shown = bars(judged, "SKT")
    assert len(shown) == MOST_BARS
    assert [bar.is_chosen for bar in shown] == [False, False, False, True]
    assert len(bars(judged, "SK")) == MOST_BARS


def test_reasons_stand_beside_the_verdict_or_unfold() -> None:
    reasons = [
        {"code": "cant_lose", "card": "SK"},
        {"code": "king_announced"},
        {"code": "keeps", "cards": "SK"},
    ]
    judged = Judged("card", HAND, CARDS)
    verdict = verdict_on(judged, "D7", reasons=reasons, other="Walker", shown=1)
    assert verdict.reasons[0].startswith("K♠ can’t lose")
    assert verdict.further == ("Walker had announced the king of trumps and still held it.",)
