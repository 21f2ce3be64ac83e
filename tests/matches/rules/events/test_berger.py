"""Berger tables as FIDE prints them, and what holds of every size."""

from collections import Counter
from itertools import combinations

import pytest

from matches.rules.events.berger import berger_rounds

# FIDE Handbook C.05, annex 1.
PRINTED = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / 3-8 4-2 5-1 6-7 / "
    "8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6 / 10-6 7-5 8-4 9-3 1-2 / 2-10 3-1 4-9 5-8 6-7 / 10-7 8-6 9-5 1-4 2-3 / "
    "3-10 4-2 5-1 6-9 7-8 / 10-8 9-7 1-6 2-5 3-4 / 4-10 5-3 6-2 7-1 8-9 / 10-9 1-8 2-7 3-6 4-5 / "
    "5-10 6-4 7-3 8-2 9-1",
}


def printed(table: str) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return tuple(
        tuple(tuple(int(number) for number in pair.split("-")) for pair in line.split())
        for line in table.split("/")
    )


@pytest.mark.parametrize("size", PRINTED)
def test_table_is_the_printed_one(size: int) -> None:
    assert berger_rounds(size) == printed(PRINTED[size])


@pytest.mark.parametrize("size", PRINTED)
def test_odd_field_plays_the_printed_table_without_its_last_number(size: int) -> None:
    without = tuple(tuple(pair for pair in pairs if size not in pair) for pairs in printed(PRINTED[size]))
    assert berger_rounds(size - 1) == without


@pytest.mark.parametrize("size", [0, 1])
def test_field_of_fewer_than_two_has_no_rounds(size: int) -> None:
    assert berger_rounds(size, 2) == ()


def test_two_play_a_round_a_cycle_and_deal_first_in_turn() -> None:
    assert berger_rounds(2, 3) == (((1, 2),), ((2, 1),), ((1, 2),))


@pytest.mark.parametrize("size", range(2, 41))
def test_everybody_meets_everybody_once_and_deals_first_as_often_as_not(size: int) -> None:
    rounds = berger_rounds(size)
    met = [frozenset(pair) for pairs in rounds for pair in pairs]
    assert Counter(met) == Counter(map(frozenset, combinations(range(1, size + 1), 2)))
    assert len(rounds) == (size if size % 2 else size - 1)
    for pairs in rounds:
        playing = [number for pair in pairs for number in pair]
        assert len(set(playing)) == len(playing) == size - size % 2
    first = Counter(pair[0] for pairs in rounds for pair in pairs)
    second = Counter(pair[1] for pairs in rounds for pair in pairs)
    uneven = {abs(first[number] - second[number]) for number in range(1, size + 1)}
    assert uneven == ({0} if size % 2 else {1})


@pytest.mark.parametrize("size", [2, 5, 6, 9])
def test_second_cycle_turns_the_first_deals(size: int) -> None:
    once, twice = berger_rounds(size), berger_rounds(size, 2)
    assert twice[: len(once)] == once
    assert twice[len(once) :] == tuple(tuple((b, a) for a, b in pairs) for pairs in once)
    first = Counter(pair[0] for pairs in twice for pair in pairs)
    assert {first[number] for number in range(1, size + 1)} == {size - 1}
