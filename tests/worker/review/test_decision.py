"""The line of a decision, and what is shown of luck."""

from __future__ import annotations

from dataclasses import replace

import pytest

from worker.review.decision import BookAdvice, Decision, Luck, Moment, Option, Reason, Swing
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


def test_a_card_s_line() -> None:
    assert CARD.as_json() == {
        "rubber": 1,
        "game": 1,
        "deal": 2,
        "kind": "card",
        "trick": 3,
        "player": "A",
        "chosen": "HT",
        "best": ["HA"],
        "double_dummy_loss": 1,
        "expected": {"HA": 0.12, "HT": -0.312346},
        "loss": 0.432346,
        "worlds": 680,
        "chances": {"HA": 0.55, "HT": 0.499},
        "equity_loss": 0.051,
        "label": "mistake",
        "rubber_loss": 0.0255,
        "stake_loss": None,
        "method": "hands seen",
        "book": None,
        "reasons": [{"code": "cant_lose", "card": "HA"}],
    }


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
    shown = reply.as_json()
    assert set(shown) - set(CARD.as_json()) == {"se", "equity_se", "policy"}
    assert (shown["se"], shown["equity_se"], shown["policy"]) == (0.012346, 0.004, POLICY_VERSION)
    assert shown["book"] == {"rule": "two-suits", "choices": ["R"]}


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
    shown = unscored.as_json()
    assert shown["chances"] == {"HA": None}
    assert (shown["equity_loss"], shown["rubber_loss"], shown["label"]) == (None, None, None)


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
