"""A simulated event has realistic scores, and the same ones in every run."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bench.simulation.event_play import GAME, Score, chance, score_between, simulated_plan, strength

pytestmark = pytest.mark.long

SEEDS = st.text(max_size=6)
PLAYER = st.integers(1, 512).map(str)


@given(seed=SEEDS, label=st.text(max_size=4), a=PLAYER, b=PLAYER, to_win=st.integers(1, 4))
def test_score_is_one_that_can_be(seed: str, label: str, a: str, b: str, to_win: int) -> None:
    score = score_between(seed, label, a, b, games_to_win=to_win)
    won = Counter("A" if first > second else "B" for first, second in score.games)
    assert all(max(points) == GAME > min(points) >= 0 for points in score.games)
    if score.termination == "normal":
        assert (max(won.values()), score.winner) == (to_win, None)
        assert won["A" if score.games[-1][0] == GAME else "B"] == to_win
    else:
        assert score.winner is not None
        assert all(count < to_win for count in won.values())


@given(seed=SEEDS, a=PLAYER, b=PLAYER)
def test_same_seed_gives_the_same_score(seed: str, a: str, b: str) -> None:
    assert score_between(seed, "1", a, b, games_to_win=2) == score_between(seed, "1", a, b, games_to_win=2)


@given(seed=SEEDS, words=st.lists(st.integers(), max_size=3))
def test_chance_is_a_part_of_one(seed: str, words: list[int]) -> None:
    assert 0 <= chance(seed, *words) < 1


def test_who_plays_better_wins_more_often_and_not_always() -> None:
    players = sorted(map(str, range(1, 65)), key=lambda player: strength("1", player))
    weak, strong = players[:8], players[-8:]
    won = Counter[str]()
    for first, second in product(strong, weak):
        score = score_between("1", "1", first, second, games_to_win=2)
        games = Counter("AB"[points[1] == GAME] for points in score.games)
        won["A" if games["A"] > games["B"] or score.winner == "A" else "B"] += 1
    assert won["A"] > 2 * won["B"] > 0


@pytest.mark.parametrize(
    ("kind", "stages"),
    [
        ("swiss", ("swiss",)),
        ("round_robin", ("round_robin",)),
        ("league", ("league",)),
        ("knockout", ("knockout",)),
        ("double_elimination", ("double_elimination",)),
        ("groups_knockout", ("round_robin", "knockout")),
    ],
)
def test_plan_is_of_the_stages_that_its_format_has(kind: str, stages: tuple[str, ...]) -> None:
    plan = simulated_plan(kind, players=16, rounds=0, seed="1")  # type: ignore[arg-type]
    assert tuple(stage.kind for stage in plan.stages) == stages


def test_score_of_a_walkover_has_no_games() -> None:
    walkovers = [
        score
        for number in range(1, 400)
        if (score := score_between("1", str(number), "1", "2", games_to_win=2)).termination == "walkover"
    ]
    assert walkovers
    assert set(walkovers) <= {Score((), "walkover", "A"), Score((), "walkover", "B")}
