"""Clients settle a conflict about a result on which something was drawn."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from matches.models import Conflict, Event, LogEntry, Rubber
from matches.rubbers.text import named_text
from tests.matches.api.calling import Caller, problem
from tests.matches.api.exchange.test_settle_views import REASON
from tests.matches.api.shared_scene import People, api, made_once, people
from tests.matches.files import import_text
from tests.matches.pages.events.corrections.played import cup_played, pairing, rubber_of, winner
from tests.matches.pages.exchange.club import add_member

__all__ = ["api", "made_once", "people"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made_contested(people: People) -> tuple[Event, Rubber, str]:
    club = people.club
    add_member(club, "Director", "director")
    event = cup_played(club)
    rubber = rubber_of(event, 1, 1)
    egn = named_text(rubber.egn, (rubber.player_a.name, rubber.player_b.name))
    import_text(egn.replace('"2-0"', '"0-2"'), club=club)
    return event, rubber, f"conflicts/{Conflict.objects.get().public_id}/"


@pytest.fixture
def contested(db: None, made_contested: tuple[Event, Rubber, str]) -> tuple[Event, Rubber, str]:
    """Return a finished cup. A second file gives its first semi-final to the other side."""
    return deepcopy(made_contested)


def test_conflict_says_what_taking_it_moves(api: Caller, contested: tuple[Event, Rubber, str]) -> None:
    event, _rubber, path = contested
    entries = LogEntry.objects.count()
    follows = api.get(path).json()["follows"]
    assert (follows["event"], follows["leaves_a_choice"]) == (event.public_id, True)
    assert follows["keep"] == [{"stage": 1, "round": 2, "number": 1}]
    assert [each["new"] for each in follows["moves"]["slot_moves"]]
    assert LogEntry.objects.count() == entries


@pytest.mark.parametrize("is_kept", [True, False])
def test_conflict_is_taken_with_what_is_decided(
    api: Caller, contested: tuple[Event, Rubber, str], is_kept: bool
) -> None:
    event, rubber, path = contested
    keep = api.get(path).json()["follows"]["keep"] if is_kept else []
    body = {"take": True, "reason": REASON, "keep": keep}
    answer = api.post(f"{path}settle/", body, If_Match=api.tag(path))
    assert answer.status_code == 200, answer.content
    assert (answer.json()["resolution"], answer.json()["follows"]) == ("taken", None)
    assert winner(rubber) == "B"
    assert (pairing(event, 1, 2).is_kept, pairing(event, 1, 2).rubber == "") == (is_kept, not is_kept)
    assert answer.headers["ETag"] == api.tag(path)


def test_conflict_is_settled_on_the_moves_that_were_seen(
    api: Caller, contested: tuple[Event, Rubber, str]
) -> None:
    _event, rubber, path = contested
    tag = api.tag(path)
    final = Rubber.objects.exclude(pk=rubber.pk).latest("pk")
    voided = api.post(f"rubbers/{final.public_id}/void/", {"reason": REASON}, If_Match="*")
    assert voided.status_code == 200, voided.content
    body = {"take": True, "reason": REASON}
    problem(api.post(f"{path}settle/", body, If_Match=tag), 412, "changed_meanwhile")
    assert winner(rubber) == "A"


@pytest.mark.parametrize(
    ("decided", "status", "code"),
    [
        ({"keep": [{"stage": 9, "round": 9, "number": 9}]}, 409, "event_refused"),
        ({"redo": {"stage": 9, "round": 9}}, 409, "event_refused"),
        ({"keep": [{"stage": 1}]}, 422, "invalid"),
        ({"keep": "all"}, 422, "invalid"),
        ({"take": False, "redo": {"stage": 1, "round": 1}}, 422, "invalid"),
    ],
)
def test_decision_that_makes_no_sense_is_told(
    api: Caller, contested: tuple[Event, Rubber, str], decided: dict[str, Any], status: int, code: str
) -> None:
    _event, rubber, path = contested
    body = {"take": True, "reason": REASON, **decided}
    problem(api.post(f"{path}settle/", body, If_Match="*"), status, code)
    assert (winner(rubber), Conflict.objects.get().resolution) == ("A", "")
