from __future__ import annotations

from collections.abc import Iterator
from threading import BoundedSemaphore

import pytest
from django.core.cache import cache

from matches.exchange.exports import send as sending
from matches.models import Club, Rubber, User
from tests.factories.clubs import make_club
from tests.matches.api.calling import Caller, token_for
from tests.matches.api.event_calls import SWISS, EventCalls, planned_by_calls
from tests.matches.pages.records import cup_rubber, make_member


@pytest.fixture(autouse=True)
def _fresh_counts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Reset the throttle counts and the file slots, so that tests do not share them."""
    monkeypatch.setattr(sending, "_places", BoundedSemaphore(sending.MOST_A_PROCESS))
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club) -> User:
    return make_member(club, "owner@example.org", role="owner")


@pytest.fixture
def anybody() -> Caller:
    """Return a caller that sends no authentication."""
    return Caller()


@pytest.fixture
def api(owner: User) -> Caller:
    """Return the owner's program, with every scope."""
    return Caller(token_for(owner))


@pytest.fixture
def rubber(club: Club) -> Rubber:
    return cup_rubber(club)


@pytest.fixture
def swiss(api: Caller, club: Club) -> EventCalls:
    """Return a Swiss of three rounds with six players entered and nothing drawn."""
    return planned_by_calls(api, club, SWISS)


@pytest.fixture
def playing(swiss: EventCalls) -> EventCalls:
    """Return the Swiss with its first round released."""
    swiss.draw()
    swiss.fact("released", stage=1, round=1)
    return swiss
