"""A French table beyond the plain course of docs/sittings.md: turns, agreements, la chouette, results corrected."""

from __future__ import annotations

import pytest

from matches.rules.sittings.covering import staked_on
from matches.rules.sittings.state import Bet, SideOfTable, Waiting
from tests.matches.rules.sittings.evenings import Evening, french


def staked(evening: Evening) -> Evening:
    """Each of the two who sit has 1.00 on himself."""
    evening.stake(*((player, player, 100) for player in evening.state.seats))
    return evening


def play(evening: Evening, winner: str) -> None:
    staked(evening).play(winner)


def order(evening: Evening) -> str:
    """``"ann bea | cat dan"``: who sits, and who waits."""
    waiting = (each.player for each in evening.state.queue)
    return f"{' '.join(evening.state.seats)} | {' '.join(waiting)}"


def test_those_who_have_not_played_come_before_those_who_have() -> None:
    evening = french("ann", "bea", "cat")
    play(evening, "ann")
    play(evening, "ann")
    assert order(evening) == "ann bea | cat"
    assert evening.state.queue == (Waiting("cat", ("went_out", 2)),)
    staked(evening)
    evening.come("dan")

    assert order(evening) == "ann bea | dan cat"


def test_newcomer_is_in_time_until_something_is_staked_on_the_next_game() -> None:
    evening = french("ann", "bea", "cat")
    play(evening, "ann")
    play(evening, "ann")
    evening.come("dan")

    assert order(evening) == "ann dan | bea cat"


def test_who_comes_back_during_a_game_comes_after_its_loser() -> None:
    evening = french("ann", "bea", "cat", "dan")
    play(evening, "ann")
    evening.add("left", player="bea")
    staked(evening).begin()
    evening.add("returned", player="bea")
    evening.end("ann")

    assert order(evening) == "ann dan | cat bea"
    assert [each.why for each in evening.state.queue] == [("went_out", 2), ("came_back", 2)]


def test_who_only_bets_waits_for_no_seat_until_he_says_so() -> None:
    evening = french("ann", "bea")
    evening.add("joined", player="cat", only_bets=True)
    evening.stake(("cat", "ann", 300))
    assert order(evening) == "ann bea | "
    evening.add("stood_in", player="cat")
    assert order(evening) == "ann bea | cat"
    evening.add("stood_aside", player="bea")

    assert order(evening) == "ann cat | "
    assert evening.state.person("bea").is_here


def test_bets_of_who_leaves_and_bets_on_him_go_back() -> None:
    evening = staked(french("ann", "bea", "cat", "dan"))
    evening.stake(("cat", "bea", 200), ("dan", "ann", 300))
    evening.add("left", player="bea")
    assert list(evening.state.bets) == [Bet("ann", "ann", 100), Bet("dan", "ann", 300)]
    evening.add("left", player="dan")

    assert list(evening.state.bets) == [Bet("ann", "ann", 100)]
    assert order(evening) == "ann cat | "


def test_bettor_who_comes_to_sit_has_nothing_on_his_adversary() -> None:
    evening = staked(french("ann", "bea", "cat", "dan"))
    evening.stake(("cat", "ann", 200), ("dan", "ann", 300))
    evening.add("left", player="bea")
    assert list(evening.state.bets) == [Bet("ann", "ann", 100), Bet("dan", "ann", 300)]
    evening.add("chouette", player="cat")

    assert evening.state.sides == (SideOfTable("ann", 400, 0), SideOfTable("cat", 400, 0))
    evening.add("chouette_undone")
    assert evening.refusal("bet_withdrawn", player="cat") == ("not_bet", "cat")


def test_bet_stands_where_a_newcomer_is_in_time_for_the_seat() -> None:
    evening = french("ann", "bea", "cat")
    play(evening, "ann")
    play(evening, "ann")
    staked(evening).stake(("cat", "ann", 200))
    evening.add("left", player="bea")
    assert [bet.player for bet in evening.state.bets] == ["ann"]
    evening.come("dan")

    assert order(evening) == "ann dan | cat"
    assert [bet.player for bet in evening.state.bets] == ["ann", "cat"]


def test_bettor_who_is_seated_by_agreement_has_nothing_on_his_adversary() -> None:
    evening = staked(french("ann", "bea", "cat"))
    evening.stake(("cat", "bea", 200))
    evening.add("seated", a="cat", b="bea")

    assert list(evening.state.bets) == [Bet("bea", "bea", 100)]


def test_bet_of_who_leaves_during_the_game_stands() -> None:
    evening = staked(french("ann", "bea", "cat", "dan"))
    evening.stake(("cat", "bea", 200), ("dan", "ann", 200))
    evening.begin()
    evening.add("left", player="dan")
    evening.end("ann")

    assert evening.state.balances == {"ann": 100, "bea": -100, "cat": -200, "dan": 200}


def test_any_two_may_sit_by_agreement_and_whoever_gave_up_his_seat_waits_in_his_order() -> None:
    evening = french("ann", "bea", "cat", "dan")
    play(evening, "ann")
    staked(evening)
    evening.add("seated", a="dan", b="bea")

    assert order(evening) == "dan bea | cat ann"
    assert evening.state.bets == ()
    play(evening, "dan")
    assert order(evening) == "dan cat | ann bea"


def test_stake_of_both_sides_and_what_is_uncovered() -> None:
    evening = staked(french("ann", "bea", "cat"))
    evening.stake(("cat", "bea", 250))

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


def test_void_game_gives_every_stake_back_and_the_same_two_play_again() -> None:
    evening = staked(french("ann", "bea", "cat"))
    evening.stake(("cat", "ann", 500))
    evening.void(evening.begin())

    assert not any(evening.state.balances.values())
    assert order(evening) == "ann bea | cat"
    assert not evening.state.person("ann").has_played
    assert evening.state.bets == ()


def test_chouette_covers_whatever_comes_and_keeps_his_seat_when_he_loses() -> None:
    evening = french("ann", "bea", "cat", "dan")
    evening.add("chouette", player="ann")
    evening.stake(("bea", "bea", 100), ("cat", "bea", 250), ("dan", "bea", 50 + 50))
    assert evening.state.sides == (SideOfTable("ann", 450, 0), SideOfTable("bea", 450, 0))
    evening.play("bea")

    assert evening.state.balances == {"ann": -450, "bea": 100, "cat": 250, "dan": 100}
    assert order(evening) == "ann bea | cat dan"
    assert evening.state.games[0].chouette == "A"
    assert evening.state.chouette == ""


def test_chouette_that_wins_sends_the_other_out() -> None:
    evening = french("ann", "bea", "cat")
    evening.add("chouette", player="ann")
    evening.stake(("bea", "bea", 100), ("cat", "bea", 250))
    evening.play("ann")

    assert evening.state.balances == {"ann": 350, "bea": -100, "cat": -250}
    assert order(evening) == "ann cat | bea"


def test_own_stake_counts_again_when_chouette_is_given_up() -> None:
    evening = staked(french("ann", "bea"))
    evening.stake(("bea", "bea", 400))
    evening.add("chouette", player="ann")
    assert evening.state.sides[0].total == 500
    evening.add("chouette_undone")

    assert evening.state.sides[0].total == 100


def betting() -> Evening:
    """Ann 1.00 and Cat 5.00 against Bea's 1.00; Dan 1.50 and then Eve 3.50 cover them all."""
    evening = staked(french("ann", "bea", "cat", "dan", "eve"))
    evening.stake(("cat", "ann", 500), ("dan", "bea", 150), ("eve", "bea", 350))
    return evening


TAKINGS: list[tuple[str, int | None, dict[str, int], dict[str, int]]] = [
    ("bea", None, {"bea": 600}, {"ann": 100, "cat": 500}),
    ("bea", 1, {"bea": 101, "dan": 150, "eve": 349}, {"ann": 100, "cat": 500}),
    ("bea", 350, {"bea": 450, "dan": 150}, {"ann": 100, "cat": 500}),
    ("bea", 400, {"bea": 500, "dan": 100}, {"ann": 100, "cat": 500}),
    ("ann", None, {"bea": 100, "dan": 150, "eve": 350}, {"ann": 600}),
    ("ann", 200, {"bea": 100, "dan": 150, "eve": 350}, {"ann": 300, "cat": 300}),
]
"""Who takes how much; what stands on Bea and on Ann then."""


@pytest.mark.parametrize(("player", "amount", "on_bea", "on_ann"), TAKINGS)
def test_player_takes_bets_ahead_of_bystanders(
    player: str, amount: int | None, on_bea: dict[str, int], on_ann: dict[str, int]
) -> None:
    evening = betting()
    evening.take(player, amount)

    assert staked_on(evening.state.bets, "bea") == on_bea
    assert staked_on(evening.state.bets, "ann") == on_ann
    assert not any(side.uncovered for side in evening.state.sides)


def test_bystanders_keep_their_bets_where_there_is_enough_for_all() -> None:
    evening = staked(french("ann", "bea", "cat", "dan"))
    evening.stake(("cat", "ann", 500), ("dan", "bea", 150))
    evening.take("bea", 300)
    assert staked_on(evening.state.bets, "bea") == {"bea": 400, "dan": 150}
    assert evening.state.sides[0].uncovered == 50
    evening.take("bea")

    assert staked_on(evening.state.bets, "bea") == {"bea": 600}
    assert evening.refusal("bets_taken", player="bea", amount=1, withdrawn=[]) == ("nothing_to_take", "bea")


def test_history_tells_who_took_and_who_gave_way() -> None:
    evening = betting()
    evening.take("bea", 400)

    assert [line.why for line in evening.state.history[-3:]] == [
        ("bets_taken", "bea", 400),
        ("made_way", "eve", 350),
        ("made_way", "dan", 50),
    ]


def test_taking_is_undone_with_what_gave_way() -> None:
    evening = betting()
    before = evening.state.bets
    evening.take("bea")
    evening.undo()

    assert evening.state.bets == before


def test_what_was_taken_stays_taken_when_a_result_before_it_is_corrected() -> None:
    evening = french("ann", "bea", "cat", "dan")
    play(evening, "ann")
    staked(evening).stake(("cat", "cat", 100), ("dan", "ann", 300), ("bea", "cat", 300))
    evening.take("cat")
    evening.play("cat")
    money = evening.state.ledger[2:]
    evening.correct(1, "bea")

    assert [entry.postings for entry in evening.state.ledger[2:]] == [entry.postings for entry in money]


def test_bystanders_give_way_to_who_covers_all() -> None:
    evening = betting()
    evening.cover_all("bea")

    assert evening.state.sides == (SideOfTable("ann", 600, 0), SideOfTable("bea", 600, 0))
    assert evening.refusal("bet", player="eve", on="ann", amount=100) == ()
    evening.add("chouette_undone")
    assert staked_on(evening.state.bets, "bea") == {"bea": 100}


def test_corrected_result_moves_the_money_and_leaves_who_sat() -> None:
    evening = french("ann", "bea", "cat")
    play(evening, "ann")
    play(evening, "cat")
    evening.correct(1, "bea")

    assert evening.state.warnings == (("seats_not_due", 2, "cat", "bea"),)
    assert evening.state.games[1].players == ("ann", "cat")
    assert evening.state.balances == {"ann": -200, "bea": 100, "cat": 100}
    assert order(evening) == "bea cat | ann"


def test_close_gives_back_what_was_bet_on_a_game_that_is_not_played() -> None:
    evening = staked(french("ann", "bea"))
    evening.add("closed")
    evening.add("reopened")

    assert evening.state.bets == ()


def test_cash_that_was_handed_over_is_not_asked_for_again() -> None:
    evening = french("ann", "bea")
    play(evening, "ann")
    evening.add("closed")
    assert evening.state.owed == (("bea", "ann", 100),)
    evening.add("paid", **{"from": "bea", "to": "ann", "amount": 60})

    assert evening.state.owed == (("bea", "ann", 40),)
