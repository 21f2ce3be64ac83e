"""What the pad of a rubber may do besides its deals, through the API."""

from __future__ import annotations

from typing import Any

import pytest

from matches.models import Club, Rubber
from tests.matches.api.calling import Caller, guests, opening, problem, token_for
from tests.matches.pages.records import make_member

pytestmark = pytest.mark.django_db


def live(api: Caller, club: Club, *deals: str) -> str:
    path = str(api.post("rubbers/", opening(club, *guests(club))).headers["Location"])
    for deal in deals:
        assert api.post(f"{path}deals/", {"egn": deal}, If_Match="*").status_code == 201
    return path


def stored(path: str) -> str:
    return Rubber.objects.get(public_id=path.rstrip("/").rpartition("/")[2]).egn


def test_cut_is_noted_until_the_first_deal(api: Caller, club: Club) -> None:
    path = live(api, club)
    assert api.get(path).json()["next_deal"]["dealer"] is None
    tag = api.tag(path)
    answer = api.post(f"{path}cut/", {"pairs": [["HK", "SK"], ["S7", "D9"]]}, If_Match=tag)
    assert answer.status_code == 200, answer.content
    assert answer.json()["next_deal"]["dealer"] == "B"
    problem(api.post(f"{path}cut/", {"pairs": [["HK", "S7"]]}, If_Match=tag), 412, "changed_meanwhile")
    assert api.post(f"{path}cut/", {"pairs": [["HK", "S7"]]}, If_Match="*").json()["version"] == 3
    problem(api.post(f"{path}cut/", {"pairs": [["HK", "SK"]]}, If_Match="*"), 422, "invalid_record")
    api.post(f"{path}deals/", {"egn": "A S =A"}, If_Match="*")
    problem(api.post(f"{path}cut/", {"pairs": [["HK", "S7"]]}, If_Match="*"), 409, "wrong_state")


@pytest.mark.parametrize(
    "body",
    [{}, {"pairs": []}, {"pairs": [["HK"]]}, {"pairs": [["HK", "S2"]]}, {"pairs": [["HK", "S7"]], "a": 1}],
)
def test_cut_has_a_form(api: Caller, club: Club, body: Any) -> None:
    problem(api.post(f"{live(api, club)}cut/", body, If_Match="*"), 422, "invalid")


def test_same_cut_is_noted_once(api: Caller, club: Club) -> None:
    path = live(api, club)
    body = {"pairs": [["HK", "S7"]]}
    for _ in range(2):
        answer = api.post(f"{path}cut/", body, If_Match="*", Idempotency_Key="k")
    assert answer.headers["Idempotency-Replayed"] == "true"
    assert api.get(path).json()["version"] == 2


def test_king_is_marked_late(api: Caller, club: Club) -> None:
    path = live(api, club, "A S =B (0-1)")
    problem(api.post(f"{path}late-king/", {"player": "A"}), 428, "if_match_missing")
    answer = api.post(f"{path}late-king/", {"player": "A"}, If_Match=api.tag(path))
    assert answer.status_code == 200, answer.content
    assert "1. A S =B (0-1) Ka (1-1)\n" in stored(path)
    problem(api.post(f"{path}late-king/", {"player": "A"}, If_Match="*"), 409, "wrong_state")
    problem(api.post(f"{path}late-king/", {"player": "C"}, If_Match="*"), 422, "invalid")


def test_there_is_no_king_without_a_deal(api: Caller, club: Club) -> None:
    problem(api.post(f"{live(api, club)}late-king/", {"player": "A"}, If_Match="*"), 409, "wrong_state")


def test_deal_is_written_anew_and_those_behind_it_follow(api: Caller, club: Club) -> None:
    path = live(api, club, "A S =B (0-1)", "B S =A5 (2-1)")
    answer = api.post(f"{path}games/1/deals/1/rewrite/", {"egn": "A S =B5 (0-2)"}, If_Match=api.tag(path))
    assert answer.status_code == 200, answer.content
    assert answer.json()["next_deal"]["score"] == [2, 2]
    for game, deal in ((1, 3), (2, 1), (1, 0), (9**9, 9**9)):
        again = f"{path}games/{game}/deals/{deal}/rewrite/"
        problem(api.post(again, {"egn": "A S =A"}, If_Match="*"), 404, "not_found")
    problem(api.post(f"{path}games/1/deals/1/rewrite/", {"egn": "x"}, If_Match="*"), 422, "invalid_record")


def test_deal_is_not_written_so_that_later_ones_could_not_be(api: Caller, club: Club) -> None:
    path = live(api, club, "A S =A5 (2-0)", "B S =A5 (4-0)", "A S =B (4-1)")
    answer = api.post(f"{path}games/1/deals/1/rewrite/", {"egn": "A =void"}, If_Match="*")
    told = problem(answer, 422, "invalid_record")
    assert [finding["code"] for finding in told["findings"]] == ["L14"]
    assert "deal 2 of game 1" in told["detail"]


def test_older_deals_are_for_directors(api: Caller, club: Club) -> None:
    path = live(api, club, "A S =A5 (2-0)")
    for role, status in (("director", 200), ("scorer", 403), ("helper", 403)):
        caller = Caller(token_for(make_member(club, f"{role}@example.org", role=role)))
        answer = caller.post(f"{path}games/1/deals/1/rewrite/", {"egn": "A S =B5"}, If_Match="*")
        assert answer.status_code == status, answer.content


def test_rubber_that_is_over_is_left_alone(api: Caller, rubber: Rubber) -> None:
    path = f"rubbers/{rubber.public_id}/"
    for part, body in [
        ("cut/", {"pairs": [["HK", "S7"]]}),
        ("late-king/", {"player": "A"}),
        ("games/1/deals/1/rewrite/", {"egn": "A S =A"}),
    ]:
        problem(api.post(path + part, body, If_Match="*"), 409, "wrong_state")


def test_what_the_winner_of_the_cut_chose_is_noted(api: Caller, club: Club) -> None:
    path = live(api, club)
    body = {"pairs": [["HK", "S7"]], "cards": "red", "seat": "north-east"}
    assert api.post(f"{path}cut/", body, If_Match="*").status_code == 200
    assert "cut A=HK B=S7 cards=red seat=north-east" in Rubber.objects.get().egn
    problem(api.post(f"{path}cut/", {**body, "seat": "by the door"}, If_Match="*"), 422, "invalid")
