"""Corrections: another content for a rubber that is here. The ones before it stay in the log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.clubs.locks import locked_club
from matches.common.command_context import Act, done_before
from matches.common.log import RUBBER_CORRECTED, RubberCorrected, RulingMade, append_entries
from matches.models import Conflict, Player, Rubber
from matches.rubbers.apply_log_entries import apply_entries
from matches.rubbers.canonical_text import content_checksum
from matches.rubbers.conflict_limit import refuse_too_many
from matches.rubbers.enter import event_for, free_identity, person_ids
from matches.rubbers.errors import StaleRubberError
from matches.rubbers.fold import RubberNow, fold_rubber
from matches.rubbers.identity import occasion_of
from matches.rubbers.prepare_record import StoredRecord, stored_record
from matches.rubbers.transition import (
    LockedRubber,
    append_change,
    change_key,
    is_stale,
    lock_rubber,
    refuse_state,
)
from scoring import record as scored
from scoring.checks import LATEST_CHECKS
from scoring.notation import read_one


def correct_rubber(
    rubber: Rubber,
    record: scored.Rubber,
    *,
    act: Act,
    players: tuple[Player, Player] | None = None,
    event_name: str | None = None,
) -> Rubber:
    """Put ``record`` in the place of what is stored; players and event stay where None is given for them.

    Where somebody changed the rubber since ``act.version`` the text is kept as a conflict, and ``StaleRubberError``
    carries it: whoever calls this within a transaction has to catch it there, or the conflict goes with the
    transaction. The caller makes sure that the actor ever read that version. Raises ``StateError``,
    ``SamePlayerError``, ``HeldRecordError``, ``RecordError``, and ``TooManyConflictsError`` where the actor has left
    too many texts already: then nothing is kept.
    """
    correction = Correction(record, players, event_name)
    with transaction.atomic():
        locked_club(rubber.club.pk)
        locked = lock_rubber(rubber)
        if done_before(change_key(locked.row, act)):
            return locked.row
        new = correction.of(locked)
        if not is_stale(locked.row, act):
            refuse_state(locked.row, RUBBER_CORRECTED)
            return append_correction(locked, new, act)
        if new.is_as_stored(locked):
            return locked.row
        late = StaleRubberError(locked.row, _kept(locked, new, act))
    raise late


@dataclass(frozen=True, slots=True)
class NewContent:
    """What a correction comes to: a record, and the public ids of who played. ``keeps_identity``: it is of the same
    occasion, between the same people.
    """

    stored: StoredRecord
    people: tuple[str, str]
    keeps_identity: bool

    @property
    def checksum(self) -> str:
        return content_checksum(*self.people, self.stored.egn)

    def is_as_stored(self, locked: LockedRubber) -> bool:
        return self.checksum == locked.row.checksum


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction as asked for: None where something stays as it is."""

    record: scored.Rubber
    players: tuple[Player, Player] | None = None
    event_name: str | None = None

    def of(self, locked: LockedRubber) -> NewContent:
        """The correction of this rubber. Raises as ``correct_rubber``."""
        now = locked.now
        row = locked.row
        name = row.event.name if self.event_name is None else self.event_name.strip()
        stored = stored_record(self.record, event_name=name, club_name=row.club.name)
        here = (row.player_a.public_id, row.player_b.public_id)
        asked = here if self.players is None else person_ids(self.players)
        same_people = asked == here
        same_occasion = occasion_of(read_one(now.egn)) == occasion_of(stored.record)
        return NewContent(stored, (now.a, now.b) if same_people else asked, same_people and same_occasion)


def append_correction(
    locked: LockedRubber,
    new: NewContent,
    act: Act,
    *,
    conflict: Conflict | None = None,
    ruling: RulingMade | None = None,
    undoes: int | None = None,
    key: str = "",
) -> Rubber:
    """Log the correction and write what follows. The caller holds the club's lock and the rubber's.

    ``undoes`` and ``key`` as ``RubberCorrected`` and ``append_change`` have them.
    """
    now = locked.now
    row = locked.row
    payload: RubberCorrected = {"egn": new.stored.egn, "checks": _checks_of(locked, new.stored)}
    opening, event = event_for(row.club, new.stored, act)
    if opening:
        apply_entries(opening, append_entries(opening), directory=locked.directory)
    if event != now.event:
        payload["event"] = event
    if new.people != (now.a, now.b):
        payload["a"], payload["b"] = new.people
    if not new.keeps_identity:
        people = row.player_a.public_id, row.player_b.public_id
        people = people if new.people == (now.a, now.b) else new.people
        payload["identity"] = free_identity(row.club, new.stored, people, is_another=True, besides=(row.pk,))
    if conflict is not None:
        payload["conflict"] = conflict.public_id
    if ruling is not None:
        payload["ruling"] = ruling
    if undoes is not None:
        payload["undoes"] = undoes
    return append_change(locked, RUBBER_CORRECTED, payload, act, key=key)


def _checks_of(locked: LockedRubber, new: StoredRecord) -> int:
    """Return the version of the checks that judges a correction: the latest, as for everything that is entered now.

    Games that stay as they were recorded under an earlier version are not held to checks that were added since: a
    rubber that counted goes on counting when its round is put right, or a correction is taken back.
    """
    if new.checked.is_clean:
        return LATEST_CHECKS
    texts = [(fold.egn, fold.checks) for fold in _texts_of(locked)]
    earlier = [checks for egn, checks in texts if read_one(egn).games == new.record.games]
    return min(earlier, default=LATEST_CHECKS)


def _texts_of(locked: LockedRubber) -> Iterator[RubberNow]:
    """The rubber after each entry that brought a text whole, and as it is now."""
    for place, entry in enumerate(locked.entries, start=1):
        if "egn" in entry.payload:
            yield fold_rubber(locked.entries[:place])
    yield locked.now


def _kept(locked: LockedRubber, new: NewContent, act: Act) -> Conflict:
    """Keep the text of a correction that came too late; once, however often it is sent.

    What was decided about it stays decided, unless the actor had looked at the rubber since. Raises
    ``TooManyConflictsError``.
    """
    locked.directory.load_players(new.people)
    player_a, player_b = (locked.directory.players[public_id] for public_id in new.people)
    told: dict[str, Any] = {
        "by": act.by,
        "at": timezone.now(),
        "reason": act.reason,
        "player_a_id": player_a,
        "player_b_id": player_b,
        "egn": new.stored.egn,
        "resolved_at": None,
        "resolved_by": None,
        "resolution": "",
    }
    conflict = Conflict.objects.filter(rubber=locked.row, checksum=new.checksum).first()
    if conflict is None:
        refuse_too_many(locked.row, act.by)
        return Conflict.objects.create(rubber=locked.row, checksum=new.checksum, **told)
    is_again = conflict.resolved_at is not None and _saw(locked, act, conflict.resolved_at)
    if is_again:
        refuse_too_many(locked.row, act.by)
    if is_again or (conflict.resolved_at is None and conflict.by is None):
        for name, value in told.items():
            setattr(conflict, name, value)
        conflict.save(update_fields=list(told))
    return conflict


def _saw(locked: LockedRubber, act: Act, moment: datetime) -> bool:
    """Whether the version of the rubber that the actor had seen was still the last one at that moment."""
    seen = act.version or 0
    return any(entry.version == seen + 1 and entry.at > moment for entry in locked.entries)
