"""Confirm, dispute, correct or void a stored result, or end a live rubber by its result alone.

A correction replaces the rubber's record, while earlier versions stay in the log. One that comes too late is
kept as a conflict, a differing version that a director must settle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches.clubs.locks import locked_club
from matches.common.commands import CommandContext, done_before
from matches.common.log import (
    RUBBER_CLOSED,
    RUBBER_CONFIRMED,
    RUBBER_CORRECTED,
    RUBBER_DISPUTED,
    RUBBER_VOIDED,
    RoundMeant,
    RubberConfirmed,
    RubberCorrected,
    RubberDisputed,
    RubberEnded,
    RulingMade,
    Seat,
    append_entries,
)
from matches.models import Conflict, Player, Rubber, User
from matches.rubbers.enter import event_for, free_identity, person_ids
from matches.rubbers.errors import ConflictOpenError, StaleRubberError, TooManyConflictsError
from matches.rubbers.find_round import DrawnRounds
from matches.rubbers.fold import fold_rubber
from matches.rubbers.identity import occasion_of
from matches.rubbers.projection import content_checksum, round_label
from matches.rubbers.queries import unsettled_pad_entries
from matches.rubbers.remove_guests import remove_unused_guests
from matches.rubbers.text import StoredRecord, stored_record
from matches.rubbers.transition import (
    LockedRubber,
    append_change,
    apply_entries,
    change_key,
    change_rubber,
    is_stale,
    lock_rubber,
    refuse_state,
)
from scoring import record as scored
from scoring.checks import LATEST_CHECKS
from scoring.notation import read_one

MOST_OPEN: Final = 5
"""The maximum number of open conflicts of one person for one rubber: more are no honest mistake."""


def open_conflicts_by(by: User, rubbers: Collection[int]) -> Counter[int]:
    """Return how many open conflicts a user has caused for each of ``rubbers``, by primary key.

    A conflict from an imported file belongs to its importer, until another person sends the same version.
    """
    theirs = Q(by=by) | Q(by=None, report__by=by)
    waiting = Conflict.objects.filter(theirs, rubber__in=rubbers, resolved_at__isnull=True)
    return Counter(waiting.values_list("rubber_id", flat=True))


def refuse_too_many(rubber: Rubber, by: User) -> None:
    """Raise ``TooManyConflictsError`` if ``by`` may cause no more conflicts for a locked rubber."""
    if open_conflicts_by(by, [rubber.pk])[rubber.pk] >= MOST_OPEN:
        raise TooManyConflictsError(rubber, MOST_OPEN)


def correct_rubber(
    rubber: Rubber,
    record: scored.Rubber,
    *,
    act: CommandContext,
    players: tuple[Player, Player] | None = None,
    event_name: str | None = None,
) -> Rubber:
    """Replace the stored record by ``record``. Return the changed rubber.

    If ``players`` or ``event_name`` is None, it stays as it is. If the rubber has changed since
    ``act.version``, which the actor must have read, the new record is stored as a conflict, and
    ``StaleRubberError`` is raised with it. A caller inside a transaction must catch that error before the
    transaction ends, or the conflict is rolled back.

    Raises ``StateError`` if the rubber's state does not allow a correction, ``SamePlayerError``,
    ``HeldRecordError`` or ``RecordError`` for an invalid record, and ``TooManyConflictsError``, with nothing
    stored.
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
        late = StaleRubberError(locked.row, _keep_as_conflict(locked, new, act))
    raise late


@dataclass(frozen=True, slots=True)
class NewContent:
    """The content of a rubber after a correction: the new record, and the public ids of its players.

    ``keeps_identity``: event, date, round, table and players are the same as before.
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
    """The new record, players and event of a correction; None for players or event that stay."""

    record: scored.Rubber
    players: tuple[Player, Player] | None = None
    event_name: str | None = None

    def of(self, locked: LockedRubber) -> NewContent:
        """Return a locked rubber's content after it. Raises ``SamePlayerError``, ``HeldRecordError``,
        ``RecordError``.
        """
        now = locked.now
        row = locked.row
        name = row.event.name if self.event_name is None else self.event_name.strip()
        stored = stored_record(self.record, event_name=name, club_name=row.club.name)
        current = (row.player_a.public_id, row.player_b.public_id)
        people = current if self.players is None else person_ids(self.players)
        same_people = people == current
        same_occasion = occasion_of(read_one(now.egn)) == occasion_of(stored.record)
        return NewContent(stored, (now.a, now.b) if same_people else people, same_people and same_occasion)


def append_correction(
    locked: LockedRubber,
    new: NewContent,
    act: CommandContext,
    *,
    conflict: Conflict | None = None,
    ruling: RulingMade | None = None,
    undoes: int | None = None,
    round_label: str | None = None,
    key: str = "",
) -> Rubber:
    """Append a correction to the log of a rubber, locked after its club, and return it with its rows updated.

    The correction settles ``conflict``, or writes the director's ``ruling`` into the record, or undoes the
    entry with the version ``undoes`` (see ``RubberCorrected``). A guest whom only this record put on the list
    is removed if the correction leaves them without a rubber. ``round_label`` is the label of the rubber's round; with
    None it follows from the record (``round_after``). ``key`` is the entry's idempotency key; if
    empty, the command's own.
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
    meant = (
        round_after(locked, new, event)
        if round_label is None
        else round_noted(locked, new, event, round_label)
    )
    if meant is not None:
        payload["round"] = meant
    if conflict is not None:
        payload["conflict"] = conflict.public_id
    if ruling is not None:
        payload["ruling"] = ruling
    if undoes is not None:
        payload["undoes"] = undoes
    left_out = [player for player in (row.player_a, row.player_b) if player.public_id not in new.people]
    corrected = append_change(locked, RUBBER_CORRECTED, payload, act, key=key)
    if left_out:
        remove_unused_guests(locked, left_out, act)
    return corrected


def round_after(locked: LockedRubber, new: NewContent, event: str) -> RoundMeant | None:
    """Return the note about the rubber's round after a correction (``RoundMeant``), or None if none is needed.

    If round, event and players stay as they were, the rubber stays in its round; one that is outside the draw stays
    outside.
    """
    now = locked.now
    before, after = (record.tag("Round") or "" for record in (read_one(now.egn), new.stored.record))
    if (event, *new.people, after) == (now.event, now.a, now.b, before):
        return None
    rounds = DrawnRounds(event, new.people, besides=locked.row.public_id)
    return round_noted(locked, new, event, rounds.label(after, new.people))


def round_noted(locked: LockedRubber, new: NewContent, event: str, label: str) -> RoundMeant | None:
    """Return the note by which the round of a corrected rubber has this label (``RoundMeant``).

    Return None if the rubber has the label without a note.
    """
    tag = new.stored.record.tag("Round") or ""
    noted = round_label(locked.now, tag) if event == locked.now.event else tag
    return None if label == noted else {"tag": tag, "label": label}


def _checks_of(locked: LockedRubber, new: StoredRecord) -> int:
    """Return the version of the checks that judges a correction: the latest, as for everything entered now.

    Games that stay as they were recorded are not held to checks added since: a rubber that counted still
    counts when its round is corrected, or a correction is undone.
    """
    if new.checked.is_clean:
        return LATEST_CHECKS
    folds = [
        fold_rubber(locked.entries[:place])
        for place, entry in enumerate(locked.entries, start=1)
        if "egn" in entry.payload
    ]
    same = [fold.checks for fold in (*folds, locked.now) if read_one(fold.egn).games == new.record.games]
    return min(same, default=LATEST_CHECKS)


def _keep_as_conflict(locked: LockedRubber, new: NewContent, act: CommandContext) -> Conflict:
    """Store the text of a correction that came too late, once even if it is sent again.

    A settled conflict stays settled, unless the actor saw the rubber after that. Raises
    ``TooManyConflictsError``.
    """
    locked.directory.load_players(new.people)
    player_a, player_b = (locked.directory.players[public_id] for public_id in new.people)
    values: dict[str, Any] = {
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
        return Conflict.objects.create(rubber=locked.row, checksum=new.checksum, **values)
    is_again = conflict.resolved_at is not None and _was_last_version(locked, act, conflict.resolved_at)
    if is_again:
        refuse_too_many(locked.row, act.by)
    if is_again or (conflict.resolved_at is None and conflict.by is None):
        for name, value in values.items():
            setattr(conflict, name, value)
        conflict.save(update_fields=list(values))
    return conflict


def _was_last_version(locked: LockedRubber, act: CommandContext, moment: datetime) -> bool:
    """Return whether the version of the rubber that the actor saw was still the last one at that moment."""
    seen = act.version or 0
    return any(entry.version == seen + 1 and entry.at > moment for entry in locked.entries)


def confirm_rubber(rubber: Rubber | LockedRubber, *, act: CommandContext, seat: Seat = "") -> Rubber:
    """Confirm a reported or disputed result, so that it counts.

    ``seat`` is the side that confirms it (A or B), empty for neither player. Raises whatever
    ``change_rubber`` raises.
    """
    payload: RubberConfirmed = {"by": seat} if seat else {}
    return change_rubber(rubber, RUBBER_CONFIRMED, act, lambda locked: payload)


def dispute_rubber(rubber: Rubber | LockedRubber, *, seat: Seat, act: CommandContext) -> Rubber:
    """Dispute a result, so that the rubber does not count until the dispute is settled.

    ``seat`` is the side that disputes it (A or B), empty for neither player. Raises whatever
    ``change_rubber`` raises.
    """
    payload: RubberDisputed = {"by": seat}
    return change_rubber(rubber, RUBBER_DISPUTED, act, lambda locked: payload)


def void_rubber(rubber: Rubber, *, act: CommandContext) -> Rubber:
    """Declare a rubber void, so that it does not count. Raises whatever ``change_rubber`` raises."""
    return change_rubber(rubber, RUBBER_VOIDED, act)


def close_by_result(locked: LockedRubber, record: scored.Rubber, *, act: CommandContext) -> Rubber:
    """End a live rubber without deals by storing its result, which counts at once. Return the changed rubber.

    ``record`` has the result, and the event, date, round, table and players of the live rubber. The caller
    has locked the rubber and checked that it has no deals. Raises ``ConflictOpenError``, and whatever
    ``change_rubber`` raises.
    """

    def payload(locked: LockedRubber) -> RubberEnded:
        if any(game.deals for game in read_one(locked.now.egn).games):
            raise AssertionError("a result would take the place of deals")
        if unsettled_pad_entries(locked.row).exists():
            raise ConflictOpenError(locked.row)
        egn = Correction(record).of(locked).stored.egn
        return {"termination": "normal", "winner": "", "egn": egn, "checks": LATEST_CHECKS}

    return change_rubber(locked, RUBBER_CLOSED, act, payload)
