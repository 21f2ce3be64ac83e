"""A rubber's tallies equal a count of the sample season that shares no code with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.figures.tallies import (
    COUNTERS,
    DEAL_COUNTERS,
    SHARED_COUNTERS,
    DealMasks,
    Sums,
    square_of,
    tally_rubber,
)
from matches.rules.figures.traits import (
    DEAL_TRAITS,
    GAME_TRAITS,
    MASK_BITS,
    Trait,
    deal_traits,
    game_traits,
)
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one, read_text
from tests.matches.files import SEASON
from tests.matches.rules.figures.plain_count import SEASON_ANSWERS, count_season

MASKS = st.lists(st.integers(0, (1 << MASK_BITS) - 1), max_size=20)
OWN_TRAITS = (
    Trait("flag", 0),
    Trait("shared_flag", 1, is_shared=True),
    Trait("number", 2, width=5, is_squared=True),
    Trait("plain_number", 30, width=3),
    Trait("last", MASK_BITS - 4, width=4, is_squared=True),
)
"""Traits of this test alone, from the first bit to the last."""
SideSums = dict[tuple[str, str], dict[str, int]]
"""Counters that are not zero, by seat and depth."""
OF_TRIOMPHE = {
    *("offered", "offer_taken", "offer_refused", "took_offer", "refused_offer", "refusal_won"),
    "refusal_lost",
}
NOT_IN_THE_SEASON = OF_TRIOMPHE | {"walkover_won", "walkover_lost"}


def sums_of(checked: CheckedRubber) -> SideSums:
    games = [game_traits(game) for game in checked.games]
    deals = [DealMasks(deal.depth, deal_traits(deal)) for game in checked.games for deal in game.deals]
    return {
        (tally.seat, tally.depth): _not_zero(zip(COUNTERS, tally.counters, strict=True))
        for tally in tally_rubber(checked, games, deals)
    }


def _not_zero(counters: Iterable[tuple[str, int]]) -> dict[str, int]:
    return {key: count for key, count in counters if count}


def tallied(body: str, *tags: str) -> SideSums:
    head = ['[EGN "1"]', *tags, '[A "Orford"]', '[B "Baldwin"]']
    return sums_of(check_rubber(read_one("\n".join([*head, "", body, ""]))))


@pytest.fixture(scope="module")
def season() -> list[CheckedRubber]:
    return [check_rubber(record.rubber) for record in read_text(SEASON.read_text()) if record.rubber]


def test_every_counter_of_every_rubber_equals_a_plain_count(season: list[CheckedRubber]) -> None:
    plain = count_season(SEASON, SEASON_ANSWERS)
    assert len(season) == len(plain) == 300
    for checked, counted in zip(season, plain, strict=True):
        expected = {place: _not_zero(counts.items()) for place, counts in counted.counted.items()}
        assert sums_of(checked) == expected


def test_the_season_tries_every_counter() -> None:
    total: Counter[str] = Counter()
    for rubber in count_season(SEASON, SEASON_ANSWERS):
        for counts in rubber.counted.values():
            total.update(counts)
    assert {key for key in COUNTERS if not total[key]} == NOT_IN_THE_SEASON


def test_what_is_shared_is_the_same_on_both_sides(season: list[CheckedRubber]) -> None:
    for checked in season:
        sums = sums_of(checked)
        for seat, depth in sums:
            other = sums["B" if seat == "A" else "A", depth]
            for key in SHARED_COUNTERS:
                assert sums[seat, depth].get(key) == other.get(key)


def test_rubber_of_two_depths_has_its_games_with_the_fuller() -> None:
    sums = tallied(
        "Game 1\n"
        "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3)\n"
        "2. B S Kb =B5 (0-5)\n#0-5\n##0-1",
        '[BestOf "1"]',
    )
    assert sorted(sums) == [("A", "marks"), ("A", "play"), ("B", "marks"), ("B", "play")]
    assert sums["B", "marks"].keys() <= set(DEAL_COUNTERS)
    assert sums["B", "marks"]["deals"] == sums["B", "play"]["deals"] == sums["B", "play"]["game_won"] == 1
    assert sums["B", "play"]["treble_won"] == sums["B", "play"]["rubber_won"] == 1


def test_result_alone_says_how_many_games_were_taken() -> None:
    sums = tallied("##2-1", '[Result "2-1"]', '[Reckoning "treble"]')
    assert sums == {
        ("A", "result"): {"rubbers": 1, "rubber_won": 1, "games_taken": 2, "games_given": 1},
        ("B", "result"): {"rubbers": 1, "rubber_lost": 1, "games_taken": 1, "games_given": 2},
    }


def test_walkover_is_nobody_s_rubber() -> None:
    assert tallied("*", '[Termination "walkover"]', '[Winner "B"]') == {
        ("A", "result"): {"walkover_lost": 1},
        ("B", "result"): {"walkover_won": 1},
    }


def test_game_that_nobody_won_is_not_counted() -> None:
    sums = tallied("Game 1\n1. A S =B (0-2)\n*", '[Termination "unfinished"]')
    assert "games" not in sums["A", "marks"]
    assert sums["A", "marks"]["deals"] == sums["A", "marks"]["rubbers"] == 1


@given(st.sampled_from([tuple(DEAL_TRAITS), tuple(GAME_TRAITS), OWN_TRAITS]), MASKS)
def test_sums_are_those_of_the_single_values_and_their_squares(
    traits: tuple[Trait, ...], masks: list[int]
) -> None:
    sums = Sums(traits)
    totals = dict(zip(sums.keys, sums.of(masks), strict=True))
    expected = {trait.key: sum(trait.value(mask) for mask in masks) for trait in traits}
    for trait in traits:
        if trait.is_squared:
            expected[square_of(trait.key)] = sum(trait.value(mask) ** 2 for mask in masks)
    assert totals == expected
