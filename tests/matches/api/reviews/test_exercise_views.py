"""The trainer in the API: the exercises that each player is set, and the results of answers."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from matches.models import Club, Exercise, Player, Rubber, User
from tests.factories.clubs import make_club
from tests.factories.once import made_once
from tests.matches.api.calling import Caller, path_of, problem, token_for
from tests.matches.api.season import played, whole
from tests.matches.pages.records import cup_rubber, review

__all__ = ["made_once"]
pytestmark = pytest.mark.django_db

SAID = dict.fromkeys(("call", "number", "out", "taken", "is_turned_up"))
SEEN: dict[str, Any] = {
    "dealer": "A",
    "hand": ["HA", "DQ", "D8"],
    "turn_up": "C9",
    "trump": "C",
    "vulnerable": "B",
    "score": [0, 0],
    "games_won": [0, 0],
    "said": [
        {**SAID, "what": "call", "player": "B", "call": "S"},
        {**SAID, "what": "king", "player": "B", "is_turned_up": False},
    ],
    "tricks": [
        {"leader": "B", "lead": "CT", "reply": "C8", "winner": "B"},
        {"leader": "B", "lead": "CK", "reply": "C7", "winner": "B"},
    ],
}
"""The position before the third trick of the first deal, seen by Walker: of Boiteau's hand only the cards played."""


@pytest.fixture(scope="module")
def made(made_once: None) -> tuple[Rubber, str]:
    """Return a rubber, and the token of Walker, who has three decisions in it that were mistakes."""
    rubber = cup_rubber(make_club("lyceum"))
    player = rubber.player_b
    player.user = User.objects.create_user("walker@lyceum.example")
    player.save()
    review(rubber, [{}, {"trick": 4}, {"trick": 5}])
    return rubber, token_for(player.user)


@pytest.fixture
def rubber(db: None, made: tuple[Rubber, str]) -> Rubber:
    return deepcopy(made[0])


@pytest.fixture
def walker(rubber: Rubber) -> Player:
    """Return Walker, who has an account and three decisions that were mistakes."""
    return rubber.player_b


@pytest.fixture
def his(db: None, made: tuple[Rubber, str]) -> Caller:
    return Caller(made[1])


def answer(row: dict[str, Any], choice: str) -> dict[str, Any]:
    fields = {key: row[key] for key in ("rubber", "game", "deal", "token", "kind", "answered")}
    return {**fields, "choice": choice}


def test_what_is_set_without_what_was_best(his: Caller, walker: Player, rubber: Rubber) -> None:
    rows = whole(his, path_of(walker, "exercises"))
    assert [row["token"] for row in rows] == [12, 14, 16]
    players = rows[0].pop("players")
    assert players["B"] == {"id": walker.public_id, "name": "Walker"}
    assert rows[0] == {
        "rubber": rubber.public_id,
        "date": "2026.11.14",
        "game": 1,
        "deal": 1,
        "token": 12,
        "kind": "card",
        "trick": 3,
        "side": "B",
        "choices": ["D8", "DQ", "HA"],
        "answered": 0,
        "due_at": None,
    }


def test_what_he_knew_stands_with_each_and_nothing_that_he_did_not(
    his: Caller, walker: Player, rubber: Rubber
) -> None:
    path = path_of(walker, "exercises")
    row = his.read(path)["results"][0]
    answered = his.get(f"{path}{rubber.public_id}/1/1/12/card/")
    assert answered.status_code == 200, answered.content
    body = answered.json()
    position = body.pop("position")
    assert body == row
    assert position == SEEN
    assert (
        his.get(f"{path}{rubber.public_id}/1/1/12/card/", If_None_Match=answered["ETag"]).status_code == 304
    )
    assert his.get(f"{path}{rubber.public_id}/1/1/12/card/?fields=token").json() == {"token": 12}


@pytest.mark.parametrize(
    "place", ["1/1/13/card", "1/1/12/king", "1/1/12/guess", "9/1/12/card", f"{10**30}/1/12/card"]
)
def test_an_exercise_that_is_not_set(his: Caller, walker: Player, rubber: Rubber, place: str) -> None:
    problem(his.get(f"{path_of(walker, 'exercises')}{rubber.public_id}/{place}/"), 404, "not_found")
    problem(his.get(f"{path_of(walker, 'exercises')}22222222222222/1/1/12/card/"), 404, "not_found")


def test_those_that_are_due(his: Caller, walker: Player) -> None:
    path = path_of(walker, "exercises")
    first = his.read(path)["results"][0]
    his.post(path, answer(first, "HA"))
    assert [row["token"] for row in whole(his, f"{path}?is_due=true")] == [14, 16]
    assert [row["token"] for row in whole(his, f"{path}?is_due=false")] == [12]
    Exercise.objects.update(due_at=timezone.now())
    assert len(whole(his, f"{path}?is_due=true")) == 3


def test_right_and_wrong_answers(his: Caller, walker: Player) -> None:
    path = path_of(walker, "exercises")
    first, second, _third = his.read(path)["results"]
    right = his.post(path, answer(first, "HA"))
    assert right.status_code == 200
    body = right.json()
    assert (body["is_right"], body["choice"], body["chosen"], body["best"]) == (True, "HA", "DQ", ["HA"])
    assert (body["loss"], body["answered"], body["right_in_a_row"]) == (0.0, 1, 1)
    wrong = his.post(path, answer(second, "D8")).json()
    assert (wrong["is_right"], wrong["loss"], wrong["chances"]["HA"]) == (False, 0.07, 0.53)
    assert len(whole(his, f"{path}?is_new=true")) == 1
    again = whole(his, f"{path}?is_new=false")
    assert [row["answered"] for row in again] == [1, 1]
    assert again[0]["due_at"] == body["due_at"]


def test_an_answer_sent_twice_counts_once(his: Caller, walker: Player) -> None:
    path = path_of(walker, "exercises")
    row = his.read(path)["results"][0]
    once = his.post(path, answer(row, "HA"), Idempotency_Key="a")
    twice = his.post(path, answer(row, "HA"), Idempotency_Key="a")
    late = his.post(path, answer(row, "D8"))
    assert once.json() == twice.json() == late.json()
    assert twice.headers["Idempotency-Replayed"] == "true"
    assert Exercise.objects.get().answered == 1


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"choice": "CK"}, 422, "invalid"),
        ({"choice": "\0"}, 422, "invalid"),
        ({"choice": ""}, 422, "invalid"),
        ({"kind": "guess"}, 422, "invalid"),
        ({"game": 0}, 422, "invalid"),
        ({"game": 10**30}, 422, "invalid"),
        ({"answered": "none"}, 422, "invalid"),
        ({"colour": "red"}, 422, "invalid"),
        ({"token": 15}, 409, "conflict"),
        ({"rubber": "22222222222222"}, 409, "conflict"),
    ],
)
def test_answers_that_can_not_be_taken(
    his: Caller, walker: Player, changed: dict[str, Any], status: int, code: str
) -> None:
    path = path_of(walker, "exercises")
    row = his.read(path)["results"][0]
    problem(his.post(path, {**answer(row, "HA"), **changed}), status, code)
    assert Exercise.objects.filter(answered__gt=0).count() == 0


def test_some_kinds_alone(his: Caller, walker: Player) -> None:
    path = path_of(walker, "exercises")
    assert whole(his, f"{path}?kind=king") == []
    problem(his.get(f"{path}?kind=guess"), 400, "invalid_parameter")
    problem(his.get(f"{path}?cursor=after.x"), 400, "invalid_parameter")


@pytest.mark.parametrize("rows", [1, 3])
def test_list_asks_the_same_with_one_row_and_with_three(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries, rows: int
) -> None:
    rubbers = [played(club, "Walker", f"2026.11.1{number}") for number in range(rows)]
    user = User.objects.create_user("walker@example.org")
    club.players.filter(name="Walker").update(user=user)
    for rubber in rubbers:
        review(rubber, [{}])
    path = path_of(club.players.get(name="Walker"), "exercises")
    caller = Caller(token_for(user))
    assert len(caller.get(path).json()["results"]) == rows
    with django_assert_num_queries(3):
        assert caller.get(path).status_code == 200
