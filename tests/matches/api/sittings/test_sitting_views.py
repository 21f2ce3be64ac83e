"""Pools and French tables through the API alone: opened, changed, refused and shown to their viewers."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.models import Club, Event, LogEntry, Player, Sitting, User
from tests.factories.clubs import make_club
from tests.matches.api.calling import Caller, guests, problem, token_for
from tests.matches.api.tables import CUT, TERMS, open_table, refused
from tests.matches.pages.records import make_member

pytestmark = [pytest.mark.django_db, pytest.mark.core]


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
        for path, sent in ((facts, body), (f"{table.path}undo/", {})):
            problem(api.post(path, sent), 428, "if_match_missing")
            problem(api.post(path, sent, If_Match='"other"'), 412, "changed_meanwhile")
            problem(api.post(path, sent, If_Match='"a", "b"'), 400, "bad_request")
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
        answer = api.post(undo, {"version": 1}, If_Match=table.tag)
        error = refused(answer, "undone_another", version=1, last=game["last"]["version"])
        assert error["detail"] == "Something else has been recorded since. Check the table."
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
        error = problem(table.send("game_won", game=1, winner="B"), 409, "table_refused")
        assert error["reason"] == "directors_result"

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
        error = problem(table.send("joined", player=eve.public_id), 422, "unknown_player")
        assert error["errors"][0]["pointer"] == "/player"
        refused(table.send("left", player=eve.public_id), "never_here", player=eve.public_id)
        refused(table.send("joined", player="Ann"), "here_already", player=table.id("Ann"))
        refused(table.send("bet", player="Ann", on="Ann", amount=1), "only_french")
        answer = table.send("paid", **{"from": "Ann", "to": "Ann", "amount": 1})
        refused(answer, "paid_himself", player=table.id("Ann"))

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
    def test_member_without_a_role_may_do_nothing(self, api: Caller, club: Club) -> None:
        member = Caller(token_for(make_member(club, "she@example.org")))
        assert member.read(open_table(api, club).path)["may"] == []

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
