"""What is drawn of an event and who is in it: questions that the rules of its life and the draw share."""

from __future__ import annotations

from matches.rules.events.errors import EventActError
from matches.rules.events.facts import EntryFacts, EventFacts, Place, PlayerId, StageFacts
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.state import EventState, PairingState, RoundState, StageState


def event_plan(state: EventState) -> EventPlan:
    """Raises ``EventActError`` for an open event."""
    if state.facts.plan is None:
        raise EventActError("event_open")
    return state.facts.plan


def stage_state(state: EventState, stage: int) -> StageState:
    """Raises ``EventActError`` for a stage that the plan has not."""
    if not 1 <= stage <= len(state.stages):
        raise EventActError("stage_unknown", stage)
    return state.stages[stage - 1]


def stage_facts(facts: EventFacts, stage: int) -> StageFacts:
    """Empty where nothing of the stage is drawn."""
    return next((drawn for drawn in facts.stages if drawn.number == stage), StageFacts(stage))


def is_drawn(facts: EventFacts, stage: int) -> bool:
    """Whether anything of the stage is drawn, if only in draft."""
    return bool(stage_facts(facts, stage).entrants)


def drawn_stage(state: EventState, stage: int) -> StageState:
    """Raises ``EventActError`` for a stage of which nothing is drawn."""
    found = stage_state(state, stage)
    if not is_drawn(state.facts, stage):
        raise EventActError("not_drawn", stage)
    return found


def drawn_round(state: EventState, stage: int, round_number: int) -> RoundState:
    """Raises ``EventActError`` for a round that is not drawn."""
    for round_ in drawn_stage(state, stage).rounds:
        if round_.number == round_number:
            return round_
    raise EventActError("round_not_drawn", stage, round_number)


def last_drawn_stage(facts: EventFacts) -> int:
    """0 where nothing is drawn."""
    return max((drawn.number for drawn in facts.stages if drawn.entrants), default=0)


def is_paired_by_round(plan: StagePlan, drawn: StageFacts) -> bool:
    """Whether each round is drawn when the one before was released, as a Swiss is that plays no Berger tables."""
    return plan.kind == "swiss" and drawn.method != "berger"


def swiss_rounds(plan: StagePlan, players: int) -> int:
    """How many rounds a Swiss of so many players has: by its plan, or as many as a knockout would take."""
    return plan.rounds or max(1, (players - 1).bit_length())


def table_round_count(plan: StagePlan, players: int) -> int:
    """How many rounds a round robin or a league of so many players has: those of its largest group."""
    largest = -(-players // plan.groups)
    return plan.cycles * (largest - 1 + largest % 2)


def round_count(state: EventState, stage: int) -> int:
    """How many rounds the stage has in all as far as that is known, else 0."""
    drawn = stage_facts(state.facts, stage)
    return max(drawn.planned_rounds, len(drawn.rounds), len(drawn.labels))


def is_begun(state: EventState, stage: int, pairing: PairingState) -> bool:
    """Whether a rubber of it is on record or under way, or it was awarded or kept: then it stays as it is."""
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
    """Whether he withdrew for good before this round or from it on."""
    return any(start <= place and end is None for start, end in entry.absences)


def stage_entrants(state: EventState, stage: int) -> tuple[PlayerId, ...]:
    """Whom a stage is drawn with now, in their order of seed.

    Of the first: who is entered and has not withdrawn, and has checked in where the plan asks for it; by seed,
    and who has none by his number after them. Of a later one: who goes on from the stage before, in that order,
    and has not withdrawn since; nobody while it is not complete.
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
        for entry in sorted(facts.entries, key=_seed_order)
        if not has_left(entry, (1, 1)) and (entry.checked_in_at or not is_checked)
    )


def _seed_order(entry: EntryFacts) -> tuple[bool, int, int]:
    return entry.seed is None, entry.seed or 0, entry.number


def next_round(state: EventState, stage: int) -> tuple[tuple[PlayerId, ...], tuple[PlayerId, ...]]:
    """Of a Swiss stage's next round: who is to be paired, and who asked for a bye; in their order of seed. Who is
    away is neither.
    """
    drawn = stage_facts(state.facts, stage)
    place = (stage, len(drawn.rounds) + 1)
    entries = {entry.player: entry for entry in state.facts.entries}
    entrants = drawn.entrants or stage_entrants(state, stage)
    present = [player for player in entrants if not entries[player].is_absent(place)]
    asked = tuple(player for player in present if place in entries[player].requested_byes)
    return tuple(player for player in present if player not in asked), asked
