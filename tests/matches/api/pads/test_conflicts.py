"""Two phones at odds about a rubber that is being played: told through the API, and settled."""

from __future__ import annotations

from typing import Any

import pytest

from matches.models import Club, LogEntry, PadEntry, Rubber, User
from tests.matches.api.calling import Caller, guests, opening, problem, token_for
from tests.matches.api.tables import at_odds
from tests.matches.pages.records import make_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def path(api: Caller, club: Club) -> str:
    return str(api.post("rubbers/", opening(club, *guests(club))).headers["Location"])


def step(**told: Any) -> dict[str, Any]:
    nothing: dict[str, Any] = {
        "game": 1,
        "deal": None,
        "dealer": None,
        "calls": None,
        "is_void": False,
        "tricks": None,
        "score": None,
        "cut": [],
    }
    return {**nothing, **told}


def choice(path: str, conflict: str) -> str:
    return f"{path}pad-conflicts/{conflict}/"


def score(api: Caller, path: str) -> Any:
    return api.get(path).json()["next_deal"]["score"]


def test_both_are_told_without_a_card(api: Caller, path: str, owner: User) -> None:
    assert api.get(f"{path}pad-conflicts/").json() == {"version": 1, "conflicts": []}
    conflict = at_odds(path, owner, further=1)
    answer = api.get(f"{path}pad-conflicts/")
    (told,) = answer.json()["conflicts"]
    assert (told["id"], told["game"], told["deal"], told["device"]) == (conflict, 1, 1, "two")
    first, second = told["kept"]
    assert first == step(kind="deal", deal=1, dealer="A", calls="S", score=first["score"])
    assert (first["score"][1], second["deal"], second["dealer"]) == (0, 2, "B")
    (recorded,) = told["recorded"]
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


def test_who_sees_and_who_chooses(api: Caller, anybody: Caller, club: Club, path: str, owner: User) -> None:
    conflict = at_odds(path, owner)
    here, body = f"{path}pad-conflicts/", {"stands": "recorded"}
    problem(anybody.get(here), 401, "not_signed_in")
    member = Caller(token_for(make_member(club, "member@example.org")))
    problem(member.get(here), 403, "not_allowed")
    helper = Caller(token_for(make_member(club, "helper@example.org", role="helper")))
    assert helper.get(here).status_code == 200
    problem(helper.post(choice(path, conflict), body, If_Match="*"), 403, "not_allowed")
    Club.objects.update(is_public=False)
    problem(anybody.get(here), 404, "not_found")
    scorer = Caller(token_for(make_member(club, "scorer@example.org", role="scorer")))
    assert scorer.post(choice(path, conflict), body, If_Match="*").status_code == 200


@pytest.mark.parametrize("further", [0, 3])
def test_queries_are_as_few_however_long_the_chain(
    api: Caller, path: str, owner: User, django_assert_num_queries: Any, further: int
) -> None:
    at_odds(path, owner, further=further)
    with django_assert_num_queries(5):
        assert len(api.get(f"{path}pad-conflicts/").json()["conflicts"]) == 1
