from __future__ import annotations

import pytest

from matches.models import Club, Rubber
from tests.factories.clubs import make_club
from tests.matches.pages.rubbers.entry.people import People, make_people, opened


@pytest.fixture
def club(db: None) -> Club:
    return make_club(time_zone="Europe/London", is_public=False)


@pytest.fixture
def people(club: Club) -> People:
    return make_people(club)


@pytest.fixture
def live(people: People) -> Rubber:
    return opened(people)
