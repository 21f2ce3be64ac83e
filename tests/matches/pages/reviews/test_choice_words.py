"""The choices that a review weighs, by name."""

from __future__ import annotations

import pytest

from matches.pages.reviews.choice_words import choice_name, short_card, the_choice


@pytest.mark.parametrize(
    ("kind", "choice", "subject", "name"),
    [
        ("card", "HT", "the ten of hearts", "ten of hearts"),
        ("proposal", "P", "proposing", "propose"),
        ("proposal", "S", "standing", "stand"),
        ("reply", "G", "giving cards", "give cards"),
        ("reply", "R", "refusing", "refuse"),
        ("discard", "HT.D7", "putting out 10♥ 7♦", "10♥ 7♦"),
        ("discard", "-", "keeping all five cards", "keep all five"),
        ("king", "K", "announcing the king", "announce"),
        ("king", "-", "keeping silent with the king", "keep silent"),
    ],
)
def test_choice_is_named_in_a_sentence_and_in_a_cell(kind: str, choice: str, subject: str, name: str) -> None:
    assert (the_choice(kind, choice), choice_name(kind, choice)) == (subject, name)


@pytest.mark.parametrize(("card", "short"), [("SK", "K♠"), ("HA", "A♥"), ("DT", "10♦"), ("C7", "7♣")])
def test_card_is_short_in_a_line_of_play(card: str, short: str) -> None:
    assert short_card(card) == short
