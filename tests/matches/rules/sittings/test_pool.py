"""A pool beyond the examples of docs/sittings.md: changing players, games that do not count, corrected results."""

from __future__ import annotations

import pytest

from matches.rules.sittings.state import PoolPlace, Waiting
from tests.matches.rules.sittings.evenings import Evening, pool

CUT = {"ann": "HK", "bea": "S7", "cat": "D9"}


def cut_pool(*players: str, custom: str = "loser", first_stakes: str | None = None) -> Evening:
    """Return a pool in which Bea is out, and Ann plays Cat and deals."""
    return pool(*players, custom=custom, first_stakes=first_stakes).add("cut", rounds=[CUT])


def paid(evening: Evening) -> list[int]:
    return [place.paid for place in evening.pool.places]


def test_cut_seats_two_and_says_who_deals() -> None:
    state = cut_pool().state
    assert state.seats == ("ann", "cat")
    assert state.queue == (Waiting("bea", ("out_by_cut", "S7")),)
    assert (state.cut, state.dealer) == ((("HK", "D9"),), "A")


def test_who_said_that_he_stays_out_without_a_cut_leaves_the_deal_open() -> None:
    evening = pool().add("seated", out="ann")
    assert evening.state.seats == ("bea", "cat")
    assert (evening.state.cut, evening.state.dealer) == ((), "")
    assert evening.state.queue[0].why == ("out_by_word",)


def test_cut_for_the_first_game_serves_for_no_other() -> None:
    evening = cut_pool().play("ann")
    assert evening.state.seats == ("ann", "bea")
    assert evening.state.queue == (Waiting("cat", ("out_by_loss", 1)),)
    assert (evening.state.cut, evening.state.dealer) == ((), "")


def test_cut_for_deal_stands_when_who_is_out_leaves_and_goes_with_one_of_the_two() -> None:
    evening = cut_pool("ann", "bea", "cat", "dan").add("left", player="bea")
    assert (evening.state.cut, evening.state.dealer) == ((("HK", "D9"),), "A")
    evening.add("left", player="cat")
    assert (evening.state.cut, evening.state.dealer) == ((), "")


def test_cut_of_a_game_made_void_afterwards_is_not_that_of_two_others() -> None:
    evening = cut_pool().play("ann")
    evening.void(evening.begin())
    assert evening.state.seats == ("ann", "bea")
    evening.void("r1")
    assert evening.state.warnings == (("seats_not_due", 2, "ann", "cat"),)
    assert (evening.state.seats, evening.state.cut) == (("ann", "bea"), ())


def test_nobody_waits_in_a_pool_but_the_one_who_is_out() -> None:
    evening = cut_pool("ann", "bea", "cat", "dan", "eve")
    waiting = [("dan", 1), ("eve", 2)]
    assert evening.state.queue[1:] == tuple(Waiting(name, ("waits_for_place", n)) for name, n in waiting)


def test_two_games_running_take_the_pool_and_it_is_cut_anew() -> None:
    evening = cut_pool().play("ann", "ann")
    assert evening.state.stage == "cut"
    assert evening.state.balances == {"ann": 400, "bea": -200, "cat": -200}
    assert evening.state.seats == ("", "")
    evening.add("cut", rounds=[CUT])
    assert (evening.pool.number, evening.pool.amount) == (2, 300)


def test_run_does_not_go_from_one_pool_into_the_next() -> None:
    evening = cut_pool().play("ann", "ann").add("seated", out="bea").play("ann")
    assert evening.state.on_table == 400


@pytest.mark.parametrize("custom", ["loser", "entrant"])
def test_void_game_is_as_if_it_had_not_been_played(custom: str) -> None:
    evening = cut_pool(custom=custom).play("ann")
    before = evening.state
    evening.void(evening.begin())
    assert evening.state.seats == before.seats
    assert evening.state.balances == before.balances
    evening.play("ann")
    assert evening.state.balances["ann"] == (400 if custom == "loser" else 300)


def test_game_given_up_counts_for_nobody_whatever_its_record_says() -> None:
    evening = cut_pool()
    rubber = evening.begin()
    evening.add("game_abandoned", game=1)
    evening.put_result(rubber, "A")
    assert evening.state.games[0].status == "abandoned"
    assert evening.state.balances == {"ann": -100, "bea": -100, "cat": -100}


def test_first_to_wait_takes_the_place_with_what_was_paid_for_it() -> None:
    evening = cut_pool("ann", "bea", "cat", "dan").play("ann").add("left", player="cat")
    assert evening.pool.places[2] == PoolPlace("dan", 200)
    assert evening.state.balances["dan"] == 0
    assert evening.state.queue == (Waiting("dan", ("out_by_place",)),)


def test_who_takes_the_winners_place_takes_no_run_with_it() -> None:
    evening = cut_pool("ann", "bea", "cat", "dan").play("ann").add("left", player="ann").play("dan")
    assert evening.pool.is_standing
    assert evening.pool.winner_of_one == "dan"


def test_winner_who_comes_back_before_the_next_game_has_his_run() -> None:
    evening = cut_pool().play("ann").add("left", player="ann")
    assert evening.pool.winner_of_one == ""
    evening.add("returned", player="ann").play("ann")
    assert evening.state.balances["ann"] == 400


def test_entrant_is_who_comes_in_for_the_loser_not_who_takes_a_place() -> None:
    evening = cut_pool("ann", "bea", "cat", "dan", custom="entrant").play("ann")
    evening.add("left", player="ann")
    evening.begin()
    assert evening.state.balances == {"ann": -100, "bea": -200, "cat": -100, "dan": 0}


def test_two_who_are_left_play_one_game_and_then_somebody_is_wanted() -> None:
    evening = cut_pool().add("left", player="bea")
    assert evening.state.stage == "ready"
    evening.play("ann")
    assert (evening.state.stage, evening.state.seats) == ("people", ("ann", ""))
    evening.come("dan")
    assert (evening.state.stage, evening.state.seats) == ("ready", ("ann", "dan"))


def test_who_comes_back_to_his_empty_place_finds_what_he_paid() -> None:
    evening = cut_pool().add("left", player="bea").add("returned", player="bea")
    assert paid(evening) == [100, 100, 100]
    assert evening.state.queue == (Waiting("bea", ("out_by_place",)),)


@pytest.mark.parametrize(
    ("how", "balances"),
    [("paid", {"ann": 0, "bea": 0, "cat": 0}), ("equal", {"ann": 34, "bea": 33, "cat": -67})],
)
def test_pool_is_shared(how: str, balances: dict[str, int]) -> None:
    evening = cut_pool().play("ann").add("pool_shared", how=how)
    assert evening.state.balances == balances
    assert evening.state.stage == "cut"


def test_what_was_paid_for_an_empty_place_goes_to_the_others() -> None:
    evening = cut_pool().play("ann", "bea").add("left", player="ann").add("pool_shared", how="paid")
    # Of 5.00 each of the three has paid 1.00 to 2.00: Ann 2.00, Bea 1.00, Cat 2.00; Bea and Cat share as 1 to 2.
    assert evening.state.balances == {"ann": -200, "bea": -100 + 167, "cat": -200 + 333}


def test_pool_that_stands_after_all_have_left_is_shared_among_those_who_held_the_places() -> None:
    evening = cut_pool().play("ann", "ann")
    for player in ("ann", "bea", "cat"):
        evening.add("left", player=player)
    evening.correct(2, "bea")
    assert evening.state.on_table == 500
    evening.add("pool_shared", how="paid")
    assert not any(evening.state.balances.values())
    assert evening.state.on_table == 0


def test_pool_that_was_not_won_after_all_goes_on_into_the_one_that_was_cut_for() -> None:
    evening = cut_pool().play("ann", "ann").add("cut", rounds=[CUT]).play("ann")
    evening.correct(2, "bea")
    # 5.00 of the first pool, 3.00 of the second, and Cat's 1.00 for game 3.
    assert evening.state.on_table == 900
    assert evening.state.warnings == (("pool_carried", 2),)
    assert paid(evening) == [300, 200, 400]


def test_pool_that_was_won_before_has_all_stake_anew_for_the_game_that_was_played_on() -> None:
    evening = cut_pool().play("ann", "bea")
    evening.begin()
    evening.correct(2, "ann")
    assert evening.state.balances == {"ann": 300, "bea": -300, "cat": -300}
    assert evening.state.on_table == 300
    assert evening.state.warnings == (("pool_without_cut", 2, 3),)


def test_others_should_have_sat_is_said_and_those_who_sat_stay() -> None:
    evening = cut_pool().play("ann", "bea").correct(1, "cat")
    assert evening.state.warnings == (("seats_not_due", 2, "bea", "cat"),)
    assert evening.state.games[1].players == ("ann", "bea")
    assert evening.state.games[1].won_by() == "bea"


def test_game_without_a_result_any_more_is_named_once_another_was_begun() -> None:
    evening = cut_pool().play("ann", "bea")
    del evening.results["r1"]
    assert evening.reread().warnings == (("seats_not_due", 2, "ann", "cat"), ("game_undecided", 1))


def test_sharing_of_a_pool_that_was_won_after_all_gives_nothing() -> None:
    evening = cut_pool().play("ann", "bea").add("pool_shared", how="paid").add("closed")
    evening.correct(2, "ann")
    assert evening.state.balances == {"ann": 400, "bea": -200, "cat": -200}
    assert evening.state.warnings == (("sharing_unused", 2),)


def test_pool_that_stands_after_the_close_is_told() -> None:
    evening = cut_pool().play("ann", "ann").add("closed").correct(2, "bea")
    assert evening.state.warnings == (("closed_too_early", 500),)
    assert evening.state.stage == "closed"


def test_other_terms_hold_from_the_next_pool() -> None:
    evening = cut_pool().play("ann", "ann").add("agreed", terms={"stake": 50, "custom": "entrant"})
    evening.add("cut", rounds=[CUT])
    assert evening.state.on_table == 150


RULES: list[tuple[str, str | None, list[int], list[int]]] = [
    ("loser", None, [300, 400, 400, 500, 500], [-300, 500, -200]),
    ("loser", "all", [300, 400, 400, 500, 500], [-300, 500, -200]),
    ("entrant", None, [300, 300, 400, 400, 500], [-200, 300, -100]),
    ("entrant", "all", [300, 300, 400, 400, 500], [-200, 300, -100]),
    ("entrant", "engaged", [200, 200, 300, 300, 400], [-200, 300, -100]),
]
"""Cases of custom and first stakes.

Each has the pool after the cut, after game 1, in game 2, after it, and in game 3, then the balances of Ann,
Bea and Cat after Bea, who sat out the first game, has won games 2 and 3.
"""


@pytest.mark.parametrize(("custom", "first_stakes", "pools", "balances"), RULES)
def test_pool_grows_by_its_custom(
    custom: str, first_stakes: str | None, pools: list[int], balances: list[int]
) -> None:
    evening = cut_pool(custom=custom, first_stakes=first_stakes)
    amounts = [evening.state.on_table]
    for winner in ("cat", "bea"):
        evening.play(winner)
        amounts.append(evening.state.on_table)
        evening.begin()
        amounts.append(evening.state.on_table)
        evening.undo()
    evening.play("bea")
    assert amounts == pools
    assert list(evening.state.balances.values()) == balances


def by_engaged(*players: str) -> Evening:
    return cut_pool(*players, custom="entrant", first_stakes="engaged")


def test_who_is_out_of_the_first_game_has_staked_nothing_where_only_those_engaged_do() -> None:
    evening = by_engaged()
    assert paid(evening) == [100, 0, 100]
    assert evening.state.balances == {"ann": -100, "bea": 0, "cat": -100}


def test_pool_of_those_engaged_that_two_games_running_take_is_staked_by_two_again() -> None:
    evening = by_engaged().play("ann", "ann")
    assert evening.state.balances == {"ann": 200, "bea": -100, "cat": -100}
    evening.add("seated", out="ann")
    assert evening.state.on_table == 200
    assert evening.state.balances == {"ann": 200, "bea": -200, "cat": -200}


def test_void_game_of_a_pool_of_those_engaged_costs_nobody_anything() -> None:
    evening = by_engaged()
    evening.void(evening.begin())
    assert evening.state.on_table == 200
    evening.play("ann").void(evening.begin())
    assert evening.state.balances == {"ann": -100, "bea": 0, "cat": -100}
    evening.begin()
    assert evening.state.balances == {"ann": -100, "bea": -100, "cat": -100}


def test_who_came_in_has_staked_also_when_the_first_game_is_made_void_afterwards() -> None:
    evening = by_engaged().play("ann")
    evening.begin()
    evening.void("r1")
    assert evening.state.games[1].players == ("ann", "bea")
    assert evening.state.balances == {"ann": -100, "bea": -100, "cat": -100}


def test_correction_of_a_pool_of_those_engaged_has_two_stake_for_the_game_that_was_played_on() -> None:
    evening = by_engaged().play("ann", "bea")
    evening.begin()
    evening.correct(2, "ann")
    # Ann has won 3.00 with game 2; Bea and Cat, who played game 3, stake for the pool that began with it.
    assert evening.state.balances == {"ann": 200, "bea": -200, "cat": -200}
    assert evening.state.on_table == 200
    assert evening.state.warnings == (("pool_without_cut", 2, 3),)


def test_terms_without_first_stakes_are_those_in_which_all_three_stake() -> None:
    for custom in ("loser", "entrant"):
        old, new = cut_pool(custom=custom), cut_pool(custom=custom, first_stakes="all")
        for evening in (old, new):
            for winner in ("ann", "bea", "bea"):
                evening.play(winner)
            evening.correct(2, "ann")
        assert old.state.ledger == new.state.ledger
        assert old.state.ledger[0].postings == (("", 300), ("ann", -100), ("bea", -100), ("cat", -100))


def test_only_those_engaged_stake_from_the_pool_after_it_was_agreed_on() -> None:
    evening = cut_pool(custom="entrant").play("ann", "ann")
    evening.add("agreed", terms={"stake": 100, "custom": "entrant", "first_stakes": "engaged"})
    evening.add("cut", rounds=[CUT])
    assert evening.state.on_table == 200


def test_place_of_who_has_staked_nothing_gets_nothing_back_but_in_equal_parts() -> None:
    evening = by_engaged().add("pool_shared", how="paid")
    assert evening.state.balances == {"ann": 0, "bea": 0, "cat": 0}
    evening = by_engaged().add("pool_shared", how="equal")
    assert evening.state.balances == {"ann": 67 - 100, "bea": 67, "cat": 66 - 100}
