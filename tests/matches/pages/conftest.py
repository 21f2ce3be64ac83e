from __future__ import annotations

from collections.abc import Iterator
from threading import BoundedSemaphore

import pytest
from django.core.cache import cache

from matches.exchange.exports import send as sending
from matches.models import Club, Rubber, User
from tests.factories.clubs import make_club
from tests.matches.pages.records import cup_rubber, make_member


@pytest.fixture(autouse=True)
def _no_files_on_their_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset the file slots, so that tests do not share them."""
    monkeypatch.setattr(sending, "_places", BoundedSemaphore(sending.MOST_A_PROCESS))


@pytest.fixture
def empty_cache() -> Iterator[None]:
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
def rubber(club: Club) -> Rubber:
    return cup_rubber(club)
