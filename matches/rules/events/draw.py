"""Drawing a stage, or the next round of one: the payload of the fact ``drawn``.

Deterministic: the same state gives the same draw, whoever asks. ``draw_changes`` changes one by hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, TypeAlias

from matches.rules.events.berger import berger_rounds
from matches.rules.events.brackets.separation import IsApart, kept_apart
from matches.rules.events.brackets.shape import bracket
from matches.rules.events.checks.draws import check_may_draw, labels_of
from matches.rules.events.draw_changes import change_warnings, move_table, swap, turn
from matches.rules.events.draw_state import (
    event_plan,
    is_drawn,
    next_round,
    stage_entrants,
    stage_facts,
    stage_state,
    swiss_rounds,
)
from matches.rules.events.facts import Drawn, PairingDrawn, PlayerId, RoundDrawn
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.random_order import Lots, event_lots
from matches.rules.events.round_names import free_labels, label_prefix
from matches.rules.events.seeding import group_entrants, positions
from matches.rules.events.state import EventState
from matches.rules.events.swiss.history import swiss_candidates
from matches.rules.events.swiss.pairing import pair_round, uses_berger

__all__ = [
    "WARNING_CODES",
    "WHY_CODES",
    "change_warnings",
    "draw_next",
    "move_table",
    "stage_entrants",
    "swap",
    "turn",
]

Progress: TypeAlias = Callable[[int, int], None]
"""Told how many steps are done, and of how many."""
WHY_CODES: Final[dict[str, tuple[str, ...]]] = {
    "berger": ("round", "number_a", "number_b"),
    "berger_bye": ("round", "number"),
    "requested_bye": (),
}
"""Of pairings that are neither a Swiss round's nor a bracket's. Numbers are places in the Berger table."""
WARNING_CODES: Final[dict[str, tuple[str, ...]]] = {
    "berger_instead": ("players", "rounds"),
    "bye_requests_unused": ("requests",),
    "undecided_before": ("pairings",),
    "tables_wanting": ("tables", "wanted"),
    "bracket_apart": ("a", "b"),
}
"""``berger_instead``: so many rounds of so few players are played by Berger tables, and byes that were asked for
are not given (``bye_requests_unused``). ``tables_wanting``: a round has more rubbers than there are tables;
those at the end have none and wait for one. ``brackets.separation``: these two would have met in
a bracket's first round, were in one group or are not to meet, and have been put in other pairings.
"""


def draw_next(state: EventState, stage: int, *, progress: Progress | None = None) -> Drawn:
    """The draw of a stage as a whole, or of a Swiss stage's next round.

    Raises ``EventActError`` where it can't be drawn now. ``lifecycle.check_fact`` takes what it gives.
    """
    check_may_draw(state, stage)
    plan = event_plan(state)
    stage_plan = stage_state(state, stage).plan
    if is_drawn(state.facts, stage):
        return _swiss_round(state, plan, stage, progress)
    entrants = stage_entrants(state, stage)
    if stage_plan.is_bracket:
        return _bracket(state, plan, stage, entrants)
    if stage_plan.kind != "swiss":
        tables = _BergerStage(plan, stage, entrants, stage_plan.groups, stage_plan.cycles)
        return tables.drawn(state)
    rounds = swiss_rounds(stage_plan, len(entrants))
    if uses_berger(len(entrants), rounds):
        return _berger_instead(state, plan, stage, entrants, rounds)
    drawn = _swiss_round(state, plan, stage, progress)
    return {**drawn, "entrants": list(entrants), "method": "swiss", "planned_rounds": rounds}


def _bracket(state: EventState, plan: EventPlan, stage: int, entrants: Sequence[PlayerId]) -> Drawn:
    stage_plan = plan.stages[stage - 1]
    placed, parted = kept_apart(
        positions(entrants, stage_plan.seeding, event_lots(state.facts)), entrants, _are_apart(state, stage)
    )
    labels = bracket(stage_plan, len(placed), len(entrants), label_prefix(plan, stage)).labels
    drawn: Drawn = {
        "stage": stage,
        "entrants": list(entrants),
        "positions": list(placed),
        "labels": list(free_labels(labels, labels_of(state))),
    }
    if parted:
        drawn["warnings"] = [["bracket_apart", *pair] for pair in parted]
    return drawn


def _are_apart(state: EventState, stage: int) -> IsApart:
    """Who had better not meet at once: pairs that are not to meet, and those who have met in a group before."""
    groups = stage_facts(state.facts, stage - 1).groups
    group_of = {player: number for number, group in enumerate(groups) for player in group}

    def are_apart(one: PlayerId, other: PlayerId) -> bool:
        is_of_one_group = len(groups) > 1 and group_of.get(one) == group_of.get(other)
        return is_of_one_group or frozenset((one, other)) in state.facts.forbidden

    return are_apart


@dataclass(frozen=True, slots=True)
class _BergerStage:
    """A stage that is drawn whole, by Berger tables. ``most_rounds`` 0: all that the tables have."""

    plan: EventPlan
    stage: int
    entrants: Sequence[PlayerId]
    groups: int
    cycles: int
    most_rounds: int = 0

    def drawn(self, state: EventState) -> Drawn:
        groups = self._members(event_lots(state.facts))
        pairings = self._pairings(groups)
        prefix = label_prefix(self.plan, self.stage)
        labels = free_labels(tuple(f"{prefix}{number}" for number in pairings), labels_of(state))
        rounds = [
            self._round(number, label, pairings[number])
            for number, label in zip(pairings, labels, strict=True)
        ]
        drawn: Drawn = {
            "stage": self.stage,
            "entrants": list(self.entrants),
            "groups": groups,
            "rounds": rounds,
            "planned_rounds": len(rounds),
        }
        if warnings := _table_warnings(self.plan, rounds):
            drawn["warnings"] = warnings
        return drawn

    def _members(self, lots: Lots) -> list[list[PlayerId | None]]:
        """By Berger number. An odd group has an empty place at its end, which who comes late may take."""
        stage_plan = self.plan.stages[self.stage - 1]
        groups = group_entrants(self.entrants, self.groups, lots, stage_plan.seeding)
        return [[*group, None] if len(group) % 2 else list(group) for group in groups]

    def _pairings(self, groups: Sequence[Sequence[PlayerId | None]]) -> dict[int, list[PairingDrawn]]:
        """Of each round: group by group, byes at the end."""
        rubbers: defaultdict[int, list[PairingDrawn]] = defaultdict(list)
        byes: defaultdict[int, list[PairingDrawn]] = defaultdict(list)
        for group_number, members in enumerate(groups, start=1):
            for number, pairs in enumerate(berger_rounds(len(members), self.cycles), start=1):
                for first, second in pairs:
                    pairing = _berger_pairing(members, number, first, second)
                    if len(groups) > 1:
                        pairing["group"] = group_number
                    (rubbers if pairing["b"] is not None else byes)[number].append(pairing)
        numbers = sorted(rubbers)[: self.most_rounds or None]
        return {number: _seated(rubbers[number], self.plan.tables) + byes[number] for number in numbers}

    def _round(self, number: int, label: str, pairings: list[PairingDrawn]) -> RoundDrawn:
        drawn: RoundDrawn = {"number": number, "label": label, "pairings": pairings}
        if due := due_date(self.plan.stages[self.stage - 1], number):
            drawn["due"] = due
        return drawn


def _berger_pairing(
    members: Sequence[PlayerId | None], round_number: int, first: int, second: int
) -> PairingDrawn:
    a, b = members[first - 1], members[second - 1]
    if a is not None and b is not None:
        return {"a": a, "b": b, "why": ["berger", round_number, first, second]}
    # A group has one empty place at most.
    [(number, player)] = [(number, who) for number, who in ((first, a), (second, b)) if who is not None]
    return {"a": player, "b": None, "kind": "bye", "why": ["berger_bye", round_number, number]}


def due_date(stage_plan: StagePlan, round_number: int) -> str:
    """The last day of a league's round, as ISO 8601 has it; empty elsewhere."""
    if not stage_plan.first_due:
        return ""
    first = date.fromisoformat(stage_plan.first_due)
    return (first + timedelta(days=stage_plan.days_apart * (round_number - 1))).isoformat()


def _berger_instead(
    state: EventState, plan: EventPlan, stage: int, entrants: Sequence[PlayerId], rounds: int
) -> Drawn:
    """So many rounds that a Swiss might come to an end of adversaries before: the first rounds of a Berger table,
    which is gone through as often as they take.
    """
    rounds_a_cycle = len(entrants) - 1 + len(entrants) % 2
    cycles = -(-rounds // rounds_a_cycle)
    drawn = _BergerStage(plan, stage, entrants, 1, cycles, rounds).drawn(state)
    warnings: list[list[Any]] = [["berger_instead", len(entrants), rounds]]
    if requests := sum(place[0] == stage for entry in state.entries for place in entry.requested_byes):
        warnings.append(["bye_requests_unused", requests])
    return {**drawn, "method": "berger", "warnings": warnings + drawn.get("warnings", [])}


def _swiss_round(state: EventState, plan: EventPlan, stage: int, progress: Progress | None) -> Drawn:
    found = state.stages[stage - 1]
    number = len(stage_facts(state.facts, stage).rounds) + 1
    players, asked = next_round(state, stage)
    paired = pair_round(
        swiss_candidates(state, stage, players),
        round_number=number,
        seeding=found.plan.seeding,
        lot_seed=plan.lot_seed,
        progress=progress,
    )
    pairings: list[PairingDrawn] = _seated(
        [{"a": pair.a, "b": pair.b, "why": list(pair.why)} for pair in paired.pairings], plan.tables
    )
    if paired.bye is not None:
        pairings.append({"a": paired.bye, "b": None, "kind": "bye", "why": list(paired.bye_why)})
    pairings += [
        {"a": player, "b": None, "kind": "requested_bye", "why": ["requested_bye"]} for player in asked
    ]
    [label] = free_labels((f"{label_prefix(plan, stage)}{number}",), labels_of(state))
    rounds: list[RoundDrawn] = [{"number": number, "label": label, "pairings": pairings}]
    undecided = sum(pairing.is_undecided for round_ in found.rounds for pairing in round_.pairings)
    warnings: list[list[Any]] = [["undecided_before", undecided]] if undecided else []
    warnings += [list(warning) for warning in paired.warnings]
    warnings += _table_warnings(plan, rounds)
    drawn: Drawn = {"stage": stage, "rounds": rounds, "undecided": undecided}
    if warnings:
        drawn["warnings"] = warnings
    return drawn


def _seated(rubbers: Sequence[PairingDrawn], tables: int) -> list[PairingDrawn]:
    """With tables from 1; where there are fewer, the last ones have none."""
    return [
        {**pairing, "table": str(table)} if not tables or table <= tables else pairing
        for table, pairing in enumerate(rubbers, start=1)
    ]


def _table_warnings(plan: EventPlan, rounds: Iterable[RoundDrawn]) -> list[list[Any]]:
    wanted = max(sum(pairing["b"] is not None for pairing in drawn["pairings"]) for drawn in rounds)
    return [["tables_wanting", plan.tables, wanted]] if plan.tables and wanted > plan.tables else []
