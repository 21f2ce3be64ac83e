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
    further_cost,
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
EXCHANGED = replace(
    STOOD,
    kind="discard",
    chosen="SQ.H87",
    best=["SAQT.H87"],
    expected={"SAQT.H87": 0.5, "SAT.H87": 0.4, "SQ.H87": 0.1},
    chances={"SAQT.H87": 0.46, "SAT.H87": 0.44, "SQ.H87": 0.4},
)
SIX = "6.0\N{NO-BREAK SPACE}%"
GAME = f"It cost {SIX} (0.36 points) of the game."


def percent_text(number: int) -> str:
    return f"{number}\N{NO-BREAK SPACE}%"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, f"Q♥ cost {percent_text(6)}. Best: K♥."),
        ({"equity_loss": 0.114}, f"Q♥ cost {percent_text(11)}. Best: K♥."),
        ({"equity_loss": 0.004}, f"Q♥ cost less than {percent_text(1)}. Best: K♥."),
        ({"equity_loss": 0.0002}, "Q♥ cost next to nothing."),
        ({"equity_loss": None, "chances": {}}, "Q♥ cost 0.36 points. Best: K♥."),
        ({"equity_loss": None, "chances": {}, "loss": 0.001}, "Q♥ cost next to nothing."),
        ({"chosen": "HK", "loss": 0, "equity_loss": 0}, "K♥ was best."),
        (
            {"chosen": "HK", "chances": {"HQ": 0.53, "H8": 0.46, "HK": 0.53}, "loss": 0, "equity_loss": 0},
            "K♥ was as good as any.",
        ),
        ({"chances": {"HQ": 0.4, "H8": 0.53, "HK": 0.53}}, f"Q♥ cost {percent_text(6)}. Best: 8♥ or K♥."),
    ],
)
def test_comment_says_choice_cost_and_best(fields: dict[str, Any], expected: str) -> None:
    assert sentence(replace(QUEEN, **fields)) == expected


def test_comment_on_a_call_names_it_as_people_say_it() -> None:
    assert sentence(STOOD) == f"Standing cost {percent_text(6)}. Best: propose."


def test_an_exchange_is_named_by_what_it_keeps() -> None:
    assert sentence(EXCHANGED) == f"Keeping A♠ 10♠ cost {percent_text(6)}. Best: change all five."
    assert [choice.text for choice in choices(EXCHANGED)] == ["change all five", "keep Q♠", "keep A♠ 10♠"]


def test_verdict_goes_by_the_game_where_marks_prefer_another_choice() -> None:
    """At four points a vole gains nothing: the choice with the most marks need not be the best."""
    greedy = replace(QUEEN, chosen="HK", chances={"HQ": 0.53, "H8": 0.46, "HK": 0.47}, loss=0)
    assert sentence(greedy).endswith("Best: Q♥.")
    assert [choice.text for choice in choices(greedy) if choice.is_best] == ["Q♥"]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "Counted over the 231 hands that Walker could hold, with both hands open from then on."),
        ({"worlds": 1}, "Counted with the one hand that Walker could hold, with both hands open."),
        (
            {"method": "hands hidden", "worlds": 12650},
            "Counted over the 12,650 hands that Walker could hold; each player knows only what they have seen.",
        ),
        ({"method": "counted", "worlds": 65780}, "Counted over the 65,780 hands that Walker could hold."),
        ({"method": "counted", "worlds": None}, "Counted exactly."),
        (
            {"method": "sampled", "equity_se": 0.0042, "se": 0.02},
            "Estimated from random deals; give or take 0.8\N{NO-BREAK SPACE}%.",
        ),
        ({"method": "sampled", "se": 0.02}, "Estimated from random deals; give or take 0.04 points."),
        ({"method": "", "worlds": None}, ""),
    ],
)
def test_method_is_said_in_a_line(fields: dict[str, Any], expected: str) -> None:
    assert method_sentence(replace(QUEEN, **fields), NAMES) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, GAME),
        ({"loss": 0.001}, f"It cost {SIX} of the game."),
        ({"equity_loss": None}, ""),
        ({"rubber_loss": 0.031}, f"{GAME[:-1]} and 3.1\N{NO-BREAK SPACE}% of the rubber."),
    ],
)
def test_cost_in_full_names_game_and_rubber_where_they_lose(fields: dict[str, Any], expected: str) -> None:
    assert further_cost(replace(QUEEN, **fields)) == expected


def test_hindsight_is_told_apart_from_the_fair_loss() -> None:
    assert hindsight(QUEEN) == ""
    assert hindsight(replace(QUEEN, double_dummy_loss=0)) == "This time it did no harm."
    assert hindsight(replace(QUEEN, double_dummy_loss=1)) == "This time it cost one trick."
    assert hindsight(replace(QUEEN, double_dummy_loss=2)) == "This time it cost two tricks."


def test_choices_come_best_first_with_their_worth() -> None:
    worths = [
        (choice.text, choice.worth, choice.chance, choice.is_best, choice.is_chosen)
        for choice in choices(QUEEN)
    ]
    assert worths == [
        ("K♥", "+0.12", percent_text(53), True, False),
        ("Q♥", "−0.24", percent_text(47), False, True),
        ("8♥", "−0.30", percent_text(46), False, False),
    ]


def test_equals_stand_in_the_order_of_the_notation() -> None:
    same = dict.fromkeys(("SK", "HT", "S7", "D8"), 0.1)
    equals = choices(replace(QUEEN, chosen="HT", best=list(same), expected=same, chances={}))
    expected = ["7♠", "K♠", "10♥", "8♦"]
    assert [choice.text for choice in equals] == expected


def test_of_many_choices_the_best_are_shown_and_the_one_made() -> None:
    many = {f"S7.{suit}{rank}": -place / 10 for place, (suit, rank) in enumerate(product("HD", "789TAJ"))}
    thrown = replace(
        QUEEN, kind="discard", trick=None, chosen="S7.DJ", best=["S7.H7"], expected=many, chances={}
    )
    made = flag(thrown, NAMES)
    assert len(made.choices) == CHOICES_SHOWN + 1
    assert made.choices_left_out == len(many) - CHOICES_SHOWN - 1
    assert [choice.text for choice in made.choices if choice.is_chosen] == ["discard 7♠ J♦"]


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


def test_refuting_line_stands_apart() -> None:
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
        "41 of the 253 hands that Walker could hold, and better against 3."
    ]
    assert made.line is not None
    assert made.line.against == "Suppose Walker holds K♠."


def test_book_says_where_it_disagrees() -> None:
    for rule, choice, advice, disagreement, short in (
        ("propose", "P", "Here: propose.", "", "Cavendish: propose (agrees)"),
        ("stand-1", "S", "Here: stand.", "The old book disagrees.", "Cavendish: stand (disagrees)"),
    ):
        book = flag(replace(STOOD, book={"rule": rule, "choices": [choice]}), NAMES).book
        assert book is not None
        assert (book.advice, book.disagreement, book.short) == (advice, disagreement, short)


def test_a_value_of_hidden_play_has_its_error() -> None:
    hidden = replace(QUEEN, method="hands hidden", equity_se=0.004)
    expected = "Estimated with hidden hands, as at the table; give or take 0.8\N{NO-BREAK SPACE}%."
    assert method_sentence(hidden, NAMES) == expected
    assert method_sentence(replace(hidden, equity_se=None), NAMES).startswith("Counted over the 231 hands")


def called(share: float, chances: dict[str, float], **fields: Any) -> Judgement:
    reasons = [{"code": "call_frequency", "by": "S", "share": share}]
    return replace(STOOD, label=None, reasons=reasons, chances=chances, **fields)


@pytest.mark.parametrize("chosen", ["S", "P"])
@pytest.mark.parametrize(
    ("share", "chances"),
    [(0.4, {"S": 0.4, "P": 0.42}), (0.05, {"S": 0.4, "P": 0.46}), (0.0, {"S": 0.4, "P": 0.409})],
)
def test_either_call_is_right(chosen: str, share: float, chances: dict[str, float]) -> None:
    judgement = called(share, chances, chosen=chosen)
    assert sentence(judgement) == "Either call is right."
    assert further_cost(judgement) == ""


def test_mix_is_given_as_the_reason() -> None:
    assert flag(called(0.4, {"S": 0.4, "P": 0.42}), NAMES).reasons == (
        f"The best mix is to stand {percent_text(40)} and propose {percent_text(60)} of the time.",
    )
    assert flag(called(0.0, {"S": 0.4, "P": 0.409}), NAMES).reasons == (
        f"The two calls are less than {percent_text(1)} apart.",
    )


def test_the_old_book_agrees_where_either_call_is_right() -> None:
    book = flag(called(0.4, {"S": 0.4, "P": 0.42}, book={"rule": "stand-1", "choices": ["S"]}), NAMES).book
    assert book is not None
    assert book.short == "Cavendish: stand (agrees)"


def test_call_that_the_equilibrium_always_makes_is_right() -> None:
    assert sentence(called(0.0, {"S": 0.4, "P": 0.46})) == sentence(STOOD)
    assert sentence(called(1.0, {"S": 0.4, "P": 0.46})) == "Standing was right."


def test_frequencies_are_beside_the_values() -> None:
    judged = flag(called(0.4, {"S": 0.4, "P": 0.42}), NAMES)
    assert judged.has_frequencies
    assert [(each.text, each.frequency) for each in judged.choices] == [
        ("propose", percent_text(60)),
        ("stand", percent_text(40)),
    ]
    assert not flag(QUEEN, NAMES).has_frequencies
    assert {each.frequency for each in choices(QUEEN)} == {""}
