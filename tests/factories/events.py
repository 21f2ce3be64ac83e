"""Events at a stage, made once for a file."""

from __future__ import annotations

from copy import deepcopy

import pytest

from matches.models import Club, Event
from tests.matches.pages.events.corrections.played import cup_played, swiss_after

__all__ = ["cup", "made_cup", "made_swiss", "swiss"]


@pytest.fixture(scope="module")
def made_cup(staffed: Club) -> Event:
    return cup_played(staffed)


@pytest.fixture
def cup(db: None, made_cup: Event) -> Event:
    """Ann beat Dan and Ben beat Cay, and Ann won the final."""
    return deepcopy(made_cup)


@pytest.fixture(scope="module")
def made_swiss(staffed: Club) -> Event:
    return swiss_after(staffed, 4, names=tuple(f"Swiss {number}" for number in range(12)), name="Long Swiss")


@pytest.fixture
def swiss(db: None, made_swiss: Event) -> Event:
    """Twelve players and five rounds, of which four are played, each rubber won by its A."""
    return deepcopy(made_swiss)
