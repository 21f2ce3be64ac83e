"""Read-only functions about the drawn stages, rounds and players of an event, used by the checks and by the draw."""

from __future__ import annotations

from matches.rules.events.act_errors import EventActError
from matches.rules.events.facts import EntryFacts, EventFacts, Place, PlayerId, StageFacts
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.state import EventState, PairingState, RoundState, StageState


def event_plan(state: EventState) -> EventPlan:
    """Return the event's plan. Raises ``EventActError`` for an event without a plan."""
    if state.facts.plan is None:
        raise EventActError("event_open")
    return state.facts.plan


def stage_state(state: EventState, stage: int) -> StageState:
    """Return the state of the stage with this number. Raises ``EventActError`` if the plan has no such stage."""
    if not 1 <= stage <= len(state.stages):
        raise EventActError("stage_unknown", stage)
    return state.stages[stage - 1]


def stage_facts(facts: EventFacts, stage: int) -> StageFacts:
    """Return the facts of the stage with this number, empty if no round of it is drawn."""
    return next((drawn for drawn in facts.stages if drawn.number == stage), StageFacts(stage))


def is_drawn(facts: EventFacts, stage: int) -> bool:
    """Return whether any round of the stage is drawn, even one that is not released yet."""
    return bool(stage_facts(facts, stage).entrants)


def drawn_stage(state: EventState, stage: int) -> StageState:
    """Return the state of a stage. Raises ``EventActError`` if there is none or no round of it is drawn."""
    current = stage_state(state, stage)
    if not is_drawn(state.facts, stage):
        raise EventActError("not_drawn", stage)
    return current


def drawn_round(state: EventState, stage: int, round_number: int) -> RoundState:
    """Return the state of a round. Raises ``EventActError`` if the round is not drawn."""
    for round_ in drawn_stage(state, stage).rounds:
        if round_.number == round_number:
            return round_
    raise EventActError("round_not_drawn", stage, round_number)


def last_drawn_stage(facts: EventFacts) -> int:
    """Return the number of the last stage of which a round is drawn, or 0 if no stage is drawn."""
    return max((drawn.number for drawn in facts.stages if drawn.entrants), default=0)


def is_paired_by_round(plan: StagePlan, drawn: StageFacts) -> bool:
    """Return whether each round is drawn only after the previous one: a Swiss stage without Berger tables."""
    return plan.kind == "swiss" and drawn.method != "berger"


def swiss_rounds(plan: StagePlan, players: int) -> int:
    """Return the number of rounds of a Swiss stage: the plan's, or if that is 0, as many as in a knockout."""
    return plan.rounds or max(1, (players - 1).bit_length())


def table_round_count(plan: StagePlan, players: int) -> int:
    """Return the number of rounds of a round robin or league, or of its largest group."""
    largest = -(-players // plan.groups)
    return plan.cycles * (largest - 1 + largest % 2)


def round_count(state: EventState, stage: int) -> int:
    """Return the total number of rounds of a stage, or 0 while it is not known."""
    drawn = stage_facts(state.facts, stage)
    return max(drawn.planned_rounds, len(drawn.rounds), len(drawn.labels))


def is_begun(state: EventState, stage: int, pairing: PairingState) -> bool:
    """Return whether a pairing has a rubber or an award, or was kept, so that the draw cannot change it."""
    place = (stage, pairing.round, pairing.number)
    return bool(pairing.rubber) or place in state.facts.awards or place in state.facts.kept


def begun_pairings(state: EventState, stage: int) -> tuple[PairingState, ...]:
    return tuple(
        pairing
        for round_ in state.stages[stage - 1].rounds
        for pairing in round_.pairings
        if is_begun(state, stage, pairing)
    )


def has_left(entry: EntryFacts, place: Place) -> bool:
    """Return whether a player is withdrawn for good at ``place``, a stage and round."""
    return any(start <= place and end is None for start, end in entry.absences)


def stage_entrants(state: EventState, stage: int) -> tuple[PlayerId, ...]:
    """Return the players with whom a stage would be drawn now, in the order in which they are seeded.

    For the first stage, they are the entrants who have not withdrawn and, if the plan requires check-in, have
    checked in. Unseeded entrants come last, in order of entry.

    For a later stage, they are the players who qualified from the previous stage and have not withdrawn
    since, in the order of qualification. The result is empty until the previous stage is complete.
    """
    facts = state.facts
    if stage > 1:
        entries = {entry.player: entry for entry in facts.entries}
        through = stage_state(state, stage - 1).through
        return tuple(
            player for player in through if player in entries and not has_left(entries[player], (stage, 1))
        )
    is_checked = event_plan(state).check_in
    return tuple(
        entry.player
        for entry in in_order(state)
        if not has_left(entry, (1, 1)) and (entry.checked_in_at or not is_checked)
    )


def in_order(state: EventState) -> list[EntryFacts]:
    """Return the entries of an event in order of seed; those without a seed last, by number of entry."""
    return sorted(state.entries, key=lambda entry: (entry.seed is None, entry.seed or 0, entry.number))


def next_round(state: EventState, stage: int) -> tuple[tuple[PlayerId, ...], tuple[PlayerId, ...]]:
    """Return the present players of the next Swiss round, by seed: those to be paired, and those with a bye."""
    drawn = stage_facts(state.facts, stage)
    place = (stage, len(drawn.rounds) + 1)
    entries = {entry.player: entry for entry in state.facts.entries}
    entrants = drawn.entrants or stage_entrants(state, stage)
    present = [player for player in entrants if not entries[player].is_absent(place)]
    requesters = tuple(player for player in present if place in entries[player].requested_byes)
    return tuple(player for player in present if player not in requesters), requesters
