"""A rubber's pad takes commands other than deals through the API."""

from __future__ import annotations

from typing import Any

import pytest

from matches.models import Club, LogEntry, PadEntry, Rubber, User
from tests.matches.api.calling import Caller, guests, opening, problem
from tests.matches.api.tables import at_odds

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
    error = problem(answer, 422, "invalid_record")
    assert [finding["code"] for finding in error["findings"]] == ["L14"]
    assert "deal 2 of game 1" in error["detail"]


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


@pytest.fixture
def path(api: Caller, club: Club) -> str:
    return str(api.post("rubbers/", opening(club, *guests(club))).headers["Location"])


def step(**other: Any) -> dict[str, Any]:
    nothing = dict.fromkeys(("deal", "dealer", "calls", "tricks", "score"))
    return {**nothing, "game": 1, "is_void": False, "cut": [], **other}


def choice(path: str, conflict: str) -> str:
    return f"{path}pad-conflicts/{conflict}/"


def score(api: Caller, path: str) -> Any:
    return api.get(path).json()["next_deal"]["score"]


def test_both_are_told_without_a_card(api: Caller, path: str, owner: User) -> None:
    assert api.get(f"{path}pad-conflicts/").json() == {"version": 1, "conflicts": []}
    conflict = at_odds(path, owner, further=1)
    answer = api.get(f"{path}pad-conflicts/")
    (conflict_body,) = answer.json()["conflicts"]
    assert (conflict_body["id"], conflict_body["game"], conflict_body["deal"], conflict_body["device"]) == (
        conflict,
        1,
        1,
        "two",
    )
    first, second = conflict_body["kept"]
    assert first == step(kind="deal", deal=1, dealer="A", calls="S", score=first["score"])
    assert (first["score"][1], second["deal"], second["dealer"]) == (0, 2, "B")
    (recorded,) = conflict_body["recorded"]
    assert (recorded["kind"], recorded["deal"], recorded["score"][0]) == ("deal", 1, 0)
    assert api.get(f"{path}pad-conflicts/", If_None_Match=answer.headers["ETag"]).status_code == 304


def test_kept_one_takes_the_place_of_what_was_recorded(api: Caller, path: str, owner: User) -> None:
    conflict = at_odds(path, owner, further=1)
    kept = api.get(f"{path}pad-conflicts/").json()["conflicts"][0]["kept"]
    tag = api.tag(f"{path}pad-conflicts/")
    answer = api.post(choice(path, conflict), {"stands": "kept"}, If_Match=tag)
    assert answer.status_code == 200, answer.content
    assert answer.json()["next_deal"]["score"] == kept[-1]["score"]
    assert answer.headers["ETag"] == api.tag(path)
    assert api.get(f"{path}pad-conflicts/").json()["conflicts"] == []
    # The version that was read is gone by now, yet the choice is the one that was made.
    assert api.post(choice(path, conflict), {"stands": "kept"}, If_Match=tag).status_code == 200
    problem(api.post(choice(path, conflict), {"stands": "recorded"}, If_Match="*"), 409, "conflict")


def test_recorded_one_stands(api: Caller, path: str, owner: User) -> None:
    conflict = at_odds(path, owner)
    was = score(api, path)
    body = {"stands": "recorded"}
    for _ in range(2):
        answer = api.post(choice(path, conflict), body, If_Match="*", Idempotency_Key="k")
        assert answer.status_code == 200, answer.content
    assert answer.headers["Idempotency-Replayed"] == "true"
    assert score(api, path) == was
    entry = LogEntry.objects.get(kind="club.conflict_kept")
    assert (entry.by, entry.link) == (owner, None)


def test_rubber_does_not_end_before(api: Caller, path: str, owner: User) -> None:
    at_odds(path, owner)
    ending = {"termination": "unfinished"}
    problem(api.post(f"{path}close/", ending, If_Match="*"), 409, "conflict_open")


def test_choice_on_what_was_read_alone(api: Caller, path: str, owner: User) -> None:
    conflict = at_odds(path, owner)
    tag = api.tag(path)
    assert api.post(f"{path}deals/", {"egn": "B S =A"}, If_Match="*").status_code == 201
    there = choice(path, conflict)
    problem(api.post(there, {"stands": "kept"}), 428, "if_match_missing")
    problem(api.post(there, {"stands": "kept"}, If_Match=tag), 412, "changed_meanwhile")
    assert not PadEntry.objects.exclude(settlement="").exists()


@pytest.mark.parametrize(
    "body", [{}, {"stands": "taken"}, {"stands": None}, {"stands": "kept", "x": 1}, [], {"stands": ["kept"]}]
)
def test_choice_has_a_form(api: Caller, path: str, owner: User, body: Any) -> None:
    problem(api.post(choice(path, at_odds(path, owner)), body, If_Match="*"), 422, "invalid")


def test_there_is_no_such_conflict(api: Caller, club: Club, path: str, owner: User) -> None:
    other = str(api.post("rubbers/", opening(club, *guests(club, "Cat", "Dan"))).headers["Location"])
    body = {"stands": "kept"}
    for there in (choice(path, at_odds(other, owner)), choice(path, "x"), choice(path, "0" * 99)):
        problem(api.post(there, body, If_Match="*"), 404, "not_found")


def test_rubber_that_is_over_has_none(api: Caller, path: str, owner: User, rubber: Rubber) -> None:
    over = f"rubbers/{rubber.public_id}/pad-conflicts/"
    assert api.get(over).json()["conflicts"] == []
    conflict = at_odds(path, owner)
    assert api.post(f"{path}void/", {"reason": "x"}, If_Match="*").status_code == 200
    problem(api.post(choice(path, conflict), {"stands": "kept"}, If_Match="*"), 409, "wrong_state")


@pytest.mark.parametrize("further", [0, 3])
def test_queries_are_as_few_however_long_the_chain(
    api: Caller, path: str, owner: User, django_assert_num_queries: Any, further: int
) -> None:
    at_odds(path, owner, further=further)
    with django_assert_num_queries(5):
        assert len(api.get(f"{path}pad-conflicts/").json()["conflicts"]) == 1
