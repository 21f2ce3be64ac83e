"""The fixtures of `conftest.py`, written once for a file that imports those which it uses.

A file imports ``made_once`` and ``people`` with any of them. ``playing`` is an event of its own beside ``swiss``.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace

import pytest

from matches.models import Club, Rubber, User
from tests.factories.clubs import make_club
from tests.factories.once import made_once
from tests.matches.api.calling import Caller, token_for
from tests.matches.api.event_calls import SWISS, EventCalls, planned_by_calls
from tests.matches.pages.records import cup_rubber, make_member

__all__ = [
    "api",
    "club",
    "made_once",
    "made_playing",
    "made_rubber",
    "made_swiss",
    "owner",
    "people",
    "people_of",
    "playing",
    "rubber",
    "swiss",
]


@dataclass(frozen=True, slots=True)
class People:
    """A club, its owner, and the token of the owner's program, with every scope."""

    club: Club
    owner: User
    token: str

    def caller(self) -> Caller:
        return Caller(self.token)


def people_of(slug: str) -> People:
    """Return a club of this slug, for a scene that the file's other tests are not to find in theirs."""
    club = make_club(slug)
    owner = make_member(club, f"owner@{slug}.example", role="owner")
    return People(club, owner, token_for(owner))


@pytest.fixture(scope="module")
def people(made_once: None) -> People:
    return people_of("portland")


@pytest.fixture
def club(db: None, people: People) -> Club:
    return deepcopy(people.club)


@pytest.fixture
def owner(db: None, people: People) -> User:
    return deepcopy(people.owner)


@pytest.fixture
def api(db: None, people: People) -> Caller:
    return people.caller()


@pytest.fixture(scope="module")
def made_rubber(people: People) -> Rubber:
    return cup_rubber(people.club)


@pytest.fixture
def rubber(db: None, made_rubber: Rubber) -> Rubber:
    return deepcopy(made_rubber)


@pytest.fixture(scope="module")
def made_swiss(people: People) -> EventCalls:
    return planned_by_calls(people.caller(), people.club, SWISS)


@pytest.fixture
def swiss(db: None, made_swiss: EventCalls, api: Caller) -> EventCalls:
    return replace(deepcopy(made_swiss), api=api)


@pytest.fixture(scope="module")
def made_playing(people: People) -> EventCalls:
    event_calls = planned_by_calls(people.caller(), people.club, SWISS, name="Winter Cup", player="Winterer")
    event_calls.draw()
    event_calls.fact("released", stage=1, round=1)
    return event_calls


@pytest.fixture
def playing(db: None, made_playing: EventCalls, api: Caller) -> EventCalls:
    return replace(deepcopy(made_playing), api=api)
