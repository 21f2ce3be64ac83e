from __future__ import annotations

import pytest

from matches.models import Club
from tests.matches.web.entry.people import People, make_people
from tests.matches.web.records import make_club


@pytest.fixture
def club(db: None) -> Club:
    return make_club(time_zone="Europe/London", is_public=False)


@pytest.fixture
def people(club: Club) -> People:
    return make_people(club)
