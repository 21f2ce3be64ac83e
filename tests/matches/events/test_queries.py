"""Queries for the pages of events."""

from __future__ import annotations

from matches.events.queries import players_of_last_event, tables_to_play
from matches.models import Club, Player
from tests.factories.staffed import club, made_once, staffed
from tests.matches.files import import_text, rubber_text
from tests.matches.pages.events.desk.pages import planned, released

__all__ = ["club", "made_once", "staffed"]


def names(club: Club) -> set[str]:
    return set(Player.objects.filter(pk__in=players_of_last_event(club)).values_list("name", flat=True))


def test_players_of_the_last_event_are_those_of_the_newest_that_has_any(club: Club) -> None:
    assert names(club) == set()
    planned(club, names=("Ann", "Ben"), name="First")
    planned(club, names=("Ben", "Cay"), name="Second")
    planned(club, names=(), name="Nobody yet")
    assert names(club) == {"Ben", "Cay"}


def test_friendly_games_are_no_event(club: Club) -> None:
    planned(club, names=("Ann", "Ben"))
    import_text(rubber_text(event=""), club=club)
    assert names(club) == {"Ann", "Ben"}


def test_tables_to_play_are_those_of_the_latest_event_first(club: Club) -> None:
    for name in ("First", "Second"):
        released(club, name=name)
    tables = tables_to_play(club, None)
    assert [table.round.stage.event.name for table in tables] == 3 * ["Second"] + 3 * ["First"]
