"""Whole evenings of pools and French tables through the API alone."""

from __future__ import annotations

from typing import Any

import pytest

from matches.common.commands import CommandContext
from matches.models import Club, Player, Rubber, Sitting, User
from matches.sittings.games import begin_game, record_winner
from matches.sittings.record_facts import NewSitting, open_sitting, record_sitting_fact
from matches.sittings.sitting_state import sitting_state
from tests.factories.clubs import make_club
from tests.matches.api.calling import Caller, guests, problem
from tests.matches.api.tables import CUT, TERMS, open_table, refused

pytestmark = [pytest.mark.django_db, pytest.mark.core]

DEALS = ("A S =A5 (2-0)", "B S =A5 (4-0)", "A S =A3 (5-0)")


class TestPool:
    def test_evening_of_the_handbook_comes_out_as_reckoned_by_hand(self, api: Caller, club: Club) -> None:
        table = open_table(api, club)
        assert (table.state["stage"], table.state["seats"]) == ("cut", [None, None])
        assert {"cut", "seated", "joined", "undone"} <= set(table.state["may"])
        state = table.cut()
        assert [each["name"] for each in state["seats"]] == ["Ann", "Cat"]
        assert state["cut"] == [["HK", "D9"]]
        assert state["dealer"] == "A"
        assert (state["queue"][0]["player"]["name"], state["queue"][0]["why"]["code"]) == (
            "Bea",
            "out_by_cut",
        )
        assert state["queue"][0]["why"]["params"] == {"card": "S7"}
        assert table.balances() == {"Ann": -100, "Bea": -100, "Cat": -100, "table": 300}
        table.play("Cat")
        assert table.balances() == {"Ann": -200, "Bea": -100, "Cat": -100, "table": 400}
        table.play("Bea")
        table.play("Bea")
        assert table.balances() == {"Ann": -300, "Bea": 500, "Cat": -200, "table": 0}
        assert table.owed() == [("Ann", "Bea", 300), ("Cat", "Bea", 200)]
        closed = table.put("closed")
        expected = ("closed", "closed", ["paid", "reopened", "undone"])
        assert (closed["phase"], closed["stage"], closed["may"]) == expected
        table.put("paid", **{"from": "Ann", "to": "Bea", "amount": 300})
        assert table.owed() == [("Cat", "Bea", 200)]

    def test_game_is_recorded_deal_by_deal_at_its_rubber(self, api: Caller, club: Club) -> None:
        table = open_table(api, club)
        table.cut()
        game = table.put("game_begun")["game"]
        rubber = f"rubbers/{game['rubber']}/"
        for deal in DEALS[:2]:
            answer = api.post(f"{rubber}deals/", {"egn": deal}, If_Match=api.tag(rubber))
            assert answer.status_code == 201, answer.content
        assert table.look()["game"]["score"] == [4, 0]
        error = problem(table.send("game_won", game=1, winner="A"), 409, "table_refused")
        assert (error["reason"], error["rubber"]) == ("being_scored", game["rubber"])
        api.post(f"{rubber}deals/", {"egn": DEALS[2]}, If_Match="*")
        error = problem(table.send("game_won", game=1, winner="B"), 409, "table_refused")
        assert error["reason"] == "deals_say_otherwise"
        assert api.post(f"{rubber}close/", {}, If_Match=api.tag(rubber)).status_code == 200
        assert table.look()["game"] is None
        (played,) = table.all("games")
        assert (played["status"], played["winner"], played["pool"]) == ("won", "A", 1)
        # The cut for who stays out is the cut for the first deal.
        assert "Game 1 cut A=HK B=D9\n" in Rubber.objects.get(public_id=game["rubber"]).egn

    def test_evening_is_the_same_as_by_the_services(self, api: Caller, club: Club, owner: User) -> None:
        table = open_table(api, club)
        table.cut()
        for winner in ("Cat", "Bea", "Cat", "Cat"):
            table.play(winner)
        table.look()
        by_hand = _by_services(make_club("garrick"), owner, ["Cat", "Bea", "Cat", "Cat"])
        names = {each.public_id: each.name for each in Player.objects.all()}
        ours = Sitting.objects.get(public_id=table.state["id"])
        assert _ledger(ours, names) == _ledger(by_hand, names)
        assert sum(table.balances().values()) == 0

    def test_every_entry_of_the_ledger_adds_up_to_nothing(self, api: Caller, club: Club) -> None:
        table = open_table(api, club)
        table.cut()
        table.play("Ann")
        table.play("Bea")
        postings = table.all("ledger")
        assert [each["position"] for each in postings] == list(range(1, len(postings) + 1))
        sums: dict[int, int] = {}
        for each in postings:
            sums[each["entry"]] = sums.get(each["entry"], 0) + each["amount"]
        assert set(sums.values()) == {0}
        assert {each["player"] is None for each in postings} == {True, False}
        ledger = api.get(f"{table.path}ledger/?player={table.id('Bea')}&why=stakes").json()["results"]
        assert [(each["amount"], each["why"]) for each in ledger] == [(-100, "stakes")]
        ledger = api.get(f"{table.path}ledger/?game=1&order=-position").json()["results"]
        assert {each["why"] for each in ledger} == {"loss"}
        people = {each["player"]["name"]: each for each in table.all("people")}
        assert {name: each["balance"] for name, each in people.items()} == {
            name: amount for name, amount in table.balances().items() if name != "table"
        }
        assert people["Ann"]["is_here"]
        assert people["Ann"]["is_playing"]

    def test_only_those_engaged_stake(self, api: Caller, club: Club) -> None:
        terms = {"stake": 100, "custom": "entrant", "first_stakes": "engaged"}
        table = open_table(api, club, terms=terms)
        assert table.state["terms"] == terms
        table.put("seated", out="Cat")
        pools = []
        for winner in "AB":
            table.put("game_begun")
            pools.append(table.look()["on_table"])
            table.put("game_won", game=len(pools), winner=winner)
        assert table.put("game_begun")["on_table"] == 400
        assert pools == [200, 300]
        body = {"kind": "pool", "name": "Fire", "terms": {**terms, "custom": "loser"}}
        answer = api.post(f"clubs/{club.public_id}/tables/", body)
        refused(answer, "terms_wrong", field="first_stakes")
        wrong = {**body, "terms": {**terms, "first_stakes": "two"}}
        problem(api.post(f"clubs/{club.public_id}/tables/", wrong), 422, "invalid")

    def test_who_ties_cuts_again(self, api: Caller, club: Club) -> None:
        table = open_table(api, club)
        first = {table.id("Ann"): "HK", table.id("Bea"): "S7", table.id("Cat"): "D7"}
        error = problem(table.send("cut", rounds=[first]), 409, "table_refused")
        assert error["reason"] == "cut_again"
        assert set(error["params"]["players"]) == {table.id("Bea"), table.id("Cat")}
        again = {table.id("Bea"): "HA", table.id("Cat"): "CK"}
        assert table.put("cut", rounds=[first, again])["queue"][0]["player"]["name"] in ("Bea", "Cat")

    def test_who_stays_out_is_said_where_nobody_noted_the_cards(self, api: Caller, club: Club) -> None:
        table = open_table(api, club)
        problem(table.send("seated", a="Ann", b="Bea"), 422, "invalid")
        assert table.put("seated", out="Cat")["queue"][0]["why"]["code"] == "out_by_word"

    def test_pool_that_nobody_won_is_shared(self, api: Caller, club: Club) -> None:
        table = open_table(api, club)
        table.cut()
        refused(table.send("closed"), "pool_standing", pool=1)
        table.put("pool_shared")
        assert table.balances() == {"Ann": 0, "Bea": 0, "Cat": 0, "table": 0}
        agreed = table.put("agreed", terms={"stake": 250, "custom": "entrant"})
        assert agreed["terms"] == {"stake": 250, "custom": "entrant"}
        refused(table.send("agreed", terms={"least": 100}), "terms_wrong", field="custom")
        table.put("closed")
        refused(table.send("cut", rounds=[{}]), "sitting_closed")
        assert table.put("reopened")["phase"] == "open"


class TestFrenchTable:
    def test_evening_of_the_handbook_comes_out_as_reckoned_by_hand(self, api: Caller, club: Club) -> None:
        table = open_table(api, club, "Ann", "Bea", "Cat", "Dan", "Eve", kind="french")
        assert [each["name"] for each in table.state["seats"]] == ["Ann", "Bea"]
        assert table.state["to_stake"] == [table.id("Ann"), table.id("Bea")]
        refused(table.send("game_begun"), "stake_wanted", player=table.id("Ann"), least=100)
        for player, on, amount in [
            ("Ann", "Ann", 200),
            ("Bea", "Bea", 400),
            ("Cat", "Ann", 300),
            ("Dan", "Ann", 200),
            ("Eve", "Bea", 100),
        ]:
            table.put("bet", player=player, on=on, amount=amount)
        assert table.state["sides"] == [
            {"player": table.id("Ann"), "total": 700, "uncovered": 200},
            {"player": table.id("Bea"), "total": 500, "uncovered": 0},
        ]
        assert table.state["to_stake"] == []
        game = table.put("game_begun")["game"]
        expected = {"Ann": -200, "Bea": -400, "Cat": -300, "Dan": -200, "Eve": -100, "table": 1200}
        assert table.balances() == expected
        table.put("game_won", game=1, winner="A", points=[5, 2])
        assert table.balances() == {"Ann": 200, "Bea": -400, "Cat": 180, "Dan": 120, "Eve": -100, "table": 0}
        (played,) = table.all("games")
        assert (played["covered"], played["pool"], played["rubber"]) == (500, None, game["rubber"])
        body = api.get(f"rubbers/{game['rubber']}/").json()
        assert (body["code"], body["state"]) == ("French", "confirmed")
        assert api.get(f"rubbers/{game['rubber']}/games/1/").json()["points"] == [5, 2]
        assert [each["name"] for each in table.state["seats"]] == ["Ann", "Cat"]
        assert table.state["queue"][-1]["why"] == {
            "code": "went_out",
            "params": {"game": 1},
            "text": "went out after game 1",
        }

    def test_excess_goes_back_the_latest_bets_first(self, api: Caller, club: Club) -> None:
        table = open_table(api, club, "Ann", "Bea", "Cat", kind="french")
        table.put("bet", player="Ann", on="Ann", amount=200)
        table.put("bet", player="Bea", on="Bea", amount=100)
        table.put("bet", player="Cat", on="Ann", amount=300)
        wrong = [{"player": table.id("Ann"), "amount": 100}]
        refused(table.send("levelled", withdrawn=wrong), "levelled_wrong", amount=100, uncovered=400)
        levelled = table.put("levelled")
        assert [(table.name(bet["player"]), bet["amount"]) for bet in levelled["bets"]] == [
            ("Ann", 100),
            ("Bea", 100),
        ]
        refused(table.send("levelled"), "nothing_uncovered")
        refused(table.send("bet_withdrawn", player="Cat"), "not_bet", player=table.id("Cat"))
        assert table.put("bet_withdrawn", player="Ann", amount=50)["sides"][0]["total"] == 50

    def test_player_takes_bets_ahead_of_bystanders(self, api: Caller, club: Club) -> None:
        table = open_table(api, club, "Ann", "Bea", "Cat", "Dan", kind="french")
        for who, on, amount in (
            ("Ann", "Ann", 100),
            ("Bea", "Bea", 100),
            ("Cat", "Ann", 300),
            ("Dan", "Bea", 300),
        ):
            table.put("bet", player=who, on=on, amount=amount)
        refused(table.send("bets_taken", player="Cat"), "take_not_seated", player=table.id("Cat"))
        refused(table.send("bets_taken", player="Bea", amount=301), "taken_too_much", amount=301, most=300)
        taken = table.put("bets_taken", player="Bea", amount=200)
        bets = [(each["player"], each["amount"]) for each in taken["bets"] if each["on"] == table.id("Bea")]
        assert bets == [(table.id("Bea"), 100), (table.id("Dan"), 100), (table.id("Bea"), 200)]
        taken = table.put("bets_taken", player="Bea")
        assert [side["total"] for side in taken["sides"]] == [400, 400]
        assert table.id("Dan") not in [each["player"] for each in taken["bets"]]

    def test_chouette_has_bystanders_give_way(self, api: Caller, club: Club) -> None:
        table = open_table(api, club, "Ann", "Bea", "Cat", kind="french")
        table.put("bet", player="Cat", on="Bea", amount=200)
        assert table.put("chouette", player="Bea")["bets"] == []

    def test_chouette_and_people_who_come_and_go(self, api: Caller, club: Club) -> None:
        table = open_table(api, club, "Ann", "Bea", "Cat", kind="french")
        assert table.put("chouette", player="Bea")["chouette"] == table.id("Bea")
        assert table.put("chouette_undone")["chouette"] is None
        table.put("stood_aside", player="Cat")
        table.put("stood_in", player="Cat")
        table.put("left", player="Ann")
        refused(table.send("left", player="Ann"), "not_here", player=table.id("Ann"))
        table.put("returned", player="Ann")
        assert [each["name"] for each in table.put("seated", a="Ann", b="Cat")["seats"]] == ["Ann", "Cat"]
        problem(table.send("seated", out="Ann"), 422, "invalid")
        (dan,) = guests(club, "Dan")
        joined = table.put("joined", player=dan.public_id, only_bets=True)
        assert "Dan" not in [each["player"]["name"] for each in joined["queue"]]
        table.put("left", player=dan.public_id)
        # Players come back as they left, or as the request states: the page's own service sees to it.
        assert "Dan" in [
            each["player"]["name"] for each in table.put("joined", player=dan.public_id)["queue"]
        ]

    def test_game_that_is_given_up_counts_as_not_played(self, api: Caller, club: Club) -> None:
        table = open_table(api, club, "Ann", "Bea", kind="french")
        table.put("bet", player="Ann", on="Ann", amount=100)
        table.put("bet", player="Bea", on="Bea", amount=100)
        game = table.put("game_begun")["game"]
        refused(table.send("bet", player="Ann", on="Ann", amount=100), "game_underway", game=1)
        assert table.put("game_abandoned", game=1)["game"] is None
        assert table.balances() == {"Ann": 0, "Bea": 0, "table": 0}
        assert api.get(f"rubbers/{game['rubber']}/").json()["state"] == "void"
        refused(table.send("game_won", game=1, winner="A"), "no_such_game")


def _by_services(club: Club, owner: User, winners: list[str]) -> Sitting:
    act = CommandContext(by=owner, key="")
    new = frozenset(CUT)
    new_sitting = NewSitting(kind="pool", name="Corner", terms=TERMS["pool"], names=tuple(CUT), new=new)
    sitting = open_sitting(club, new_sitting, act=act)
    ids = dict(club.players.filter(name__in=CUT).values_list("name", "public_id"))
    record_sitting_fact(
        sitting, "cut", {"rounds": [{ids[name]: card for name, card in CUT.items()}]}, act=act
    )
    for winner in winners:
        game = begin_game(sitting, act=act).game
        assert game is not None
        record_winner(sitting, game.number, "A" if game.a == ids[winner] else "B", act=act)
    sitting.refresh_from_db()
    return sitting


def _ledger(sitting: Sitting, names: dict[str, str]) -> list[tuple[Any, ...]]:
    return [
        (entry.why, tuple((names.get(account, ""), amount) for account, amount in entry.postings))
        for entry in sitting_state(sitting).ledger
    ]
