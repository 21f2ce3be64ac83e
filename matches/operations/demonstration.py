"""Create the demonstration club: the records of an evening, a pool and a French table, and a season."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.db import transaction

from matches.clubs.find_by_name import find_or_make_club
from matches.common.commands import CommandContext
from matches.exchange.imports.import_rubbers import RubberImport
from matches.models import Club, Membership, Player, Sitting, User
from matches.operations.demonstration_season import play_season
from matches.rules.sittings.facts import SittingKind
from matches.sittings.games import begin_game, record_winner
from matches.sittings.record_facts import NewSitting, NewSittingFact, open_sitting, record_sitting_facts

EVENING: Final = Path(__file__).resolve().parent.parent / "demo" / "evening.egn"
CLUB_NAME: Final = "Portland"
"""The name of the demonstration club, which is also in the evening's records."""
AT_POOL: Final = ("Walker", "Boiteau", "Clay")
AT_FRENCH: Final = ("Orford", "Baldwin", "Bushe", "Pole", "Vives")
FIRST_STAKES: Final = (
    ("Orford", "Orford", 200),
    ("Baldwin", "Baldwin", 400),
    ("Bushe", "Orford", 300),
    ("Pole", "Orford", 200),
    ("Vives", "Baldwin", 100),
)
"""Bets as (player, the player bet on, amount). One side has more than the other."""
NEXT_STAKES: Final = (("Orford", "Orford", 200), ("Bushe", "Bushe", 200), ("Vives", "Bushe", 100))


@dataclass(frozen=True, slots=True)
class Demonstration:
    """The club with the name of the demonstration: just loaded, loaded before, or (``is_foreign``) another club."""

    club: Club
    is_new: bool = False

    @property
    def is_foreign(self) -> bool:
        return not self.club.is_demonstration


@transaction.atomic
def load_demonstration(owner: User) -> Demonstration:
    """Create the demonstration club as a whole. If a club has its name already, that club stays as it is.

    A new club shows analyses and figures to everyone, so that visitors can see what each choice cost.
    """
    existing = Club.objects.filter(name=CLUB_NAME).first()
    if existing is not None:
        return Demonstration(existing)
    club = find_or_make_club(CLUB_NAME)
    club.reviews_open = True
    club.time_zone = "Europe/London"
    club.currency = "GBP"
    club.is_demonstration = True
    club.save(update_fields=["reviews_open", "time_zone", "currency", "is_demonstration"])
    player = Player.objects.create(club=club, user=owner, name="Secretary")
    Membership.objects.create(club=club, player=player, role=Membership.Role.OWNER)
    with EVENING.open("rb") as stream:
        list(RubberImport(stream, source=EVENING.name, club=club, by=owner).outcomes())
    open_demonstration_tables(club, owner)
    play_season(club, owner)
    club.demonstration_position = club.log.latest("pk").pk
    club.save(update_fields=["demonstration_position"])
    return Demonstration(club, is_new=True)


def open_demonstration_tables(club: Club, owner: User) -> None:
    """Open a pool with two games played, and a French table with bets on its second game."""
    players = {player.name: player.public_id for player in club.players.filter(name__in=AT_POOL + AT_FRENCH)}
    act = CommandContext(by=owner, key="")
    pool = _open_table(club, "pool", "Corner", AT_POOL, {"stake": 100, "custom": "loser"}, act)
    record_sitting_facts(pool, [("seated", {"out": players["Clay"]})], act=act)
    # Walker beats Boiteau, and loses to Clay.
    for number, points in ((1, (5, 3)), (2, (2, 5))):
        begin_game(pool, act=act)
        record_winner(pool, number, "A" if points[0] > points[1] else "B", points=points, act=act)
    french = _open_table(club, "french", "Window", AT_FRENCH, {"least": 100}, act)
    _stake(french, FIRST_STAKES, players, act)
    begin_game(french, act=act)
    record_winner(french, 1, "A", points=(5, 4), act=act)
    _stake(french, NEXT_STAKES, players, act)


def _open_table(
    club: Club,
    kind: SittingKind,
    name: str,
    names: tuple[str, ...],
    terms: Mapping[str, Any],
    act: CommandContext,
) -> Sitting:
    return open_sitting(club, NewSitting(kind=kind, name=name, terms=terms, names=names), act=act)


def _stake(
    sitting: Sitting,
    stakes: tuple[tuple[str, str, int], ...],
    players: Mapping[str, str],
    act: CommandContext,
) -> None:
    bets: list[NewSittingFact] = [
        ("bet", {"player": players[who], "on": players[on], "amount": amount}) for who, on, amount in stakes
    ]
    record_sitting_facts(sitting, bets, act=act)
