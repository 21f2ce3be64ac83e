"""A decision in words: what it cost, what was better, how that was found."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from matches.pages.reviews.judgements import (
    CHOICES_SHOWN,
    Judgement,
    choices,
    flag,
    further,
    hindsight,
    method_sentence,
    sentence,
)

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
    label="mistake",
    token=12,
    chances={"HQ": 0.47, "H8": 0.46, "HK": 0.53},
    equity_loss=0.06,
    method="hands seen",
)
STOOD = replace(
    QUEEN,
    kind="proposal",
    trick=None,
    chosen="S",
    best=["P"],
    expected={"S": 0.1, "P": 0.5},
    chances={"S": 0.4, "P": 0.46},
    worlds=None,
    method="counted",
)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        (
            {},
            "The queen of hearts cost Boiteau 6.0 in 100 of the game, and 0.36 marks on average;"
            " the king of hearts was better.",
        ),
        (
            {"loss": 0.001},
            "The queen of hearts cost Boiteau 6.0 in 100 of the game; the king of hearts was better.",
        ),
        (
            {"equity_loss": None, "chances": {}},
            "The queen of hearts cost Boiteau 0.36 marks on average; the king of hearts was better.",
        ),
        (
            {"chosen": "HK", "loss": 0, "equity_loss": 0},
            "The king of hearts was best.",
        ),
        (
            {"chosen": "HK", "chances": {"HQ": 0.53, "H8": 0.46, "HK": 0.53}, "loss": 0, "equity_loss": 0},
            "The king of hearts was as good as any.",
        ),
        (
            {"loss": 0.001, "equity_loss": 0.0002},
            "The queen of hearts cost Boiteau next to nothing.",
        ),
        (
            {"chances": {"HQ": 0.4, "H8": 0.53, "HK": 0.53}},
            "The queen of hearts cost Boiteau 6.0 in 100 of the game, and 0.36 marks on average;"
            " the eight of hearts or the king of hearts was better.",
        ),
    ],
)
def test_sentence_says_what_was_chosen_what_it_cost_and_what_was_better(
    fields: dict[str, Any], told: str
) -> None:
    assert sentence(replace(QUEEN, **fields), NAMES) == told


def test_verdict_goes_by_the_game_where_marks_prefer_another_choice() -> None:
    """At four a vole gains nothing: the choice of most marks need not be the best."""
    greedy = replace(QUEEN, chosen="HK", chances={"HQ": 0.53, "H8": 0.46, "HK": 0.47}, loss=0)
    assert sentence(greedy, NAMES).endswith("; the queen of hearts was better.")
    assert [choice.text for choice in choices(greedy) if choice.is_best] == ["queen of hearts"]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, "Counted over the 231 hands Walker could hold, both hands seen afterwards."),
        ({"worlds": 1}, "Counted with the one hand Walker could hold, both hands seen."),
        (
            {"method": "hands hidden", "worlds": 12650},
            "Counted over the 12,650 hands Walker could hold, each player knowing only what he had seen.",
        ),
        ({"method": "counted", "worlds": 65780}, "Counted over the 65,780 hands Walker could hold."),
        ({"method": "counted", "worlds": None}, "Counted out."),
        (
            {"method": "sampled", "equity_se": 0.0042, "se": 0.02},
            "Sampled, both players following the stated policy afterwards; give or take 0.4 in 100 of the game.",
        ),
        (
            {"method": "sampled", "se": 0.02},
            "Sampled, both players following the stated policy afterwards; give or take 0.02 marks.",
        ),
        ({"method": "", "worlds": None}, ""),
    ],
)
def test_method_is_said_in_a_line(fields: dict[str, Any], told: str) -> None:
    assert method_sentence(replace(QUEEN, **fields), NAMES) == told


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, ""),
        ({"rubber_loss": 0.031}, "It cost 3.1 in 100 of the rubber."),
        ({"stake_loss": 0.12}, "It cost 0.12 points of the stake."),
        (
            {"rubber_loss": 0.031, "stake_loss": 0.12},
            "It cost 3.1 in 100 of the rubber, and 0.12 points of the stake.",
        ),
    ],
)
def test_rubber_and_stake_are_told_where_they_lose(fields: dict[str, Any], told: str) -> None:
    assert further(replace(QUEEN, **fields)) == told


def test_hindsight_is_told_apart_from_the_fair_loss() -> None:
    assert hindsight(QUEEN) == ""
    assert hindsight(replace(QUEEN, double_dummy_loss=0)) == "As the cards lay it cost nothing."
    assert hindsight(replace(QUEEN, double_dummy_loss=1)) == "As the cards lay it cost one trick."
    assert hindsight(replace(QUEEN, double_dummy_loss=2)) == "As the cards lay it cost two tricks."


def test_choices_come_best_first_with_their_worth() -> None:
    shown = [
        (choice.text, choice.worth, choice.chance, choice.is_best, choice.is_chosen)
        for choice in choices(QUEEN)
    ]
    assert shown == [
        ("king of hearts", "+0.12", "53.0", True, False),
        ("queen of hearts", "−0.24", "47.0", False, True),
        ("eight of hearts", "−0.30", "46.0", False, False),
    ]


def test_equals_stand_in_the_order_of_the_notation_however_they_were_stored() -> None:
    same = dict.fromkeys(("SK", "HT", "S7", "D8"), 0.1)
    shown = choices(replace(QUEEN, chosen="HT", best=list(same), expected=same, chances={}))
    assert [choice.text for choice in shown] == [
        "seven of spades",
        "king of spades",
        "ten of hearts",
        "eight of diamonds",
    ]


def test_of_many_choices_the_best_are_shown_and_the_one_made() -> None:
    many = {f"S7.{suit}{rank}": -place / 10 for place, (suit, rank) in enumerate(product("HD", "789TAJ"))}
    thrown = replace(
        QUEEN, kind="discard", trick=None, chosen="S7.DJ", best=["S7.H7"], expected=many, chances={}
    )
    made = flag(thrown, NAMES)
    assert len(made.choices) == CHOICES_SHOWN + 1
    assert made.choices_left_out == len(many) - CHOICES_SHOWN - 1
    assert [choice.text for choice in made.choices if choice.is_chosen] == ["7♠ J♦"]


@pytest.mark.parametrize(
    ("label", "text", "look"),
    [
        ("inaccuracy", "Inaccuracy", "warn"),
        ("mistake", "Mistake", "bad"),
        ("blunder", "Blunder", "bad"),
        (None, "", ""),
    ],
)
def test_label_has_its_word_and_its_look(label: str | None, text: str, look: str) -> None:
    made = flag(replace(QUEEN, label=label), NAMES)
    assert (str(made.label), made.look) == (text, look)


def test_calls_of_one_player_in_one_deal_have_places_of_their_own() -> None:
    again = replace(STOOD, token=20)
    assert flag(STOOD, NAMES).anchor == "proposal-12-a"
    assert flag(again, NAMES).anchor == "proposal-20-a"
    assert flag(QUEEN, NAMES).anchor == "trick-3-a"


def test_reasons_are_sentences_and_the_refuting_line_stands_apart() -> None:
    refuted = {
        "code": "refutation",
        "hand": "SK",
        "chosen_line": ["HQ", "SK"],
        "best_line": ["HK", "SK"],
        "chosen_marks": -1,
        "best_marks": 1,
        "best": "HK",
    }
    lost = {"code": "loses_against", "worlds": 253, "loses": 41, "gains": 3, "best": "HK"}
    made = flag(replace(QUEEN, reasons=[lost, refuted, {"code": "of another version"}]), NAMES)
    assert [reason.partition(" against ")[2] for reason in made.reasons] == [
        "41 of the 253 hands Walker could hold, and more against 3."
    ]
    assert made.line is not None
    assert made.line.against == "Say that Walker holds K♠."


def test_book_stands_beside_the_count_and_says_where_they_disagree() -> None:
    agreeing = flag(replace(STOOD, book={"rule": "propose", "choices": ["P"]}), NAMES).book
    differing = flag(replace(STOOD, book={"rule": "stand-1", "choices": ["S"]}), NAMES).book
    assert agreeing is not None
    assert differing is not None
    assert (agreeing.advice, agreeing.disagreement) == ("Its choice here: proposing.", "")
    assert (
        differing.disagreement == "Here the old treatise and the count disagree: the count prefers proposing."
    )
