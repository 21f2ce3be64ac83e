"""Correct or withdraw a reported result until the other side has confirmed or disputed it.

The result stays reported, so that the other side is asked about the new one. Both versions are in the log. A
correction by ``correct_rubber`` would count at once instead.
"""

from __future__ import annotations

from django.db import transaction

from matches.clubs.locks import locked_club
from matches.clubs.roles import Powers
from matches.common.commands import CommandContext, done_before
from matches.common.log import RUBBER_REPORT_CHANGED, RUBBER_REPORT_WITHDRAWN, ReportChanged
from matches.models import Rubber
from matches.rubbers.change_result import Correction, round_after
from matches.rubbers.enter import free_identity
from matches.rubbers.errors import GameAtTableError, HeldRecordError, StaleRubberError
from matches.rubbers.transition import (
    LockedRubber,
    append_change,
    change_key,
    change_rubber,
    is_stale,
    lock_rubber,
    refuse_state,
)
from scoring import record as scored
from scoring.checks import LATEST_CHECKS


def may_change_report(powers: Powers, rubber: Rubber) -> bool:
    """Return whether a user may try to correct or withdraw the report of ``rubber``.

    If the report has been answered since they opened it, the service refuses with the reason.
    """
    if powers.can("change_report", rubber):
        return True
    return rubber.state != Rubber.State.REPORTED and powers.can("change_report")


def change_report(rubber: Rubber, record: scored.Rubber, *, act: CommandContext) -> Rubber:
    """Replace the record of a reported result by its reporter's correction. Return the changed rubber.

    Players, event and reporting side stay. A record equal to the stored one changes nothing. Raises
    ``StaleRubberError`` if the rubber has changed since ``act.version``, ``StateError`` if the result is not
    reported, ``GameAtTableError``, and ``HeldRecordError`` or ``RecordError`` for a record with errors.
    """
    with transaction.atomic():
        locked_club(rubber.club.pk)
        locked = lock_rubber(rubber)
        if done_before(change_key(locked.row, act)):
            return locked.row
        if is_stale(locked.row, act):
            raise StaleRubberError(locked.row)
        refuse_state(locked.row, RUBBER_REPORT_CHANGED)
        _refuse_game_at_table(locked)
        new = Correction(record).of(locked)
        if new.is_as_stored(locked):
            return locked.row
        checked = new.stored.checked
        if not checked.is_clean:
            raise HeldRecordError(tuple(each for each in checked.findings if each.blocks_confirming), checked)
        payload: ReportChanged = {"egn": new.stored.egn, "checks": LATEST_CHECKS}
        if not new.keeps_identity:
            people = locked.row.player_a.public_id, locked.row.player_b.public_id
            others = (locked.row.pk,)
            payload["identity"] = free_identity(
                locked.row.club, new.stored, people, is_another=True, besides=others
            )
        meant = round_after(locked, new, locked.now.event)
        if meant is not None:
            payload["round"] = meant
        return append_change(locked, RUBBER_REPORT_CHANGED, payload, act)


def withdraw_report(rubber: Rubber, *, act: CommandContext) -> Rubber:
    """Withdraw a reported result, which leaves the rubber void. Return the changed rubber.

    Raises ``GameAtTableError``, and whatever ``change_rubber`` raises.
    """

    def payload(locked: LockedRubber) -> dict[str, object]:
        _refuse_game_at_table(locked)
        return {}

    return change_rubber(rubber, RUBBER_REPORT_WITHDRAWN, act, payload)


def _refuse_game_at_table(locked: LockedRubber) -> None:
    """Raise ``GameAtTableError`` for a game at a pool or a French table, where a reported result counts at once."""
    if is_at_table(locked.row):
        raise GameAtTableError(locked.row)


def is_at_table(rubber: Rubber) -> bool:
    """Return whether ``rubber`` is a game at a pool or a French table."""
    return getattr(rubber, "sitting_game", None) is not None
