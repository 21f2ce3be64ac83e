from __future__ import annotations

from collections.abc import Iterator
from threading import BoundedSemaphore

import pytest
from django.core.cache import cache

from matches.exchange.exports import streaming
from matches.models import Club, Rubber, User
from tests.factories.clubs import make_club
from tests.matches.api.calling import Caller, token_for
from tests.matches.api.event_calls import SWISS, EventCalls, planned_by_calls
from tests.matches.pages.records import import_text, make_member, text


@pytest.fixture(autouse=True)
def _fresh_counts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test is throttled for what another asked, nor waits for files that another left unread."""
    monkeypatch.setattr(streaming, "_places", BoundedSemaphore(streaming.MOST_A_PROCESS))
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
    """Somebody who shows no authority."""
    return Caller()


@pytest.fixture
def api(owner: User) -> Caller:
    """The owner's program, with every scope."""
    return Caller(token_for(owner))


@pytest.fixture
def rubber(club: Club) -> Rubber:
    """Boiteau lost to Walker in the Autumn Cup, round 1, table 4: confirmed, two deals recorded in full."""
    tags = '[Event "Autumn Cup"]\n[Date "2026.11.14"]\n[Round "1"]\n[Table "4"]\n'
    lines = text().split("\n", 1)
    return import_text(club, f"{lines[0]}\n{tags}{lines[1]}")[0]


@pytest.fixture
def swiss(api: Caller, club: Club) -> EventCalls:
    """Six are entered in a Swiss of three rounds, and nothing is drawn."""
    return planned_by_calls(api, club, SWISS)


@pytest.fixture
def playing(swiss: EventCalls) -> EventCalls:
    """Its first round is released."""
    swiss.draw()
    swiss.fact("released", stage=1, round=1)
    return swiss
