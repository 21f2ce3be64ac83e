"""The calls for the start page, errors, laws, chances, clubs, players and events."""

from __future__ import annotations

from typing import Any, Final

from matches.models import Club
from tests.matches.api.calling import path_of
from tests.matches.api.roles.scene import Call, Scene, at


def preview(here: Scene) -> tuple[str, Any]:
    return "rulings/", {"rubber": here.rubber.public_id, "deal": 1, "law": 2, "offender": "A"}


def renamed_event(here: Scene) -> tuple[str, Any]:
    made = here.api.post(path_of(here.club, "events"), {"name": "Cup"})
    return made.headers["Location"], {"name": "Spring Cup"}


def renamed_guest(here: Scene) -> tuple[str, Any]:
    (ann,) = here.guests("Ann")
    return path_of(ann), {"name": "Anne"}


def decisions(here: Scene) -> tuple[str, Any]:
    """Return the path of a guest's decisions, in a club with open review figures."""
    Club.objects.filter(pk=here.club.pk).update(reviews_open=True)
    return path_of(here.rubber.player_a, "decisions"), None


CALLS: Final[list[Call]] = [
    Call("root", "GET", "anyone", at("")),
    Call("schema", "GET", "anyone", at("schema/")),
    Call("problems", "GET", "anyone", at("problems/")),
    Call("problem", "GET", "anyone", at("problems/gone/")),
    Call("laws", "GET", "anyone", at("laws/")),
    Call("law_search", "GET", "anyone", at("laws/search/?q=revoke")),
    Call("law", "GET", "anyone", at("laws/43/")),
    Call("ruling_preview", "POST", "anyone", preview),
    Call("chances", "GET", "anyone", at("chances/")),
    Call("clubs", "GET", "anyone", at("clubs/")),
    Call("clubs", "POST", "signed in", at("clubs/", {"name": "Arlington"})),
    Call("club", "GET", "anyone", at("clubs/{club}/")),
    Call("club", "PATCH", "change_club", at("clubs/{club}/", {"currency": "CHF"})),
    Call("players", "GET", "anyone", at("clubs/{club}/players/")),
    Call("players", "POST", "add_player", at("clubs/{club}/players/", {"name": "Cleo"})),
    Call("player", "GET", "anyone", at("players/{player}/")),
    Call("player", "PATCH", "edit_player", renamed_guest),
    Call("player_decisions", "GET", "anyone", decisions),
    Call("events", "GET", "anyone", at("clubs/{club}/events/")),
    Call("events", "POST", "open_event", at("clubs/{club}/events/", {"name": "Cup"})),
    Call("event", "GET", "anyone", at("events/{event}/")),
    Call("event", "PATCH", "open_event", renamed_event),
]
