"""Rows of what waits for a user, on the home page and on a club's page of management."""

from __future__ import annotations

from matches.events.director_tasks import DirectorTask
from matches.pages.home.waiting import director_rows

TASK = DirectorTask("results", "portland", "Portland", "6qgzd8r2s2qpjk", "Autumn Cup", 2)


def test_event_is_named_with_its_club_where_several_clubs_meet() -> None:
    assert [row.about for row in director_rows([TASK], with_club=True)] == ["Autumn Cup, Portland"]
    assert [(row.title, row.about) for row in director_rows([TASK])] == [("2 results missing", "Autumn Cup")]
