"""The tasks that the directors of a club have for its events."""

from __future__ import annotations

import pytest

from matches.events.director_tasks import director_tasks
from matches.events.write_standings import write_standings
from matches.models import Club, Event
from tests.matches.pages.events.corrections.played import SWISS, TWELVE
from tests.matches.pages.events.desk.pages import drawn, planned, played
from tests.matches.pages.exchange.club import staffed_club, user


def tasks(role: str = "director") -> list[tuple[str, int]]:
    return [(task.kind, task.number) for task in director_tasks(user(role))]


@pytest.fixture
def club(db: None) -> Club:
    return staffed_club()


@pytest.fixture
def swiss(club: Club) -> Event:
    return planned(club, SWISS, TWELVE, "Swiss")


def test_event_is_drawn_then_released_then_played(swiss: Event) -> None:
    assert tasks() == [("draw", 1)]
    drawn(swiss)
    assert tasks() == [("results", 6)]
    played(swiss)
    write_standings(swiss.pk)
    assert tasks() == [("draw", 2)]


def test_draft_is_to_be_released(swiss: Event) -> None:
    drawn(swiss)
    Event.objects.get(pk=swiss.pk).stages.get(number=1).rounds.update(is_released=False)
    assert tasks() == [("release", 1)]


def test_only_those_who_run_events_have_tasks(swiss: Event) -> None:
    assert tasks("owner") == [("draw", 1)]
    for role in ("scorer", "helper", "member"):
        assert tasks(role) == []
