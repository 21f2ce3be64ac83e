"""Add players to a club's list and rename them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from matches.clubs.errors import PeopleError
from matches.clubs.former_names import note_former_name
from matches.clubs.locks import locked_club
from matches.clubs.log_entries import append_club_fact
from matches.common.names import blank_name_words, contact_words
from matches.models import Club, Player, User
from matches.rules.names import tidy_name
from matches.rules.typed_names import holds_contact
from scoring.findings import JsonValue

PLAYERS_ADDED: Final = "club.players_added"
PLAYER_RENAMED: Final = "club.player_renamed"
NAME_LENGTH: Final = 200
NAMES_AT_A_TIME: Final = 500


@dataclass(frozen=True, slots=True)
class Added:
    """The new players of ``add_players`` and, in ``known``, the given names that were on the list already."""

    players: tuple[Player, ...]
    known: tuple[str, ...]


@transaction.atomic
def add_players(club: Club, names: Iterable[str], *, by: User | None) -> Added:
    """Add players with these names to the list of ``club``, except empty, repeated and listed ones.

    Raises ``PeopleError`` if a name is too long or ``require_name_alone`` refuses it, or if more than 500 names are
    given.
    """
    wanted = list(dict.fromkeys(tidy for name in names if (tidy := tidy_name(name))))
    _require_short(wanted)
    if len(wanted) > NAMES_AT_A_TIME:
        raise PeopleError(_("Add at most %(number)s names at a time.") % {"number": NAMES_AT_A_TIME})
    club = locked_club(club.pk)
    known = set(Player.objects.filter(club=club, name__in=wanted).values_list("name", flat=True))
    for name in wanted:
        if name not in known:
            require_name_alone(name)
    made = Player.objects.bulk_create(Player(club=club, name=name) for name in wanted if name not in known)
    if made:
        payload: dict[str, JsonValue] = {"players": [player.public_id for player in made]}
        append_club_fact(club, PLAYERS_ADDED, payload, by=by)
    return Added(tuple(made), tuple(name for name in wanted if name in known))


@transaction.atomic
def rename_player(player: Player, name: str, *, by: User | None) -> None:
    """Rename ``player``. Raises ``PeopleError`` for an invalid or taken name, or an erased player."""
    tidy = checked_name(name)
    require_name_alone(tidy)
    club = locked_club(player.club_id)
    player.refresh_from_db()
    if not player.name:
        raise PeopleError(_("This person’s data was deleted, so they cannot get a name again."))
    if player.name == tidy:
        return
    if Player.objects.filter(club=club, name=tidy).exclude(pk=player.pk).exists():
        raise PeopleError(
            _("%(name)s is already on the club’s list. If they are the same person, merge the two.")
            % {"name": tidy}
        )
    former = note_former_name(club, player.name, tidy, player=player)
    player.name = tidy
    player.save(update_fields=["name"])
    append_club_fact(club, PLAYER_RENAMED, {"player": player.public_id, "former": former}, by=by)


def free_name(club: Club, name: str) -> str:
    """Return ``name``, or the first of ``name (2)``, ``name (3)`` ... that is not on the club's list.

    The caller has locked the club.
    """
    tidy = tidy_name(tidy_name(name)[: NAME_LENGTH - 6])
    taken = set(Player.objects.filter(club=club, name__startswith=tidy).values_list("name", flat=True))
    number = 2
    free = tidy
    while free in taken:
        free = f"{tidy} ({number})"
        number += 1
    return free


def checked_name(name: str) -> str:
    """Return the tidied name. Raises ``PeopleError`` if it is then empty or longer than 200 characters."""
    tidy = tidy_name(name)
    if not tidy:
        raise PeopleError(blank_name_words(is_required=True))
    _require_short([tidy])
    return tidy


def require_name_alone(name: str) -> None:
    """Raise ``PeopleError`` if a person's name holds an address or a telephone number."""
    if holds_contact(name):
        raise PeopleError(contact_words(name))


def _require_short(names: Iterable[str]) -> None:
    for name in names:
        if len(name) > NAME_LENGTH:
            raise PeopleError(
                _("%(name)s... is longer than %(length)s characters.")
                % {"name": name[:40], "length": NAME_LENGTH}
            )
