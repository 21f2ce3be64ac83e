from __future__ import annotations

import pytest

from matches.models import Club, Event
from tests.matches.pages.events.desk.pages import planned


@pytest.fixture
def event(club: Club) -> Event:
    """Return a Swiss event of six players with nothing drawn."""
    return planned(club)
