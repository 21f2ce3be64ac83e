from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.ratings.constants import CONSTANTS
from worker.ratings.glicko2 import aged, expected_score, newcomer
from worker.ratings.ladder import Known, Ladder, Met, rate_weeks

MONDAY = date(2026, 11, 2)
ORFORD, BALDWIN, POLE = 1, 2, 3


def week(number: int) -> date:
    return MONDAY + timedelta(weeks=number)


@st.composite
def seasons(draw: st.DrawFn) -> list[Met]:
    """Return some weeks of games between four players, in any order."""
    met = []
    for _ in range(draw(st.integers(1, 25))):
        a, b = draw(st.permutations(range(4)))[:2]
        won = draw(st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(any))
        met.append(Met(week(draw(st.integers(0, 5))), a, b, *won))
    return met


def test_winner_rises_as_far_as_the_loser_falls_where_both_are_new() -> None:
    winner, loser = rate_weeks([Met(week(0), ORFORD, BALDWIN, 2, 0)], Ladder())
    assert (winner.player, winner.games, winner.won) == (ORFORD, 2, 2)
    assert winner.expected == pytest.approx(1)
    assert (loser.player, loser.games, loser.won) == (BALDWIN, 2, 0)
    assert winner.strength.rating - 1500 == pytest.approx(1500 - loser.strength.rating)
    assert winner.strength.deviation < CONSTANTS.deviation


def test_opponents_are_taken_as_they_went_into_the_week() -> None:
    met = [Met(week(0), ORFORD, BALDWIN, 5, 0), Met(week(0), BALDWIN, POLE, 1, 0)]
    rows = {row.player: row for row in rate_weeks(met, Ladder())}
    alone = {row.player: row for row in rate_weeks(met[1:], Ladder())}
    assert rows[POLE] == alone[POLE]


def test_weeks_without_a_game_have_no_row_and_raise_the_deviation() -> None:
    ladder = Ladder()
    first, *_, later, _ = rate_weeks(
        [Met(week(0), ORFORD, BALDWIN, 3, 0), Met(week(9), ORFORD, POLE, 1, 0)], ladder
    )
    assert [first.week, later.week] == [week(0), week(9)]
    assert ladder.before(ORFORD, week(10)) == later.strength
    assert later.expected == pytest.approx(
        expected_score(aged(first.strength, 8, CONSTANTS), newcomer(CONSTANTS))
    )


@given(seasons())
def test_games_and_wins_add_up_in_every_week(met: list[Met]) -> None:
    rows = list(rate_weeks(met, Ladder()))
    for monday in {row.week for row in rows}:
        together = [row for row in rows if row.week == monday]
        assert sum(row.games for row in together) == 2 * sum(row.won for row in together)
        assert sum(row.expected for row in together) == pytest.approx(sum(row.won for row in together))


@given(seasons(), st.randoms())
def test_order_in_which_games_are_given_plays_no_part(met: list[Met], random: object) -> None:
    shuffled = list(met)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert list(rate_weeks(shuffled, Ladder())) == list(rate_weeks(met, Ladder()))


@given(seasons(), st.booleans())
def test_seats_play_no_part(met: list[Met], is_turned: bool) -> None:
    turned = [Met(each.week, each.b, each.a, each.won_b, each.won_a) for each in met]
    assert list(rate_weeks(turned, Ladder())) == list(rate_weeks(met, Ladder()))


@given(seasons(), st.integers(0, 6))
def test_rating_on_from_what_was_known_is_rating_from_scratch(met: list[Met], number: int) -> None:
    whole = list(rate_weeks(met, Ladder()))
    before = [row for row in whole if row.week < week(number)]
    known = {row.player: Known(row.week, row.strength) for row in before}
    after = rate_weeks([each for each in met if each.week >= week(number)], Ladder(known))
    assert before + list(after) == whole
