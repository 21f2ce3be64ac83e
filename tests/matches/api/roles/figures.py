"""The calls for figures, ratings, records, findings and exercises.

Everyone who sees the club may read them, except exercises, which only their player may.
"""

from __future__ import annotations

from typing import Any

from matches.figures.rate_clubs import rate_club
from matches.figures.write_honours import write_honours
from matches.models import Player, User
from tests.matches.api.calling import path_of
from tests.matches.api.roles.scene import Call, Ready, Scene, at
from tests.matches.pages.records import review

YEAR = 2026
"""The season of the scene's rubber, from September on."""


def of_club(more: str) -> Ready:
    def path(here: Scene) -> tuple[str, Any]:
        write_honours(here.club.pk)
        rate_club(here.club.pk)
        return path_of(here.club, more), None

    return path


def rating(here: Scene) -> tuple[str, Any]:
    return of_club(f"ratings/{here.rubber.player_a.public_id}")(here)


def chances(here: Scene) -> tuple[str, Any]:
    path, _body = of_club("ratings/chances")(here)
    a, b = here.rubber.player_a.public_id, here.rubber.player_b.public_id
    return f"{path}?a={a}&b={b}", None


def exercise(here: Scene) -> tuple[str, Any]:
    """Return an exercise of Walker, who has an account and is none of the callers."""
    user = User.objects.create_user("walker@example.org")
    Player.objects.filter(pk=here.rubber.player_b.pk).update(user=user)
    review(here.rubber, [{}])
    place = {"rubber": here.rubber.public_id, "game": 1, "deal": 1, "token": 12, "kind": "card"}
    return path_of(here.rubber.player_b, "exercises"), {**place, "answered": 0, "choice": "HA"}


def exercises(here: Scene) -> tuple[str, Any]:
    return exercise(here)[0], None


def one_exercise(here: Scene) -> tuple[str, Any]:
    path, body = exercise(here)
    return f"{path}{body['rubber']}/1/1/12/card/", None


BEHIND = "figures/deals/counted/"
SEASON = f"seasons/{YEAR}"
READS: dict[str, Ready] = {
    "figures": at("figures/"),
    "player_figures": at("players/{player}/figures/"),
    "player_behind": at("players/{player}/" + BEHIND),
    "opponents": at("players/{player}/against/"),
    "pair_figures": at("players/{player}/against/{opponent}/figures/"),
    "pair_behind": at("players/{player}/against/{opponent}/" + BEHIND),
    "club_figures": of_club("figures"),
    "club_figures_players": of_club("figures/players"),
    "club_behind": of_club("figures/deals/counted"),
    "event_figures": at("events/{event}/figures/"),
    "event_figures_players": at("events/{event}/figures/players/"),
    "event_behind": at("events/{event}/" + BEHIND),
    "season_figures": of_club(f"{SEASON}/figures"),
    "season_behind": of_club(f"{SEASON}/figures/deals/counted"),
    "ratings": of_club("ratings"),
    "rating_chances": chances,
    "rating": rating,
    "records": of_club("records"),
    "seasons": of_club("seasons"),
    "season": of_club(SEASON),
    "season_events": of_club(f"{SEASON}/events"),
    "season_movers": of_club(f"{SEASON}/movers"),
    "findings": of_club("findings"),
    "incidents": of_club("incidents"),
    "reviews": of_club("reviews"),
    "rubber_findings": at("rubbers/{rubber}/findings/"),
    "rubber_incidents": at("rubbers/{rubber}/incidents/"),
}
CALLS: list[Call] = [
    *(Call(name, "GET", "anyone", ready) for name, ready in READS.items()),
    Call("exercises", "GET", "maker", exercises),
    Call("exercises", "POST", "maker", exercise),
    Call("exercise", "GET", "maker", one_exercise),
]
