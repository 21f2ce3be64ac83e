"""Clients repair and dismiss held texts as people do on the pages."""

from __future__ import annotations

import pytest

from matches.models import Club, HeldText
from tests.matches.api.calling import Caller, path_of, problem
from tests.matches.api.exchange.test_settle_views import GOOD, NAMES, REASON
from tests.matches.api.shared_scene import People, api, club, made_once, people
from tests.matches.files import import_text, rubber_text

__all__ = ["api", "club", "made_once", "people"]
pytestmark = pytest.mark.django_db

FAULTY = GOOD.replace("^C9", "^C99")


def store_held(club: Club) -> str:
    """Return the path of a text with a fault, held in a file behind a rubber without one."""
    import_text(rubber_text(tags=['[Table "1"]']), FAULTY, club=club)
    return f"held/{HeldText.objects.get().public_id}/"


@pytest.fixture(scope="module")
def held_path(people: People) -> str:
    return store_held(people.club)


def test_held_text_is_shown_with_what_is_wrong(club: Club, api: Caller, held_path: str) -> None:
    (line,) = api.get(f"{path_of(club, 'held')}?state=waiting").json()["results"]
    body = api.get(held_path).json()
    assert {name: body[name] for name in line} == line
    assert (body["text"], body["state"], body["source"]) == (FAULTY, "waiting", "evening.egn")
    # One is located in the file, after another rubber, the other in the text.
    assert body["finding"]["line"] == body["findings"][0]["line"] + 14
    assert body["finding"]["column"] == body["findings"][0]["column"]


def test_held_text_is_repaired(club: Club, api: Caller, held_path: str) -> None:
    tag = api.tag(held_path)
    answer = api.post(f"{held_path}repair/", {"egn": GOOD}, If_Match=tag, Idempotency_Key="k")
    assert answer.status_code == 200, answer.content
    body = answer.json()
    (rubber,) = body["rubbers"]
    assert (body["state"], body["settled_by"], rubber["fate"]) == ("repaired", "owner", "confirmed")
    assert rubber["names"] == list(NAMES)
    assert api.get(f"rubbers/{rubber['rubber']}/").status_code == 200
    assert api.post(f"{held_path}repair/", {"egn": GOOD}, If_Match=tag, Idempotency_Key="k").json() == body
    problem(api.post(f"{held_path}repair/", {"egn": GOOD}, If_Match="*"), 409, "conflict")
    problem(api.post(f"{held_path}dismiss/", {"reason": REASON}, If_Match="*"), 409, "conflict")


@pytest.mark.parametrize("key", [{}, {"Idempotency_Key": "k"}], ids=["without a key", "with one"])
def test_text_that_is_wrong_still_is_kept_in_its_place(
    api: Caller, held_path: str, key: dict[str, str]
) -> None:
    worse = GOOD.replace("^C9", "^X9")
    answer = api.post(f"{held_path}repair/", {"egn": worse}, If_Match=api.tag(held_path), **key)
    body = problem(answer, 422, "invalid_record")
    assert body["findings"][0]["line"]
    assert body["findings"][0]["column"]
    assert api.get(held_path).json()["text"] == worse


def test_text_in_which_no_rubber_starts_is_refused(api: Caller, held_path: str) -> None:
    problem(api.post(f"{held_path}repair/", {"egn": "Dear Sir,"}, If_Match="*"), 422, "invalid_record")
    assert api.get(held_path).json()["text"] == FAULTY


def test_text_that_names_one_player_twice_is_refused(api: Caller, held_path: str) -> None:
    text = rubber_text("Orford", "Orford")
    body = problem(api.post(f"{held_path}repair/", {"egn": text}, If_Match="*"), 422, "invalid_record")
    assert "different names" in body["detail"]
    assert api.get(held_path).json()["state"] == "waiting"


def test_held_text_is_dismissed(club: Club, api: Caller, held_path: str) -> None:
    problem(api.post(f"{held_path}dismiss/", {"reason": REASON}), 428, "if_match_missing")
    problem(api.post(f"{held_path}dismiss/", {"reason": REASON}, If_Match='"x"'), 412, "changed_meanwhile")
    problem(api.post(f"{held_path}dismiss/", {}, If_Match="*"), 422, "invalid")
    answer = api.post(f"{held_path}dismiss/", {"reason": REASON}, If_Match=api.tag(held_path))
    assert (answer.status_code, answer.json()["state"]) == (200, "dismissed")
    assert answer.headers["ETag"] == api.tag(held_path)
    assert len(api.get(f"{path_of(club, 'held')}?state=dismissed").json()["results"]) == 1
    for state in ("waiting", "repaired"):
        assert api.get(f"{path_of(club, 'held')}?state={state}").json()["results"] == []
