"""One change of one rubber: locked, asked of the transition table, appended to its stream, and applied."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone

from matches.common.command_context import Act, done_before, log_key
from matches.common.enqueue import enqueue_reviews, enqueue_standings
from matches.common.log import Entry, append_entries, entry_of, stream_name
from matches.models import Depth, LogEntry, Rubber
from matches.rubbers.apply_log_entries import apply_change, lock_events
from matches.rubbers.check_text import judged
from matches.rubbers.errors import StaleRubberError, StateError
from matches.rubbers.fold import RubberNow, fold_rubber
from matches.rubbers.live_news import announce
from matches.rubbers.prepare_record import refuse_faults
from matches.rubbers.primary_keys import Directory
from matches.rubbers.states import SETTLED, RubberKind, may_follow
from matches.sittings.write_sitting import hold_sitting


@dataclass(slots=True)
class LockedRubber:
    """A rubber's row, locked until the transaction ends, and its stream as long as nobody else can add to it."""

    row: Rubber
    entries: list[Entry]
    directory: Directory = field(default_factory=Directory)

    @property
    def now(self) -> RubberNow:
        return fold_rubber(self.entries)


def lock_rubber(rubber: Rubber) -> LockedRubber:
    """Lock the row, and the sitting that it is a game of; read its stream. The caller holds a transaction."""
    row = stored_rubber(rubber.pk, lock=True)
    if (game := getattr(row, "sitting_game", None)) is not None:
        hold_sitting(game.sitting_id)
    stream = LogEntry.objects.filter(stream=stream_name("rubber.", row.public_id)).order_by("version")
    return LockedRubber(row, [entry_of(entry) for entry in stream])


def stored_rubber(pk: int, *, lock: bool = False) -> Rubber:
    """The rubber as it is stored now, with club, event and players, and as which game of a sitting."""
    rows = Rubber.objects.select_related("club", "event", "player_a", "player_b", "sitting_game__sitting")
    rows = rows.defer("sitting_game__sitting__state")
    if lock:
        rows = rows.select_for_update(no_key=True, of=("self",))
    return rows.get(pk=pk)


def change_rubber(
    rubber: Rubber | LockedRubber,
    kind: RubberKind,
    act: Act,
    payload: Callable[[LockedRubber], object] = lambda locked: {},
) -> Rubber:
    """Append one entry of ``kind`` and write what follows from it; the rubber as it is then.

    ``payload`` is asked once the rubber is locked and the entry known to be in order; what it raises leaves all as it
    was. An act that was done before changes nothing. Raises ``StaleRubberError`` and ``StateError``, and
    ``HeldRecordError`` where the record would come to contradict itself: all before anything is written, so that for
    one that the caller has locked it needs no savepoint.
    """
    if isinstance(rubber, LockedRubber):
        return _change(rubber, kind, act, payload)
    with transaction.atomic():
        return _change(lock_rubber(rubber), kind, act, payload)


def _change(
    locked: LockedRubber, kind: RubberKind, act: Act, payload: Callable[[LockedRubber], object]
) -> Rubber:
    key = change_key(locked.row, act)
    # Such a key is of this stream alone, and all of it is here.
    if any(entry.key == key for entry in locked.entries):
        return locked.row
    if is_stale(locked.row, act):
        raise StaleRubberError(locked.row)
    refuse_state(locked.row, kind)
    return append_change(locked, kind, payload(locked), act, key=key)


def change_key(rubber: Rubber, act: Act) -> str:
    return log_key(act, stream_name("rubber.", rubber.public_id))


def is_done(rubber: Rubber, act: Act) -> bool:
    """Whether this very act was carried out on the rubber before."""
    return done_before(change_key(rubber, act)) is not None


def is_stale(rubber: Rubber, act: Act) -> bool:
    """Whether the actor had seen another version than the one that is here."""
    return act.version is not None and act.version != rubber.version


def refuse_state(rubber: Rubber, kind: RubberKind) -> None:
    """Raises ``StateError`` where the kind may not follow."""
    if not may_follow(kind, rubber.state):
        raise StateError(rubber, kind)


def append_change(
    locked: LockedRubber, kind: RubberKind, payload: object, act: Act, *, key: str = ""
) -> Rubber:
    """As ``change_rubber``, of a rubber that is locked, once nothing stands against it any more.

    ``key`` is the entry's where it is not the act's own in this stream.
    """
    entry = Entry(
        club_id=locked.row.club_id,
        kind=kind,
        subject=locked.row.public_id,
        version=locked.entries[-1].version + 1,
        payload=payload,
        at=timezone.now(),
        key=key or change_key(locked.row, act),
        by_id=act.by.pk,
        reason=act.reason,
        link_id=None if act.link is None else act.link.pk,
    )
    entries = [*locked.entries, entry]
    now = fold_rubber(entries)
    checked = judged(now.egn, now.checks)
    if now.egn != locked.row.egn:
        refuse_faults(checked)
    if now.state != "live":
        lock_events(public_id__in={locked.now.event, now.event})
    (position,) = append_entries([entry]).values()
    applied = apply_change(locked.row, entries, position, directory=locked.directory, checked=checked)
    enqueue_on_commit(applied.rubber, applied.events)
    announce(applied.rubber, checked)
    return applied.rubber


def enqueue_on_commit(rubber: Rubber, events: set[int]) -> None:
    """Ask for what a rubber's change makes owed: standings of events (primary keys), and its review."""
    if events:
        transaction.on_commit(lambda: enqueue_standings(sorted(events)))
    if rubber.state in SETTLED and rubber.depth == Depth.PLAY:
        transaction.on_commit(lambda: enqueue_reviews([rubber.pk]))
