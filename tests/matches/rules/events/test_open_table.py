from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.events.open_table import Result, StandingRow, Totals, standings
from scoring.record import Pair

ALICE, BERT, CARA, DORA = 1, 2, 3, 4


def beat(winner: int, loser: int, *, games: Pair = (2, 0), points: Pair | None = (2, 0)) -> Result:
    return Result((winner, loser), "A", games, points)


def places(lines: list[StandingRow]) -> list[tuple[int, int]]:
    return [(line.rank, line.entrant) for line in lines]


def test_more_rubbers_won_stand_first_whatever_the_points() -> None:
    table = standings(
        [ALICE, BERT, CARA],
        [beat(BERT, CARA), beat(BERT, ALICE, points=(1, 0)), beat(ALICE, CARA, points=(9, 0))],
    )
    assert places(table) == [(1, BERT), (2, ALICE), (3, CARA)]
    assert [line.reason for line in table] == ["More rubbers won: 2 to 1.", "More rubbers won: 1 to 0.", ""]


def test_difference_of_points_parts_the_level() -> None:
    table = standings([ALICE, BERT, CARA, DORA], [beat(ALICE, CARA), beat(BERT, DORA, points=(5, 1))])
    assert places(table) == [(1, BERT), (2, ALICE), (3, CARA), (4, DORA)]
    assert table[0].decided_by == "points_difference"
    assert table[0].reason == "Level on rubbers won; better difference of points: +4 to +2."


def test_difference_of_games_comes_after_points() -> None:
    table = standings([ALICE, BERT, CARA, DORA], [beat(ALICE, CARA, games=(2, 1)), beat(BERT, DORA)])
    assert places(table)[:2] == [(1, BERT), (2, ALICE)]
    assert table[0].reason == "Level on difference of points; better difference of games: +2 to +1."


def test_rubbers_against_one_another_part_the_last_level() -> None:
    #         Alice beat Bert, Bert beat Cara, Dora beat Alice; and Cara lost by as much as Alice and Bert won.
    table = standings([BERT, ALICE, CARA, DORA], [beat(ALICE, BERT), beat(BERT, CARA), beat(DORA, ALICE)])
    assert places(table) == [(1, DORA), (2, ALICE), (3, BERT), (4, CARA)]
    assert table[1].decided_by == "mutual_rubbers"
    assert table[1].reason == ("Level on difference of games; more rubbers won against one another: 1 to 0.")


def test_rubbers_against_others_are_not_mutual() -> None:
    table = standings([ALICE, BERT, CARA, DORA], [beat(ALICE, CARA), beat(BERT, DORA)])
    assert places(table) == [(1, ALICE), (1, BERT), (3, CARA), (3, DORA)]


def test_equals_share_the_place_in_the_order_they_came() -> None:
    table = standings([CARA, ALICE, BERT], [beat(BERT, ALICE), beat(ALICE, BERT)])
    assert places(table) == [(1, ALICE), (1, BERT), (3, CARA)]
    assert [line.position for line in table] == [1, 2, 3]
    assert table[0].reason == "Level with the next in everything that counts: they share the place."


def test_rubber_without_a_winner_is_played_but_neither_won_nor_lost() -> None:
    table = standings([ALICE, BERT], [Result((ALICE, BERT), None, (1, 1), None)])
    assert table[0].totals == Totals(played=1, games_won=1, games_lost=1)


def test_who_has_not_played_has_a_line() -> None:
    assert places(standings([ALICE], [])) == [(1, ALICE)]


def test_result_of_a_stranger_is_refused() -> None:
    with pytest.raises(KeyError):
        standings([ALICE], [beat(ALICE, BERT)])


ENTRANTS = st.integers(min_value=1, max_value=6)
PAIRS = st.tuples(st.integers(min_value=0, max_value=3), st.integers(min_value=0, max_value=3))
RESULTS = st.lists(
    st.builds(
        Result,
        st.tuples(ENTRANTS, ENTRANTS).filter(lambda pair: pair[0] != pair[1]),
        st.sampled_from(["A", "B", None]),
        PAIRS,
        st.none() | PAIRS,
    ),
    max_size=20,
)


@given(RESULTS, st.randoms())
def test_table_depends_on_results_and_not_on_their_order(results: list[Result], random: object) -> None:
    shuffled = sorted(results, key=lambda _: random.random())  # type: ignore[attr-defined]
    assert standings(range(1, 7), shuffled) == standings(range(1, 7), results)


@given(RESULTS)
def test_rank_counts_those_who_stand_above(results: list[Result]) -> None:
    table = standings(range(1, 7), results)
    assert sorted(line.entrant for line in table) == list(range(1, 7))
    for above, below in pairwise(table):
        if above.decided_by is None:
            assert below.rank == above.rank
        else:
            assert below.rank == below.position
    assert sum(line.totals.won for line in table) == sum(result.winner is not None for result in results)
    assert sum(line.totals.points_difference for line in table) == 0
