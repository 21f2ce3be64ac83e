"""Import every function by which people change rubbers from one place.

Each function appends one entry to the rubber's stream of the log and writes the rows that follow from it, in
one transaction and with the rubber locked. Repeating a command (the same idempotency key of its
``CommandContext``) changes nothing.

The functions ``*_with_guests`` take players by name. Unknown names become guests in the same transaction: both are
stored, or neither. ``is_another`` allows a rubber that seems to be stored already (``enter_rubber``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from django.db import transaction

from matches.clubs.players import add_players
from matches.clubs.roles import Authority
from matches.common.commands import CommandContext
from matches.models import Club, Player, Rubber, User
from matches.rubbers.change_report import change_report, withdraw_report
from matches.rubbers.change_result import confirm_rubber, correct_rubber, dispute_rubber, void_rubber
from matches.rubbers.enter import enter_rubber, open_rubber
from matches.rubbers.errors import StaleRubberError
from matches.rubbers.record_deals import (
    PLAYED_OUT,
    RubberEnd,
    close_rubber,
    mark_late_king,
    record_cut,
    record_deal,
    rewrite_deal,
    undo_deal,
)
from matches.rubbers.rule import settle_ruling
from scoring import record

__all__ = [
    "PLAYED_OUT",
    "CommandContext",
    "RubberEnd",
    "change_report",
    "close_rubber",
    "confirm_rubber",
    "correct_rubber",
    "dispute_rubber",
    "enter_rubber",
    "mark_late_king",
    "open_rubber",
    "record_cut",
    "record_deal",
    "rewrite_deal",
    "settle_ruling",
    "undo_deal",
    "void_rubber",
    "withdraw_report",
]
Names = tuple[str, str]


def seat_players(club: Club, names: Names, known: Mapping[str, Player], *, by: User) -> tuple[Player, Player]:
    """Return the rows of the two players: those ``known`` by name, others added to the club's list as guests."""
    new = [name for name in names if name not in known]
    players = dict(known)
    if new:
        add_players(club, new, by=by)
        players |= {player.name: player for player in Player.objects.filter(club=club, name__in=new)}
    return players[names[0]], players[names[1]]


@transaction.atomic
def enter_with_guests(
    club: Club,
    written: record.Rubber,
    *,
    event_name: str,
    names: Names,
    known: Mapping[str, Player],
    authority: Authority,
    act: CommandContext,
    is_another: bool = False,
) -> Rubber:
    """Enter a finished rubber (``enter_rubber``) between players by name, unknown ones as guests."""
    players = seat_players(club, names, known, by=act.by)
    return enter_rubber(
        club,
        written,
        event_name=event_name,
        players=players,
        authority=authority,
        act=act,
        is_another=is_another,
    )


@transaction.atomic
def open_with_guests(
    club: Club,
    written: record.Rubber,
    *,
    event_name: str,
    names: Names,
    known: Mapping[str, Player],
    act: CommandContext,
    is_another: bool = False,
) -> Rubber:
    """Open a live rubber (``open_rubber``) between the players with these names.

    ``known`` has the players by name. A name that it lacks becomes that of a new guest.
    """
    players = seat_players(club, names, known, by=act.by)
    return open_rubber(club, written, event_name=event_name, players=players, act=act, is_another=is_another)


class CorrectRubber(Protocol):
    """The type of ``correct_rubber``, and of other functions that correct a rubber."""

    def __call__(
        self,
        rubber: Rubber,
        record: record.Rubber,
        *,
        act: CommandContext,
        players: tuple[Player, Player] | None = None,
        event_name: str | None = None,
    ) -> Rubber: ...


def correct_with_guests(
    rubber: Rubber,
    written: record.Rubber,
    *,
    event_name: str,
    names: Names,
    known: Mapping[str, Player],
    act: CommandContext,
    correct: CorrectRubber = correct_rubber,
) -> Rubber:
    """Correct a rubber's record, event and players, who are given by name, by calling ``correct``.

    Names that are not in ``known`` become guests, unless an error is raised. After ``StaleRubberError`` they
    remain, because the conflict that is stored for a director names them.
    """
    with transaction.atomic():
        players = seat_players(rubber.club, names, known, by=act.by)
        try:
            return correct(rubber, written, act=act, players=players, event_name=event_name)
        except StaleRubberError as error:
            late = error
    raise late
