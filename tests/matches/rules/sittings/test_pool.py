"""A pool beyond the examples of docs/sittings.md: changing players, games that do not count, corrected results."""

from __future__ import annotations

from matches.rules.sittings.state import Waiting
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


def test_first_to_wait_for_the_place_out_waits_there() -> None:
    evening = cut_pool("ann", "bea", "cat", "dan").play("ann").add("left", player="cat")
    assert evening.state.queue == (Waiting("dan", ("out_by_place",)),)


def test_game_given_up_counts_for_nobody_whatever_its_record_says() -> None:
    evening = cut_pool()
    rubber = evening.begin()
    evening.add("game_abandoned", game=1)
    evening.put_result(rubber, "A")
    assert evening.state.games[0].status == "abandoned"
    assert evening.state.balances == {"ann": -100, "bea": -100, "cat": -100}


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


def by_engaged(*players: str) -> Evening:
    return cut_pool(*players, custom="entrant", first_stakes="engaged")


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
