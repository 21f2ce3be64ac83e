"""A rubber entered by hand together with the guests whom it puts on the club's list: both, or neither."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from django.db import transaction

from matches.clubs.players import add_players
from matches.models import Club, Player, User
from matches.rubbers.commands import Act, correct_rubber, enter_rubber, open_rubber
from matches.rubbers.errors import StaleRubberError
from scoring import record

if TYPE_CHECKING:
    from matches.clubs.permissions import Word
    from matches.models import Rubber

Names = tuple[str, str]


def seat_players(club: Club, names: Names, known: Mapping[str, Player], *, by: User) -> tuple[Player, Player]:
    """The players of these names; who is not ``known`` is put on the club's list as a guest."""
    new = [name for name in names if name not in known]
    found = dict(known)
    if new:
        add_players(club, new, by=by)
        found |= {player.name: player for player in Player.objects.filter(club=club, name__in=new)}
    return found[names[0]], found[names[1]]


@transaction.atomic
def enter_with_guests(
    club: Club,
    written: record.Rubber,
    *,
    event_name: str,
    names: Names,
    known: Mapping[str, Player],
    word: Word,
    act: Act,
    is_another: bool = False,
) -> Rubber:
    """``enter_rubber`` between the players of these names. Raises as it does, and then nobody is new."""
    players = seat_players(club, names, known, by=act.by)
    return enter_rubber(
        club, written, event_name=event_name, players=players, word=word, act=act, is_another=is_another
    )


@transaction.atomic
def open_with_guests(
    club: Club,
    written: record.Rubber,
    *,
    event_name: str,
    names: Names,
    known: Mapping[str, Player],
    act: Act,
    is_another: bool = False,
) -> Rubber:
    """``open_rubber`` between the players of these names. Raises as it does, and then nobody is new."""
    players = seat_players(club, names, known, by=act.by)
    return open_rubber(club, written, event_name=event_name, players=players, act=act, is_another=is_another)


class CorrectRubber(Protocol):
    """``correct_rubber``, or what corrects with it what follows."""

    def __call__(
        self,
        rubber: Rubber,
        record: record.Rubber,
        *,
        act: Act,
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
    act: Act,
    correct: CorrectRubber = correct_rubber,
) -> Rubber:
    """``correct`` between the players of these names.

    Raises as it does, and then nobody is new, unless the correction came too late: the text that is kept for a
    director names its players, guests as well.
    """
    with transaction.atomic():
        players = seat_players(rubber.club, names, known, by=act.by)
        try:
            return correct(rubber, written, act=act, players=players, event_name=event_name)
        except StaleRubberError as error:
            late = error
    raise late
