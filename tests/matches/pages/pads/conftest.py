from __future__ import annotations

import pytest

from matches.models import Rubber
from tests.factories.clubs import make_club
from tests.factories.once import Copy
from tests.matches.pages.rubbers.entry.conftest import club, made_once, own_copy, people
from tests.matches.pages.rubbers.entry.people import People, make_people, opened

__all__ = ["club", "made_once", "own_copy", "people"]


@pytest.fixture(scope="module")
def made_people(made_once: None) -> People:
    return make_people(make_club(time_zone="Europe/London", is_public=False))


@pytest.fixture(scope="module")
def made_live(made_people: People) -> Rubber:
    return opened(made_people)


@pytest.fixture
def live(people: People, own_copy: Copy, made_live: Rubber) -> Rubber:
    return own_copy(made_live)
