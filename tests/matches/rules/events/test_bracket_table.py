from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.events.bracket_table import BECAUSE_CODES
from matches.rules.events.facts import Award
from matches.rules.events.plan import StagePlan
from matches.rules.events.state import Table
from tests.matches.rules.events.brackets import (
    CONSOLATION,
    DOUBLE,
    EVERYTHING,
    KNOCKOUT,
    PLANS,
    THIRD_PLACE,
    at_random,
    better,
    draw,
    many,
    played,
    rubber,
)


def ranks(table: Table) -> list[str]:
    """Return rows like ``1 a``, best first."""
    return [f"{line.rank} {line.player}" for line in table.lines]


def reasons(table: Table) -> list[tuple[object, ...]]:
    return [line.because for line in table.lines]


def test_those_who_go_out_together_are_level() -> None:
    drawn = played("abcdefgh")

    assert ranks(drawn.table()) == ["1 a", "2 b", "3 c", "3 d", "5 e", "5 f", "5 g", "5 h"]
    assert reasons(drawn.table()) == [
        ("bracket_champion",),
        ("bracket_out", "Final", "Semi-final"),
        ("bracket_level",),
        ("bracket_out", "Semi-final", "Quarter-final"),
        ("bracket_level",),
        ("bracket_level",),
        ("bracket_level",),
        (),
    ]


def test_match_for_third_place_parts_the_semi_finalists() -> None:
    drawn = played("abcdefgh", THIRD_PLACE).beat("d", "c", "Third place")
    assert ranks(drawn.table())[:5] == ["1 a", "2 b", "3 d", "4 c", "5 e"]
    assert reasons(drawn.table())[2] == ("bracket_third_place",)


def test_semi_finalists_are_level_until_it_is_played() -> None:
    drawn = draw("abcdefgh", THIRD_PLACE).play(better, rounds=2)
    assert ranks(drawn.table())[:5] == ["1 a", "1 b", "3 c", "3 d", "5 e"]


def test_consolation_orders_those_who_lost_in_the_first_round() -> None:
    drawn = played("abcdefgh", EVERYTHING)
    assert ranks(drawn.table()) == ["1 a", "2 b", "3 c", "4 d", "5 e", "6 f", "7 g", "7 h"]
    assert reasons(drawn.table())[4:] == [
        ("bracket_consolation_won",),
        ("bracket_consolation_out", "Consolation final", "Consolation semi-final"),
        ("bracket_level",),
        (),
    ]


def test_those_still_in_stand_first_and_level() -> None:
    drawn = draw("abcdefgh", CONSOLATION).beat("a", "h", "Quarter-final")
    drawn.beat("e", "d", "Quarter-final").beat("d", "h", "Consolation semi-final")
    assert ranks(drawn.table()) == ["1 a", "1 b", "1 c", "1 e", "1 f", "1 g", "7 d", "8 h"]
    assert reasons(drawn.table())[5:7] == [
        ("bracket_in", "Quarter-final"),
        ("bracket_consolation_in", "Consolation semi-final"),
    ]


def test_double_elimination_goes_by_the_second_loss() -> None:
    drawn = played("abcdefgh", DOUBLE)
    assert ranks(drawn.table()) == ["1 a", "2 b", "3 c", "4 d", "5 e", "5 f", "7 g", "7 h"]
    assert reasons(drawn.table())[1:3] == [
        ("bracket_out", "Final", "Losers 4"),
        ("bracket_out", "Losers 4", "Losers 3"),
    ]


def test_nobody_has_won_before_the_second_final() -> None:
    drawn = played("abcd", DOUBLE).beat("b", "a", "Final")
    assert ranks(drawn.table()) == ["1 a", "1 b", "3 c", "4 d"]
    drawn.beat("b", "a", "Second final")
    assert ranks(drawn.table()) == ["1 b", "2 a", "3 c", "4 d"]


def test_nobody_wins_a_final_to_which_nobody_came() -> None:
    drawn = played("abcd").award((2, 1), Award("double_walkover", None, 7))
    assert ranks(drawn.table()) == ["1 a", "1 b", "3 c", "3 d"]
    assert reasons(drawn.table())[0] == ("bracket_level",)


def test_final_without_an_opponent_is_won() -> None:
    drawn = draw("abcd").award((1, 1), Award("double_walkover", None, 7))
    drawn.beat("b", "c", "Semi-final")
    assert ranks(drawn.table()) == ["1 b", "2 a", "2 c", "2 d"]


def test_who_was_kept_out_by_the_director_is_out_where_he_last_stood() -> None:
    drawn = played("abcd").beat("d", "a", "Semi-final").keep((2, 1), "a", "b")
    assert ranks(drawn.table()) == ["1 a", "2 b", "3 c", "3 d"]


def test_line_adds_up_what_its_player_did() -> None:
    drawn = draw("abcdefg", THIRD_PLACE)
    drawn.record(rubber("d", "e", "Quarter-final", games=(2, 1), points=(9, 4)))
    drawn.award((1, 3), Award("walkover", "b", 7)).beat("c", "f", "Quarter-final")
    drawn.record(rubber("a", "d", "Semi-final", games=(2, 1), points=(7, 6)))

    lines = {line.player: line for line in drawn.table().lines}
    a, b, d, g = (lines[player] for player in "abdg")
    assert (a.halves, a.played, a.won, a.lost, a.byes) == (2, 1, 1, 0, 1)
    assert (b.halves, b.played, b.won, b.lost, b.byes) == (2, 1, 1, 0, 0)
    assert (b.figures, b.games) == ((("wins", 0),), (0, 0))
    assert (d.halves, d.played, d.won, d.lost, d.games, d.points) == (2, 2, 1, 1, (3, 3), (15, 11))
    assert (g.halves, g.played, g.lost) == (0, 1, 1)
    assert (d.figures, d.decided_by) == ((("wins", 1),), None)


@pytest.mark.parametrize("qualifiers", [0, 1, 3])
def test_the_best_go_on(qualifiers: int) -> None:
    drawn = played("abcd", StagePlan(kind="knockout", third_place=True, qualifiers=qualifiers))
    assert [line.is_through for line in drawn.table().lines] == [place < qualifiers for place in range(4)]


@given(
    st.integers(min_value=2, max_value=40),
    st.sampled_from(PLANS),
    st.integers(min_value=0, max_value=10**9),
    st.integers(min_value=0, max_value=30),
)
def test_ranks_are_shared_by_the_level_alone(count: int, plan: StagePlan, seed: int, rounds: int) -> None:
    drawn = draw(many(count), plan).play(at_random(seed), rounds=rounds)
    lines = drawn.table().lines
    assert [line.position for line in lines] == list(range(1, count + 1))
    assert sorted(line.player for line in lines) == sorted(drawn.stage.entrants)
    for line, following in pairwise(lines):
        is_level = line.because == ("bracket_level",)
        assert following.rank == (line.rank if is_level else following.position)
        assert len(line.because) - 1 == len(BECAUSE_CODES[line.because[0]])
        assert "" not in line.because
        if is_level:
            assert line.player < following.player


@given(st.integers(min_value=2, max_value=64), st.integers(min_value=0, max_value=10**9))
def test_knockout_ranks_are_powers_of_two_and_one(count: int, seed: int) -> None:
    drawn = played(many(count), KNOCKOUT, at_random(seed))
    assert {line.rank for line in drawn.table().lines} == {1} | {
        2**level + 1 for level in range(6) if 2**level < count
    }


def test_every_reason_can_be_had() -> None:
    seen = set()
    for plan in PLANS:
        for rounds in range(8):
            drawn = draw(many(11), plan).play(better, rounds=rounds)
            seen |= {line.because[0] for line in drawn.table().lines if line.because}
    drawn = draw("abcdefgh", CONSOLATION).play(better, rounds=1)
    drawn.beat("e", "h", "Consolation semi-final")
    seen |= {line.because[0] for line in drawn.table().lines if line.because}
    assert seen == set(BECAUSE_CODES)
