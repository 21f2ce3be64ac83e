"""Results corrected, however long ago: first what that moves, then the correction with what the director decides.

A preview is worked out and nothing is written. What follows a correction, pairings kept and rounds drawn anew, is
appended with it, under keys that tell to which act they belong, so that it is taken back with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.clubs.locks import locked_club
from matches.common.command_context import Act, done_before, log_key
from matches.common.log import RUBBER_CORRECTED
from matches.events.current_state import EventLog, event_log, event_state, event_stream
from matches.events.errors import StaleEventError
from matches.events.record_facts import NewFact, append_facts, lock_of, locked_row, write_locked
from matches.exchange.settle import settle_conflict
from matches.models import Conflict, Event, Player, Rubber
from matches.rubbers.confirm_dispute_void import void_rubber
from matches.rubbers.correct import correct_rubber
from matches.rubbers.enter import person_ids
from matches.rubbers.errors import RubberChangeError, StaleRubberError
from matches.rubbers.prepare_record import stored_record
from matches.rubbers.states import SETTLED, State, judged_state
from matches.rubbers.transition import change_key, lock_rubber, refuse_state
from matches.rubbers.trebles_and_voles import trebles_won, voles_won
from matches.rules.events.checks.lifecycle import check_fact
from matches.rules.events.draw_state import last_drawn_stage
from matches.rules.events.errors import EventActError
from matches.rules.events.facts import Fact, FactKind, PairingPlace, Place
from matches.rules.events.moves import Moves, moves
from matches.rules.events.state import EventState, Result
from scoring import record as scored
from scoring.checked import CheckedRubber
from scoring.errors import NotationError, RecordError
from scoring.notation import read_one


@dataclass(frozen=True, slots=True)
class Preview:
    """What a correction would move; ``after`` is what the event would be, ``before`` what it is."""

    before: EventState
    after: EventState
    moves: Moves


@dataclass(frozen=True, slots=True)
class Corrected:
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
    """What it would move to put ``record`` in the place of what is stored; players and event stay where None is given.

    Raises as ``correct_rubber`` does for the record.
    """
    name = event.name if event_name is None else event_name.strip()
    stored = stored_record(record, event_name=name, club_name=event.club.name)
    log = event_log(event)
    if name != event.name:
        left = tuple(result for result in log.results if result.rubber != rubber.public_id)
        return _preview(log, log.with_results(left))
    before = next(result for result in log.results if result.rubber == rubber.public_id)
    people = (before.a, before.b) if players is None else person_ids(players)
    return _preview(log, log.with_result(_result(before, stored.checked, people)))


def conflict_preview(conflict: Conflict) -> Preview | None:
    """What it would move to take the other text of a conflict (rubber, its event and players loaded).

    None where nothing is to be decided about that: outside the plans of events, and of a conflict that is settled or
    that can't be taken.
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
    """What it would move to declare the rubber void."""
    return said_preview(event, rubber, "void")


def said_preview(event: Event, rubber: Rubber, state: State) -> Preview:
    """What it would move to confirm the rubber, to dispute it or to declare it void: its result is in another ``state``
    then.
    """
    log = event_log(event)
    before = next(result for result in log.results if result.rubber == rubber.public_id)
    return _preview(log, log.with_result(replace(before, state=state, is_settled=state in SETTLED)))


def fact_preview(event: Event, kind: FactKind, payload: Mapping[str, Any]) -> Preview:
    """What it would move to record a fact: an award, a withdrawal, another order of tie-breaks.

    Raises ``EventActError`` where that may not be done.
    """
    log = event_log(event)
    check_fact(log.state, kind, payload)
    fact = Fact(log.version + 1, kind, payload, at=timezone.now().isoformat())
    return _preview(log, log.with_fact(fact))


def _preview(log: EventLog, corrected: EventLog) -> Preview:
    before, after = log.state, corrected.state
    return Preview(before, after, moves(before, after))


def _result(before: Result, checked: CheckedRubber, people: tuple[str, str]) -> Result:
    state = judged_state("corrected", is_clean=checked.is_clean)
    return replace(
        before,
        round_label=checked.rubber.tag("Round") or "",
        a=people[0],
        b=people[1],
        state=state,
        is_settled=state in SETTLED,
        winner=checked.winner,
        games=checked.games_won,
        points=checked.points,
        trebles=trebles_won(checked),
        voles=voles_won(checked),
        termination=checked.rubber.rules.termination,
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
    act: Act,
    event_version: int | None = None,
) -> Corrected:
    """Correct a rubber of the event, and with it what the director decides about the rest, in one transaction.

    ``keep``: places of a bracket whose two stay as they were; ``redo``: a stage and the round from which on it is not
    drawn any more. Rubbers of rounds that go stay on record, outside the draw. ``act.version`` is the rubber's,
    ``event_version`` the event's as the director had seen it. Raises as ``correct_rubber`` and ``record_facts``.
    """

    def correct() -> Rubber:
        return correct_rubber(rubber, record, act=act, players=players, event_name=event_name)

    return _corrected(event, rubber, correct, keep, redo, act, event_version)


def void_result(
    event: Event,
    rubber: Rubber,
    *,
    keep: Sequence[PairingPlace] = (),
    redo: Place | None = None,
    act: Act,
    event_version: int | None = None,
) -> Corrected:
    """``correct_result`` that declares the rubber void."""
    return _corrected(event, rubber, lambda: void_rubber(rubber, act=act), keep, redo, act, event_version)


def said_of_result(
    event: Event,
    rubber: Rubber,
    say: Callable[[], Rubber],
    *,
    keep: Sequence[PairingPlace] = (),
    redo: Place | None = None,
    act: Act,
    event_version: int | None = None,
) -> Corrected:
    """``correct_result`` by a word: ``say`` confirms or disputes the rubber by ``act``. Raises as that besides."""
    return _corrected(event, rubber, say, keep, redo, act, event_version)


def take_conflict(
    event: Event,
    conflict: Conflict,
    *,
    keep: Sequence[PairingPlace] = (),
    redo: Place | None = None,
    act: Act,
    event_version: int | None = None,
) -> Corrected:
    """``correct_result`` by the other text that a conflict keeps. Raises as ``settle_conflict`` besides."""

    def take() -> Rubber:
        return settle_conflict(conflict, take=True, act=act)

    return _corrected(event, conflict.rubber, take, keep, redo, act, event_version)


def correct_by_fact(
    event: Event,
    kind: FactKind,
    payload: Mapping[str, Any],
    *,
    keep: Sequence[PairingPlace] = (),
    redo: Place | None = None,
    act: Act,
) -> EventState:
    """Record an award or another fact that moves what is drawn, with what the director decides about the rest."""
    with transaction.atomic():
        row = locked_row(event)
        key = log_key(act, event_stream(row))
        locked = lock_of(row)
        if done_before(key):
            return locked.state
        if act.version is not None and act.version != row.version:
            raise StaleEventError(row)
        before = locked.state
        facts = [(kind, payload), *_decided(before, keep, redo)]
        append_facts(locked, facts, by=act.by, reason=act.reason, key=key)
    return locked.state


def _corrected(
    event: Event,
    rubber: Rubber,
    correct: Callable[[], Rubber],
    keep: Sequence[PairingPlace],
    redo: Place | None,
    act: Act,
    event_version: int | None,
) -> Corrected:
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
            facts = _decided(before.state, keep, redo)
            if facts:
                append_facts(locked, facts, by=act.by, reason=act.reason, key=key, start=1)
            else:
                # Whoever corrects looks at what came of it at once: that waits for no worker.
                write_locked(locked)
            return Corrected(changed, locked.state)
    # The text that came too late is kept: the transaction that holds it is not to be rolled back.
    raise late


def _decided(before: EventState, keep: Sequence[PairingPlace], redo: Place | None) -> list[NewFact]:
    """What the director decides about the rest, as facts; ``before`` is what there was until now.

    What was drawn from a stage goes before that stage does. A complete event is opened again where that is needed.
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
