"""A club's list of players: names put on it, and names mended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from matches.clubs.club_log import append_club_fact
from matches.clubs.errors import PeopleError
from matches.clubs.locks import locked_club
from matches.common.clean_names import blank_name_words, tidy_name
from matches.models import Club, Player, User
from scoring.findings import JsonValue

PLAYERS_ADDED: Final = "club.players_added"
PLAYER_RENAMED: Final = "club.player_renamed"
NAME_LENGTH: Final = 200
NAMES_AT_A_TIME: Final = 500


@dataclass(frozen=True, slots=True)
class Added:
    """``known`` are the names that stood on the list before."""

    players: tuple[Player, ...]
    known: tuple[str, ...]


@transaction.atomic
def add_players(club: Club, names: Iterable[str], *, by: User | None) -> Added:
    """Put ``names`` on the list of ``club``, each once; empty ones are left out.

    Raises ``PeopleError`` for a name that is too long, and for too many at once.
    """
    wanted = list(dict.fromkeys(tidy for name in names if (tidy := tidy_name(name))))
    _require_short(wanted)
    if len(wanted) > NAMES_AT_A_TIME:
        raise PeopleError(_("Add %(number)s names at a time at most.") % {"number": NAMES_AT_A_TIME})
    club = locked_club(club.pk)
    known = set(Player.objects.filter(club=club, name__in=wanted).values_list("name", flat=True))
    made = Player.objects.bulk_create(Player(club=club, name=name) for name in wanted if name not in known)
    if made:
        payload: dict[str, JsonValue] = {"players": [player.public_id for player in made]}
        append_club_fact(club, PLAYERS_ADDED, payload, by=by)
    return Added(tuple(made), tuple(name for name in wanted if name in known))


@transaction.atomic
def rename_player(player: Player, name: str, *, by: User | None) -> None:
    """Give ``player`` another name. Raises ``PeopleError`` where it is taken, too long or none at all."""
    tidy = checked_name(name)
    club = locked_club(player.club_id)
    player.refresh_from_db()
    if not player.name:
        raise PeopleError(_("Somebody who was forgotten can't get a name again."))
    if player.name == tidy:
        return
    if Player.objects.filter(club=club, name=tidy).exclude(pk=player.pk).exists():
        raise PeopleError(
            _("%(name)s is on the club's list already. If they are one person, merge the two records.")
            % {"name": tidy}
        )
    player.name = tidy
    player.save(update_fields=["name"])
    append_club_fact(club, PLAYER_RENAMED, {"player": player.public_id}, by=by)


def free_name(club: Club, name: str) -> str:
    """``name``, with a number behind it where the list of ``club``, which the caller has locked, has it."""
    tidy = tidy_name(tidy_name(name)[: NAME_LENGTH - 6])
    taken = set(Player.objects.filter(club=club, name__startswith=tidy).values_list("name", flat=True))
    number = 2
    free = tidy
    while free in taken:
        free = f"{tidy} ({number})"
        number += 1
    return free


def checked_name(name: str) -> str:
    """Return a person's or a club's name as it is kept. Raises ``PeopleError`` for none at all, and a long one."""
    tidy = tidy_name(name)
    if not tidy:
        raise PeopleError(blank_name_words(is_required=True))
    _require_short([tidy])
    return tidy


def _require_short(names: Iterable[str]) -> None:
    for name in names:
        if len(name) > NAME_LENGTH:
            raise PeopleError(
                _("%(name)s... is longer than %(length)s characters.")
                % {"name": name[:40], "length": NAME_LENGTH}
            )
