"""Make a club with a person of each role, and the forms that they send."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import reverse

from matches.clubs.roles import Role
from matches.models import Club, Membership, Player, Rubber, User
from matches.rubbers.change_rubbers import CommandContext, enter_rubber, open_rubber
from matches.rubbers.record_from_input import live_record, result_record, tags_of
from scoring.record import Rules
from tests.factories.browsers import client_of
from tests.factories.clubs import make_club


@dataclass(frozen=True, slots=True)
class People:
    """A club in which Orford and Baldwin are members with players; Clay is listed, and has no account."""

    club: Club
    users: dict[str, User]
    players: dict[str, Player]

    def client(self, who: str) -> Client:
        return client_of(self.users[who])

    def act(self, who: str = "Owner") -> CommandContext:
        return CommandContext(by=self.users[who], key="")


ROLES: dict[str, Role] = {
    "Owner": "owner",
    "Director": "director",
    "Scorer": "scorer",
    "Helper": "helper",
    "Orford": "member",
    "Baldwin": "member",
}


def make_people(club: Club) -> People:
    users, players = {}, {}
    for name, role in ROLES.items():
        users[name] = User.objects.create_user(f"{name.lower()}@{club.slug}.example.org")
        players[name] = Player.objects.create(club=club, user=users[name], name=name)
        Membership.objects.create(club=club, player=players[name], role=role)
    users["Stranger"] = User.objects.create_user(f"stranger@{club.slug}.example.org")
    players["Clay"] = Player.objects.create(club=club, name="Clay")
    return People(club, users, players)


def other_club() -> People:
    """Return another club with people of its own."""
    return make_people(make_club("garrick", is_public=False))


def stored(
    people: People,
    *,
    by: str = "Owner",
    a: str = "Orford",
    b: str = "Baldwin",
    games: tuple[tuple[int, int], ...] = ((5, 2), (3, 5), (5, 0)),
    event: str = "",
    **tags: str,
) -> Rubber:
    """Store a result as ``by`` enters it."""
    players = people.players[a], people.players[b]
    authority: Any = {"Orford": "A", "Baldwin": "B", "Helper": "helper"}.get(by, "final")
    record = result_record(tags_of((a, b), Rules(), event=event, **tags), games=list(games))
    act = people.act(by)
    return enter_rubber(people.club, record, event_name=event, players=players, authority=authority, act=act)


def opened(people: People, *, a: str = "Orford", b: str = "Baldwin", **rules: Any) -> Rubber:
    """Return a rubber that is about to be played."""
    players = people.players[a], people.players[b]
    record = live_record(tags_of((a, b), Rules(**rules)))
    return open_rubber(people.club, record, event_name="", players=players, act=people.act())


HEADING = {
    **{
        "key": "one",
        "a": "Orford",
        "b": "Baldwin",
        "event": "",
        "date": "2026-11-14",
        "round": "",
        "table": "",
    },
    "best_of": "3",
    "reckoning": "plain",
    "rubber_bonus": "0",
    "cut": "rubber",
    "code": "English",
}
RESULT = {**HEADING, "termination_said": "normal", "winner": "", "games_won_0": "2", "games_won_1": "1"}
DEAL = {
    "key": "deal",
    "dealer": "A",
    "said": "stood",
    "king": "nobody",
    "winner": "B",
    "won": "point",
    "line": "",
}

NO_GAMES_WON = {"games_won_0": "", "games_won_1": ""}


def points(*games: tuple[object, object]) -> dict[str, Any]:
    """Return the fields with points game by game, in place of the games won."""
    typed = {f"game_{place}_{side}": pair[side] for place, pair in enumerate(games, 1) for side in (0, 1)}
    return {**NO_GAMES_WON, **typed}


def at(name: str, *args: object) -> str:
    return reverse(f"web:{name}", args=args)
