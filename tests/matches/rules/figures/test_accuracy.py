"""Accuracy is the mean score of the decisions, each halved by three in a hundred of the game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte_site.setup.environment import PROJECT
from matches.rules.figures.accuracy import (
    ACCURACY_VERSION,
    HALVING_LOSS,
    LEAST_OF_PLAYER,
    LEAST_OF_SIDE,
    Accuracy,
    accuracy_of,
    decision_score,
)
from matches.rules.figures.figures import LEAST_OBSERVATIONS

LOSSES = st.floats(min_value=0, max_value=1)
SEVERAL = st.lists(LOSSES, min_size=1, max_size=60)


@pytest.mark.parametrize(
    ("loss", "score"), [(0.0, 100), (0.03, 50), (0.06, 25), (0.09, 12.5), (0.015, 70.71)]
)
def test_three_in_a_hundred_of_the_game_halve_a_score(loss: float, score: float) -> None:
    assert decision_score(loss) == pytest.approx(score, abs=0.005)


@given(LOSSES, LOSSES)
def test_dearer_decision_never_scores_more(loss: float, other: float) -> None:
    dear, cheap = max(loss, other), min(loss, other)
    assert 0 < decision_score(dear) <= decision_score(cheap) <= 100


@given(LOSSES)
def test_same_further_loss_always_halves(loss: float) -> None:
    assert decision_score(loss + HALVING_LOSS) == pytest.approx(decision_score(loss) / 2)


@given(SEVERAL)
def test_accuracy_lies_between_the_worst_and_the_best_decision(losses: list[float]) -> None:
    percent = accuracy_of(losses, least=1).percent
    assert percent is not None
    assert round(decision_score(max(losses))) <= percent <= round(decision_score(min(losses)))


@given(SEVERAL, st.randoms())
def test_order_of_decisions_does_not_matter(losses: list[float], random: st.DataObject) -> None:
    shuffled = sorted(losses, key=lambda _loss: random.random())  # type: ignore[attr-defined]
    first, second = accuracy_of(losses, least=1), accuracy_of(shuffled, least=1)
    assert first.total == pytest.approx(second.total)


@given(SEVERAL)
def test_one_more_perfect_decision_never_lowers_it(losses: list[float]) -> None:
    before, after = (accuracy_of(each, least=1).percent for each in (losses, [*losses, 0.0]))
    assert before is not None
    assert after is not None
    assert after >= before


@given(SEVERAL, st.integers(min_value=1, max_value=60))
def test_nothing_is_said_of_too_few_decisions(losses: list[float], least: int) -> None:
    accuracy = accuracy_of(losses, least=least)
    assert accuracy.decisions == len(losses)
    assert accuracy.is_enough == (len(losses) >= least) == (accuracy.percent is not None)


def test_no_decision_has_no_accuracy() -> None:
    assert accuracy_of([], least=LEAST_OF_SIDE) == Accuracy(0, 0.0, LEAST_OF_SIDE)
    assert accuracy_of([], least=LEAST_OF_SIDE).percent is None


def test_player_s_accuracy_needs_as_many_observations_as_other_means() -> None:
    assert LEAST_OF_PLAYER == LEAST_OBSERVATIONS


def test_docs_name_the_constants() -> None:
    docs = " ".join((PROJECT / "docs" / "statistics.md").read_text(encoding="utf-8").split())
    assert f"version {ACCURACY_VERSION}" in docs
    assert f"2^(−loss / {HALVING_LOSS})" in docs
    assert (
        f"Below {LEAST_OF_PLAYER} decisions of a player, or {LEAST_OF_SIDE} of a side in one rubber" in docs
    )
