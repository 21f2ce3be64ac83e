"""Remove a guest whom a record put on the club's list by mistake, once a correction leaves them without a rubber."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.db.models import TextField
from django.db.models.functions import Cast

from matches.clubs.log_entries import append_club_fact
from matches.clubs.players import PLAYERS_ADDED
from matches.common.commands import CommandContext
from matches.models import Club, Honour, LogEntry, Player, Rating
from matches.rubbers.transition import LockedRubber

GUEST_REMOVED: Final = "club.guest_removed"
LONGEST_IMPORT: Final = timedelta(days=1)
"""The maximum time by which an import may have begun, and dated its entries, before it adds a player."""
DERIVED: Final = (Rating, Honour)
"""Rows that follow from a player's rubbers, and are computed again after a correction."""


def remove_unused_guests(locked: LockedRubber, players: Iterable[Player], act: CommandContext) -> None:
    """Remove those of ``players`` whom only the record of ``locked`` put on the list, and who have nothing else.

    ``players`` are those whom a correction in this transaction took out of the rubber. The rubber is locked
    after its club. Nobody is removed who has an account, or is named by any other row or log entry. Each
    removal is logged.
    """
    for player in players:
        if player.is_guest and _is_from_record(locked, player) and not _has_rows(player):
            for model in DERIVED:
                model._default_manager.filter(player=player).delete()
            removed = player.public_id
            player.delete()
            club: Club = locked.row.club
            append_club_fact(
                club,
                GUEST_REMOVED,
                {"player": removed, "rubber": locked.row.public_id},
                by=act.by,
                link=act.link,
            )


def _is_from_record(locked: LockedRubber, player: Player) -> bool:
    """Return whether this record put the player on the club's list, and no other entry of the log names them.

    A form logs a new guest in an entry of its own, with the request id of the rubber's first entry: this entry may
    name the player, too. An import logs no entry for a new guest, so that only the rubber's entries may name them.
    """
    stream = locked.entries[0].stream
    entries = LogEntry.objects.filter(club=locked.row.club_id, at__gte=player.created_at - LONGEST_IMPORT)
    naming = list(
        entries.annotate(text=Cast("payload", TextField()))
        .filter(text__contains=player.public_id)
        .order_by("pk")
        .defer("payload")
    )
    own = [entry for entry in naming if entry.stream == stream]
    others = [entry for entry in naming if entry.stream != stream]
    if not own:
        return False
    if not others:
        return own[0].kind == "rubber.imported"
    (added, *rest) = others
    is_of_record = added.kind == PLAYERS_ADDED and added.request_id == own[0].request_id
    return is_of_record and not rest


def _has_rows(player: Player) -> bool:
    """Return whether any row refers to the player, apart from rows that follow from rubbers."""
    return any(
        relation.related_model not in DERIVED
        and relation.related_model._base_manager.filter(**{relation.field.name: player}).exists()  # type: ignore[union-attr]
        for relation in Player._meta.get_fields(include_hidden=True)
        if relation.auto_created and not relation.concrete
    )
