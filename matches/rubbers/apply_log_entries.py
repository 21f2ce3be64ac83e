"""``apply_entries``: the one place where the log becomes rows, whoever appended to it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Case, F, Value, When
from django.db.models.functions import Greatest, Least

from matches.common.log import EVENT_OPENED, Entry, EventOpened, is_of_rubber
from matches.models import Club, Event, Rubber
from matches.rubbers.fold import events_shown, events_touched, fold_rubber
from matches.rubbers.insert_rows import STATE, insert_projections
from matches.rubbers.primary_keys import Directory, open_event
from matches.rubbers.projection import project_rubber
from matches.rubbers.update_rows import overwrite_rubber
from matches.sittings.write_sitting import follow_rubber
from matches.webhooks.publish import tell_of_begun, tell_of_change
from scoring.checked import CheckedRubber


@dataclass(frozen=True, slots=True)
class Applied:
    """A rubber as it is stored then, and the primary keys of the events whose standings are owed for it."""

    rubber: Rubber
    events: set[int]


def lock_events(**which: Collection[int] | Collection[str]) -> None:
    """Lock events (``pk__in=…``, ``public_id__in=…``) until the transaction ends.

    That is asked for before anything is appended that touches them, so that an event gets its places in the log in
    their order, and its standings don't change meanwhile.
    Locks are taken in the order club, rubber, event, and several of one sort in the order of their primary keys.
    """
    list(Event.objects.select_for_update(no_key=True).filter(**which).order_by("pk").values_list("pk"))


def apply_entries(
    entries: Sequence[Entry],
    positions: Mapping[str, int],
    *,
    directory: Directory,
    checked: Mapping[str, CheckedRubber] | None = None,
) -> dict[str, int]:
    """Write the rows that follow from new ``entries``, each the first of its stream.

    ``positions`` are the streams' places in the log, ``checked`` the judged rubbers by public id where the
    caller has them. The caller holds the transaction in which the entries were appended. Gives back the
    rubbers' primary keys by public id.
    """
    for entry in entries:
        if entry.kind == EVENT_OPENED:
            _apply_event(entry, directory)
    known = checked or {}
    begun = [entry for entry in entries if is_of_rubber(entry)]
    projections = [project_rubber(fold_rubber([entry]), known.get(entry.subject)) for entry in begun]
    keys = insert_projections(projections, directory)
    last: dict[str, int] = {}
    shown: dict[str, int] = {}
    for entry in begun:
        note_touched(last, [entry], [positions[entry.stream]])
        note_shown(shown, [entry], [positions[entry.stream]])
    later = {event: position for event, position in shown.items() if position > last.get(event, 0)}
    last |= {event: later[event] for event in with_draws(later)}
    note_event_positions({directory.events[event].event: position for event, position in last.items()})
    states = [str(projection.facts[STATE]) for projection in projections]
    tell_of_begun(
        [
            (keys[entry.subject], entry.club_id, entry.kind, state)
            for entry, state in zip(begun, states, strict=True)
        ]
    )
    return keys


def apply_change(
    row: Rubber,
    entries: Sequence[Entry],
    position: int,
    *,
    directory: Directory,
    checked: CheckedRubber | None = None,
) -> Applied:
    """Write what a rubber has become by the last of ``entries``, which are all of its stream.

    ``row`` is the stored rubber, event and players loaded, which the caller has locked, and which stays as it is.
    ``position`` is the last entry's place in the log; ``checked`` is the judged rubber where the caller has it.
    """
    projection = project_rubber(fold_rubber(entries), checked)
    *_, (_, touched) = events_touched(entries)
    *_, (_, shown) = events_shown(entries)
    directory.load_events(touched | shown)
    rubber = overwrite_rubber(projection, directory, row=row)
    follow_rubber(row, rubber)
    touched |= with_draws(shown - touched)
    events = {directory.events[event].event for event in touched}
    note_event_positions(dict.fromkeys(events, position))
    tell_of_change(entries[-1].kind, rubber)
    return Applied(rubber, events)


def note_touched(last: dict[str, int], entries: Iterable[Entry], positions: Iterable[int]) -> None:
    """Raise the ``last`` place in the log of each event (by public id) that a stream's entries touch."""
    for (_, touched), position in zip(events_touched(entries), positions, strict=True):
        for event in touched:
            last[event] = max(last.get(event, 0), position)


def note_shown(last: dict[str, int], entries: Iterable[Entry], positions: Iterable[int]) -> None:
    """As ``note_touched``, for events with a draw: in it every rubber is shown that is on its way."""
    for (_, shown), position in zip(events_shown(entries), positions, strict=True):
        for event in shown:
            last[event] = max(last.get(event, 0), position)


def with_draws(events: Collection[str]) -> set[str]:
    """Those of the events, by public id, that have a plan. They may get one at any time: ask in each transaction,
    when they are locked.
    """
    if not events:
        return set()
    planned = Event.objects.filter(public_id__in=events, plan__isnull=False)
    return set(planned.values_list("public_id", flat=True))


def _apply_event(entry: Entry, directory: Directory) -> None:
    payload: EventOpened = entry.payload
    club = Club.objects.only("pk").get(public_id=payload["club"])
    open_event(entry.subject, club_id=club.pk, name=payload["name"], directory=directory)


def note_event_positions(positions: Mapping[int, int]) -> None:
    """Say that the standings of events (by primary key) are owed up to these places of the log."""
    if not positions:
        return
    cases = [When(pk=event, then=Value(position)) for event, position in positions.items()]
    position = Case(*cases, default=Value(0))
    Event.objects.filter(pk__in=positions).update(
        log_position=Greatest(F("log_position"), position),
        # Standings that were written meanwhile, up to a later place, had not seen this one.
        standings_position=Least(F("standings_position"), position - 1),
    )
