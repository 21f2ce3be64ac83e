"""Clients settle conflicts of two records as people do on the pages."""

from __future__ import annotations

from typing import Any

import pytest

from matches.models import Club, Conflict, LogEntry, Player, Rubber, User
from tests.matches.api.calling import Caller, opening, path_of, problem
from tests.matches.api.shared_scene import People, api, club, made_once, owner, people
from tests.matches.files import import_text, other_result, rubber_text

__all__ = ["api", "club", "made_once", "owner", "people"]
pytestmark = pytest.mark.django_db

NAMES = ("Zoë 𝔄 \u202eabc", "O'Brien; =1+1")
GOOD = rubber_text(*NAMES)
REASON = "The second sheet is signed."


def store_conflict(club: Club) -> str:
    """Return the path of a conflict: B won the stored rubber, A the one in a second file."""
    import_text(GOOD, club=club)
    import_text(other_result(GOOD), club=club, source="Zoë.egn")
    return f"conflicts/{Conflict.objects.get().public_id}/"


@pytest.fixture(scope="module")
def conflict(people: People) -> str:
    return store_conflict(people.club)


def test_conflict_shows_both_and_where_they_differ(club: Club, api: Caller, conflict: str) -> None:
    (line,) = api.get(path_of(club, "conflicts")).json()["results"]
    body = api.get(conflict).json()
    assert {name: body[name] for name in line} == line
    assert (line["source"], line["resolution"], line["rubber_state"]) == ("Zoë.egn", None, "confirmed")
    assert [line["players"][seat]["name"] for seat in "AB"] == list(NAMES)
    stored, other = body["stored"], body["other"]
    assert (stored["winner"], other["winner"]) == ("B", "A")
    assert (stored["depth"], other["depth"]) == ("play", "result")
    assert f'[A "{NAMES[0]}"]' in other["egn"]
    marks = {line["text"]: line["mark"] for passage in other["difference"] for line in passage["lines"]}
    assert marks["Game 1 #5-0"] in ("changed", "alone")
    assert "same" in marks.values()


def test_conflict_is_taken(club: Club, api: Caller, owner: User, conflict: str) -> None:
    tag = api.tag(conflict)
    answer = api.post(f"{conflict}settle/", {"take": True, "reason": REASON}, If_Match=tag)
    assert answer.status_code == 200, answer.content
    body = answer.json()
    assert (body["resolution"], body["resolved_by"], body["rubber_state"]) == ("taken", "owner", "corrected")
    assert answer.headers["ETag"] == api.tag(conflict)
    assert api.get(f"rubbers/{body['rubber']}/").json()["winner"] == "A"
    assert LogEntry.objects.latest("pk").reason == REASON
    assert api.get(f"{path_of(club, 'conflicts')}?state=open").json()["results"] == []
    assert len(api.get(f"{path_of(club, 'conflicts')}?state=taken").json()["results"]) == 1
    late = api.post(f"{conflict}settle/", {"take": False, "reason": REASON}, If_Match="*")
    problem(late, 409, "conflict")


def test_conflict_is_kept(api: Caller, conflict: str) -> None:
    body = {"take": False, "reason": REASON}
    first = api.post(f"{conflict}settle/", body, If_Match="*", Idempotency_Key="k")
    assert first.json()["resolution"] == "kept"
    assert Rubber.objects.get().winner == "B"
    again = api.post(f"{conflict}settle/", body, If_Match="*", Idempotency_Key="k")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json() == first.json()


def test_conflict_is_settled_on_what_was_read(api: Caller, conflict: str) -> None:
    body = {"take": True, "reason": REASON}
    problem(api.post(f"{conflict}settle/", body), 428, "if_match_missing")
    tag = api.tag(conflict)
    rubber = Rubber.objects.get()
    api.post(f"rubbers/{rubber.public_id}/void/", {"reason": "Not played."}, If_Match="*")
    problem(api.post(f"{conflict}settle/", body, If_Match=tag), 412, "changed_meanwhile")
    assert Conflict.objects.get().resolution == ""
    assert api.post(f"{conflict}settle/", body, If_Match=api.tag(conflict)).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"take": True},
        {"take": "perhaps", "reason": REASON},
        {"take": True, "reason": "\0"},
        {"more": 1},
        [],
    ],
)
def test_choice_that_is_none_is_refused(api: Caller, conflict: str, body: Any) -> None:
    problem(api.post(f"{conflict}settle/", body, If_Match="*"), 422, "invalid")


def test_rubber_that_is_played_keeps_its_cards_to_itself(
    club: Club, api: Caller, owner: User, conflict: str
) -> None:
    path = api.post("rubbers/", opening(club, *club.players.filter(name__in=NAMES))).headers["Location"]
    api.post(f"{path}deals/", {"egn": "A S =B5"}, If_Match="*")
    live = Rubber.objects.get(state="live")
    Conflict.objects.update(rubber=live)
    body = api.get(conflict).json()
    assert (body["rubber_state"], body["stored"], body["other"]) == ("live", None, None)
    answer = api.post(f"{conflict}settle/", {"take": True, "reason": REASON}, If_Match="*")
    problem(answer, 409, "wrong_state")


def test_somebody_forgotten_has_no_name(api: Caller, conflict: str) -> None:
    Player.objects.filter(name=NAMES[0]).update(name="")
    body = api.get(conflict).json()
    assert body["players"]["A"]["name"] is None
    assert body["stored"]["players"][0]["name"] is None
    assert NAMES[0] not in body["stored"]["egn"]


def test_nothing_is_decided_where_nothing_was_drawn(api: Caller, conflict: str) -> None:
    assert api.get(conflict).json()["follows"] is None
    body = {"take": True, "reason": REASON, "keep": [{"stage": 1, "round": 2, "number": 1}]}
    error = problem(api.post(f"{conflict}settle/", body, If_Match="*"), 422, "invalid")
    assert error["errors"][0]["pointer"] == "/keep"
