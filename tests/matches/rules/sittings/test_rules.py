"""Rules refuse what may not be done at a table, with an error code and its parameters."""

from __future__ import annotations

from typing import Any

import pytest

from matches.rules.sittings.act_errors import ERROR_CODES
from matches.rules.sittings.facts import MOST_AMOUNT, MOST_PEOPLE
from tests.matches.rules.sittings.evenings import Evening, french, pool

OPENING = {
    "kind": "pool",
    "name": "Pool",
    "date": "2026-10-04",
    "currency": "GBP",
    "terms": {"stake": 100, "custom": "loser"},
}
CUT = {"ann": "HK", "bea": "S7", "cat": "D9"}
FIRST = {"game": 1, "rubber": "r1"}


def unopened() -> Evening:
    return Evening()


def cut_pool() -> Evening:
    return pool().add("cut", rounds=[CUT])


def playing_pool() -> Evening:
    evening = cut_pool()
    evening.begin()
    return evening


def left_alone() -> Evening:
    return cut_pool().add("left", player="ann").add("left", player="bea")


def left_alone_and_out() -> Evening:
    return cut_pool().play("ann").add("left", player="ann").add("left", player="bea")


def closed() -> Evening:
    return pool().add("closed")


def table() -> Evening:
    """Return a table: 1.00 of Ann's on Ann; 2.00 of Bea's and 5.00 of Cat's on Bea. Eve only bets, Dan has left."""
    evening = french("ann", "bea", "cat", "dan").add("left", player="dan")
    evening.add("joined", player="eve", only_bets=True)
    evening.stake(("ann", "ann", 100), ("bea", "bea", 200), ("cat", "bea", 500))
    return evening


def covering() -> Evening:
    return french("ann", "bea", "cat").add("chouette", player="ann")


def played() -> Evening:
    evening = table()
    evening.play("ann")
    return evening


def disputed() -> Evening:
    """Return a table on which game 1, won by Ann, is open again, and game 2 is over."""
    evening = played()
    evening.stake(*((player, player, 100) for player in evening.state.seats)).play("ann")
    del evening.results["r1"]
    evening.reread()
    return evening


def given_up() -> Evening:
    evening = playing_pool()
    evening.add("game_abandoned", game=1)
    return evening


def crowded() -> Evening:
    return french(*(f"p{number}" for number in range(MOST_PEOPLE)))


def opening(**changes: Any) -> dict[str, Any]:
    return {**OPENING, **changes}


def cards(*rounds: str) -> dict[str, Any]:
    return {"rounds": [dict(card.split("=") for card in cut.split()) for cut in rounds]}


def back(**amounts: int) -> dict[str, Any]:
    return {"withdrawn": [{"player": player, "amount": amount} for player, amount in amounts.items()]}


def taking(player: str, amount: int, **amounts: int) -> dict[str, Any]:
    return {"player": player, "amount": amount, **back(**amounts)}


def covered() -> Evening:
    """Return the table with 1.00 of Ann's and 6.00 of Eve's on Ann, the total that Bea and Cat have on Bea."""
    evening = table()
    evening.stake(("eve", "ann", 600))
    return evening


REFUSALS: list[tuple[Any, Any, dict[str, Any], tuple[Any, ...]]] = [
    (unopened, "joined", {"player": "ann"}, ("not_opened",)),
    (unopened, "opened", opening(kind="whist"), ("kind_unknown",)),
    (unopened, "opened", opening(name=" "), ("name_wanted",)),
    (unopened, "opened", opening(date="4 October"), ("date_wrong",)),
    (unopened, "opened", opening(currency="pounds"), ("currency_wrong",)),
    (unopened, "opened", opening(terms={"stake": 0, "custom": "loser"}), ("terms_wrong", "stake")),
    (unopened, "opened", opening(terms={"stake": 1.5, "custom": "loser"}), ("terms_wrong", "stake")),
    (unopened, "opened", opening(terms={"stake": 100, "custom": "all"}), ("terms_wrong", "custom")),
    (unopened, "opened", opening(terms={"stake": 100}), ("terms_wrong", "custom")),
    *(
        (unopened, "opened", opening(terms={"stake": 100, **terms}), expected)
        for terms, expected in (
            ({"custom": "loser", "first_stakes": "engaged"}, ("terms_wrong", "first_stakes")),
            ({"custom": "entrant", "first_stakes": "two"}, ("terms_wrong", "first_stakes")),
            ({"custom": "entrant", "first_stakes": ["all"]}, ("terms_wrong", "first_stakes")),
        )
    ),
    (unopened, "opened", opening(kind="french"), ("terms_wrong", "custom")),
    (pool, "opened", OPENING, ("opened_already",)),
    (pool, "agreed", {"terms": {"stake": 100, "custom": "loser"}}, ("terms_same",)),
    (pool, "agreed", {"terms": {"stake": 100, "custom": "loser", "first_stakes": "all"}}, ("terms_same",)),
    (cut_pool, "agreed", {"terms": {"stake": 50, "custom": "loser"}}, ("pool_standing", 1)),
    (closed, "joined", {"player": "dan"}, ("sitting_closed",)),
    (pool, "reopened", {}, ("sitting_not_closed",)),
    (cut_pool, "closed", {}, ("pool_standing", 1)),
    (playing_pool, "closed", {}, ("game_underway", 1)),
    (disputed, "closed", {}, ("game_undecided", 1)),
    (pool, "bet", {"player": "ann", "on": "ann", "amount": 100}, ("only_french",)),
    (pool, "joined", {"player": "dan", "only_bets": True}, ("only_french",)),
    (french, "cut", cards("ann=HK bea=S7 cat=D9"), ("only_pool",)),
    # people
    (pool, "joined", {"player": ""}, ("player_wanted",)),
    (pool, "joined", {"player": "ann"}, ("here_already", "ann")),
    (table, "joined", {"player": "dan"}, ("was_here", "dan")),
    (crowded, "joined", {"player": "ann"}, ("too_many_people", MOST_PEOPLE)),
    (table, "left", {"player": "dan"}, ("not_here", "dan")),
    (table, "left", {"player": "flo"}, ("never_here", "flo")),
    (table, "returned", {"player": "ann"}, ("away_not", "ann")),
    (playing_pool, "left", {"player": "ann"}, ("game_underway", 1)),
    (left_alone, "left", {"player": "cat"}, ("last_of_pool", "cat", 1)),
    (left_alone_and_out, "left", {"player": "cat"}, ("last_of_pool", "cat", 1)),
    (table, "stood_aside", {"player": "eve"}, ("aside_already", "eve")),
    (table, "stood_in", {"player": "ann"}, ("in_already", "ann")),
    # who sits
    (lambda: pool("ann", "bea"), "cut", cards("ann=HK bea=S7"), ("people_wanted", 1)),
    (cut_pool, "cut", cards("ann=HK bea=S7 cat=D9"), ("pool_standing", 1)),
    (pool, "cut", cards("ann=HK bea=S7"), ("cut_people", 1)),
    (pool, "cut", {"rounds": []}, ("cut_people", 1)),
    (pool, "cut", cards("ann=HK bea=S7 cat=X2"), ("cut_card", "X2")),
    (pool, "cut", cards("ann=HK bea=S7 cat=S7"), ("cut_card_twice", "S7")),
    (pool, "cut", cards("ann=HK bea=S7 cat=D7"), ("cut_again", ("bea", "cat"))),
    (pool, "cut", cards("ann=HK bea=S7 cat=D9", "bea=SK cat=S8"), ("cut_people", 2)),
    (pool, "cut", cards("ann=HK bea=S7 cat=D7", "bea=SK"), ("cut_people", 2)),
    (pool, "seated", {"out": "dan"}, ("seated_stranger", "dan")),
    (table, "seated", {"a": "ann", "b": "eve"}, ("seated_stranger", "eve")),
    (table, "seated", {"a": "cat", "b": "cat"}, ("seated_with_himself", "cat")),
    (table, "seated", {"a": "ann", "b": "bea"}, ("seated_same",)),
    # stakes
    (table, "bet", {"player": "eve", "on": "cat", "amount": 100}, ("bet_on_nobody", "cat")),
    (table, "bet", {"player": "ann", "on": "bea", "amount": 100}, ("bet_on_adversary", "ann")),
    (table, "bet", {"player": "cat", "on": "ann", "amount": 100}, ("bet_on_both", "cat", "bea")),
    (table, "bet", {"player": "eve", "on": "ann", "amount": 99}, ("amount_wrong", 100, MOST_AMOUNT)),
    (table, "bet", {"player": "eve", "on": "ann", "amount": True}, ("amount_wrong", 100, MOST_AMOUNT)),
    (
        table,
        "bet",
        {"player": "eve", "on": "ann", "amount": MOST_AMOUNT + 1},
        ("amount_wrong", 100, MOST_AMOUNT),
    ),
    (table, "bet", {"player": "dan", "on": "ann", "amount": 100}, ("not_here", "dan")),
    (lambda: french("ann"), "bet", {"player": "ann", "on": "ann", "amount": 100}, ("people_wanted", 1)),
    (covering, "bet", {"player": "cat", "on": "ann", "amount": 100}, ("bet_on_chouette", "ann")),
    (table, "bet_withdrawn", {"player": "eve"}, ("not_bet", "eve")),
    (table, "bet_withdrawn", {"player": "cat", "amount": 501}, ("bet_is_less", "cat", 500)),
    (table, "levelled", back(cat=599), ("bet_is_less", "cat", 500)),
    (table, "levelled", back(cat=500), ("levelled_wrong", 500, 600)),
    (table, "levelled", back(cat=500, ann=100), ("levelled_other_side", "ann")),
    (covering, "levelled", back(ann=100), ("nothing_uncovered",)),
    (table, "bets_taken", taking("cat", 100), ("take_not_seated", "cat")),
    (table, "bets_taken", taking("ann", 601), ("taken_too_much", 601, 600)),
    (table, "bets_taken", taking("ann", 0), ("amount_wrong", 1, MOST_AMOUNT)),
    (table, "bets_taken", taking("bea", 100), ("nothing_to_take", "bea")),
    (covered, "bets_taken", taking("ann", 100), ("way_wrong", "ann")),
    (covered, "bets_taken", taking("ann", 100, eve=99), ("way_wrong", "ann")),
    (covered, "bets_taken", taking("ann", 100, ann=100), ("way_wrong", "ann")),
    (covering, "bets_taken", taking("bea", 100), ("chouette_already", "ann")),
    (playing_pool, "bets_taken", taking("ann", 100), ("only_french",)),
    (table, "chouette", {"player": "cat"}, ("chouette_not_seated", "cat")),
    (table, "chouette", {"player": "bea"}, ("chouette_of_bets", "bea")),
    (covering, "chouette", {"player": "bea"}, ("chouette_already", "ann")),
    (table, "chouette_undone", {}, ("no_chouette",)),
    (pool, "pool_shared", {"how": "paid"}, ("pool_not_standing",)),
    (cut_pool, "pool_shared", {"how": "by lot"}, ("share_wrong",)),
    # games
    (pool, "game_begun", {**FIRST, "a": "ann", "b": "bea"}, ("cut_wanted",)),
    (cut_pool, "game_begun", {**FIRST, "a": "cat", "b": "ann"}, ("game_seats", "ann", "cat")),
    (cut_pool, "game_begun", {**FIRST, "game": 2, "a": "ann", "b": "cat"}, ("game_number", 2, 1)),
    (cut_pool, "game_begun", {**FIRST, "rubber": "", "a": "ann", "b": "cat"}, ("game_rubber",)),
    (playing_pool, "game_begun", {**FIRST, "a": "ann", "b": "cat"}, ("game_underway", 1)),
    (covering, "game_begun", {**FIRST, "a": "ann", "b": "bea"}, ("stake_wanted", "bea", 100)),
    (cut_pool, "game_abandoned", {"game": 1}, ("no_game",)),
    (playing_pool, "game_abandoned", {"game": 2}, ("game_number", 2, 1)),
    # cash and undoing
    (pool, "paid", {"from": "ann", "to": "ann", "amount": 1}, ("paid_himself", "ann")),
    (pool, "paid", {"from": "ann", "to": "dan", "amount": 1}, ("never_here", "dan")),
    (pool, "paid", {"from": "ann", "to": "bea", "amount": 0}, ("amount_wrong", 1, MOST_AMOUNT)),
    (unopened, "undone", {"version": 1}, ("not_opened",)),
    (pool, "undone", {"version": 3}, ("undone_another", 3, 4)),
    (played, "undone", {"version": 11}, ("undone_after_play", 1)),
    (given_up, "undone", {"version": 7}, ("undone_abandoned", 1)),
]


@pytest.mark.parametrize(("evening", "kind", "payload", "refusal"), REFUSALS)
def test_refuses_with_a_code(
    evening: Any, kind: Any, payload: dict[str, Any], refusal: tuple[Any, ...]
) -> None:
    made = evening()
    assert made.refusal(kind, **payload) == refusal
    assert len(refusal) - 1 == len(ERROR_CODES[refusal[0]])


@pytest.mark.parametrize(
    "terms",
    [
        {"custom": "loser"},
        {"custom": "loser", "first_stakes": "all"},
        {"custom": "entrant"},
        {"custom": "entrant", "first_stakes": "all"},
        {"custom": "entrant", "first_stakes": "engaged"},
    ],
)
def test_pool_may_be_opened_by_each_custom(terms: dict[str, str]) -> None:
    assert Evening().refusal("opened", **opening(terms={"stake": 100, **terms})) == ()


def test_every_code_is_one_that_something_is_refused_with() -> None:
    tried = {refusal[0] for *_, refusal in REFUSALS}
    assert set(ERROR_CODES) - tried == {"cut_too_often", "undone_all"}


def test_opening_is_not_undone() -> None:
    evening = Evening()
    evening.add("opened", **OPENING)
    assert evening.refusal("undone", version=1) == ("undone_all",)
    assert "undone" not in evening.state.may


def test_cut_that_ties_for_ever_is_refused() -> None:
    rounds = cards(*["ann=HK bea=S7 cat=D7", *["bea=S7 cat=D7"] * 20])
    assert pool().refusal("cut", **rounds) == ("cut_too_often", 20)


@pytest.mark.parametrize(
    ("evening", "kinds"),
    [
        (unopened, "opened"),
        (lambda: pool("ann"), "agreed joined left closed undone"),
        (pool, "agreed joined left cut seated paid closed undone"),
        (cut_pool, "joined left game_begun pool_shared paid undone"),
        (playing_pool, "joined left game_abandoned paid undone"),
        (closed, "paid reopened undone"),
        (
            table,
            "agreed joined left returned stood_aside stood_in seated bet bet_withdrawn levelled "
            "bets_taken chouette game_begun paid closed undone",
        ),
        (covering, "agreed joined left stood_aside seated bet chouette_undone paid closed undone"),
    ],
)
def test_what_may_be_done_now(evening: Any, kinds: str) -> None:
    assert evening().state.may == tuple(kinds.split())
