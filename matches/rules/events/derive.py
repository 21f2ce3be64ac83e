"""From what was decided and what was played to what the event has come to: ``derive``.

Everything that a page shows of an event follows from here, and from nothing else, so that a result changed three
rounds back moves all that depends on it and nothing more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from matches.rules.events.brackets.rounds import bracket_rounds
from matches.rules.events.brackets.table import bracket_table
from matches.rules.events.draw_state import has_left
from matches.rules.events.facts import EventFacts, PlayerId, StageFacts
from matches.rules.events.outcomes import full_bye_halves
from matches.rules.events.places import event_places, going_on, passed_over
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.random_order import Lots, event_lots
from matches.rules.events.result_index import Book
from matches.rules.events.state import (
    EventState,
    Result,
    RoundState,
    StagePhase,
    StageState,
    Table,
    Why,
)
from matches.rules.events.table_rounds import annulled_players, table_rounds
from matches.rules.events.tables import table

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
"""What a director should look at, beside the warnings that a draw itself gave. ``order_changed``: what the table
counts, or its tie-breaks, were changed by the entry of that version, after the stage was drawn. ``award_unused``:
others than it was given to stand in the pairing, or nobody. ``complete_but_open``: the event was completed, and the
stage is not complete any more.
"""


def derive(facts: EventFacts, results: Iterable[Result]) -> EventState:
    """The event's state. ``results`` are its rubbers, in any order; of an open event nothing is derived."""
    if facts.plan is None:
        return EventState(facts)
    book = Book(results)
    stages = tuple(_stage(drawn, facts.plan, facts, book) for drawn in facts.stages)
    outside = book.outside(facts, stages)
    return EventState(
        facts=facts,
        stages=stages,
        outside=outside,
        places=event_places(stages),
        warnings=_event_warnings(facts, stages, outside),
    )


def _stage(drawn: StageFacts, plan: EventPlan, facts: EventFacts, book: Book) -> StageState:
    stage = plan.stages[drawn.number - 1]
    if not drawn.entrants:
        return StageState(drawn.number, stage, "planned", planned_rounds=stage.rounds)
    annulled: tuple[PlayerId, ...] = ()
    lots = event_lots(facts)
    if stage.is_bracket:
        rounds = bracket_rounds(drawn, stage, facts, book, plan.rules)
        tables: tuple[Table, ...] = (bracket_table(drawn, stage, rounds),)
    else:
        rounds = table_rounds(drawn, stage=stage, plan=plan, facts=facts, book=book)
        if stage.annul_below_half:
            annulled = annulled_players(drawn, rounds, facts)
        tables = _tables(drawn, stage, plan, rounds, annulled, lots)
    gone = _gone_before_next(drawn, facts) if stage.qualifiers else frozenset()
    if gone:
        tables = tuple(passed_over(each, stage.qualifiers, gone) for each in tables)
    planned_rounds = _planned_rounds(drawn, stage)
    bye_halves = full_bye_halves(stage.score, plan.rules)
    phase = _phase(rounds, planned_rounds, is_bracket=stage.is_bracket)
    return StageState(
        number=drawn.number,
        plan=stage,
        phase=phase,
        entrants=drawn.entrants,
        groups=drawn.groups,
        rounds=rounds,
        tables=tables,
        through=going_on(tables, stage.qualifiers, lots, bye_halves=bye_halves, gone=gone)
        if phase == "complete"
        else (),
        planned_rounds=planned_rounds,
        method=drawn.method,
        warnings=tuple(_stage_warnings(drawn, stage, facts, rounds, annulled)),
    )


def _gone_before_next(drawn: StageFacts, facts: EventFacts) -> frozenset[PlayerId]:
    """Who has left for good before the next stage was drawn, or is; who leaves it afterwards is in it still."""
    start = (drawn.number + 1, 1)
    entrants = next((each.entrants for each in facts.stages if each.number == start[0]), ())
    return frozenset(
        entry.player
        for entry in facts.entries
        if entry.absences and entry.player not in entrants and has_left(entry, start)
    )


def _tables(
    drawn: StageFacts,
    stage: StagePlan,
    plan: EventPlan,
    rounds: Sequence[RoundState],
    annulled: Sequence[PlayerId],
    lots: Lots,
) -> tuple[Table, ...]:
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

    if len(drawn.groups) < 2:
        return (of_group(drawn.entrants, 0),)
    return tuple(
        of_group([player for player in members if player is not None], group)
        for group, members in enumerate(drawn.groups, start=1)
    )


def _planned_rounds(drawn: StageFacts, stage: StagePlan) -> int:
    """As many as were settled with the draw, and never fewer than are drawn."""
    if stage.is_bracket:
        return len(drawn.labels)
    return max(drawn.planned_rounds or stage.rounds, len(drawn.rounds))


def _phase(rounds: Sequence[RoundState], planned_rounds: int, *, is_bracket: bool) -> StagePhase:
    """A bracket has no more rounds than are needed; those that may yet be hang on one that is not decided."""
    if not any(round_.is_released for round_ in rounds):
        return "draft"
    are_all_drawn = is_bracket or len(rounds) >= planned_rounds
    if are_all_drawn and all(round_.is_complete for round_ in rounds):
        return "complete"
    return "playing"


def _stage_warnings(
    drawn: StageFacts,
    stage: StagePlan,
    facts: EventFacts,
    rounds: Sequence[RoundState],
    annulled: Sequence[PlayerId],
) -> Iterator[Why]:
    """What the draw has warned of already is not told twice, but for undecided pairings: here it is said with the
    round that was drawn on them.
    """
    yield from (warning for warning in drawn.warnings if warning[0] != "undecided_before")
    told = [warning for warning in drawn.warnings if warning[0] != "bracket_apart"]
    avoids_pairs = bool(facts.forbidden) and (stage.is_bracket or stage.kind == "swiss")
    for round_ in rounds:
        if round_.undecided_when_drawn:
            yield "drawn_undecided", round_.label, round_.undecided_when_drawn
        for pairing in round_.pairings:
            pair = {pairing.a, pairing.b}
            if pairing.also:
                yield "second_result", round_.label, pairing.number
            is_forbidden = avoids_pairs and pairing.is_ready and pair in facts.forbidden
            if is_forbidden and not any(pair <= set(warning) for warning in told):
                yield "forbidden_met", round_.label, pairing.a, pairing.b
    yield from _unused_awards(drawn, facts, rounds)
    for player in annulled:
        yield "annulled", player


def _unused_awards(drawn: StageFacts, facts: EventFacts, rounds: Sequence[RoundState]) -> Iterator[Why]:
    """Of awards that count nothing now. One for a pairing that waits for a player may count again."""
    pairings = {
        (drawn.number, round_.number, pairing.number): pairing
        for round_ in rounds
        for pairing in round_.pairings
    }
    labels = drawn.labels or tuple(round_.label for round_ in rounds)
    for place in sorted(place for place in facts.awards if place[0] == drawn.number):
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
    undrawn = sum(why[0] != "second_result" for _, why in outside)
    warnings: list[Why] = [("rubbers_outside", undrawn)] if undrawn else []
    warnings += [("order_changed", version) for version in facts.tie_break_changes]
    if facts.is_complete:
        warnings += [("complete_but_open", stage.number) for stage in stages if stage.phase != "complete"]
    return tuple(warnings)
