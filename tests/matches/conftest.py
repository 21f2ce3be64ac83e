"""The fixtures that the tests of many services start from.

A file that needs a different one has a fixture of the same name.
"""

from __future__ import annotations

import pytest

from matches.models import Club, Rubber
from tests.factories.clubs import make_club
from tests.factories.rubbers import stored_rubbers
from tests.matches.files import rubber_text
from tests.matches.rubbers.hands import Hands, make_hands


@pytest.fixture
def hands(db: None) -> Hands:
    return make_hands()


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def rubber(db: None) -> Rubber:
    """Return a rubber of one game that Baldwin won against Orford."""
    return stored_rubbers(rubber_text())[0]
