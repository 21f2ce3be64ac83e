from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from matches.pages.reviews.reason_words import CODES, reason_line, reason_sentence
from worker.review.reasons import REASON_CODES

REFUTATION: dict[str, Any] = {
    "code": "refutation",
    "hand": "SK.H98",
    "chosen_line": ["HQ", "H8", "ST", "SK"],
    "best_line": ["ST", "SK", "H9", "HQ"],
    "chosen_marks": -2,
    "best_marks": 1,
    "best": "ST",
}


def sentence_of(code: str, chosen: str = "HQ", **params: Any) -> str:
    return reason_sentence({"code": code, **params}, player="Boiteau", other="Walker", chosen=chosen)


def test_every_reason_of_the_review_has_its_words() -> None:
    assert set(REASON_CODES) == CODES


@pytest.mark.parametrize(
    ("code", "params", "sentence"),
    [
        (
            "loses_against",
            {"worlds": 65780, "loses": 12041, "gains": 1003, "best": "HK"},
            "Q♥ does worse than K♥ against 12,041 of the 65,780 hands that Walker could hold, and better"
            " against 1,003.",
        ),
        (
            "loses_against",
            {"worlds": 253, "loses": 41, "gains": 0, "best": "HK"},
            "K♥ does better against 41 of the 253 hands that Walker could hold; Q♥ never does.",
        ),
        (
            "loses_against",
            {"worlds": 1, "loses": 1, "gains": 0, "best": "HK"},
            "Q♥ does worse than K♥ against the one hand that Walker could hold.",
        ),
        (
            "neither_suit_nor_trump",
            {"trick": 2, "led": "SA", "threw": "C7"},
            "Walker threw 7♣ on A♠, and so had no spades and no trumps.",
        ),
        (
            "no_suit",
            {"trick": 2, "led": "SA", "trumped": "H7"},
            "Walker trumped A♠ with 7♥, and so had no spades.",
        ),
        (
            "nothing_higher",
            {"trick": 1, "led": "SJ", "played": "S8"},
            "Walker played 8♠ on J♠, and so had nothing higher in spades.",
        ),
        (
            "call_frequency",
            {"by": "S", "share": 0.4},
            "The best mix is to stand 40\N{NO-BREAK SPACE}% and propose 60\N{NO-BREAK SPACE}% of the time.",
        ),
        (
            "call_frequency",
            {"by": "R", "share": 0.95},
            "The best mix is to refuse 95\N{NO-BREAK SPACE}% and give cards 5\N{NO-BREAK SPACE}% of the time.",
        ),
        ("call_frequency", {"by": "S", "share": 1.0}, "With this hand it is always best to stand."),
        ("call_frequency", {"by": "S", "share": 0.0}, "With this hand it is always best to propose."),
        ("call_frequency", {"by": "R", "share": 1.0}, "With this hand it is always best to refuse."),
        ("call_frequency", {"by": "R", "share": 0.04}, "With this hand it is always best to give cards."),
        ("king_announced", {}, "Walker had announced the king of trumps and still held it."),
        (
            "king_silent",
            {},
            "Walker had not announced the king of trumps, so we assume that they did not hold it.",
        ),
        ("cant_lose", {"card": "H8"}, "8♥ can’t lose: Walker could hold nothing that beats it."),
        (
            "makes_point",
            {"makes": 37310, "worlds": 65780},
            "Without an exchange, this hand makes the point against 37,310 of the 65,780 hands that Walker could hold:"
            " 57\N{NO-BREAK SPACE}%, with both hands open.",
        ),
        (
            "after_exchange",
            {"share": 0.412},
            "After an exchange, Boiteau makes the point in 41\N{NO-BREAK SPACE}% of deals.",
        ),
        ("counts_two", {"by": "S"}, "If Boiteau stands and loses the point, it costs two (law 49)."),
        ("counts_two", {"by": "R"}, "If Boiteau refuses and loses the point, it costs two (law 49)."),
        ("four_all_one", {}, "Walker needs only one point, so losing two is no worse than losing one."),
        ("loses_mark", {}, "Silence gives away the mark for the king."),
        ("mark_idle", {}, "At this score the mark for the king makes no difference."),
        ("keeps", {"cards": "SK.HT"}, "The best exchange keeps K♠ 10♥."),
        ("keeps", {"cards": ""}, "The best exchange changes all five cards."),
        (
            "as_said",
            {"worlds": 3721, "hands": 65780},
            "With 3,721 of 65,780 hands Walker would have said the same; only these are counted.",
        ),
        (
            "loses_all",
            {"loses": 8291, "worlds": 65780},
            "It loses every trick against 8,291 of them (13\N{NO-BREAK SPACE}%).",
        ),
        ("loses_all", {"loses": 0, "worlds": 65780}, "It never loses every trick."),
        (
            "offer_refused",
            {"refuses": 239, "worlds": 65780},
            "Walker would refuse the point with 239 of those hands.",
        ),
        (
            "offer_refused",
            {"refuses": 0, "worlds": 65780},
            "Walker would refuse the point with none of those hands.",
        ),
        (
            "makes_vole",
            {"makes": 2806, "worlds": 65780},
            "This hand makes the vole against 2,806 of the 65,780 hands that Walker could hold: 4\N{NO-BREAK SPACE}%,"
            " with both hands open.",
        ),
    ],
)
def test_reason_is_told_in_a_sentence(code: str, params: dict[str, Any], sentence: str) -> None:
    assert sentence_of(code, **params) == sentence


def test_line_of_play_names_every_card() -> None:
    line = reason_line(REFUTATION, other="Walker", chosen="HQ")
    assert line is not None
    assert line.against == "Suppose Walker holds K♠ 9♥ 8♥."
    assert line.ways == ("Q♥ 8♥, 10♠ K♠: −2 points", "10♠ K♠, 9♥ Q♥: +1 point")
    answered = {**REFUTATION, "chosen_line": ["HQ", "ST", "SK"]}
    line = reason_line(answered, other="Walker", chosen="HQ")
    assert line is not None
    assert line.ways[0] == "Q♥, 10♠ K♠: −2 points"


def test_line_of_play_is_no_sentence() -> None:
    assert sentence_of(**REFUTATION) == ""
    assert reason_line({"code": "king_announced"}, other="Walker", chosen="HQ") is None
    assert sentence_of("moon_in_water", depth=3) == ""


def test_figures_and_cards_are_told_as_the_reader_writes_them() -> None:
    with translation.override("fr"):
        line = reason_line({**REFUTATION, "hand": "SKQ"}, other="Walker", chosen="HQ")
        assert line is not None
        assert "R♠ D♠" in line.against
