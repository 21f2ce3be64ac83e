"""``derive``, which computes an event's state from its facts and results.

Everything that pages show of an event comes from this state. A corrected result of an earlier round therefore
changes everything that depends on it, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from matches.rules.events.bracket_rounds import bracket_rounds
from matches.rules.events.bracket_table import bracket_table
from matches.rules.events.draw_queries import has_left
from matches.rules.events.facts import EventFacts, PairingDrawn, PlayerId, RoundFacts, StageFacts
from matches.rules.events.outcomes import PairResults, ResultIndex, full_bye_halves, outcome_of
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.seeding import Lots, event_lots
from matches.rules.events.state import (
    EventState,
    PairingState,
    Result,
    RoundState,
    StagePhase,
    StageState,
    Table,
    Why,
)
from matches.rules.events.tables import event_places, mark_qualifiers, select_qualifiers, table

NOBODY: frozenset[PlayerId] = frozenset()
WARNING_CODES: Final[dict[str, tuple[str, ...]]] = {
    "second_result": ("label", "number"),
    "forbidden_met": ("label", "a", "b"),
    "drawn_undecided": ("label", "undecided"),
    "annulled": ("player",),
    "rubbers_outside": ("rubbers",),
    "order_changed": ("version",),
    "award_unused": ("label", "number"),
    "complete_but_open": ("stage",),
}
"""Warnings for the director, in addition to those of a draw: the names of each code's parameters, by code.

``rubbers_outside``: that number of rubbers belongs to no pairing. ``order_changed``: the log entry with that version
changed the stage's score or tie-breaks after the stage was drawn. ``award_unused``: the pairing no longer has the
players to whom the award was given. ``complete_but_open``: the event was marked as complete, but the stage is no
longer complete.
"""


def table_rounds(
    stage_facts: StageFacts,
    *,
    stage: StagePlan,
    plan: EventPlan,
    facts: EventFacts,
    find_results: Callable[[str, PlayerId, PlayerId], PairResults],
) -> tuple[RoundState, ...]:
    """Return the states of the drawn rounds of a round robin, league or Swiss stage, in order.

    In a round that is not released, rubbers count already, but byes and absences do not.
    """
    with_absences = [entry for entry in facts.entries if entry.absences]

    def round_state(round_: RoundFacts) -> RoundState:
        away = NOBODY
        if round_.is_released:
            place = (stage_facts.number, round_.number)
            away = frozenset(entry.player for entry in with_absences if entry.is_absent(place))
        pairings = tuple(
            pairing_state(number, pairing, round_, away)
            for number, pairing in enumerate(round_.pairings, start=1)
        )
        return RoundState(
            number=round_.number,
            label=round_.label,
            is_released=round_.is_released,
            is_complete=round_.is_released and all(pairing.outcome is not None for pairing in pairings),
            pairings=pairings,
            due=round_.due,
            undecided_when_drawn=round_.undecided,
            is_changed=bool(round_.changes),
        )

    def pairing_state(
        number: int, pairing: PairingDrawn, round_: RoundFacts, away: Collection[PlayerId]
    ) -> PairingState:
        """Return the state of a drawn pairing: its rubber, if there is one, and its outcome.

        ``number`` counts the pairings of the round, ``away`` are the players who are absent from it.
        """
        a, b = pairing["a"], pairing["b"]
        kind = pairing.get("kind", "rubber")
        result, others = find_results(round_.label, a, b) if b is not None else (None, ())
        outcome = None
        if round_.is_released or kind == "rubber":
            outcome = outcome_of(
                a,
                b,
                score=stage.score,
                rules=plan.rules,
                kind=kind,
                result=result,
                award=facts.awards.get((stage_facts.number, round_.number, number)),
                absent=(a in away, b in away) if away else (False, False),
                requested_bye=plan.requested_bye,
            )
        return PairingState(
            round=round_.number,
            number=number,
            kind=kind,
            a=a,
            b=b,
            group=pairing.get("group", 0),
            table=pairing.get("table", ""),
            outcome=outcome,
            rubber=result.rubber if result is not None else "",
            rubber_state=result.state if result is not None else "",
            also=tuple(other.rubber for other in others),
            why=tuple(pairing.get("why", ())),
        )

    return tuple(round_state(round_) for round_ in stage_facts.rounds)


def annulled_players(
    stage_facts: StageFacts, rounds: Sequence[RoundState], facts: EventFacts
) -> tuple[PlayerId, ...]:
    """Return the players, by seed, who withdrew before half of their rubbers were played at a table."""
    if not rounds:
        return ()
    last = (stage_facts.number, rounds[-1].number)
    entered = {entry.player: entry for entry in facts.entries}
    gone = [
        player for player in stage_facts.entrants if player in entered and entered[player].is_absent(last)
    ]
    if not gone:
        return ()
    rubbers = [pairing for round_ in rounds for pairing in round_.pairings if pairing.kind == "rubber"]
    return tuple(player for player in gone if _has_played_less_than_half(player, rubbers))


def _has_played_less_than_half(player: PlayerId, rubbers: Iterable[PairingState]) -> bool:
    own = [pairing for pairing in rubbers if player in (pairing.a, pairing.b)]
    played = sum(pairing.outcome is not None and pairing.outcome.is_played for pairing in own)
    return 2 * played < len(own)


def derive(facts: EventFacts, results: Iterable[Result]) -> EventState:
    """Return the state of an event from its facts and its rubbers' results, in any order; without a plan, no stages."""
    if facts.plan is None:
        return EventState(facts)
    index = ResultIndex(results)
    stages = tuple(_stage_state(stage_facts, facts.plan, facts, index) for stage_facts in facts.stages)
    outside = index.outside(facts, stages)
    return EventState(
        facts=facts,
        stages=stages,
        outside=outside,
        places=event_places(stages),
        warnings=_event_warnings(facts, stages, outside),
    )


def _stage_state(
    stage_facts: StageFacts, plan: EventPlan, facts: EventFacts, index: ResultIndex
) -> StageState:
    """Return the state of one stage: its rounds and tables, and the players who go on from it."""
    stage = plan.stages[stage_facts.number - 1]
    if not stage_facts.entrants:
        return StageState(stage_facts.number, stage, "planned", planned_rounds=stage.rounds)
    annulled: tuple[PlayerId, ...] = ()
    lots = event_lots(facts)
    if stage.is_bracket:
        rounds = bracket_rounds(stage_facts, stage, facts, index, plan.rules)
        tables: tuple[Table, ...] = (bracket_table(stage_facts, stage, rounds),)
    else:
        rounds = table_rounds(stage_facts, stage=stage, plan=plan, facts=facts, find_results=index)
        if stage.annul_below_half:
            annulled = annulled_players(stage_facts, rounds, facts)
        tables = _tables(stage_facts, stage, plan, rounds, annulled, lots)
    gone = _gone_before_next(stage_facts, facts) if stage.qualifiers else frozenset()
    if gone:
        tables = tuple(mark_qualifiers(each, stage.qualifiers, gone) for each in tables)
    planned_rounds = _planned_rounds(stage_facts, stage)
    bye_halves = full_bye_halves(stage.score, plan.rules)
    phase = _stage_phase(rounds, planned_rounds, is_bracket=stage.is_bracket)
    return StageState(
        number=stage_facts.number,
        plan=stage,
        phase=phase,
        entrants=stage_facts.entrants,
        groups=stage_facts.groups,
        rounds=rounds,
        tables=tables,
        through=select_qualifiers(tables, stage.qualifiers, lots, bye_halves=bye_halves, gone=gone)
        if phase == "complete"
        else (),
        planned_rounds=planned_rounds,
        method=stage_facts.method,
        warnings=tuple(_stage_warnings(stage_facts, stage, facts, rounds, annulled)),
    )


def _gone_before_next(stage_facts: StageFacts, facts: EventFacts) -> frozenset[PlayerId]:
    """Return the players who left for good before the next stage was drawn, or by now if it is not drawn."""
    start = (stage_facts.number + 1, 1)
    entrants = next((each.entrants for each in facts.stages if each.number == start[0]), ())
    return frozenset(
        entry.player
        for entry in facts.entries
        if entry.absences and entry.player not in entrants and has_left(entry, start)
    )


def _tables(
    stage_facts: StageFacts,
    stage: StagePlan,
    plan: EventPlan,
    rounds: Sequence[RoundState],
    annulled: Sequence[PlayerId],
    lots: Lots,
) -> tuple[Table, ...]:
    """Return the table of each group, or the one table of a stage that is not played in groups."""
    pairings = [
        pairing
        for pairing in chain.from_iterable(round_.pairings for round_ in rounds)
        if pairing.a not in annulled and pairing.b not in annulled
    ]

    def of_group(entrants: Sequence[PlayerId], group: int) -> Table:
        return table(
            entrants,
            pairings,
            plan=stage,
            rules=plan.rules,
            lots=lots,
            group=group,
            through=stage.qualifiers,
            annulled=annulled,
        )

    if len(stage_facts.groups) < 2:
        return (of_group(stage_facts.entrants, 0),)
    return tuple(
        of_group([player for player in members if player is not None], group)
        for group, members in enumerate(stage_facts.groups, start=1)
    )


def _planned_rounds(stage_facts: StageFacts, stage: StagePlan) -> int:
    """Return the number of rounds that was decided with the draw, or of those drawn if that is larger."""
    if stage.is_bracket:
        return len(stage_facts.labels)
    return max(stage_facts.planned_rounds or stage.rounds, len(stage_facts.rounds))


def _stage_phase(rounds: Sequence[RoundState], planned_rounds: int, *, is_bracket: bool) -> StagePhase:
    """Return the phase of a stage.

    For a bracket the rounds are not counted: as long as one is still to be added, a drawn one is undecided.
    """
    if not any(round_.is_released for round_ in rounds):
        return "draft"
    are_all_drawn = is_bracket or len(rounds) >= planned_rounds
    if are_all_drawn and all(round_.is_complete for round_ in rounds):
        return "complete"
    return "playing"


def _stage_warnings(
    stage_facts: StageFacts,
    stage: StagePlan,
    facts: EventFacts,
    rounds: Sequence[RoundState],
    annulled: Sequence[PlayerId],
) -> Iterator[Why]:
    """Yield the warnings of a stage and of its draw.

    The draw's ``undecided_before`` is left out: ``drawn_undecided``, which names the round, replaces it.
    """
    yield from (warning for warning in stage_facts.warnings if warning[0] != "undecided_before")
    # ``bracket_apart`` says of a pair that it was separated.
    draw_warnings = [warning for warning in stage_facts.warnings if warning[0] != "bracket_apart"]
    avoids_pairs = bool(facts.forbidden) and (stage.is_bracket or stage.kind == "swiss")
    for round_ in rounds:
        if round_.undecided_when_drawn:
            yield "drawn_undecided", round_.label, round_.undecided_when_drawn
        for pairing in round_.pairings:
            pair = {pairing.a, pairing.b}
            if pairing.also:
                yield "second_result", round_.label, pairing.number
            is_forbidden = avoids_pairs and pairing.is_ready and pair in facts.forbidden
            # The draw may have warned of this pair already.
            if is_forbidden and not any(pair <= set(warning) for warning in draw_warnings):
                yield "forbidden_met", round_.label, pairing.a, pairing.b
    yield from _unused_awards(stage_facts, facts, rounds)
    for player in annulled:
        yield "annulled", player


def _unused_awards(stage_facts: StageFacts, facts: EventFacts, rounds: Sequence[RoundState]) -> Iterator[Why]:
    """Yield a warning for each award that does not count.

    There is none for an award to a pairing that waits for a player, because the award may count again.
    """
    pairings = {
        (stage_facts.number, round_.number, pairing.number): pairing
        for round_ in rounds
        for pairing in round_.pairings
    }
    labels = stage_facts.labels or tuple(round_.label for round_ in rounds)
    for place in sorted(place for place in facts.awards if place[0] == stage_facts.number):
        pairing = pairings.get(place)
        is_waiting = pairing is not None and pairing.kind == "rubber" and not pairing.is_ready
        is_used = (
            pairing is not None and pairing.outcome is not None and pairing.outcome.decided_by == "award"
        )
        if not is_waiting and not is_used:
            yield "award_unused", labels[place[1] - 1], place[2]


def _event_warnings(
    facts: EventFacts, stages: Sequence[StageState], outside: Sequence[tuple[str, Why]]
) -> tuple[Why, ...]:
    outside_count = sum(why[0] != "second_result" for _, why in outside)
    warnings: list[Why] = [("rubbers_outside", outside_count)] if outside_count else []
    warnings += [("order_changed", version) for version in facts.tie_break_changes]
    if facts.is_complete:
        warnings += [("complete_but_open", stage.number) for stage in stages if stage.phase != "complete"]
    return tuple(warnings)
