"""What an outcome of the policy is worth to either player."""

from __future__ import annotations

import pytest

from scoring.cards import Player
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
    for outcome in range(OUTCOMES):
        king, elder_marks, dealer_marks = came_of(outcome)
        by_player = {"elder": player != dealer, "dealer": player == dealer}
        king_steps = (
            int(bool(king) and by_player.get(king, False)),
            int(bool(king) and not by_player.get(king, False)),
        )
        tricks = (elder_marks, dealer_marks) if player != dealer else (dealer_marks, elder_marks)
        assert worths.marks[outcome] == king_steps[0] - king_steps[1] + tricks[0] - tricks[1]
        own, other = before if player == "A" else before[::-1]
        for mine, his in (king_steps, tricks):
            if max(own, other) < 5:
                own, other = min(5, own + mine), min(5, other + his)
        assert worths.chance[outcome] == chance_of_game(own, other, deals=player != dealer)
        assert worths.stake[outcome] == stake_of_game(own, other, deals=player != dealer)


def test_stakes_are_for_treble_reckoning_alone() -> None:
    assert worths_of(Stakes("A", (0, 0)), "A").stake is None


def test_marks_alone_are_known_without_a_score() -> None:
    worths = worths_of(Stakes("A", None, reckoning="treble"), "B")
    assert worths.chance is None
    assert worths.stake is None
    assert worths.marks.tolist() == [-2, -1, 0, 1, 2, -1, 0, 1, 2, 3, -3, -2, -1, 0, 1]
