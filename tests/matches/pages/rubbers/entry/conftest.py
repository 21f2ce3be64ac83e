from __future__ import annotations

import pytest

from matches.models import Club
from tests.factories.clubs import make_club
from tests.factories.once import Copy, made_once, own_copy
from tests.matches.pages.rubbers.entry.people import People, make_people

__all__ = ["club", "made_once", "made_people", "own_copy", "people"]


@pytest.fixture(scope="module")
def made_people(made_once: None) -> People:
    return make_people(make_club(time_zone="Europe/London"))


@pytest.fixture
def people(own_copy: Copy, made_people: People) -> People:
    return own_copy(made_people)


@pytest.fixture
def club(people: People) -> Club:
    return people.club
