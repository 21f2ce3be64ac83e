"""The facts behind a verdict, in sentences."""

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


def told(code: str, chosen: str = "HQ", **params: Any) -> str:
    return reason_sentence({"code": code, **params}, player="Boiteau", other="Walker", chosen=chosen)


def test_every_reason_of_the_review_has_its_words() -> None:
    assert set(REASON_CODES) == CODES


@pytest.mark.parametrize(
    ("code", "params", "sentence"),
    [
        (
            "loses_against",
            {"worlds": 65780, "loses": 12041, "gains": 1003, "best": "HK"},
            "The queen of hearts wins less than the king of hearts against 12,041 of the 65,780 hands Walker could"
            " hold, and more against 1,003.",
        ),
        (
            "loses_against",
            {"worlds": 253, "loses": 41, "gains": 0, "best": "HK"},
            "The queen of hearts wins less than the king of hearts against 41 of the 253 hands Walker could hold,"
            " and more against none.",
        ),
        (
            "loses_against",
            {"worlds": 1, "loses": 1, "gains": 0, "best": "HK"},
            "The queen of hearts wins less than the king of hearts against the one hand Walker could hold.",
        ),
        (
            "neither_suit_nor_trump",
            {"trick": 2, "led": "SA", "threw": "C7"},
            "Throwing the seven of clubs on the ace of spades showed that Walker had no spades and no trumps.",
        ),
        (
            "no_suit",
            {"trick": 2, "led": "SA", "trumped": "H7"},
            "Trumping the ace of spades with the seven of hearts showed that Walker had no spades.",
        ),
        (
            "nothing_higher",
            {"trick": 1, "led": "SJ", "played": "S8"},
            "Playing the eight of spades to the knave of spades showed that Walker had no spades above it.",
        ),
        ("king_announced", {}, "Walker had announced the king of trumps, and had still to play it."),
        (
            "king_silent",
            {},
            "Walker had let the time for announcing the king go by, and so was taken not to hold it.",
        ),
        (
            "cant_lose",
            {"card": "H8"},
            "The eight of hearts could not lose: no hand that Walker could hold beats it.",
        ),
        (
            "makes_point",
            {"makes": 37310, "worlds": 65780},
            "Played as it is, the hand makes the point against 37,310 of the 65,780 hands Walker could hold,"
            " both hands seen: 56.7 in 100.",
        ),
        (
            "after_exchange",
            {"share": 0.412},
            "After an exchange Boiteau makes the point in 41.2 of 100 deals.",
        ),
        ("counts_two", {"by": "S"}, "Standing counts two against Boiteau if the point is lost (law 49)."),
        ("counts_two", {"by": "R"}, "Refusing counts two against Boiteau if the point is lost (law 49)."),
        (
            "four_all_one",
            {},
            "Walker needs one point only, so that losing two costs no more than losing one.",
        ),
        ("loses_mark", {}, "Keeping silent gives away the mark for the king."),
        ("mark_idle", {}, "At this score the mark for the king changes nothing."),
        ("keeps", {"cards": "SK.HT"}, "The best exchange keeps the king of spades and the ten of hearts."),
        ("keeps", {"cards": ""}, "The best exchange keeps no card."),
        (
            "as_said",
            {"worlds": 3721, "hands": 65780},
            "By the stated policy Walker would have said the same with 3,721 of 65,780 hands; the others are left out.",
        ),
        (
            "loses_all",
            {"loses": 8291, "worlds": 65780},
            "It loses every trick against 8,291 of them: 12.6 in 100.",
        ),
        (
            "offer_refused",
            {"refuses": 239, "worlds": 65780},
            "Walker would refuse the point with 239 of those hands by the stated policy.",
        ),
        (
            "offer_refused",
            {"refuses": 0, "worlds": 65780},
            "There is no hand with which Walker would refuse the point by the stated policy.",
        ),
        (
            "makes_vole",
            {"makes": 2806, "worlds": 65780},
            "The hand makes the vole against 2,806 of the 65,780 hands Walker could hold, both hands seen:"
            " 4.3 in 100.",
        ),
    ],
)
def test_reason_is_told_in_a_sentence(code: str, params: dict[str, Any], sentence: str) -> None:
    assert told(code, **params) == sentence


def test_line_of_play_is_told_card_by_card_with_what_it_comes_to() -> None:
    line = reason_line(REFUTATION, other="Walker", chosen="HQ")
    assert line is not None
    assert line.against == "Say that Walker holds K♠ 9♥ 8♥."
    assert line.ways == (
        "With the queen of hearts the play goes Q♥ 8♥ 10♠ K♠, and comes to −2 marks.",
        "With the ten of spades the play goes 10♠ K♠ 9♥ Q♥, and comes to 1 mark.",
    )


def test_line_of_play_is_no_sentence_and_a_sentence_no_line() -> None:
    assert told(**REFUTATION) == ""
    assert reason_line({"code": "king_announced"}, other="Walker", chosen="HQ") is None


def test_reason_of_another_version_is_passed_over() -> None:
    assert told("moon_in_water", depth=3) == ""


def test_figures_and_cards_are_told_as_the_reader_writes_them() -> None:
    with translation.override("fr"):
        line = reason_line({**REFUTATION, "hand": "SKQ"}, other="Walker", chosen="HQ")
        assert line is not None
        assert "R♠ D♠" in line.against
