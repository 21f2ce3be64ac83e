"""Draw a stage, or its next round: compute the payload of the fact ``drawn``.

The draw is deterministic: the same state always gives the same draw. ``draw_changes`` changes a draw by hand. Each
round has a label, which is also the tag ``Round`` of its rubbers' records: by it a rubber finds its pairing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, TypeAlias

from matches.rules.events.bracket import bracket
from matches.rules.events.draw_queries import (
    event_plan,
    is_drawn,
    next_round,
    stage_entrants,
    stage_facts,
    stage_state,
    swiss_rounds,
)
from matches.rules.events.draw_rules import LABEL_CHARACTERS, check_may_draw, labels_of
from matches.rules.events.facts import Drawn, PairingDrawn, PlayerId, RoundDrawn
from matches.rules.events.plan import EventPlan, StageKind, StagePlan
from matches.rules.events.seeding import (
    IsApart,
    Lots,
    berger_rounds,
    event_lots,
    group_entrants,
    keep_apart,
    positions,
)
from matches.rules.events.state import EventState
from matches.rules.events.swiss import pair_round, swiss_candidates, uses_berger

Progress: TypeAlias = Callable[[int, int], None]
"""A callback that reports progress: it gets the number of steps done, and the number of all steps."""
WHY_CODES: Final[dict[str, tuple[str, ...]]] = {
    "berger": ("round", "number_a", "number_b"),
    "berger_bye": ("round", "number"),
    "requested_bye": (),
}
"""The reasons for pairings of Berger tables, and for requested byes: the names of each code's parameters, by code.

``number_a``, ``number_b`` and ``number`` are the players' numbers in the Berger table. Swiss rounds and
brackets have reasons of their own.
"""
WARNING_CODES: Final[dict[str, tuple[str, ...]]] = {
    "berger_instead": ("players", "rounds"),
    "bye_requests_unused": ("requests",),
    "undecided_before": ("pairings",),
    "tables_wanting": ("tables", "wanted"),
    "bracket_apart": ("a", "b"),
}
"""The warnings of a draw: the names of each code's parameters, by code.

``berger_instead``: because of the numbers of players and rounds, the rounds are played by Berger tables, and
requested byes are not given (``bye_requests_unused``). ``tables_wanting``: a round has more rubbers than there are
tables; those at the end have no table and wait for one. ``bracket_apart``: these two would have met in a bracket's
first round although they were in one group or are a forbidden pair, and were put in other pairings.
"""
STAGE_NAMES: Final[dict[StageKind, str]] = {
    "round_robin": "Round robin",
    "league": "League",
    "swiss": "Swiss",
    "knockout": "Knockout",
    "double_elimination": "Double elimination",
}
"""The names of stages without one. They are English, like those of brackets: records contain them."""
ROOM_FOR_LABEL: Final = 60


def draw_next(state: EventState, stage: int, *, progress: Progress | None = None) -> Drawn:
    """Return the payload ``drawn`` for a whole stage (from 1) or the next Swiss round, as ``check_fact`` accepts it.

    Raises ``EventActError`` if the stage or round cannot be drawn now.
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
        return tables.draw(state)
    rounds = swiss_rounds(stage_plan, len(entrants))
    if uses_berger(len(entrants), rounds):
        return _berger_instead(state, plan, stage, entrants, rounds)
    drawn = _swiss_round(state, plan, stage, progress)
    return {**drawn, "entrants": list(entrants), "method": "swiss", "planned_rounds": rounds}


def _bracket(state: EventState, plan: EventPlan, stage: int, entrants: Sequence[PlayerId]) -> Drawn:
    """Return the draw of a bracket, in which players who should not meet early are kept apart."""
    stage_plan = plan.stages[stage - 1]
    placed, parted = keep_apart(
        positions(entrants, stage_plan.seeding, event_lots(state.facts)),
        entrants,
        _make_apart_test(state, stage),
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


def _make_apart_test(state: EventState, stage: int) -> IsApart:
    """Return a test for pairs that should not meet at once: those not to meet at all, and those who met in a group."""
    groups = stage_facts(state.facts, stage - 1).groups
    group_of = {player: number for number, group in enumerate(groups) for player in group}

    def are_apart(one: PlayerId, other: PlayerId) -> bool:
        is_of_one_group = len(groups) > 1 and group_of.get(one) == group_of.get(other)
        return is_of_one_group or frozenset((one, other)) in state.facts.forbidden

    return are_apart


@dataclass(frozen=True, slots=True)
class _BergerStage:
    """A stage that is drawn as a whole, by Berger tables: ``most_rounds`` of them, or all if it is 0."""

    plan: EventPlan
    stage: int
    entrants: Sequence[PlayerId]
    groups: int
    cycles: int
    most_rounds: int = 0

    def draw(self, state: EventState) -> Drawn:
        groups = self._group_members(event_lots(state.facts))
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

    def _group_members(self, lots: Lots) -> list[list[PlayerId | None]]:
        """Return the groups by Berger number. An odd group has an empty place at its end, for a late entry."""
        stage_plan = self.plan.stages[self.stage - 1]
        groups = group_entrants(self.entrants, self.groups, lots, stage_plan.seeding)
        return [[*group, None] if len(group) % 2 else list(group) for group in groups]

    def _pairings(self, groups: Sequence[Sequence[PlayerId | None]]) -> dict[int, list[PairingDrawn]]:
        """Return the pairings of each round, group by group, with the byes at the end."""
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
        return {
            number: _assign_tables(rubbers[number], self.plan.tables) + byes[number] for number in numbers
        }

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
    """Return the last day for playing a league's round, in ISO 8601, or an empty string for other stages.

    It is never after the last day of the calendar, in the year 9999.
    """
    if not stage_plan.first_due:
        return ""
    first = date.fromisoformat(stage_plan.first_due)
    days = min(stage_plan.days_apart * (round_number - 1), (date.max - first).days)
    return (first + timedelta(days=days)).isoformat()


def _berger_instead(
    state: EventState, plan: EventPlan, stage: int, entrants: Sequence[PlayerId], rounds: int
) -> Drawn:
    """Draw a Swiss stage by repeated Berger tables, because with so many rounds it could run out of opponents."""
    rounds_a_cycle = len(entrants) - 1 + len(entrants) % 2
    cycles = -(-rounds // rounds_a_cycle)
    drawn = _BergerStage(plan, stage, entrants, 1, cycles, rounds).draw(state)
    warnings: list[list[Any]] = [["berger_instead", len(entrants), rounds]]
    if requests := sum(place[0] == stage for entry in state.entries for place in entry.requested_byes):
        warnings.append(["bye_requests_unused", requests])
    return {**drawn, "method": "berger", "warnings": warnings + drawn.get("warnings", [])}


def _swiss_round(state: EventState, plan: EventPlan, stage: int, progress: Progress | None) -> Drawn:
    """Return the payload of the draw of a Swiss stage's next round."""
    current = state.stages[stage - 1]
    number = len(stage_facts(state.facts, stage).rounds) + 1
    players, requesters = next_round(state, stage)
    paired = pair_round(
        swiss_candidates(state, stage, players),
        round_number=number,
        seeding=current.plan.seeding,
        lot_seed=plan.lot_seed,
        progress=progress,
    )
    pairings: list[PairingDrawn] = _assign_tables(
        [{"a": pair.a, "b": pair.b, "why": list(pair.why)} for pair in paired.pairings], plan.tables
    )
    if paired.bye is not None:
        pairings.append({"a": paired.bye, "b": None, "kind": "bye", "why": list(paired.bye_why)})
    pairings += [
        {"a": player, "b": None, "kind": "requested_bye", "why": ["requested_bye"]} for player in requesters
    ]
    [label] = free_labels((f"{label_prefix(plan, stage)}{number}",), labels_of(state))
    rounds: list[RoundDrawn] = [{"number": number, "label": label, "pairings": pairings}]
    undecided = sum(pairing.is_undecided for round_ in current.rounds for pairing in round_.pairings)
    warnings: list[list[Any]] = [["undecided_before", undecided]] if undecided else []
    warnings += [list(warning) for warning in paired.warnings]
    warnings += _table_warnings(plan, rounds)
    drawn: Drawn = {"stage": stage, "rounds": rounds, "undecided": undecided}
    if warnings:
        drawn["warnings"] = warnings
    return drawn


def _assign_tables(rubbers: Sequence[PairingDrawn], tables: int) -> list[PairingDrawn]:
    """Assign tables, from 1; if there are too few, the last pairings get none."""
    return [
        {**pairing, "table": str(table)} if not tables or table <= tables else pairing
        for table, pairing in enumerate(rubbers, start=1)
    ]


def _table_warnings(plan: EventPlan, rounds: Iterable[RoundDrawn]) -> list[list[Any]]:
    wanted = max(sum(pairing["b"] is not None for pairing in drawn["pairings"]) for drawn in rounds)
    return [["tables_wanting", plan.tables, wanted]] if plan.tables and wanted > plan.tables else []


def label_prefix(plan: EventPlan, stage: int) -> str:
    """Return the text with which the labels of a stage's rounds begin.

    Each stage of a plan has a different prefix. The prefix is empty if the plan has only one stage.

    >>> from matches.rules.events.plan import StagePlan
    >>> label_prefix(EventPlan(stages=(StagePlan(kind="swiss"), StagePlan(kind="knockout", name="Cup"))), 2)
    'Cup: '
    """
    if len(plan.stages) == 1:
        return ""
    names = [_short_name(name or STAGE_NAMES[kind]) for kind, name in ((s.kind, s.name) for s in plan.stages)]
    own = names[stage - 1]
    return f"{own}: " if names.count(own) == 1 else f"{own} ({stage}): "


def _short_name(name: str) -> str:
    return " ".join(name.split())[: LABEL_CHARACTERS - ROOM_FOR_LABEL].strip()


def free_labels(labels: tuple[str, ...], taken: set[str]) -> tuple[str, ...]:
    """Return the labels in order, with a number appended to each that another round of the event has (``taken``).

    They clash if a stage is renamed after its draw and another stage then gets the old name.
    """
    free: list[str] = []
    for label in labels:
        own, number = label, 2
        while own in taken or own in free:
            own, number = f"{label} ({number})", number + 1
        free.append(own)
    return tuple(free)
