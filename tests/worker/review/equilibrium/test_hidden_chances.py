"""Changes by hidden play in the chances of winning, from deals that were played both ways."""

from __future__ import annotations

import numpy as np
import pytest

from tests.worker.review.equilibrium.played_rows import played_rows
from worker.review.chain import count_outcomes, marks_of_deals, solve
from worker.review.chances import chances
from worker.review.equilibrium.hidden_chances import (
    change_of_chances,
    count_ways,
    measured_gaps,
    ways_taken,
)
from worker.review.equilibrium.sampled_deals import EXCHANGES, REFUSES, STANDS, play_part

KING_TURNED = 7


@pytest.mark.parametrize(
    ("turned", "calls", "elder", "dealer", "way"),
    [
        (0, 0b0000, 0, 0, EXCHANGES),
        (0, 0b0001, 0, 0, STANDS),
        (0, 0b0011, 0, 0, STANDS),
        (0, 0b0010, 0, 0, REFUSES),
        # With the dealer at four, or at three with the king turned up, the elder hand's third bit counts.
        (0, 0b0100, 0, 3, EXCHANGES),
        (0, 0b0100, 0, 4, STANDS),
        (KING_TURNED, 0b0100, 0, 3, STANDS),
        (0, 0b0001, 0, 4, EXCHANGES),
        # With the elder hand at four, the dealer's fourth bit counts.
        (0, 0b1000, 4, 0, REFUSES),
        (0, 0b1000, 3, 0, EXCHANGES),
        (0, 0b0010, 4, 4, EXCHANGES),
    ],
)
def test_a_deal_goes_as_the_policy_calls_at_the_score(
    turned: int, calls: int, elder: int, dealer: int, way: int
) -> None:
    rows = played_rows((turned, calls, (3, 1, 1), (0, 4, 3)))
    assert ways_taken(rows, elder, dealer).tolist() == [way]


def test_outcomes_are_counted_by_turn_up() -> None:
    rows = played_rows((2, 0b0001, (3, 1, 1), (0, 4, 3)), (5, 0, (0, 1, 11), (0, 4, 13)))
    seen, hidden = (count_ways(rows, played) for played in ("seen", "hidden"))
    assert seen.sum() == hidden.sum() == 12
    assert seen[0, 0, 2, 3] == hidden[0, 0, 2, 0] == 1
    assert seen[0, 0, 5, 11] == hidden[0, 0, 5, 13] == 1


def test_play_that_changes_nothing_changes_no_chance() -> None:
    rows = played_rows(*[(2, 0b0001, (3, 1, 1), (3, 1, 1)), (2, 0, (0, 4, 3), (0, 4, 3))] * 4)
    change = change_of_chances(rows, 2)
    assert not change.chance.any()
    assert not change.stake.any()
    assert not change.marks.any()
    assert change.error == 0


def test_points_lost_by_the_elder_hand_are_found() -> None:
    """One deal in four: the elder hand stands, and loses two in place of winning one."""
    lost = (2, 0b0001, (3, 1, 1), (0, 1, 1))
    same = (2, 0b0001, (3, 1, 1), (3, 1, 1))
    rows = played_rows(*[lost, same, same, same] * 4)
    change = change_of_chances(rows, 4)
    assert change.marks[0, 0] == pytest.approx(-0.75)
    # At four to three these two marks lose the game.
    assert change.chance[4, 3] == pytest.approx(-0.25)
    gaps = {
        gap.name: gap
        for gap in measured_gaps(np.concatenate([rows, played_rows((2, 0, (3, 1, 1), (3, 1, 1)))]))
    }
    assert gaps["the elder hand stands"].gain == pytest.approx(-0.75)
    assert gaps["the elder hand stands"].share == pytest.approx(16 / 17)
    assert gaps["the elder hand stands"].seen == 1.0
    assert gaps["the elder hand stands"].hidden == 0.75


def test_deals_played_with_hands_seen_agree_with_the_chain_of_the_policy() -> None:
    """The new counts and those of the chain are of the same policy: they differ by chance alone."""
    rows = play_part(3, 600)
    counts = count_outcomes(20_000, 11)
    means = marks_of_deals(count_ways(rows, "seen")), marks_of_deals(counts)
    assert np.abs(means[0] - means[1]).max() < 0.3
    assert np.abs(solve(count_ways(rows, "seen"))[0] - np.array(chances().hands_seen)).max() < 0.09
