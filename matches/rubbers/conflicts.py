"""Settle a conflict: a director accepts the other version of a rubber, or keeps the stored one."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.locks import locked_club
from matches.clubs.log_entries import append_club_fact
from matches.common.commands import CommandContext, done_before
from matches.common.log import RUBBER_CORRECTED
from matches.models import Conflict, Rubber
from matches.rubbers.change_result import Correction, append_correction
from matches.rubbers.errors import StaleRubberError
from matches.rubbers.transition import change_key, is_stale, lock_rubber, refuse_state
from scoring.notation import read_one

CONFLICT_KEPT: Final = "club.conflict_kept"


class SettledError(ValueError):
    """A conflict was settled before with the opposite decision."""

    def __init__(self) -> None:
        super().__init__(_("Someone has already decided this."))


@transaction.atomic
def settle_conflict(conflict: Conflict, *, take: bool, act: CommandContext) -> Rubber:
    """Replace the rubber's record by the conflict's version (``take``), or keep it. Return the rubber as it is then.

    Other conflicts of the rubber stay open. Raises ``SettledError`` if the conflict was settled with the
    opposite decision or the same command changed the rubber before, ``StateError`` if the rubber cannot be
    corrected in its state, and ``StaleRubberError`` if it has changed since the actor saw it.
    """
    locked_club(conflict.rubber.club.pk)
    row = Conflict.objects.select_related("player_a", "player_b").get(pk=conflict.pk)
    wanted = Conflict.Resolution.TAKEN if take else Conflict.Resolution.KEPT
    locked = lock_rubber(conflict.rubber)
    if row.resolution:
        if row.resolution != wanted:
            raise SettledError
        return locked.row
    if take and done_before(change_key(locked.row, act)):
        raise SettledError
    if is_stale(locked.row, act):
        raise StaleRubberError(locked.row)
    rubber = locked.row
    if take:
        refuse_state(locked.row, RUBBER_CORRECTED)
        record = read_one(row.egn)
        correction = Correction(record, (row.player_a, row.player_b), record.tag("Event") or "")
        rubber = append_correction(locked, correction.of(locked), act, conflict=row)
    else:
        fact = {"conflict": row.public_id, "rubber": rubber.public_id}
        append_club_fact(rubber.club, CONFLICT_KEPT, fact, by=act.by, reason=act.reason)
    row.resolved_at = timezone.now()
    row.resolved_by = act.by
    row.resolution = wanted
    row.save(update_fields=["resolved_at", "resolved_by", "resolution"])
    return rubber
