"""The inbox of a score pad: what phones send is carried out once, in order, however often it arrives, and kept.

Each entry is taken in a transaction of its own, under the lock on its rubber: a phone that was cut off in the middle
sends all of it again. What became of an entry stands in its row, and is the answer ever after. Locks are taken in the
order club, rubber, event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, cast

from django.db import transaction

from matches.clubs.locks import locked_club
from matches.common.log import Entry
from matches.models import PadEntry, Rubber
from matches.pads.commands import WORDS
from matches.pads.conflicts import kept_before, refuse_to_keep_more
from matches.pads.entries import Sent, SentEntry
from matches.pads.late_entries import keep_for_director
from matches.pads.plan_entries import Chain, Step, are_cuts, is_as_planned, planned
from matches.pads.refusals import OVER, RefusedError, UnknownVersionError, refused_for
from matches.pads.run_commands import carry_out
from matches.pads.users import PadUser
from matches.rubbers.errors import TooManyConflictsError
from matches.rubbers.live_news import announce
from matches.rubbers.projection import finding_facts
from matches.rubbers.transition import LockedRubber, lock_rubber
from matches.rubbers.version_proofs import PAD, is_version_mark
from scoring.findings import JsonValue

OutcomeName: TypeAlias = Literal["done", "same", "kept", "refused"]
CHANGES_DEALS: Final = frozenset({"deal", "undo", "king"})
"""What comes after one of these hangs on it: where it was refused, that is kept until somebody has looked."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an entry. ``version`` is the rubber's then, None where it changed nothing.

    ``faults``: findings, as ``Rubber.findings`` has them, for which it was refused.
    """

    key: str
    outcome: OutcomeName
    version: int | None = None
    code: str = ""
    faults: tuple[Mapping[str, JsonValue], ...] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of the entries, in their order; ``rubber`` is as it is after the last of them that was new.

    It is None where none was looked for under the lock: all had been taken before.
    """

    outcomes: list[Outcome]
    rubber: Rubber | None


def take(rubber: Rubber, user: PadUser, sent: Sent) -> Taken:
    """Take in what a phone sent, entry by entry, in its order.

    ``rubber`` has its club loaded, and stays as it is. Raises ``UnknownVersionError`` for an entry that names a version
    which the rubber has not reached, without the mark of it, and ``TooManyConflictsError`` for one that would be kept
    beside too many others of the same person. Nothing is kept of that entry and of those behind it; those before it
    are taken in.
    """
    # Where there are many they are those of an evening, and most had arrived before: they wait for no lock.
    rows = _rows(rubber, [entry.key for entry in sent.entries]) if len(sent.entries) > 1 else {}
    outcomes = []
    now = None
    for entry in sent.entries:
        row = rows.get(entry.key)
        if row is None:
            row, now = _taken(rubber, user, sent, entry)
            rows[entry.key] = row
        outcomes.append(_outcome(row, entry))
    return Taken(outcomes, now)


def _rows(rubber: Rubber, keys: Sequence[str]) -> dict[str, PadEntry]:
    return {row.key: row for row in PadEntry.objects.filter(rubber=rubber, key__in=keys)}


def _outcome(row: PadEntry, entry: SentEntry) -> Outcome:
    if (row.kind, row.told) != (entry.kind, entry.told.as_json()):
        return Outcome(entry.key, "refused", code="key_reused")
    outcome = cast(OutcomeName, row.outcome)
    version = row.version if outcome in ("done", "same") else None
    return Outcome(row.key, outcome, version, row.code, tuple(row.faults))


@transaction.atomic
def _taken(rubber: Rubber, user: PadUser, sent: Sent, entry: SentEntry) -> tuple[PadEntry, Rubber]:
    """The entry's row, and the rubber as it is then."""
    if entry.kind == "rewrite":
        locked_club(rubber.club_id)
    locked = lock_rubber(rubber)
    rows = _rows(rubber, [entry.key, entry.after or entry.key])
    if entry.key in rows:
        return rows[entry.key], locked.row
    verdict = _Taking(locked, user, sent, entry, _base(locked, entry, rows.get(entry.after))).verdict()
    row = PadEntry.objects.create(
        rubber=locked.row,
        key=entry.key,
        device=sent.device,
        link=user.link,
        by=user.by,
        side=sent.side,
        seen=entry.seen,
        after=entry.after,
        kind=entry.kind,
        told=entry.told.as_json(),
        outcome=verdict.outcome,
        version=verdict.version,
        fork=verdict.fork,
        code=verdict.code,
        faults=list(verdict.faults),
        steps=list(verdict.steps),
    )
    if verdict.outcome == "kept":
        # No version tells of it: whoever watches has to hear of the conflict all the same.
        announce(locked.row)
    return row, verdict.rubber or locked.row


@dataclass(frozen=True, slots=True)
class _Base:
    """What the phone had before it: so many entries of the rubber's stream.

    ``is_apart``: the entry hangs on one that is not in the stream, and cannot be carried out alone.
    """

    version: int
    is_apart: bool = False


def _base(locked: LockedRubber, entry: SentEntry, before: PadEntry | None) -> _Base:
    """``before`` is the entry after which it was written."""
    if before is None:
        is_beyond = entry.seen > locked.row.version
        if is_beyond and not is_version_mark(entry.mark, locked.row, entry.seen, PAD):
            raise UnknownVersionError(entry.key)
        # The version was reached once, in a database that was put back since.
        return _Base(min(entry.seen, locked.row.version), is_apart=is_beyond)
    if before.outcome == PadEntry.Outcome.KEPT and before.settlement != PadEntry.Settlement.TAKEN:
        return _Base(before.fork or 1, is_apart=True)
    is_hanging = before.outcome == PadEntry.Outcome.REFUSED and (
        before.kind in CHANGES_DEALS or before.fork is not None
    )
    return _Base(before.version or 1, is_apart=is_hanging)


@dataclass(frozen=True, slots=True)
class _Verdict:
    """``rubber`` is as the entry leaves it, None where it was not carried out."""

    outcome: OutcomeName
    version: int | None = None
    fork: int | None = None
    code: str = ""
    faults: tuple[dict[str, JsonValue], ...] = ()
    steps: tuple[Step, ...] = ()
    rubber: Rubber | None = None


@dataclass(frozen=True, slots=True)
class _Taking:
    """One entry on its way in; the rubber is locked."""

    locked: LockedRubber
    user: PadUser
    sent: Sent
    entry: SentEntry
    base: _Base

    def verdict(self) -> _Verdict:
        try:
            if self.entry.kind in WORDS or self.entry.kind == "rewrite":
                return self._word()
            return self._change()
        except TooManyConflictsError:
            # Neither kept nor refused for good: the phone sends it again once something is settled.
            raise
        except ValueError as error:
            refusal = refused_for(error)
            if refusal is None:
                raise
            fork = self.base.version if self.base.is_apart else None
            faults = tuple(finding_facts(each) for each in refusal.faults)
            return _Verdict("refused", self.base.version, fork, refusal.code, faults)

    def _word(self) -> _Verdict:
        """Somebody says something of the whole: carried out on what he saw, or not at all."""
        if self.base.is_apart:
            raise RefusedError("late")
        if since := self._since():
            if said := is_as_planned(self._plan(), since):
                return _Verdict("same", self.base.version + said)
            raise RefusedError("late")
        return self._done()

    def _change(self) -> _Verdict:
        since = self._since()
        if not self.base.is_apart and since and (said := is_as_planned(self._plan(), since)):
            return _Verdict("same", self.base.version + said)
        if self.locked.row.state != Rubber.State.LIVE:
            return self._late()
        is_next = not since or (self.entry.kind == "deal" and are_cuts(since))
        if is_next and not self.base.is_apart:
            return self._done()
        # It has to mean something where it stands, or nobody could choose it.
        steps = planned(self._before().text, self.entry.told)
        refuse_to_keep_more(self.locked.row, by=self.user.by, after=self.entry.after)
        return _Verdict("kept", fork=self.base.version, steps=steps)

    def _late(self) -> _Verdict:
        before = self._before()
        steps = planned(before.text, self.entry.told)
        refuse_to_keep_more(self.locked.row, by=self.user.by, after=self.entry.after)
        if keep_for_director(self.locked, before, before.and_then(steps), by=self.user.by):
            return _Verdict("kept", fork=self.base.version, code=OVER, steps=steps)
        return _Verdict("same", self.locked.row.version)

    def _since(self) -> Sequence[Entry]:
        return self.locked.entries[self.base.version :]

    def _plan(self) -> tuple[Step, ...]:
        return planned(self._common().text, self.entry.told)

    def _common(self) -> Chain:
        return Chain(tuple(self.locked.entries[: self.base.version]))

    def _before(self) -> Chain:
        """What the phone had before it, with what of its own is kept beside the rubber."""
        common = self._common()
        return (
            common.and_then(kept_before(self.locked.row, self.entry.after)) if self.base.is_apart else common
        )

    def _done(self) -> _Verdict:
        key = f"pad {self.sent.device} {self.entry.key}"
        done = carry_out(self.locked, self.entry.told, user=self.user, key=key)
        return _Verdict("done", done.version, rubber=done)
