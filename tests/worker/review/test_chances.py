"""Chances of the game, the rubber and the stake, from the table that is shipped."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib.resources import files
from itertools import product
from typing import Any

import pytest

from tests.support.rows import each_row
from worker.review import chances
from worker.review.chances import (
    chance_of_game,
    chance_of_rubber,
    checksum,
    checksum_of,
    marks_of_deal,
    odds_on_the_table,
    stake_of_game,
)
from worker.review.policy import SHARES
from worker.review.policy_version import THRESHOLDS_VERSION

SCORES = list(product(range(5), repeat=2))
EITHER = (True, False)


def stored() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(
        files("worker.review").joinpath("data", "chances.json").read_text("utf-8")
    )
    return table


@each_row("deals", EITHER)
@each_row(("own", "other"), SCORES)
def test_what_one_player_has_the_other_has_not(own: int, other: int, deals: bool) -> None:
    both = chance_of_game(own, other, deals=deals) + chance_of_game(other, own, deals=not deals)
    assert both == pytest.approx(1)
    assert stake_of_game(own, other, deals=deals) == -stake_of_game(other, own, deals=not deals)


@each_row("deals", EITHER)
@each_row(("own", "other"), SCORES)
def test_a_point_more_is_worth_having(own: int, other: int, deals: bool) -> None:
    assert chance_of_game(own + 1, other, deals=deals) > chance_of_game(own, other, deals=deals)
    assert stake_of_game(own + 1, other, deals=deals) > stake_of_game(own, other, deals=deals)


@each_row(("own", "other", "points"), [(5, 0, 3), (5, 1, 2), (5, 2, 2), (5, 3, 1), (5, 4, 1), (6, 0, 3)])
@each_row("deals", EITHER)
def test_a_game_that_is_over_is_won_or_lost(own: int, other: int, points: int, deals: bool) -> None:
    assert chance_of_game(own, other, deals=deals) == 1
    assert chance_of_game(other, own, deals=deals) == 0
    assert stake_of_game(own, other, deals=deals) == points
    assert stake_of_game(other, own, deals=deals) == -points


def test_a_score_is_looked_up_by_the_elder_s_points_first() -> None:
    table = stored()
    assert chance_of_game(3, 1, deals=False) == table["chance"][3][1]
    assert chance_of_game(3, 1, deals=True) == 1 - table["chance"][1][3]
    assert stake_of_game(3, 1, deals=True) == -table["stake"][1][3]
    assert marks_of_deal(3, 1) == table["marks"][3][1]


def test_the_table_says_under_what_it_was_worked_out() -> None:
    table = chances.chances()
    assert table.assumptions["policy"] == THRESHOLDS_VERSION
    assert table.assumptions["shares"] == json.loads(json.dumps(SHARES))
    assert 0 < table.error < 0.001
    assert table.checksum == checksum() == stored()["checksum"]
    assert stored()["version"] == chances.CHANCES_VERSION


def test_a_checksum_is_of_six_decimals_in_their_order() -> None:
    assert checksum_of([[0.1, 0.2]]) == checksum_of([[0.1], [0.2]]) == checksum_of([[0.1]], [[0.2000000001]])
    assert checksum_of([[0.1, 0.2]]) != checksum_of([[0.2, 0.1]])


def by_writing_out(won: int, lost: int, best_of: int, chance: Fraction) -> Fraction:
    """Write out every course of the running game and of all that may follow."""
    majority = best_of // 2 + 1
    if won == majority or lost == majority:
        return Fraction(won == majority)
    even = Fraction(1, 2)
    return chance * by_writing_out(won + 1, lost, best_of, even) + (1 - chance) * by_writing_out(
        won, lost + 1, best_of, even
    )


@pytest.mark.parametrize("best_of", [1, 3, 5, 7, 11])
def test_the_chance_of_the_rubber_is_that_of_all_ways_to_win_it(best_of: int) -> None:
    majority = best_of // 2 + 1
    for won, lost in product(range(majority), repeat=2):
        for chance in (Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)):
            expected = by_writing_out(won, lost, best_of, chance)
            assert chance_of_rubber(won, lost, best_of, float(chance)) == pytest.approx(float(expected))


@pytest.mark.parametrize(
    ("own", "other", "odds"), [(0, 0, (5, 5)), (3, 1, (4, 2)), (4, 0, (5, 1)), (2, 4, (1, 3))]
)
def test_odds_on_the_table_are_the_points_still_wanted(own: int, other: int, odds: tuple[int, int]) -> None:
    assert odds_on_the_table(own, other) == odds
