"""Clubs, players, events."""

from __future__ import annotations

from typing import Any, Final

from matches.models import Club
from tests.matches.api.calling import path_of
from tests.matches.api.roles.scene import Call, Scene


def event(here: Scene) -> str:
    found = here.rubber.event
    assert found is not None
    return f"events/{found.public_id}/"


def renamed_event(here: Scene) -> tuple[str, Any]:
    made = here.api.post(path_of(here.club, "events"), {"name": "Cup"})
    return made.headers["Location"], {"name": "Spring Cup"}


def renamed_guest(here: Scene) -> tuple[str, Any]:
    (ann,) = here.guests("Ann")
    return path_of(ann), {"name": "Anne"}


def decisions(here: Scene) -> tuple[str, Any]:
    """Of a guest, in a club that has its review figures open."""
    Club.objects.filter(pk=here.club.pk).update(reviews_open=True)
    return path_of(here.rubber.player_a, "decisions"), None


CALLS: Final[list[Call]] = [
    Call("clubs", "GET", "anyone", lambda here: ("clubs/", None)),
    Call("clubs", "POST", "signed in", lambda here: ("clubs/", {"name": "Arlington"})),
    Call("club", "GET", "anyone", lambda here: (path_of(here.club), None)),
    Call("club", "PATCH", "change_club", lambda here: (path_of(here.club), {"currency": "CHF"})),
    Call("players", "GET", "anyone", lambda here: (path_of(here.club, "players"), None)),
    Call("players", "POST", "add_player", lambda here: (path_of(here.club, "players"), {"name": "Cleo"})),
    Call("player", "GET", "anyone", lambda here: (path_of(here.rubber.player_a), None)),
    Call("player", "PATCH", "edit_player", renamed_guest),
    Call("player_decisions", "GET", "anyone", decisions),
    Call("events", "GET", "anyone", lambda here: (path_of(here.club, "events"), None)),
    Call("events", "POST", "open_event", lambda here: (path_of(here.club, "events"), {"name": "Cup"})),
    Call("event", "GET", "anyone", lambda here: (event(here), None)),
    Call("event", "PATCH", "open_event", renamed_event),
]
