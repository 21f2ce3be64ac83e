"""Receive the entries that phones send from a score pad, and carry out each of them once, in order.

Each entry is stored in its own transaction under the rubber's lock, with its outcome. A phone whose
connection broke sends all its entries again, and gets the stored outcomes. Locks are taken in the order club,
rubber, event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, cast

from django.db import transaction

from matches.clubs.locks import locked_club
from matches.clubs.roles import Authority, powers_of
from matches.common.commands import CommandContext
from matches.common.log import RUBBER_CONFIRMED, RUBBER_DISPUTED, RUBBER_REPORTED, Entry, Seat
from matches.models import PadEntry, Rubber
from matches.pads.commands import (
    KINDS_ABOUT_RUBBER,
    ConfirmEnd,
    DisputeEnd,
    MarkKing,
    NameDealer,
    PadCommand,
    PadRequest,
    PadRequestEntry,
    RecordCut,
    RecordDeal,
    ReportEnd,
    RewriteDeal,
    UndoDeal,
)
from matches.pads.conflicts import kept_steps_before, refuse_to_keep_more
from matches.pads.planned_entries import Chain, Step, are_cuts, count_matching, keep_for_director, plan_steps
from matches.pads.refusals import OVER, RefusedError, UnknownVersionError, refusal_for
from matches.pads.users import PadPermissions, PadUser, pad_permissions
from matches.rubbers.change_result import confirm_rubber, dispute_rubber
from matches.rubbers.deal_from_input import deal_from_input
from matches.rubbers.errors import TooManyConflictsError
from matches.rubbers.live_news import announce
from matches.rubbers.projection import finding_facts
from matches.rubbers.record_deals import (
    RubberEnd,
    close_rubber,
    mark_late_king,
    record_before,
    record_cut,
    record_deal,
    rewrite_deal,
    undo_deal,
)
from matches.rubbers.transition import LockedRubber, lock_rubber, refuse_state
from matches.rubbers.version_tokens import PAD, is_version_mark
from scoring.check import check_rubber
from scoring.findings import JsonValue

OutcomeName: TypeAlias = Literal["done", "same", "kept", "refused"]
CHANGES_DEALS: Final = frozenset({"deal", "undo", "king"})
"""The kinds of entry that later ones build on: if one was refused, these are kept until a person has decided."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an entry that a phone sent.

    ``version`` is the rubber's after the entry, None if it changed nothing. ``code`` says why the entry was
    refused, and ``faults`` are the findings for it, in the format of ``Rubber.findings``.
    """

    key: str
    outcome: OutcomeName
    version: int | None = None
    code: str = ""
    faults: tuple[Mapping[str, JsonValue], ...] = ()


@dataclass(frozen=True, slots=True)
class InboxResult:
    """The outcomes of a request's entries, and the rubber after the last new one; None if of several none is new."""

    outcomes: list[Outcome]
    rubber: Rubber | None


def take_in_entries(rubber: Rubber, user: PadUser, sent: PadRequest) -> InboxResult:
    """Receive a phone's request: store and carry out its entries in order, and return their outcomes.

    ``rubber`` has its club loaded, and is not modified. Raises ``UnknownVersionError`` if an entry names a
    version that the rubber has not reached, without proof that it existed, and ``TooManyConflictsError`` if
    an entry would begin a conflict and the same person has too many. The entries before that one are stored.
    """
    # A long request is usually a whole evening's, most of it known already: read those rows without the lock.
    rows = _rows(rubber, [entry.key for entry in sent.entries]) if len(sent.entries) > 1 else {}
    outcomes = []
    now = None
    for entry in sent.entries:
        row = rows.get(entry.key)
        if row is None:
            row, now = _take_in(rubber, user, sent, entry)
            rows[entry.key] = row
        outcomes.append(_outcome(row, entry))
    return InboxResult(outcomes, now)


def _rows(rubber: Rubber, keys: Sequence[str]) -> dict[str, PadEntry]:
    return {row.key: row for row in PadEntry.objects.filter(rubber=rubber, key__in=keys)}


def _outcome(row: PadEntry, entry: PadRequestEntry) -> Outcome:
    if (row.kind, row.told) != (entry.kind, entry.command.as_json()):
        return Outcome(entry.key, "refused", code="key_reused")
    outcome = cast(OutcomeName, row.outcome)
    version = row.version if outcome in ("done", "same") else None
    return Outcome(row.key, outcome, version, row.code, tuple(row.faults))


@transaction.atomic
def _take_in(
    rubber: Rubber, user: PadUser, sent: PadRequest, entry: PadRequestEntry
) -> tuple[PadEntry, Rubber]:
    if entry.kind == "rewrite":
        locked_club(rubber.club_id)
    locked = lock_rubber(rubber)
    rows = _rows(rubber, [entry.key, entry.after or entry.key])
    if entry.key in rows:
        return rows[entry.key], locked.row
    verdict = _Decision(locked, user, sent, entry, _find_base(locked, entry, rows.get(entry.after))).decide()
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
        told=entry.command.as_json(),
        outcome=verdict.outcome,
        version=verdict.version,
        fork=verdict.fork,
        code=verdict.code,
        faults=list(verdict.faults),
        steps=list(verdict.steps),
    )
    if verdict.outcome == "kept" or entry.kind == "dealer":
        # Neither a conflict nor the name of the dealer makes a new version, but other phones must learn about it.
        announce(locked.row)
    return row, verdict.rubber or locked.row


@dataclass(frozen=True, slots=True)
class _Base:
    """The version that the entry builds on. ``is_apart``: it is not in the stream, so that it cannot be
    carried out alone.
    """

    version: int
    is_apart: bool = False


def _find_base(locked: LockedRubber, entry: PadRequestEntry, before: PadEntry | None) -> _Base:
    """Return the base of the entry. ``before`` is the row of the entry that it follows, None without one."""
    if before is None:
        is_beyond = entry.seen > locked.row.version
        if is_beyond and not is_version_mark(entry.mark, locked.row, entry.seen, PAD):
            raise UnknownVersionError(entry.key)
        # The version was reached once, in a database that was restored from a backup since then.
        return _Base(min(entry.seen, locked.row.version), is_apart=is_beyond)
    if before.outcome == PadEntry.Outcome.KEPT and before.settlement != PadEntry.Settlement.TAKEN:
        return _Base(before.fork or 1, is_apart=True)
    is_hanging = before.outcome == PadEntry.Outcome.REFUSED and (
        before.kind in CHANGES_DEALS or before.fork is not None
    )
    return _Base(before.version or 1, is_apart=is_hanging)


@dataclass(frozen=True, slots=True)
class _Verdict:
    """The outcome of a new entry. ``rubber`` is as it is after the entry, None if it was not carried out."""

    outcome: OutcomeName
    version: int | None = None
    fork: int | None = None
    code: str = ""
    faults: tuple[dict[str, JsonValue], ...] = ()
    steps: tuple[Step, ...] = ()
    rubber: Rubber | None = None


@dataclass(frozen=True, slots=True)
class _Decision:
    """A new entry and all that is needed to decide about it. The rubber is locked."""

    locked: LockedRubber
    user: PadUser
    sent: PadRequest
    entry: PadRequestEntry
    base: _Base

    def decide(self) -> _Verdict:
        """Carry out the entry, keep it as a conflict, or refuse it; return which. Its own row is not written here."""
        try:
            if self.entry.kind == "dealer":
                return self._decide_about_dealer()
            if self.entry.kind in KINDS_ABOUT_RUBBER or self.entry.kind == "rewrite":
                return self._decide_about_rubber()
            return self._decide_about_deals()
        except TooManyConflictsError:
            # The entry is neither kept nor refused for good: the phone sends it again once a conflict is
            # settled.
            raise
        except ValueError as error:
            refusal = refusal_for(error)
            if refusal is None:
                raise
            fork = self.base.version if self.base.is_apart else None
            faults = tuple(finding_facts(each) for each in refusal.faults)
            return _Verdict("refused", self.base.version, fork, refusal.code, faults)

    def _decide_about_rubber(self) -> _Verdict:
        """Carry out an entry about the whole rubber on the version that its sender saw, or refuse it."""
        if self.base.is_apart:
            raise RefusedError("late")
        if since := self._entries_since():
            if matching := count_matching(self._plan(), since):
                return _Verdict("same", self.base.version + matching)
            raise RefusedError("late")
        return self._carry_out()

    def _decide_about_dealer(self) -> _Verdict:
        """Let the table name the next dealer. The log has nothing of it, so the version stays as it is."""
        if self.base.is_apart or self.locked.row.state != Rubber.State.LIVE:
            raise RefusedError("late")
        if self._entries_since():
            # That deal is recorded by now, with its dealer.
            return _Verdict("same", self.base.version)
        return _Verdict("done", self.base.version)

    def _decide_about_deals(self) -> _Verdict:
        since = self._entries_since()
        if not self.base.is_apart and since and (matching := count_matching(self._plan(), since)):
            return _Verdict("same", self.base.version + matching)
        if self.locked.row.state != Rubber.State.LIVE:
            return self._keep_for_director()
        is_next = not since or (self.entry.kind == "deal" and are_cuts(since))
        if is_next and not self.base.is_apart:
            return self._carry_out()
        # The entry must be valid after its chain, or nobody could choose it.
        steps = plan_steps(self._phone_version().text, self.entry.command)
        refuse_to_keep_more(self.locked.row, by=self.user.by, after=self.entry.after)
        return _Verdict("kept", fork=self.base.version, steps=steps)

    def _keep_for_director(self) -> _Verdict:
        before = self._phone_version()
        steps = plan_steps(before.text, self.entry.command)
        refuse_to_keep_more(self.locked.row, by=self.user.by, after=self.entry.after)
        if keep_for_director(self.locked, before, before.and_then(steps), by=self.user.by):
            return _Verdict("kept", fork=self.base.version, code=OVER, steps=steps)
        return _Verdict("same", self.locked.row.version)

    def _entries_since(self) -> Sequence[Entry]:
        return self.locked.entries[self.base.version :]

    def _plan(self) -> tuple[Step, ...]:
        return plan_steps(self._shared_part().text, self.entry.command)

    def _shared_part(self) -> Chain:
        return Chain(tuple(self.locked.entries[: self.base.version]))

    def _phone_version(self) -> Chain:
        """Return what the phone had before the entry, with its own unsettled entries."""
        common = self._shared_part()
        return (
            common.and_then(kept_steps_before(self.locked.row, self.entry.after))
            if self.base.is_apart
            else common
        )

    def _carry_out(self) -> _Verdict:
        key = f"pad {self.sent.device} {self.entry.key}"
        rubber = carry_out(self.locked, self.entry.command, user=self.user, key=key)
        return _Verdict("done", rubber.version, rubber=rubber)


def carry_out(locked: LockedRubber, command: PadCommand, *, user: PadUser, key: str) -> Rubber:
    """Carry out a command on a locked rubber, and return the updated rubber.

    ``key`` is the idempotency key. Raises ``RefusedError`` if ``user`` may not give the command, and the
    errors of the services that record deals and results.
    """
    reason = command.reason if isinstance(command, DisputeEnd) else ""
    act = CommandContext(by=user.by, key=key, reason=reason, version=locked.row.version, link=user.link)
    return _CommandRun(locked, user, act).run(command)


@dataclass(frozen=True, slots=True)
class _CommandRun:
    locked: LockedRubber
    user: PadUser
    act: CommandContext

    @property
    def rubber(self) -> Rubber:
        return self.locked.row

    def run(self, command: PadCommand) -> Rubber:
        rubber, user = self.rubber, self.user
        match command:
            case RecordCut(pairs, chosen):
                return record_cut(self.locked, pairs, act=self.act, chosen=chosen)
            case NameDealer():
                # The log has nothing of it: the state takes the dealer from the entry.
                return rubber
            case RecordDeal(deal):
                return record_deal(self.locked, deal_from_input(self.locked.checked, deal), act=self.act)
            case UndoDeal():
                _require(user.may_rule, "not_allowed")
                # The entry names the deal: no other deal is undone instead.
                plan_steps(rubber.egn, command)
                return undo_deal(self.locked, act=self.act)
            case MarkKing(player):
                _require(user.may_rule, "not_allowed")
                return mark_late_king(rubber, player, act=self.act)
            case RewriteDeal(game, number, deal):
                _require(user.is_director, "not_allowed")
                before = check_rubber(record_before(self.locked.checked.rubber, game, number))
                new = deal_from_input(before, deal.payload)
                return rewrite_deal(rubber, game, number, new, act=self.act)
            case ReportEnd():
                return self._report(command)
            case ConfirmEnd(side):
                refuse_state(rubber, RUBBER_CONFIRMED)
                _require(side in self._may.confirm, "wrong_side")
                return confirm_rubber(self.locked, seat=self._bound(side), act=self.act)
            case DisputeEnd(side=side, reason=reason):
                refuse_state(rubber, RUBBER_DISPUTED)
                _require(not rubber.is_agreed or user.is_director, "agreed")
                _require(side in self._may.dispute, "wrong_side")
                _require(bool(reason), "reason_needed")
                return dispute_rubber(self.locked, seat=side, act=self.act)

    def _report(self, command: ReportEnd) -> Rubber:
        rubber, user = self.rubber, self.user
        refuse_state(rubber, RUBBER_REPORTED)
        _require(bool(command.winner) or command.termination not in ("retired", "walkover"), "winner_needed")
        _require(not command.winner or command.termination != "unfinished", "winner_not_wanted")
        if user.authority == "final":
            authority: Authority = "final"
        else:
            _require(command.side in self._may.report, "wrong_side")
            authority = self._bound(command.side) or "helper"
        return close_rubber(
            self.locked,
            authority=authority,
            act=self.act,
            ending=RubberEnd(command.termination, command.winner),
        )

    def _bound(self, side: Seat) -> Seat:
        """Return the side bound by the entry; empty if it came by a link of a player of the other side.

        Otherwise one player could agree with themselves, and the opponent could not dispute it.
        """
        if self.user.link is None:
            return side
        maker = powers_of(self.user.by, self.rubber.club).seat_in(self.rubber)
        return side if maker in ("", side) else ""

    @property
    def _may(self) -> PadPermissions:
        return pad_permissions(self.rubber, self.user, has_deals=True, has_conflicts=False)


def _require(condition: bool, code: str) -> None:
    if not condition:
        raise RefusedError(code)
