"""Stakes of two sides: the players' first, the rest in proportion, the latest bets back first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.sittings.covering import (
    at_stake,
    latest_first,
    staked_on,
    total_on,
    with_chouette,
    withdrawn_latest_first,
)
from matches.rules.sittings.state import Bet

BETS = (Bet("a", "a", 200), Bet("c", "a", 300), Bet("b", "b", 400), Bet("d", "a", 200), Bet("c", "a", 50))
STAKES = st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(1, 10_000)), min_size=1).map(
    lambda bets: [Bet(player, "a", amount) for player, amount in bets]
)


def test_totals_by_side_and_person() -> None:
    assert (total_on(BETS, "a"), total_on(BETS, "b")) == (750, 400)
    assert staked_on(BETS, "a") == {"a": 200, "c": 350, "d": 200}


@pytest.mark.parametrize(
    ("covered", "shares"),
    [
        (750, {"a": 200, "c": 350, "d": 200}),
        (475, {"a": 200, "c": 175, "d": 100}),
        (200, {"a": 200, "c": 0, "d": 0}),
        (150, {"a": 150, "c": 0, "d": 0}),
        (0, {"a": 0, "c": 0, "d": 0}),
    ],
)
def test_player_comes_first_and_others_share_the_rest(covered: int, shares: dict[str, int]) -> None:
    assert at_stake(staked_on(BETS, "a"), "a", covered) == shares


@given(STAKES, st.data())
def test_what_is_at_stake_is_what_is_covered_and_nobody_has_more_than_he_staked(
    bets: list[Bet], data: st.DataObject
) -> None:
    stakes = staked_on(bets, "a")
    covered = data.draw(st.integers(0, stakes.get("a", 0) if set(stakes) == {"a"} else total_on(bets, "a")))
    shares = at_stake(stakes, "a", covered)

    assert sum(shares.values()) == covered
    assert all(0 <= amount <= stakes.get(player, 0) for player, amount in shares.items())


@pytest.mark.parametrize(
    ("excess", "back"),
    [
        (50, {"c": 50}),
        (100, {"c": 50, "d": 50}),
        (350, {"c": 150, "d": 200}),
        (600, {"c": 350, "d": 200, "a": 50}),
    ],
)
def test_excess_goes_back_from_the_latest_bets_and_last_from_the_player(
    excess: int, back: dict[str, int]
) -> None:
    assert latest_first(BETS, "a", excess) == back


def test_withdrawing_takes_his_latest_bets_first() -> None:
    left = withdrawn_latest_first(BETS, "c", 100)

    assert left == (Bet("a", "a", 200), Bet("c", "a", 250), Bet("b", "b", 400), Bet("d", "a", 200))


def test_chouette_has_as_much_at_stake_as_all_who_bet_against_him() -> None:
    assert with_chouette(BETS, "b", "a")[-1] == Bet("b", "b", 750)
    assert total_on(with_chouette(BETS, "b", "a"), "b") == 750
    assert with_chouette((), "b", "a") == ()
