"""Table links through the API: created, shown once, listed and revoked."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.models import Club, LogEntry, Rubber, SentRequest, TableLink, User
from matches.pads.table_links import read_token, token_hash
from tests.matches.api.calling import Caller, guests, opening, problem, token_for
from tests.matches.api.tables import drawn_cup, open_table
from tests.matches.pages.records import make_member

pytestmark = pytest.mark.django_db


def live(api: Caller, club: Club) -> str:
    return str(api.post("rubbers/", opening(club, *guests(club))).headers["Location"])


def opens(code: str) -> str:
    """Return the path to which a phone with this code is redirected."""
    answer = Client().post("/t/", {"code": code})
    assert answer.status_code == 303, answer.content
    return str(answer.headers["Location"])


class TestOfOneThing:
    def test_code_is_shown_once_and_opens_the_pad(self, api: Caller, club: Club) -> None:
        path = live(api, club)
        answer = api.post(f"{path}links/", {"good_for": "week"})
        assert answer.status_code == 201
        assert answer.headers["Cache-Control"] == "no-store"
        made = answer.json()
        token = read_token(made["code"])
        assert made["address"].endswith(f"/t/#{token}")
        assert made["hint"] == token[:4]
        assert opens(made["code"]) == f"/pad/{made['rubber']}/"
        (listed,) = api.get(f"{path}links/").json()["results"]
        assert listed.keys() == made.keys() - {"code", "address"}
        assert (listed["state"], listed["made_by"]) == ("good", "owner")
        assert listed["opened_at"] is not None
        assert [each["name"] for each in listed["players"]] == ["Ann", "Bob"]
        one = api.get(answer.headers["Location"])
        assert one.json() == listed
        assert token not in one.content.decode()

    def test_code_is_not_kept_for_the_same_request(self, api: Caller, club: Club) -> None:
        path = f"{live(api, club)}links/"
        first, second = (api.post(path, {}, Idempotency_Key="k").json() for _ in range(2))
        assert first["code"]
        assert second == {**first, "code": None, "address": None}
        kept = str(SentRequest.objects.get().result)
        assert first["code"] not in kept
        assert read_token(first["code"]) not in kept
        assert TableLink.objects.get().token_hash == token_hash(read_token(first["code"]))

    def test_rubber_that_is_over_gets_none(self, api: Caller, rubber: Rubber) -> None:
        error = problem(api.post(f"rubbers/{rubber.public_id}/links/", {}), 409, "wrong_state")
        assert error["state"] == "confirmed"

    def test_body_has_a_form(self, api: Caller, club: Club) -> None:
        path = f"{live(api, club)}links/"
        wrongs: list[Any] = [{"good_for": "year"}, {"good_for": None}, {"days": 3}, []]
        for wrong in wrongs:
            problem(api.post(path, wrong), 422, "invalid")

    def test_table_is_opened_by_it_and_written_to(self, api: Caller, club: Club) -> None:
        table = open_table(api, club)
        made = api.post(f"{table.path}links/", {}).json()
        assert (made["sitting"], made["rubber"], made["players"]) == (table.state["id"], None, None)
        assert opens(made["code"]) == f"/tables/{table.state['id']}/"
        assert [each["id"] for each in api.get(f"{table.path}links/").json()["results"]] == [made["id"]]

    def test_is_taken_back(self, api: Caller, club: Club) -> None:
        made = api.post(f"{live(api, club)}links/", {})
        path = made.headers["Location"]
        problem(api.delete(path), 428, "if_match_missing")
        problem(api.delete(path, If_Match='"other"'), 412, "changed_meanwhile")
        answer = api.delete(path, If_Match=api.tag(path))
        assert (answer.status_code, answer.json()["state"]) == (200, "revoked")
        assert api.delete(path, If_Match="*").json()["revoked_at"] == answer.json()["revoked_at"]
        assert Client().post("/t/", {"code": made.json()["code"]}).status_code == 410
        assert LogEntry.objects.filter(kind="club.table_link_revoked").count() == 1

    def test_player_takes_back_his_own_alone(self, api: Caller, club: Club) -> None:
        member = make_member(club, "he@example.org")
        (bob,) = guests(club, "Bob")
        he = Caller(token_for(member))
        own = he.post("rubbers/", opening(club, member.players.get(), bob)).headers["Location"]
        his = he.post(f"{own}links/", {}).headers["Location"]
        ours = api.post(f"{own}links/", {}).headers["Location"]
        assert he.get(his).status_code == 200
        problem(he.delete(ours, If_Match="*"), 403, "not_allowed")
        assert api.delete(his, If_Match="*").status_code == 200


class TestOfARound:
    def test_every_table_gets_one(self, api: Caller, club: Club, owner: User) -> None:
        event = drawn_cup(club, owner)
        path = f"events/{event.public_id}/links/"
        answer = api.post(path, {"stage": 1, "round": 1})
        assert answer.status_code == 201, answer.content
        made = answer.json()["links"]
        assert len({each["code"] for each in made}) == 3
        assert {each["round"] for each in made} == {"1"}
        assert {each["rubber"] for each in made} == {None}
        assert opens(made[0]["code"]).startswith("/pad/")
        listed = api.get(path).json()["results"]
        assert [each["id"] for each in listed] == [each["id"] for each in made]
        assert [each["rubber"] is None for each in listed] == [False, True, True]

    def test_some_of_them(self, api: Caller, club: Club, owner: User) -> None:
        path = f"events/{drawn_cup(club, owner).public_id}/links/"
        assert len(api.post(path, {"pairings": [2, 2]}).json()["links"]) == 1
        error = problem(api.post(path, {"pairings": [1, 7]}), 422, "invalid")
        assert error["errors"][0]["pointer"] == "/pairings/1"

    def test_codes_are_not_kept(self, api: Caller, club: Club, owner: User) -> None:
        path = f"events/{drawn_cup(club, owner).public_id}/links/"
        answers = [api.post(path, {}, Idempotency_Key="k").json()["links"] for _ in range(2)]
        assert [each["id"] for each in answers[0]] == [each["id"] for each in answers[1]]
        assert {each["code"] for each in answers[1]} == {None}
        assert TableLink.objects.count() == 3

    def test_round_that_is_not_released_gets_none(self, api: Caller, club: Club, owner: User) -> None:
        path = f"events/{drawn_cup(club, owner, is_released=False).public_id}/links/"
        assert problem(api.post(path, {}), 409, "event_refused")["reason"] == "not_released"

    def test_event_without_a_plan_gets_none(self, api: Caller, rubber: Rubber) -> None:
        error = problem(api.post(f"events/{rubber.event.public_id}/links/", {}), 409, "event_refused")
        assert error["reason"] == "not_released"

    @pytest.mark.parametrize("body", [{"stage": 2}, {"round": 2}, {"stage": 1, "round": 9}])
    def test_other_rounds(self, api: Caller, club: Club, owner: User, body: Any) -> None:
        path = f"events/{drawn_cup(club, owner).public_id}/links/"
        assert problem(api.post(path, body), 409, "event_refused")["reason"] == "not_released"


@pytest.mark.parametrize("rows", [1, 3])
def test_asks_the_same_with_one_link_and_with_three(
    api: Caller, club: Club, django_assert_num_queries: Any, rows: int
) -> None:
    path = f"{live(api, club)}links/"
    for _ in range(rows):
        link = api.post(path, {}).headers["Location"]
    with django_assert_num_queries(4):
        assert len(api.get(path).json()["results"]) == rows
    with django_assert_num_queries(3):
        api.get(link)
