"""The demonstration club's pool and French table, in the middle of their evening."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from matches.common.command_context import Act
from matches.models import Club, Sitting, User
from matches.rules.sittings.facts import SittingKind
from matches.sittings.games import begin_game, say_who_won
from matches.sittings.open_sitting import NewSitting, open_sitting
from matches.sittings.record_facts import NewSittingFact, put_down_all

AT_POOL: Final = ("Walker", "Boiteau", "Clay")
AT_FRENCH: Final = ("Orford", "Baldwin", "Bushe", "Pole", "Vives")
FIRST_STAKES: Final = (
    ("Orford", "Orford", 200),
    ("Baldwin", "Baldwin", 400),
    ("Bushe", "Orford", 300),
    ("Pole", "Orford", 200),
    ("Vives", "Baldwin", 100),
)
"""Who, on whom, how much. One side has more than the other."""
NEXT_STAKES: Final = (("Orford", "Orford", 200), ("Bushe", "Bushe", 200), ("Vives", "Bushe", 100))


def open_demonstration_tables(club: Club, owner: User) -> None:
    """A pool after its second game, and a French table with stakes on its second, of people on the club's list."""
    players = {player.name: player.public_id for player in club.players.filter(name__in=AT_POOL + AT_FRENCH)}
    act = Act(by=owner, key="")
    pool = _opened(club, "pool", "Corner", AT_POOL, {"stake": 100, "custom": "loser"}, act)
    put_down_all(pool, [("seated", {"out": players["Clay"]})], act=act)
    # Walker beats Boiteau, and loses to Clay.
    for number, points in ((1, (5, 3)), (2, (2, 5))):
        begin_game(pool, act=act)
        say_who_won(pool, number, "A" if points[0] > points[1] else "B", points=points, act=act)
    french = _opened(club, "french", "Window", AT_FRENCH, {"least": 100}, act)
    _stake(french, FIRST_STAKES, players, act)
    begin_game(french, act=act)
    say_who_won(french, 1, "A", points=(5, 4), act=act)
    _stake(french, NEXT_STAKES, players, act)


def _opened(
    club: Club, kind: SittingKind, name: str, names: tuple[str, ...], terms: Mapping[str, Any], act: Act
) -> Sitting:
    return open_sitting(club, NewSitting(kind=kind, name=name, terms=terms, names=names), act=act)


def _stake(
    sitting: Sitting, stakes: tuple[tuple[str, str, int], ...], players: Mapping[str, str], act: Act
) -> None:
    bets: list[NewSittingFact] = [
        ("bet", {"player": players[who], "on": players[on], "amount": amount}) for who, on, amount in stakes
    ]
    put_down_all(sitting, bets, act=act)
