"""The value to either player of an outcome of the policy."""

from __future__ import annotations

import pytest

from scoring.cards import Player
from tests.worker.review.test_chain import marked
from tests.worker.review.test_policy import came_of
from worker.review.chances import chance_of_game, stake_of_game
from worker.review.outcomes import worths_of
from worker.review.policy import OUTCOMES
from worker.review.stakes import Stakes


@pytest.mark.parametrize("dealer", ["A", "B"])
@pytest.mark.parametrize("player", ["A", "B"])
@pytest.mark.parametrize("before", [(0, 0), (4, 3), (3, 4), (4, 4), (2, 3)])
def test_outcomes_are_worth_their_marks_on_top_of_the_score(
    dealer: Player, player: Player, before: tuple[int, int]
) -> None:
    worths = worths_of(Stakes(dealer, before, reckoning="treble"), player)
    assert worths.chance is not None
    assert worths.stake is not None
    role, other = ("elder", "dealer") if player != dealer else ("dealer", "elder")
    for outcome in range(OUTCOMES):
        result = came_of(outcome)
        marks = (
            (result.king == role) - (result.king == other) + getattr(result, role) - getattr(result, other)
        )
        assert worths.marks[outcome] == marks
        after = marked(before if dealer == "B" else before[::-1], result)
        own, theirs = after if role == "elder" else after[::-1]
        assert worths.chance[outcome] == chance_of_game(own, theirs, deals=role == "elder")
        assert worths.stake[outcome] == stake_of_game(own, theirs, deals=role == "elder")


def test_stakes_are_for_treble_reckoning_alone() -> None:
    assert worths_of(Stakes("A", (0, 0)), "A").stake is None


def test_marks_alone_are_known_without_a_score() -> None:
    worths = worths_of(Stakes("A", None, reckoning="treble"), "B")
    assert worths.chance is None
    assert worths.stake is None
    assert worths.marks.tolist() == [-2, -1, 0, 1, 2, -1, 0, 1, 2, 3, -3, -2, -1, 0, 1]
