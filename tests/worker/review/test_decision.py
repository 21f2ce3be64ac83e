"""The line of text for a decision, and the report on luck."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from worker.review.decision import (
    BookAdvice,
    Decision,
    Luck,
    Moment,
    Option,
    Reason,
    Swing,
    call_reason,
    frequency_in,
)
from worker.review.policy_version import POLICY_VERSION

CARD = Decision(
    rubber=1,
    game=1,
    deal=2,
    kind="card",
    token=9,
    player="A",
    chosen="HT",
    options=(Option("HA", 0.12, 0.55), Option("HT", -0.3123456789, 0.4989999999)),
    best=("HA",),
    loss=0.4323456789,
    method="hands seen",
    trick=3,
    double_dummy_loss=1,
    worlds=680,
    equity_loss=0.0510000001,
    rubber_loss=0.0255,
    reasons=(Reason("cant_lose", {"card": "HA"}),),
)


LINE = """{"rubber": 1, "game": 1, "deal": 2, "kind": "card", "trick": 3, "player": "A", "chosen": "HT", "best": ["HA"],
 "double_dummy_loss": 1, "expected": {"HA": 0.12, "HT": -0.312346}, "loss": 0.432346, "worlds": 680,
 "chances": {"HA": 0.55, "HT": 0.499}, "equity_loss": 0.051, "label": "mistake", "rubber_loss": 0.0255,
 "stake_loss": null, "method": "hands seen", "book": null, "reasons": [{"code": "cant_lose", "card": "HA"}]}"""


def test_a_card_s_line() -> None:
    assert CARD.as_json() == json.loads(LINE)


def test_values_of_hidden_play_are_a_member_of_their_own() -> None:
    options = (Option("HA", 0.12, 0.55, 0.0523456789), Option("HT", -0.3123456789, 0.4989999999, -0.25))
    lead = replace(CARD, trick=1, options=options, method="hands hidden", equity_se=0.004)
    document = lead.as_json()
    assert document["hidden"] == {"HA": 0.052346, "HT": -0.25}
    assert document["equity_se"] == 0.004
    assert set(document) - set(CARD.as_json()) == {"hidden", "equity_se"}
    assert document["expected"] == CARD.as_json()["expected"]


def test_a_sampled_line_has_its_errors_and_the_policy() -> None:
    reply = replace(
        CARD,
        kind="reply",
        trick=None,
        double_dummy_loss=None,
        method="sampled",
        se=0.01234567,
        equity_se=0.004,
        book=BookAdvice("two-suits", ("R",)),
    )
    document = reply.as_json()
    assert set(document) - set(CARD.as_json()) == {"se", "equity_se", "policy"}
    assert (document["se"], document["equity_se"], document["policy"]) == (0.012346, 0.004, POLICY_VERSION)
    assert document["book"] == {"rule": "two-suits", "choices": ["R"]}


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


CALL = replace(
    CARD,
    kind="proposal",
    trick=None,
    chosen="P",
    options=(Option("P", 0.1, 0.5), Option("S", 0.3, 0.56)),
    best=("S",),
    equity_loss=0.06,
    frequency={"P": 0.35, "S": 0.65},
)


def test_a_call_s_line_says_how_often_the_equilibrium_makes_it() -> None:
    document = CALL.as_json()
    assert document["frequency"] == {"P": 0.35, "S": 0.65}
    assert document["label"] is None
    assert replace(CALL, frequency={"P": 0.0, "S": 1.0}).as_json()["label"] == "mistake"
    assert "frequency" not in replace(CALL, frequency=None).as_json()


@pytest.mark.parametrize("frequency", [{"P": 0.35, "S": 0.65}, {"G": 1.0, "R": 0.0}])
def test_the_frequency_is_read_back_from_the_reasons(frequency: dict[str, float]) -> None:
    reasons = [Reason("after_exchange", {"share": 0.5}).as_json(), call_reason(frequency).as_json()]
    assert frequency_in(reasons) == frequency
    assert frequency_in(reasons[:1]) == {}
