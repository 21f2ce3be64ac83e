"""The numbers of the paper's own example: Glickman, "Example of the Glicko-2 system" (2013), pages 5 to 7."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.ratings.glicko2 import Constants, Score, Strength, aged, expected_score, newcomer, rated

PAPER = Constants(deviation=350, volatility=0.06, tau=0.5)
PLAYER = Strength(1500, 200, 0.06)
SCORES = (
    Score(Strength(1400, 30, 0.06), games=1, won=1),
    Score(Strength(1550, 100, 0.06), games=1, won=0),
    Score(Strength(1700, 300, 0.06), games=1, won=0),
)
strengths = st.builds(Strength, st.floats(1000, 2000), st.floats(20, 350), st.floats(0.001, 0.1))


def test_player_of_the_paper_is_rated_as_there() -> None:
    after = rated(PLAYER, SCORES, PAPER)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@given(strengths, st.lists(st.tuples(strengths, st.integers(1, 40)), min_size=1, max_size=6), st.data())
def test_volatility_is_where_the_slope_of_step_5_is_none(
    player: Strength, against: list[tuple[Strength, int]], data: st.DataObject
) -> None:
    scores = [Score(other, games, data.draw(st.integers(0, games))) for other, games in against]
    root = math.log(rated(player, scores, PAPER).volatility ** 2)
    # Where hardly anything is as it was expected there are three such places.
    f = slope_of_step_5(player, scores)
    assert f(root - 1e-5) * f(root + 1e-5) <= 0


def slope_of_step_5(player: Strength, scores: Sequence[Score]) -> Callable[[float], float]:
    """Steps 2 to 5 as the paper writes them."""
    mu, phi = (player.rating - 1500) / 173.7178, player.deviation / 173.7178
    a = math.log(player.volatility**2)
    inverse = surplus = 0.0
    for other, games, won in scores:
        g = 1 / math.sqrt(1 + 3 * (other.deviation / 173.7178) ** 2 / math.pi**2)
        e = 1 / (1 + math.exp(-g * (mu - (other.rating - 1500) / 173.7178)))
        inverse += games * g**2 * e * (1 - e)
        surplus += g * (won - games * e)
    v, delta = 1 / inverse, surplus / inverse

    def f(x: float) -> float:
        known = phi**2 + v + math.exp(x)
        return math.exp(x) * (delta**2 - known) / (2 * known**2) - (x - a) / PAPER.tau**2

    return f


def test_a_newcomer_s_deviation_does_not_rise_before_the_first_game() -> None:
    new = newcomer(PAPER)
    against = Strength(1500, 30, 0.06)
    after = rated(new, [Score(against, games=1, won=1)], PAPER)
    g = 1 / math.sqrt(1 + 3 * (30 / 173.7178) ** 2 / math.pi**2)
    assert (173.7178 / after.deviation) ** 2 == pytest.approx((173.7178 / 350) ** 2 + g**2 / 4)


def test_period_without_a_game_raises_the_deviation_alone() -> None:
    after = aged(PLAYER, 1, PAPER)
    assert after == PLAYER._replace(deviation=math.hypot(200, 173.7178 * 0.06))


def test_many_periods_without_a_game_are_as_many_single_ones() -> None:
    step = PLAYER
    for _ in range(52):
        step = aged(step, 1, PAPER)
    assert aged(PLAYER, 52, PAPER) == pytest.approx(step)


def test_nobody_becomes_less_known_than_a_newcomer() -> None:
    assert aged(PLAYER, 10**6, PAPER).deviation == newcomer(PAPER).deviation


def test_volatility_rises_with_a_result_that_nobody_expected() -> None:
    against = Strength(1500, 50, 0.06)
    player = Strength(1500, 50, 0.06)
    upset = rated(player, [Score(against, games=100, won=90)], PAPER)
    usual = rated(player, [Score(against, games=100, won=50)], PAPER)
    assert usual.volatility < player.volatility < upset.volatility


@given(strengths, strengths)
def test_chances_of_the_two_make_one(one: Strength, other: Strength) -> None:
    assert expected_score(one, other) + expected_score(other, one) == pytest.approx(1)
    assert (expected_score(one, other) > 0.5) == (one.rating > other.rating) or one.rating == pytest.approx(
        other.rating, abs=1e-6
    )


@given(strengths, strengths, st.integers(1, 60), st.data())
def test_more_games_won_never_rate_lower(
    player: Strength, against: Strength, games: int, data: st.DataObject
) -> None:
    won = data.draw(st.integers(0, games - 1))
    fewer = rated(player, [Score(against, games, won)], PAPER)
    more = rated(player, [Score(against, games, won + 1)], PAPER)
    assert more.rating > fewer.rating or more.rating == pytest.approx(fewer.rating)


@given(strengths, st.lists(st.tuples(strengths, st.integers(1, 40)), min_size=1, max_size=6), st.data())
def test_what_comes_out_is_a_strength(
    player: Strength, against: list[tuple[Strength, int]], data: st.DataObject
) -> None:
    scores = [Score(other, games, data.draw(st.integers(0, games))) for other, games in against]
    after = rated(player, scores, PAPER)
    assert all(math.isfinite(value) for value in after)
    assert 0 < after.deviation <= math.hypot(player.deviation, 173.7178 * after.volatility)
    assert after.volatility > 0
