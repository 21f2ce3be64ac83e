"""Correct results of any age: first preview what a correction changes, then make it with the director's decisions.

A preview writes nothing. Facts that follow a correction, such as kept pairings and discarded draws, are
appended together with it. Their idempotency keys mark them as one act, so that they are undone together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.clubs.locks import locked_club
from matches.common.commands import CommandContext, done_before, log_key
from matches.common.log import RUBBER_CORRECTED
from matches.common.stored_facts import event_stream
from matches.events.errors import StaleEventError
from matches.events.event_state import EventLog, checked_result, event_log, event_state
from matches.events.record_facts import NewFact, append_facts, lock_of, locked_row, write_locked
from matches.models import Conflict, Event, Player, Rubber
from matches.rubbers.change_result import correct_rubber, void_rubber
from matches.rubbers.conflicts import settle_conflict
from matches.rubbers.enter import person_ids
from matches.rubbers.errors import RubberChangeError, StaleRubberError
from matches.rubbers.find_round import DrawnRounds
from matches.rubbers.states import SETTLED, State
from matches.rubbers.text import stored_record
from matches.rubbers.transition import change_key, lock_rubber, refuse_state
from matches.rules.events.act_errors import EventActError
from matches.rules.events.draw_queries import last_drawn_stage
from matches.rules.events.facts import Fact, FactKind, PairingPlace, Place
from matches.rules.events.lifecycle import check_fact
from matches.rules.events.moves import Moves, moves
from matches.rules.events.state import EventState, Result
from scoring import record as scored
from scoring.checked import CheckedRubber
from scoring.errors import NotationError, RecordError
from scoring.notation import read_one


@dataclass(frozen=True, slots=True)
class Preview:
    """The event's state before and after a correction, and ``moves``, the differences."""

    before: EventState
    after: EventState
    moves: Moves


@dataclass(frozen=True, slots=True)
class Corrected:
    """A corrected rubber, and the event's state after the correction."""

    rubber: Rubber
    state: EventState


def result_preview(
    event: Event,
    rubber: Rubber,
    record: scored.Rubber,
    *,
    players: tuple[Player, Player] | None = None,
    event_name: str | None = None,
) -> Preview:
    """Return a preview of what changes in the event if ``record`` replaces the stored record of a rubber.

    If ``players`` or ``event_name`` is None, the players or the event stay as they are. Raises the errors
    that ``correct_rubber`` raises for an invalid record or players.
    """
    name = event.name if event_name is None else event_name.strip()
    stored = stored_record(record, event_name=name, club_name=event.club.name)
    log = event_log(event)
    if name != event.name:
        left = tuple(result for result in log.results if result.rubber != rubber.public_id)
        return _preview(log, log.with_results(left))
    before = next(result for result in log.results if result.rubber == rubber.public_id)
    people = (before.a, before.b) if players is None else person_ids(players)
    tag = stored.record.tag("Round") or ""
    label = before.round_label
    if (tag, *people) != (read_one(rubber.egn).tag("Round") or "", before.a, before.b):
        label = DrawnRounds(event.public_id, people, besides=rubber.public_id).label(tag, people)
    return _preview(log, log.with_result(_corrected_result(before, stored.checked, people, label)))


def conflict_preview(conflict: Conflict) -> Preview | None:
    """Return a preview of the event if a director takes a conflict's version (its rubber, event and players loaded).

    Returns None if the event has no plan, if the conflict is settled, or if the version cannot be taken.
    """
    rubber = conflict.rubber
    if rubber.event.plan is None or conflict.resolution or rubber.state == Rubber.State.LIVE:
        return None
    try:
        refuse_state(rubber, RUBBER_CORRECTED)
        record = read_one(conflict.egn)
        name = record.tag("Event") or ""
        people = (conflict.player_a, conflict.player_b)
        return result_preview(rubber.event, rubber, record, players=people, event_name=name)
    except (RubberChangeError, NotationError, RecordError):
        return None


def void_preview(event: Event, rubber: Rubber) -> Preview:
    """Return a preview of what changes in the event if the rubber is declared void."""
    return state_preview(event, rubber, "void")


def state_preview(event: Event, rubber: Rubber, state: State) -> Preview:
    """Return a preview of the event if the rubber is confirmed, disputed or declared void."""
    log = event_log(event)
    before = next(result for result in log.results if result.rubber == rubber.public_id)
    return _preview(log, log.with_result(replace(before, state=state, is_settled=state in SETTLED)))


def fact_preview(event: Event, kind: FactKind, payload: Mapping[str, Any]) -> Preview:
    """Return a preview of the event if a fact is recorded. Raises ``EventActError`` if the rules do not allow it."""
    log = event_log(event)
    check_fact(log.state, kind, payload)
    fact = Fact(log.version + 1, kind, payload, at=timezone.now().isoformat())
    return _preview(log, log.with_fact(fact))


def _preview(log: EventLog, corrected: EventLog) -> Preview:
    before, after = log.state, corrected.state
    return Preview(before, after, moves(before, after))


def _corrected_result(before: Result, checked: CheckedRubber, people: tuple[str, str], label: str) -> Result:
    a, b = people
    return checked_result(
        checked, rubber=before.rubber, order=before.order, round_label=label, a=a, b=b, state="corrected"
    )


def correct_result(
    event: Event,
    rubber: Rubber,
    record: scored.Rubber,
    *,
    keep: Sequence[PairingPlace] = (),
    redo: Place | None = None,
    players: tuple[Player, Player] | None = None,
    event_name: str | None = None,
    act: CommandContext,
    event_version: int | None = None,
) -> Corrected:
    """Command to correct a rubber of the event, together with decisions about the draw that depends on the rubber.

    ``keep`` are pairings of a bracket whose players do not change. ``redo`` is a stage and a round: the draw of this
    stage is discarded from this round onwards. Rubbers of discarded rounds are not deleted, but no longer belong to a
    pairing. ``act.version`` is the rubber's version, and ``event_version`` the event's, as the director last saw
    them. The correction and all decisions take effect in one transaction. Raises whatever ``correct_rubber`` and
    ``record_facts`` raise.
    """

    def correct() -> Rubber:
        return correct_rubber(rubber, record, act=act, players=players, event_name=event_name)

    return _correct_and_decide(event, rubber, correct, keep, redo, act, event_version)


def void_result(
    event: Event,
    rubber: Rubber,
    *,
    keep: Sequence[PairingPlace] = (),
    redo: Place | None = None,
    act: CommandContext,
    event_version: int | None = None,
) -> Corrected:
    """Command to declare a rubber void. All else, and what is raised, is as in ``correct_result``."""
    return _correct_and_decide(
        event, rubber, lambda: void_rubber(rubber, act=act), keep, redo, act, event_version
    )


def confirm_or_dispute_result(
    event: Event,
    rubber: Rubber,
    say: Callable[[], Rubber],
    *,
    keep: Sequence[PairingPlace] = (),
    redo: Place | None = None,
    act: CommandContext,
    event_version: int | None = None,
) -> Corrected:
    """Command to confirm or dispute a rubber.

    ``say`` is a function that does so, and returns the rubber; it uses the same ``act``. All else is as in
    ``correct_result``.
    """
    return _correct_and_decide(event, rubber, say, keep, redo, act, event_version)


def take_conflict(
    event: Event,
    conflict: Conflict,
    *,
    keep: Sequence[PairingPlace] = (),
    redo: Place | None = None,
    act: CommandContext,
    event_version: int | None = None,
) -> Corrected:
    """Command to take a conflict's version of a rubber. All else is as in ``correct_result``."""

    def take() -> Rubber:
        return settle_conflict(conflict, take=True, act=act)

    return _correct_and_decide(event, conflict.rubber, take, keep, redo, act, event_version)


def correct_by_fact(
    event: Event,
    kind: FactKind,
    payload: Mapping[str, Any],
    *,
    keep: Sequence[PairingPlace] = (),
    redo: Place | None = None,
    act: CommandContext,
) -> EventState:
    """Command to record a fact that affects the draw. Return the new state; all else is as in ``correct_result``."""
    with transaction.atomic():
        row = locked_row(event)
        key = log_key(act, event_stream(row))
        locked = lock_of(row)
        if done_before(key):
            return locked.state
        if act.version is not None and act.version != row.version:
            raise StaleEventError(row)
        before = locked.state
        facts = [(kind, payload), *_decision_facts(before, keep, redo)]
        append_facts(locked, facts, by=act.by, reason=act.reason, key=key)
    return locked.state


def _correct_and_decide(
    event: Event,
    rubber: Rubber,
    correct: Callable[[], Rubber],
    keep: Sequence[PairingPlace],
    redo: Place | None,
    act: CommandContext,
    event_version: int | None,
) -> Corrected:
    """Correct a rubber by ``correct``, and record the director's decisions on what follows, in one transaction.

    ``keep`` are the pairings that keep their players, ``redo`` is the round to be drawn again or None. Raises
    ``StaleEventError``, and ``StaleRubberError`` after the corrected text was stored as a conflict.
    """
    with transaction.atomic():
        locked_club(event.club_id)
        row = lock_rubber(rubber).row
        key = change_key(row, act)
        if done_before(key):
            return Corrected(row, event_state(event))
        before = lock_of(locked_row(event))
        if event_version is not None and event_version != before.row.version:
            raise StaleEventError(before.row)
        try:
            changed = correct()
        except StaleRubberError as error:
            late = error
        else:
            locked = lock_of(locked_row(event))
            facts = _decision_facts(before.state, keep, redo)
            if facts:
                append_facts(locked, facts, by=act.by, reason=act.reason, key=key, start=1)
            else:
                # The director looks at the result at once, so the rows are not left to a worker.
                write_locked(locked)
            return Corrected(changed, locked.state)
    # The late text is kept for review: the transaction that stored it must not be rolled back.
    raise late


def _decision_facts(before: EventState, keep: Sequence[PairingPlace], redo: Place | None) -> list[NewFact]:
    """Return the director's decisions about the rest as facts. ``before`` is the state before the correction.

    Draws of later stages are discarded before that of the stage itself. If there are any, a complete event is reopened
    first.
    """
    facts: list[NewFact] = []
    for stage, round_number, number in keep:
        place = (stage, round_number, number)
        try:
            pairing = before.pairing_at(place)
        except LookupError:
            raise EventActError("pairing_unknown", *place) from None
        if pairing.a is None or pairing.b is None:
            raise EventActError("pairing_not_ready", *place)
        kept = {"stage": stage, "round": round_number, "number": number, "a": pairing.a, "b": pairing.b}
        facts.append(("kept", kept))
    if redo is not None:
        stage, round_number = redo
        later = range(last_drawn_stage(before.facts), stage, -1)
        facts += [("draw_discarded", {"stage": each, "round": 1}) for each in later]
        facts.append(("draw_discarded", {"stage": stage, "round": round_number}))
    if facts and before.facts.is_complete:
        facts.insert(0, ("reopened", {}))
    return facts
