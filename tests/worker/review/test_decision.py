"""The line of text for a decision, and the report on luck."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.worker.review.decisions import CARD, PROPOSED
from worker.review.decision import (
    BookAdvice,
    Luck,
    Moment,
    Option,
    Reason,
    Swing,
    call_reason,
    frequency_in,
)
from worker.review.policy_version import POLICY_VERSION

LINE = """{"rubber": 1, "game": 2, "deal": 3, "kind": "card", "trick": 3, "player": "A", "chosen": "HT", "best": ["HA"],
 "double_dummy_loss": 1, "expected": {"HA": 0.12, "HT": -0.192346, "D8": 0.1}, "loss": 0.312346, "worlds": 253,
 "chances": {"HA": 0.56, "HT": 0.5, "D8": 0.52}, "equity_loss": 0.06, "label": "mistake", "rubber_loss": 0.03,
 "stake_loss": null, "method": "hands seen", "book": null,
 "reasons": [{"code": "no_suit", "trick": 2, "led": "SK", "trumped": "D7"},
 {"code": "loses_against", "worlds": 253, "loses": 41, "gains": 0, "best": "HA"}]}"""


def test_a_card_s_line() -> None:
    assert CARD.as_json() == json.loads(LINE)


def test_values_of_hidden_play_are_a_member_of_their_own() -> None:
    options = tuple(replace(each, hidden_marks=each.marks - 0.0123456789) for each in CARD.options)
    lead = replace(CARD, trick=1, options=options, method="hands hidden", equity_se=0.004)
    document = lead.as_json()
    assert document["hidden"] == {"HA": 0.107654, "HT": -0.204691, "D8": 0.087654}
    assert document["equity_se"] == 0.004
    assert set(document) - set(CARD.as_json()) == {"hidden", "equity_se"}
    assert document["expected"] == CARD.as_json()["expected"]


def test_a_sampled_line_has_its_errors_and_the_policy() -> None:
    document = PROPOSED.as_json()
    assert set(document) - set(CARD.as_json()) == {"se", "equity_se", "policy"}
    assert (document["se"], document["equity_se"], document["policy"]) == (0.019877, 0.0081, POLICY_VERSION)
    assert document["book"] == {"rule": "stand-3a", "choices": ["S"]}


def test_advice_names_the_reading_and_the_other_passage_where_there_is_one() -> None:
    advice = BookAdvice("again-even", ("S",), "even-chance", BookAdvice("again-king", ("P",)))
    stored = advice.as_json()
    assert stored == {
        "rule": "again-even",
        "choices": ["S"],
        "reading": "even-chance",
        "also": {"rule": "again-king", "choices": ["P"]},
    }
    assert BookAdvice.from_json(stored) == advice
    assert BookAdvice.from_json({"rule": "propose", "choices": ["P"]}) == BookAdvice("propose", ("P",))
    assert advice.all_choices == ("S", "P")


def test_a_counted_line_has_the_policy_and_no_error() -> None:
    assert set(replace(CARD, kind="king", method="counted").as_json()) - set(CARD.as_json()) == {"policy"}


@pytest.mark.parametrize("loss", [None, 0.0])
def test_no_loss_has_no_label(loss: float | None) -> None:
    assert replace(CARD, equity_loss=loss).as_json()["label"] is None


def test_a_loss_of_nothing_is_never_minus_nothing() -> None:
    assert str(replace(CARD, loss=-1e-9).as_json()["loss"]) == "0.0"


def test_what_is_not_known_is_null() -> None:
    unscored = replace(CARD, options=(Option("HA", 0.0, None),), equity_loss=None, rubber_loss=None)
    document = unscored.as_json()
    assert document["chances"] == {"HA": None}
    assert (document["equity_loss"], document["rubber_loss"], document["label"]) == (None, None, None)


LUCK = Luck(Swing(0.5, 0.1, 0.02), Swing(-0.25, -0.05, 0.01), Swing(0.125, 0.025), Swing(1.0, 0.25, 0.0))


def test_luck_is_the_sum_of_its_three_parts() -> None:
    assert LUCK.marks == 0.375
    assert LUCK.chance == pytest.approx(0.075)


@pytest.mark.parametrize("part", ["dealt", "turned", "drawn"])
def test_luck_in_chances_wants_all_three(part: str) -> None:
    swings = {name: getattr(LUCK, name) for name in ("dealt", "turned", "drawn", "result")}
    assert Luck(**{**swings, part: Swing(0.5, None)}).chance is None


def test_luck_and_moments_are_shown() -> None:
    assert list(LUCK.as_json()) == ["dealt", "turned", "drawn", "result"]
    assert LUCK.as_json()["drawn"] == {"marks": 0.125, "chance": 0.025, "se": None}
    assert Moment("trick", 12, 1, 0.12345678).as_json() == {
        "step": "trick",
        "token": 12,
        "trick": 1,
        "chance": 0.123457,
    }


def test_a_call_s_line_says_how_often_the_equilibrium_makes_it() -> None:
    document = replace(PROPOSED, frequency={"P": 0.35, "S": 0.65}).as_json()
    assert document["frequency"] == {"P": 0.35, "S": 0.65}
    assert document["label"] is None
    assert replace(PROPOSED, frequency={"P": 0.0, "S": 1.0}).as_json()["label"] == "blunder"
    assert "frequency" not in PROPOSED.as_json()


@pytest.mark.parametrize("frequency", [{"P": 0.35, "S": 0.65}, {"G": 1.0, "R": 0.0}])
def test_the_frequency_is_read_back_from_the_reasons(frequency: dict[str, float]) -> None:
    reasons = [Reason("after_exchange", {"share": 0.5}).as_json(), call_reason(frequency).as_json()]
    assert frequency_in(reasons) == frequency
    assert frequency_in(reasons[:1]) == {}
