"""Make one change of one rubber: lock it, check the table of transitions, append to its stream, write its rows.

``append_change`` and ``apply_entries`` are the only functions that turn log entries of rubbers into rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.db import transaction
from django.db.models import Case, F, Value, When
from django.db.models.functions import Greatest, Least
from django.utils import timezone

from matches.common import hooks
from matches.common.commands import CommandContext, done_before, log_key
from matches.common.directory import Directory, open_event
from matches.common.enqueue import enqueue_reviews, enqueue_standings
from matches.common.log import (
    EVENT_OPENED,
    RUBBER_CONFIRMED,
    RUBBER_DISPUTED,
    RUBBER_REPORT_CHANGED,
    RUBBER_REPORT_WITHDRAWN,
    Entry,
    EventOpened,
    append_entries,
    entries_of_rubber,
    is_of_rubber,
)
from matches.models import Club, Depth, Event, Rubber, Sitting
from matches.rubbers.errors import ReportChangedError, StaleRubberError, StateError
from matches.rubbers.fold import PLAYING, RubberNow, events_drawn, events_of_last, events_touched, fold_rubber
from matches.rubbers.live_news import announce
from matches.rubbers.projection import project_rubber
from matches.rubbers.states import SETTLED, TRANSITIONS, RubberKind
from matches.rubbers.text import check_text, refuse_faults
from matches.rubbers.write_rows import DATE, STATE, insert_projections, overwrite_rubber
from scoring.checked import CheckedRubber


@dataclass(frozen=True)
class LockedRubber:
    """A locked rubber's row, the entries of its log, and their fold (``now``)."""

    row: Rubber
    entries: Sequence[Entry]
    directory: Directory = field(default_factory=Directory)

    @cached_property
    def now(self) -> RubberNow:
        return fold_rubber(self.entries)

    @cached_property
    def checked(self) -> CheckedRubber:
        return check_text(self.row.egn, self.row.checks)


def lock_rubber(rubber: Rubber) -> LockedRubber:
    """Lock a rubber's row and its sitting's, in a transaction. Return it with its log entries."""
    row = stored_rubber(rubber.pk, lock=True)
    return LockedRubber(row, entries_of_rubber(row.public_id))


def stored_rubber(pk: int, *, lock: bool = False) -> Rubber:
    """Return the rubber's current row, with club, event, players and sitting loaded.

    ``lock`` locks the rubber and its sitting until the transaction ends. The order of locks is club, rubber, sitting,
    event.
    """
    rubbers = Rubber.objects.select_related("club", "event", "player_a", "player_b", "sitting_game")
    # Few rubbers have a sitting, so its row is not joined to every one. Its state is large and seldom needed.
    sittings = Sitting.objects.defer("state")
    if lock:
        rubbers = rubbers.select_for_update(no_key=True, of=("self",))
        sittings = sittings.select_for_update(no_key=True)
    rubber = rubbers.get(pk=pk)
    if (game := getattr(rubber, "sitting_game", None)) is not None:
        game.sitting = sittings.get(pk=game.sitting_id)
    return rubber


def change_rubber(
    rubber: Rubber | LockedRubber,
    kind: RubberKind,
    act: CommandContext,
    payload: Callable[[LockedRubber], object] = lambda locked: {},
) -> Rubber:
    """Append one entry of ``kind`` to a rubber's log, and update its stored rows. Return the changed rubber.

    ``payload`` returns the entry's payload, once the rubber is locked and the entry allowed; its errors
    change nothing. A repeated command changes nothing.

    Raises ``StaleRubberError`` if the rubber has changed since ``act.version`` (``ReportChangedError`` for an
    answer to a report that its reporter has changed), ``StateError`` if its state
    does not allow the entry, and ``HeldRecordError`` if the record would contradict itself, all before
    anything is written, so that a caller that has locked the rubber needs no savepoint.
    """
    if isinstance(rubber, LockedRubber):
        return _change(rubber, kind, act, payload)
    with transaction.atomic():
        return _change(lock_rubber(rubber), kind, act, payload)


def _change(
    locked: LockedRubber, kind: RubberKind, act: CommandContext, payload: Callable[[LockedRubber], object]
) -> Rubber:
    key = change_key(locked.row, act)
    # The key belongs to this stream alone, all of whose entries are loaded.
    if any(entry.key == key for entry in locked.entries):
        return locked.row
    if is_stale(locked.row, act):
        raise _stale_error(locked, kind, act)
    refuse_state(locked.row, kind)
    return append_change(locked, kind, payload(locked), act, key=key)


def _stale_error(locked: LockedRubber, kind: RubberKind, act: CommandContext) -> StaleRubberError:
    """Return the error for a change that is based on an outdated version of the rubber."""
    since = {entry.kind for entry in locked.entries[act.version or 0 :]}
    answers_report = kind in (RUBBER_CONFIRMED, RUBBER_DISPUTED)
    if answers_report and since & {RUBBER_REPORT_CHANGED, RUBBER_REPORT_WITHDRAWN}:
        return ReportChangedError(locked.row)
    return StaleRubberError(locked.row)


def change_key(rubber: Rubber, act: CommandContext) -> str:
    return log_key(act, f"rubber:{rubber.public_id}")


def is_done(rubber: Rubber, act: CommandContext) -> bool:
    return done_before(change_key(rubber, act)) is not None


def is_stale(rubber: Rubber, act: CommandContext) -> bool:
    """Return whether the command names a version that is not the rubber's."""
    return act.version is not None and act.version != rubber.version


def refuse_state(rubber: Rubber, kind: RubberKind) -> None:
    """Raise ``StateError`` if the rubber's state does not allow an entry of this kind."""
    if rubber.state not in TRANSITIONS[kind].before:
        raise StateError(rubber, kind)


def append_change(
    locked: LockedRubber, kind: RubberKind, payload: object, act: CommandContext, *, key: str = ""
) -> Rubber:
    """Append an entry to a locked rubber's log, and update its rows. Return the changed rubber.

    The caller has checked that the entry is allowed, as ``change_rubber`` does. ``key`` is the entry's
    idempotency key; if empty, the command's own for the rubber.
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
    touched, drawn = events_of_last(entries)
    checked = check_text(now.egn, now.checks)
    if now.egn != locked.row.egn:
        refuse_faults(checked)
    if now.state != "live":
        lock_events(public_id__in={locked.now.event, now.event})
    (position,) = append_entries([entry]).values()
    rubber = overwrite_rubber(project_rubber(now, checked), locked.directory, row=locked.row)
    events: set[int] = set()
    if touched or drawn:
        touched |= with_draws(drawn - touched)
        locked.directory.load_events(touched)
        events = {locked.directory.events[event].event for event in touched}
        note_event_positions(dict.fromkeys(events, position))
    if kind not in PLAYING or rubber.winner != locked.row.winner:
        hooks.rubber_changed(hooks.RubberChange(kind=kind, before=locked.row, after=rubber))
    enqueue_on_commit(rubber, events)
    announce(rubber, checked)
    return rubber


def apply_entries(
    entries: Sequence[Entry],
    positions: Mapping[str, int],
    *,
    directory: Directory,
    checked: Mapping[str, CheckedRubber] | None = None,
) -> dict[str, int]:
    """Insert the rows of new rubbers and events from the first entries of their streams.

    Return the rubbers' primary keys by public id. ``positions`` has the log position of each stream's entry.
    ``checked`` has checked records by public id; others are checked here. Call it in the transaction that
    appended the entries.
    """
    for entry in entries:
        if entry.kind == EVENT_OPENED:
            payload: EventOpened = entry.payload
            club = Club.objects.only("pk").get(public_id=payload["club"])
            open_event(entry.subject, club_id=club.pk, name=payload["name"], directory=directory)
    known = checked or {}
    first_entries = [entry for entry in entries if is_of_rubber(entry)]
    projections = [project_rubber(fold_rubber([entry]), known.get(entry.subject)) for entry in first_entries]
    keys = insert_projections(projections, directory)
    last: dict[str, int] = {}
    drawn: dict[str, int] = {}
    for entry in first_entries:
        note_touched(last, [entry], [positions[entry.stream]])
        note_drawn(drawn, [entry], [positions[entry.stream]])
    later = {event: position for event, position in drawn.items() if position > last.get(event, 0)}
    last |= {event: later[event] for event in with_draws(later)}
    note_event_positions({directory.events[event].event: position for event, position in last.items()})
    hooks.rubbers_begun(
        [
            hooks.BegunRubber(
                rubber=keys[entry.subject],
                club=directory.events[projection.event].club,
                kind=entry.kind,
                state=projection.facts[STATE],
                date=projection.facts[DATE],
            )
            for entry, projection in zip(first_entries, projections, strict=True)
        ]
    )
    return keys


def lock_events(**conditions: Collection[int] | Collection[str]) -> None:
    """Lock events until the transaction ends, by ``pk__in=...`` or ``public_id__in=...``.

    Lock them before appending anything that touches them: each event then receives its positions in the log
    in order, and its standings do not change meanwhile. Locks are taken in the order club, rubber, event, and
    several of one kind in the order of their primary keys.
    """
    list(Event.objects.select_for_update(no_key=True).filter(**conditions).order_by("pk").values_list("pk"))


def note_touched(last: dict[str, int], entries: Iterable[Entry], positions: Iterable[int]) -> None:
    """Update ``last``, the last log position of each event (public id), where entries may change the standings.

    ``entries`` are all entries of a rubber's stream, and ``positions`` are their positions in the log.
    """
    for (_, touched), position in zip(events_touched(entries), positions, strict=True):
        for event in touched:
            last[event] = max(last.get(event, 0), position)


def note_drawn(last: dict[str, int], entries: Iterable[Entry], positions: Iterable[int]) -> None:
    """Update ``last`` as ``note_touched`` does, for the events whose draw, if any, may change."""
    for (_, drawn), position in zip(events_drawn(entries), positions, strict=True):
        for event in drawn:
            last[event] = max(last.get(event, 0), position)


def with_draws(events: Collection[str]) -> set[str]:
    """Return those of the events (public ids) that have a plan and so may have a draw.

    An event may get a plan at any time. Call this in each transaction, after the events are locked.
    """
    if not events:
        return set()
    planned = Event.objects.filter(public_id__in=events, plan__isnull=False)
    return set(planned.values_list("public_id", flat=True))


def note_event_positions(positions: Mapping[int, int]) -> None:
    """Mark the standings of events as pending.

    ``positions`` has, for each event (primary key), the position in the log of the last entry that may change its
    standings.
    """
    if not positions:
        return
    cases = [When(pk=event, then=Value(position)) for event, position in positions.items()]
    position = Case(*cases, default=Value(0))
    Event.objects.filter(pk__in=positions).update(
        log_position=Greatest(F("log_position"), position),
        # Standings written meanwhile, up to a later position, did not include this one.
        standings_position=Least(F("standings_position"), position - 1),
    )


def enqueue_on_commit(rubber: Rubber, events: set[int]) -> None:
    """Enqueue the rubber's review and the pending standings of ``events`` (primary keys) on commit."""
    if events:
        transaction.on_commit(lambda: enqueue_standings(sorted(events)))
    if rubber.state in SETTLED and rubber.depth == Depth.PLAY:
        transaction.on_commit(lambda: enqueue_reviews([rubber.pk]))
