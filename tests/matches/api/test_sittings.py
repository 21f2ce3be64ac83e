"""Pools and French tables through the API alone: whole evenings, every refusal, and what each list shows."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.models import Club, Event, LogEntry, Player, Rubber, Sitting, User
from matches.services.act import Act
from matches.services.act_on_sittings import put_down
from matches.services.open_sitting import NewSitting, open_sitting
from matches.services.sitting_games import begin_game, say_who_won
from matches.services.sitting_log import sitting_state
from tests.matches.api.calling import Caller, guests, problem, token_for
from tests.matches.api.tables import CUT, TERMS, open_table
from tests.matches.web.records import make_club, make_member

pytestmark = [pytest.mark.django_db, pytest.mark.core]

DEALS = ("A S =A5 (2-0)", "B S =A5 (4-0)", "A S =A3 (5-0)")


def refused(answer: Any, reason: str, **params: Any) -> dict[str, Any]:
    told = problem(answer, 409, "table_refused")
    assert told["reason"] == reason
    assert told.get("params", {}) == params
    assert told["detail"]
    return told


class TestPool:
    def test_evening_of_the_handbook_comes_out_as_reckoned_by_hand(self, api: Caller, club: Club) -> None:
        table = open_table(api, club)
        assert (table.state["stage"], table.state["seats"]) == ("cut", [None, None])
        assert {"cut", "seated", "joined", "undone"} <= set(table.state["may"])
        shown = table.cut()
        assert [each["name"] for each in shown["seats"]] == ["Ann", "Cat"]
        assert shown["cut"] == [["HK", "D9"]]
        assert shown["dealer"] == "A"
        assert (shown["queue"][0]["player"]["name"], shown["queue"][0]["why"]["code"]) == (
            "Bea",
            "out_by_cut",
        )
        assert shown["queue"][0]["why"]["params"] == {"card": "S7"}
        assert table.balances() == {"Ann": -100, "Bea": -100, "Cat": -100, "table": 300}
        table.play("Cat")
        assert table.balances() == {"Ann": -200, "Bea": -100, "Cat": -100, "table": 400}
        table.play("Bea")
        table.play("Bea")
        assert table.balances() == {"Ann": -300, "Bea": 500, "Cat": -200, "table": 0}
        assert table.owed() == [("Ann", "Bea", 300), ("Cat", "Bea", 200)]
        closed = table.put("closed")
        assert (closed["phase"], closed["stage"], closed["may"]) == (
            "closed",
            "closed",
            ["paid", "reopened", "undone"],
        )
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
        told = problem(table.send("game_won", game=1, winner="A"), 409, "table_refused")
        assert (told["reason"], told["rubber"]) == ("being_scored", game["rubber"])
        api.post(f"{rubber}deals/", {"egn": DEALS[2]}, If_Match="*")
        told = problem(table.send("game_won", game=1, winner="B"), 409, "table_refused")
        assert told["reason"] == "deals_say_otherwise"
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
        asked = api.get(f"{table.path}ledger/?player={table.id('Bea')}&why=stakes").json()["results"]
        assert [(each["amount"], each["why"]) for each in asked] == [(-100, "stakes")]
        asked = api.get(f"{table.path}ledger/?game=1&order=-position").json()["results"]
        assert {each["why"] for each in asked} == {"loss"}
        people = {each["player"]["name"]: each for each in table.all("people")}
        assert {name: each["balance"] for name, each in people.items()} == {
            name: amount for name, amount in table.balances().items() if name != "table"
        }
        assert people["Ann"]["is_here"]
        assert people["Ann"]["is_playing"]

    def test_who_ties_cuts_again(self, api: Caller, club: Club) -> None:
        table = open_table(api, club)
        first = {table.id("Ann"): "HK", table.id("Bea"): "S7", table.id("Cat"): "D7"}
        told = problem(table.send("cut", rounds=[first]), 409, "table_refused")
        assert told["reason"] == "cut_again"
        assert set(told["params"]["players"]) == {table.id("Bea"), table.id("Cat")}
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
        assert table.balances() == {
            "Ann": -200,
            "Bea": -400,
            "Cat": -300,
            "Dan": -200,
            "Eve": -100,
            "table": 1200,
        }
        table.put("game_won", game=1, winner="A", points=[5, 2])
        assert table.balances() == {"Ann": 200, "Bea": -400, "Cat": 180, "Dan": 120, "Eve": -100, "table": 0}
        (played,) = table.all("games")
        assert (played["covered"], played["pool"], played["rubber"]) == (500, None, game["rubber"])
        shown = api.get(f"rubbers/{game['rubber']}/").json()
        assert (shown["code"], shown["state"]) == ("French", "confirmed")
        assert api.get(f"rubbers/{game['rubber']}/games/1/").json()["points"] == [5, 2]
        assert [each["name"] for each in table.state["seats"]] == ["Ann", "Cat"]
        assert table.state["queue"][-1]["why"] == {
            "code": "went_out",
            "params": {"game": 1},
            "text": "went out with game 1",
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
        # He comes as he left, or is told: the page's own service sees to it.
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


class TestOpening:
    def test_names_come_back_as_they_went_in(self, api: Caller, club: Club) -> None:
        names = ("Zoë 𝔄 \u202eabc", "O'Brien; =1+1", "Ann")
        table = open_table(api, club, *names, name="Coin \N{BLACK HEART SUIT} <b>")
        assert table.look()["name"] == "Coin \N{BLACK HEART SUIT} <b>"
        assert [each["player"]["name"] for each in table.all("people")] == list(names)

    def test_games_count_in_an_event_that_has_no_plan(self, api: Caller, club: Club) -> None:
        event = Event.objects.get(
            public_id=api.post(f"clubs/{club.public_id}/events/", {"name": "Cup"}).json()["id"]
        )
        table = open_table(api, club, event=event.public_id)
        assert table.state["event"] == event.public_id
        body = {"kind": "pool", "name": "x", "terms": TERMS["pool"], "event": "7gk2mzq9xwt4bn"}
        problem(api.post(f"clubs/{club.public_id}/tables/", body), 422, "unknown_event")

    def test_is_refused(self, api: Caller, club: Club) -> None:
        path = f"clubs/{club.public_id}/tables/"
        whole = {"kind": "pool", "name": "Corner", "terms": TERMS["pool"]}
        other = guests(make_club("garrick"), "Eve")[0].public_id
        problem(api.post(path, {**whole, "players": [other]}), 422, "unknown_player")
        for wrong in (
            {"kind": "whist"},
            {"kind": None},
            {"name": "\u200b "},
            {"name": "a\0b"},
            {"terms": {"least": 5}},
            {"terms": {"stake": 0}},
            {"terms": {"stake": 1.5}},
            {"terms": None},
            {"players": "Ann"},
            {"stake": 1},
        ):
            assert api.post(path, {**whole, **wrong}).status_code == 422, wrong
        problem(api.post(path, []), 422, "invalid")

    def test_same_request_opens_one(self, api: Caller, club: Club) -> None:
        path = f"clubs/{club.public_id}/tables/"
        body = {"kind": "french", "name": "Corner", "terms": TERMS["french"]}
        answers = [api.post(path, body, Idempotency_Key="k") for _ in range(2)]
        assert answers[0].json() == answers[1].json()
        assert answers[1].headers["Idempotency-Replayed"] == "true"
        assert Sitting.objects.count() == 1

    def test_list_is_narrowed_and_ordered(self, api: Caller, club: Club) -> None:
        pool = open_table(api, club)
        french = open_table(api, club, "Dan", "Eve", kind="french", name="Fire")
        french.put("closed")
        path = f"clubs/{club.public_id}/tables/"

        def listed(query: str) -> list[str]:
            return [each["id"] for each in api.get(path + query).json()["results"]]

        ids = [pool.state["id"], french.state["id"]]
        assert listed("") == ids
        assert listed("?kind=french") == listed("?phase=closed") == ids[1:]
        assert listed("?order=-name") == ids[::-1]
        day = pool.state["date"]
        assert listed(f"?date_from={day}&date_to={day}") == ids
        assert listed("?date_to=2001-01-01") == listed("?event=7gk2mzq9xwt4bn") == []
        line = api.get(path).json()["results"][0]
        assert (line["game_count"], line["event"], line["phase"]) == (0, None, "open")


class TestChanging:
    def test_is_made_on_what_was_read(self, api: Caller, club: Club) -> None:
        table = open_table(api, club)
        facts = f"{table.path}facts/"
        body = {"kind": "left", "player": table.id("Ann")}
        for path, told in ((facts, body), (f"{table.path}undo/", {})):
            problem(api.post(path, told), 428, "if_match_missing")
            problem(api.post(path, told, If_Match='"other"'), 412, "changed_meanwhile")
            problem(api.post(path, told, If_Match='"a", "b"'), 400, "bad_request")
        before = table.tag
        table.put("left", player="Ann")
        problem(api.post(facts, body, If_Match=before), 412, "changed_meanwhile")
        assert api.post(facts, {**body, "kind": "returned"}, If_Match="*").status_code == 201
        table.look()
        assert api.get(table.path, If_None_Match=table.tag).status_code == 304

    def test_same_request_is_put_down_once(self, api: Caller, club: Club) -> None:
        table = open_table(api, club)
        body = {"kind": "left", "player": table.id("Ann")}
        answers = [
            api.post(f"{table.path}facts/", body, If_Match=table.tag, Idempotency_Key="k") for _ in range(2)
        ]
        assert [answer.status_code for answer in answers] == [201, 201]
        assert answers[0].json() == answers[1].json()
        assert LogEntry.objects.filter(kind="sitting.left").count() == 1

    def test_last_thing_is_taken_back(self, api: Caller, club: Club) -> None:
        table = open_table(api, club)
        table.cut()
        game = table.put("game_begun")
        undo = f"{table.path}undo/"
        told = refused(
            api.post(undo, {"version": 1}, If_Match=table.tag),
            "undone_another",
            version=1,
            last=game["last"]["version"],
        )
        assert told["detail"] == "Something else was put down since: look at the table as it is now."
        back = table.take(api.post(undo, {"reason": "Not yet."}, If_Match=table.tag))
        assert (back["game"], back["last"]["kind"]) == (None, "cut")
        rubber = f"rubbers/{game['game']['rubber']}/"
        assert api.get(rubber).json()["state"] == "void"
        facts = table.all("facts")
        assert [each["kind"] for each in facts][-3:] == ["cut", "game_begun", "undone"]
        assert [each["is_undone"] for each in facts][-3:] == [False, True, False]
        assert facts[-1]["reason"] == "Not yet."
        assert facts[0]["told"] == ["Opened: Pool."]
        assert [each["kind"] for each in api.get(f"{table.path}facts/?kind=cut").json()["results"]] == ["cut"]

    def test_result_is_said_again_until_the_table_is_closed(self, api: Caller, club: Club) -> None:
        table = open_table(api, club)
        table.cut()
        table.play("Cat")
        table.put("game_won", game=1, winner="A", points=[5, 4])
        assert table.all("games")[0]["winner"] == "A"
        problem(table.send("game_won", game=1, winner="A", points=[4, 4]), 422, "invalid")
        rubber = f"rubbers/{table.all('games')[0]['rubber']}/"
        api.post(f"{rubber}dispute/", {"reason": "No."}, If_Match="*")
        table.look()
        told = problem(table.send("game_won", game=1, winner="B"), 409, "table_refused")
        assert told["reason"] == "directors_result"

    @pytest.mark.parametrize(
        "body",
        [
            {},
            [],
            "bet",
            {"kind": "opened"},
            {"kind": "undone", "version": 1},
            {"kind": ["bet"]},
            {"kind": "bet", "player": "x", "on": "x", "amount": 1},
            {"kind": "bet", "player": "7gk2mzq9xwt4bn", "on": "7gk2mzq9xwt4bn", "amount": "1"},
            {"kind": "bet", "player": "7gk2mzq9xwt4bn", "on": "7gk2mzq9xwt4bn", "amount": 10**12},
            {"kind": "cut", "rounds": [{"a": "S2"}]},
            {"kind": "cut", "rounds": []},
            {"kind": "closed", "now": True},
            {"kind": "closed", "reason": "\0"},
            {"kind": "paid", "to": "7gk2mzq9xwt4bn", "amount": 1},
            {"kind": "game_won", "game": 0, "winner": "A"},
            {"kind": "game_won", "game": 2**31, "winner": "A"},
        ],
    )
    def test_what_is_no_fact_is_refused(self, api: Caller, club: Club, body: Any) -> None:
        table = open_table(api, club)
        problem(api.post(f"{table.path}facts/", body, If_Match="*"), 422, "invalid")
        assert table.look()["version"] == 4

    def test_somebody_whom_the_club_does_not_know_does_not_come(self, api: Caller, club: Club) -> None:
        table = open_table(api, club)
        (eve,) = guests(make_club("garrick"), "Eve")
        told = problem(table.send("joined", player=eve.public_id), 422, "unknown_player")
        assert told["errors"][0]["pointer"] == "/player"
        refused(table.send("left", player=eve.public_id), "never_here", player=eve.public_id)
        refused(table.send("joined", player="Ann"), "here_already", player=table.id("Ann"))
        refused(table.send("bet", player="Ann", on="Ann", amount=1), "only_french")
        refused(
            table.send("paid", **{"from": "Ann", "to": "Ann", "amount": 1}),
            "paid_himself",
            player=table.id("Ann"),
        )

    def test_names_are_mended_and_the_version_stays(self, api: Caller, club: Club) -> None:
        table = open_table(api, club)
        table.cut()
        before = table.tag
        Player.objects.filter(name="Ann").update(name="Anne")
        assert table.look()["seats"][0]["name"] == "Anne"
        assert (table.state["version"], table.tag == before) == (5, False)
        assert (
            api.post(
                f"{table.path}facts/", {"kind": "left", "player": table.id("Ann")}, If_Match=before
            ).status_code
            == 201
        )


class TestWhoSees:
    def test_amounts_are_for_the_clubs_people_alone(self, api: Caller, club: Club, anybody: Caller) -> None:
        table = open_table(api, club)
        stranger = Caller(token_for(make_member(make_club("garrick"), "he@example.org")))
        member = Caller(token_for(make_member(club, "she@example.org")))
        parts = ["", "people/", "games/", "ledger/", "balances/", "facts/"]
        for path in [f"clubs/{club.public_id}/tables/", *(table.path + part for part in parts)]:
            problem(anybody.get(path), 401, "not_signed_in")
            problem(stranger.get(path), 403, "not_allowed")
            assert member.get(path).status_code == 200
        assert member.get(table.path).json()["may"] == []
        problem(member.post(f"{table.path}facts/", {"kind": "closed"}, If_Match="*"), 403, "not_allowed")
        Club.objects.filter(pk=club.pk).update(is_public=False)
        for caller in (anybody, stranger):
            for part in parts:
                problem(caller.get(table.path + part), 404, "not_found")

    def test_somebody_who_was_forgotten_has_no_name(self, api: Caller, club: Club) -> None:
        table = open_table(api, club)
        Player.objects.filter(name="Ann").update(name="")
        table.cut()
        assert table.state["seats"][0]["name"] is None
        assert table.all("people")[0]["player"]["name"] is None

    def test_browser_needs_the_csrf_token(self, club: Club, owner: User) -> None:
        browser = Client(enforce_csrf_checks=True)
        browser.force_login(owner)
        answer = browser.post(f"/api/v1/clubs/{club.public_id}/tables/", {}, content_type="application/json")
        problem(answer, 403, "csrf_failed")


@pytest.mark.parametrize("rows", [1, 3])
def test_asks_the_same_with_one_row_and_with_three(
    api: Caller, club: Club, django_assert_num_queries: Any, rows: int
) -> None:
    table = open_table(api, club)
    table.cut()
    for winner in ["Ann", "Bea", "Cat"][:rows]:
        table.play(winner)
    table.put("game_begun")
    for player in guests(club, "Dan", "Eve", "Fay")[:rows]:
        table.put("joined", player=player.public_id)
    parts = {"": 5, "people/": 4, "games/": 4, "ledger/": 4, "balances/": 4, "facts/": 6}
    for part, queries in parts.items():
        with django_assert_num_queries(queries):
            assert api.get(table.path + part).status_code == 200, part


@pytest.mark.parametrize("rows", [1, 3])
def test_list_asks_the_same(api: Caller, club: Club, django_assert_num_queries: Any, rows: int) -> None:
    for number in range(rows):
        open_table(api, club, *(f"{name} {number}" for name in CUT))
    with django_assert_num_queries(4):
        assert len(api.get(f"clubs/{club.public_id}/tables/").json()["results"]) == rows


def _by_services(club: Club, owner: User, winners: list[str]) -> Sitting:
    act = Act(by=owner, key="")
    new = frozenset(CUT)
    said = NewSitting(kind="pool", name="Corner", terms=TERMS["pool"], names=tuple(CUT), new=new)
    sitting = open_sitting(club, said, act=act)
    ids = dict(club.players.filter(name__in=CUT).values_list("name", "public_id"))
    put_down(sitting, "cut", {"rounds": [{ids[name]: card for name, card in CUT.items()}]}, act=act)
    for winner in winners:
        game = begin_game(sitting, act=act).game
        assert game is not None
        say_who_won(sitting, game.number, "A" if game.a == ids[winner] else "B", act=act)
    sitting.refresh_from_db()
    return sitting


def _ledger(sitting: Sitting, names: dict[str, str]) -> list[tuple[Any, ...]]:
    return [
        (entry.why, tuple((names.get(account, ""), amount) for account, amount in entry.postings))
        for entry in sitting_state(sitting).ledger
    ]
