from __future__ import annotations

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.ratings.rubber_chances import rubber_chance

chances = st.floats(0.01, 0.99)


@pytest.mark.parametrize(
    ("chance", "best_of", "expected"),
    [
        (0.6, 1, 0.6),
        (0.6, 3, 0.6**2 * (1 + 2 * 0.4)),  # 2-0, or 2-1 in two orders
        (0.6, 5, 0.6**3 * (1 + 3 * 0.4 + 6 * 0.4**2)),
        (1.0, 5, 1.0),
        (0.0, 3, 0.0),
    ],
)
def test_chance_of_a_rubber(chance: float, best_of: int, expected: float) -> None:
    assert rubber_chance(chance, best_of) == pytest.approx(expected)


@given(chances, st.integers(0, 20).map(lambda half: 2 * half + 1))
def test_is_that_of_winning_the_greater_part_of_all_games(chance: float, best_of: int) -> None:
    greater = range(best_of // 2 + 1, best_of + 1)
    played_out = sum(comb(best_of, won) * chance**won * (1 - chance) ** (best_of - won) for won in greater)
    assert rubber_chance(chance, best_of) == pytest.approx(played_out)


@given(chances, st.integers(1, 20).map(lambda half: 2 * half + 1))
def test_longer_rubbers_leave_less_to_luck(chance: float, best_of: int) -> None:
    longer = rubber_chance(chance, best_of)
    assert abs(longer - 0.5) >= abs(chance - 0.5) - 1e-9


@pytest.mark.parametrize("best_of", [0, 2, -1])
def test_rubber_that_may_end_without_a_winner_has_no_chance(best_of: int) -> None:
    with pytest.raises(ValueError, match="without a winner"):
        rubber_chance(0.5, best_of)
