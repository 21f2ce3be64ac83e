from __future__ import annotations

import pytest

from matches.models import Club, Rubber
from tests.factories.clubs import make_club
from tests.matches.pages.laws.rubbers import OPEN_RULING
from tests.matches.pages.records import import_text
from tests.matches.pages.rubbers.entry.people import People, make_people


@pytest.fixture
def club(db: None) -> Club:
    return make_club(time_zone="Europe/London")


@pytest.fixture
def people(club: Club) -> People:
    return make_people(club)


@pytest.fixture
def draft(people: People) -> Rubber:
    """A rubber that waits for a ruling under law 43."""
    return import_text(people.club, OPEN_RULING)[0]
