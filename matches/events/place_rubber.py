"""Put a rubber that belongs to no pairing of its event's draw into the pairing that it was played for."""

from __future__ import annotations

from typing import Final

from django.db import transaction

from matches.clubs.locks import locked_club
from matches.common.commands import CommandContext, done_before
from matches.common.log import RUBBER_REPORT_CHANGED, ReportChanged
from matches.events.errors import DecidedPairingError, NotOutsideError, NotPairedError, ResultThereError
from matches.events.event_state import event_state
from matches.events.record_facts import lock_of, locked_row, write_locked
from matches.events.results import to_be_played
from matches.models import Event, Rubber
from matches.rubbers.change_result import Correction, append_correction
from matches.rubbers.states import SETTLED
from matches.rubbers.transition import LockedRubber, append_change, change_key, lock_rubber, refuse_state
from matches.rules.events.facts import PairingPlace
from matches.rules.events.state import EventState, PairingState
from scoring.notation import read_one

PLACEABLE: Final = frozenset({*SETTLED, "draft", "reported"})
"""The states of a rubber that may be placed. A dispute is decided first, and what is being played is ended first."""


def free_places(state: EventState, people: frozenset[str]) -> list[PairingPlace]:
    """Return the released pairings of two players (public ids) that have neither a rubber nor an outcome."""
    return [
        (stage.number, round_.number, pairing.number)
        for stage in state.stages
        for round_ in stage.rounds
        if round_.is_released
        for pairing in round_.pairings
        if pairing.is_undecided and not pairing.rubber and {pairing.a, pairing.b} == people
    ]


@transaction.atomic
def place_rubber(event: Event, rubber: Rubber, place: PairingPlace, *, act: CommandContext) -> EventState:
    """Command of a director to put a rubber of the event into a pairing. Return the event's new state.

    The record and the state of the rubber stay: the log notes which round is meant. The event's rows are written at
    once. Raises ``NotOutsideError`` if the rubber belongs to a pairing, ``NotPairedError`` if other players meet there,
    ``ResultThereError`` or ``DecidedPairingError`` if the pairing is not free, ``EventActError`` if it is not released,
    and ``StateError`` for a rubber that is disputed, void or being played.
    """
    locked_club(event.club_id)
    locked = lock_rubber(rubber)
    if done_before(change_key(locked.row, act)):
        return event_state(event)
    if locked.row.state not in PLACEABLE:
        # Only a report may be changed in the state that it is in.
        refuse_state(locked.row, RUBBER_REPORT_CHANGED)
    draw = lock_of(locked_row(event))
    round_, pairing = to_be_played(draw.state, place)
    if rubber.public_id not in dict(draw.state.outside):
        raise NotOutsideError
    _refuse_taken(pairing, {locked.row.player_a.public_id, locked.row.player_b.public_id})
    if locked.row.state == Rubber.State.REPORTED:
        # A correction would settle the result. This asks the other side again.
        append_change(locked, RUBBER_REPORT_CHANGED, _report_in(locked, round_.label), act)
    else:
        same = Correction(read_one(locked.now.egn)).of(locked)
        append_correction(locked, same, act, round_label=round_.label)
    draw = lock_of(locked_row(event))
    write_locked(draw)
    return draw.state


def _refuse_taken(pairing: PairingState, people: set[str]) -> None:
    if {pairing.a, pairing.b} != people:
        raise NotPairedError
    if pairing.rubber:
        raise ResultThereError(Rubber.objects.get(public_id=pairing.rubber))
    if pairing.outcome is not None:
        raise DecidedPairingError


def _report_in(locked: LockedRubber, label: str) -> ReportChanged:
    now = locked.now
    tag = read_one(now.egn).tag("Round") or ""
    return {"egn": now.egn, "checks": now.checks, "round": {"tag": tag, "label": label}}
