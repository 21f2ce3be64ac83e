"""A flagged decision in words."""

from __future__ import annotations

from dataclasses import replace

from django.utils import translation

from matches.web.judgements import Judgement, choices, flag, hindsight, sentence, signed

NAMES = ("Boiteau", "Walker")
QUEEN = Judgement(
    game=1,
    deal=2,
    kind="card",
    trick=3,
    player="A",
    chosen="HQ",
    best=["HK"],
    expected={"HQ": -0.24, "H8": -0.305, "HK": 0.12},
    loss=0.36,
    worlds=231,
    double_dummy_loss=None,
    label=None,
)


def test_sentence_says_what_was_better_by_how_much_and_over_how_many_hands() -> None:
    assert sentence(QUEEN, NAMES) == (
        "The queen of hearts was worth 0.36 marks less than the king of hearts, "
        "on average over the 231 hands Walker could hold."
    )


def test_thousands_of_hands_are_grouped() -> None:
    assert "the 65,780 hands" in sentence(replace(QUEEN, worlds=65780), NAMES)


def test_one_hand_is_no_average() -> None:
    assert sentence(replace(QUEEN, worlds=1), NAMES).endswith("with the one hand Walker could hold.")


def test_choice_without_hands_to_count_ends_with_its_loss() -> None:
    assert sentence(replace(QUEEN, worlds=None), NAMES).endswith("than the king of hearts.")


def test_equals_are_all_named() -> None:
    shown = sentence(replace(QUEEN, best=["SA", "HK", "DT"]), NAMES)
    assert "less than the ace of spades, the king of hearts or the ten of diamonds," in shown


def test_hindsight_is_told_apart_from_the_fair_loss() -> None:
    assert hindsight(QUEEN) == ""
    assert hindsight(replace(QUEEN, double_dummy_loss=0)) == "As the cards lay it cost nothing."
    assert hindsight(replace(QUEEN, double_dummy_loss=1)) == "As the cards lay it cost one trick."
    assert hindsight(replace(QUEEN, double_dummy_loss=2)) == "As the cards lay it cost two tricks."


def test_choices_come_best_first_with_their_worth() -> None:
    shown = [(choice.text, choice.worth, choice.is_best, choice.is_chosen) for choice in choices(QUEEN)]
    assert shown == [
        ("king of hearts", "+0.12", True, False),
        ("queen of hearts", "−0.24", False, True),
        ("eight of hearts", "−0.30", False, False),
    ]


def test_worth_that_rounds_to_nothing_has_no_sign() -> None:
    assert [signed(0.004), signed(-0.004), signed(0)] == ["0.00", "0.00", "0.00"]


def test_call_keeps_its_letter_and_has_no_face() -> None:
    asked = replace(QUEEN, kind="proposal", trick=None, chosen="S", best=["P"], expected={"S": 0.1, "P": 0.5})
    assert [choice.face for choice in choices(asked)] == [None, None]
    assert flag(asked, NAMES).anchor == "proposal-a"


def test_label_is_shown_once_there_is_one() -> None:
    assert flag(QUEEN, NAMES).label == ""
    assert flag(replace(QUEEN, label="blunder"), NAMES).label == "Blunder"


def test_judgement_is_told_in_french_with_its_figures() -> None:
    with translation.override("fr"):
        assert sentence(replace(QUEEN, worlds=65780, best=["HK", "SA"]), NAMES) == (
            "La dame de cœur valait, en points, 0,36 de moins que le roi de cœur ou l’as de pique,"
            " en moyenne sur les 65\u00a0780 mains que pouvait tenir Walker."
        )
        lost = replace(QUEEN, double_dummy_loss=1)
        assert hindsight(lost) == "Vu la répartition des cartes, cela a coûté une levée."
        assert signed(-0.125) == "−0,12"
