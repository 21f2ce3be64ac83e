"""A French table beyond the examples of docs/sittings.md: turns, agreements, la chouette, corrected results."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.sittings.french import (
    at_stake,
    staked_on,
    total_on,
    with_chouette,
    withdraw_latest_first,
    withdrawals_latest_first,
)
from matches.rules.sittings.state import Bet, SideOfTable
from tests.matches.rules.sittings.evenings import Evening, french


def staked(evening: Evening) -> Evening:
    """Let each of the two seated players stake 1.00 on themselves."""
    evening.stake(*((player, player, 100) for player in evening.state.seats))
    return evening


def play(evening: Evening, *winners: str) -> None:
    for winner in winners:
        staked(evening).play(winner)


def order(evening: Evening) -> str:
    """Return the seated and the waiting players like ``"ann bea | cat dan"``."""
    waiting = (each.player for each in evening.state.queue)
    return f"{' '.join(evening.state.seats)} | {' '.join(waiting)}"


def test_who_comes_back_during_a_game_comes_after_its_loser() -> None:
    evening = french("ann", "bea", "cat", "dan")
    play(evening, "ann")
    evening.add("left", player="bea")
    staked(evening).begin()
    evening.add("returned", player="bea").end("ann")
    assert order(evening) == "ann dan | cat bea"
    assert [each.why for each in evening.state.queue] == [("went_out", 2), ("came_back", 2)]


def test_bettor_who_comes_to_sit_has_nothing_on_his_opponent() -> None:
    evening = staked(french("ann", "bea", "cat", "dan"))
    evening.stake(("cat", "ann", 200), ("dan", "ann", 300)).add("left", player="bea")
    assert list(evening.state.bets) == [Bet("ann", "ann", 100), Bet("dan", "ann", 300)]
    evening.add("chouette", player="cat")
    assert evening.state.sides == (SideOfTable("ann", 400, 0), SideOfTable("cat", 400, 0))
    evening.add("chouette_undone")
    assert evening.refusal("bet_withdrawn", player="cat") == ("not_bet", "cat")


def test_stake_of_both_sides_and_what_is_uncovered() -> None:
    evening = staked(french("ann", "bea", "cat")).stake(("cat", "bea", 250))
    assert evening.state.sides == (SideOfTable("ann", 100, 0), SideOfTable("bea", 350, 250))
    evening.level()
    assert evening.state.sides == (SideOfTable("ann", 100, 0), SideOfTable("bea", 100, 0))


def test_bets_on_the_game_being_played_are_shown_until_it_ends() -> None:
    evening = staked(french("ann", "bea"))
    evening.begin()
    assert [bet.player for bet in evening.state.bets] == ["ann", "bea"]
    assert evening.state.on_table == 200
    evening.end("bea")
    assert list(evening.state.bets) == []
    assert evening.state.on_table == 0


def test_bet_stands_where_a_newcomer_is_in_time_for_the_seat() -> None:
    evening = french("ann", "bea", "cat")
    play(evening, "ann", "ann")
    staked(evening).stake(("cat", "ann", 200))
    evening.add("left", player="bea")
    assert [bet.player for bet in evening.state.bets] == ["ann"]
    evening.come("dan")
    assert order(evening) == "ann dan | cat"
    assert [bet.player for bet in evening.state.bets] == ["ann", "cat"]


def test_chouette_covers_whatever_comes_and_keeps_his_seat_when_he_loses() -> None:
    evening = french("ann", "bea", "cat", "dan").add("chouette", player="ann")
    evening.stake(("bea", "bea", 100), ("cat", "bea", 250), ("dan", "bea", 50 + 50))
    assert evening.state.sides == (SideOfTable("ann", 450, 0), SideOfTable("bea", 450, 0))
    evening.play("bea")
    assert evening.state.balances == {"ann": -450, "bea": 100, "cat": 250, "dan": 100}
    assert order(evening) == "ann bea | cat dan"
    assert evening.state.games[0].chouette == "A"
    assert evening.state.chouette == ""


def test_own_stake_counts_again_when_chouette_is_given_up() -> None:
    evening = staked(french("ann", "bea")).stake(("bea", "bea", 400)).add("chouette", player="ann")
    assert evening.state.sides[0].total == 500
    evening.add("chouette_undone")
    assert evening.state.sides[0].total == 100


def betting() -> Evening:
    """Return Ann's 1.00 and Cat's 5.00 against Bea's 1.00, with Dan's 1.50 and Eve's 3.50 to cover the rest."""
    evening = staked(french("ann", "bea", "cat", "dan", "eve"))
    evening.stake(("cat", "ann", 500), ("dan", "bea", 150), ("eve", "bea", 350))
    return evening


def test_bystanders_keep_their_bets_where_there_is_enough_for_all() -> None:
    evening = staked(french("ann", "bea", "cat", "dan"))
    evening.stake(("cat", "ann", 500), ("dan", "bea", 150)).take("bea", 300)
    assert staked_on(evening.state.bets, "bea") == {"bea": 400, "dan": 150}
    assert evening.state.sides[0].uncovered == 50
    evening.take("bea")
    assert staked_on(evening.state.bets, "bea") == {"bea": 600}
    assert evening.refusal("bets_taken", player="bea", amount=1, withdrawn=[]) == ("nothing_to_take", "bea")


def test_bystanders_give_way_to_who_covers_all() -> None:
    evening = betting().cover_all("bea")
    assert evening.state.sides == (SideOfTable("ann", 600, 0), SideOfTable("bea", 600, 0))
    assert evening.refusal("bet", player="eve", on="ann", amount=100) == ()
    evening.add("chouette_undone")
    assert staked_on(evening.state.bets, "bea") == {"bea": 100}


def test_history_tells_who_took_and_who_gave_way() -> None:
    evening = betting().take("bea", 400)
    taken, *gave_way = (line.why for line in evening.state.history[-3:])
    assert taken == ("bets_taken", "bea", 400)
    assert gave_way == [("made_way", "eve", 350), ("made_way", "dan", 50)]


def test_what_was_taken_stays_taken_when_a_result_before_it_is_corrected() -> None:
    evening = french("ann", "bea", "cat", "dan")
    play(evening, "ann")
    staked(evening).stake(("cat", "cat", 100), ("dan", "ann", 300), ("bea", "cat", 300))
    evening.take("cat").play("cat")
    money = evening.state.ledger[2:]
    evening.correct(1, "bea")
    assert [entry.postings for entry in evening.state.ledger[2:]] == [entry.postings for entry in money]


def test_corrected_result_moves_the_money_and_leaves_who_sat() -> None:
    evening = french("ann", "bea", "cat")
    play(evening, "ann", "cat")
    evening.correct(1, "bea")
    assert evening.state.warnings == (("seats_not_due", 2, "cat", "bea"),)
    assert evening.state.games[1].players == ("ann", "cat")
    assert evening.state.balances == {"ann": -200, "bea": 100, "cat": 100}
    assert order(evening) == "bea cat | ann"


def test_close_gives_back_what_was_bet_on_a_game_that_is_not_played() -> None:
    evening = staked(french("ann", "bea")).add("closed").add("reopened")
    assert evening.state.bets == ()


def test_cash_that_was_handed_over_is_not_asked_for_again() -> None:
    evening = french("ann", "bea")
    play(evening, "ann")
    evening.add("closed")
    assert evening.state.owed == (("bea", "ann", 100),)
    evening.add("paid", **{"from": "bea", "to": "ann", "amount": 60})
    assert evening.state.owed == (("bea", "ann", 40),)


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
    assert withdrawals_latest_first(BETS, "a", excess) == back


def test_withdrawing_takes_his_latest_bets_first() -> None:
    left = withdraw_latest_first(BETS, "c", 100)
    assert left == (Bet("a", "a", 200), Bet("c", "a", 250), Bet("b", "b", 400), Bet("d", "a", 200))


def test_chouette_has_as_much_at_stake_as_all_who_bet_against_him() -> None:
    assert with_chouette(BETS, "b", "a")[-1] == Bet("b", "b", 750)
    assert total_on(with_chouette(BETS, "b", "a"), "b") == 750
    assert with_chouette((), "b", "a") == ()
