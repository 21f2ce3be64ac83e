"""The mutable state of an event while its log is folded, and ``FactError``, which a fold raises for an invalid log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from matches.rules.events.facts import (
    Award,
    EntryFacts,
    EventFacts,
    Fact,
    PairingPlace,
    PlayerId,
    RoundFacts,
    StageFacts,
)
from matches.rules.events.plan import EventPlan
from matches.rules.events.state import Why

ERROR_CODES: Final[dict[str, tuple[str, ...]]] = {
    "fact_unreadable": ("kind",),
    "fact_version": ("before",),
    "fact_not_the_last": ("undone", "last"),
    "fact_plan": ("problem",),
    "fact_no_plan": (),
    "fact_stage_drawn": ("stage",),
    "fact_entered_twice": ("player",),
    "fact_too_many_entrants": ("most",),
    "fact_not_entered": ("player",),
    "fact_player_drawn": ("player",),
    "fact_no_time": (),
    "fact_place_taken": ("group", "place"),
    "fact_nothing_to_take_back": ("kind",),
    "fact_pair": (),
    "fact_no_stage": ("stage",),
    "fact_not_drawn": ("stage",),
    "fact_no_entrants": ("stage",),
    "fact_no_positions": ("stage",),
    "fact_round_order": ("stage", "round", "due"),
    "fact_no_round": ("stage", "round"),
    "fact_label_twice": ("label",),
    "fact_stranger": ("stage", "player"),
    "fact_twice_in_round": ("stage", "round", "player"),
    "fact_released_twice": ("stage", "round"),
    "fact_no_pairing": ("stage", "round", "number"),
    "fact_winner": ("player",),
}
"""The names of the parameters of each code of ``FactError``, by code. ``problem`` is a code of ``plan_json``."""


class FactError(ValueError):
    """The fact with this ``version`` contradicts those before it. ``code`` is of ``ERROR_CODES``, with ``params``."""

    def __init__(self, fact: Fact, code: str, *params: Any) -> None:
        super().__init__(fact.version, fact.kind, code, *params)
        self.version = fact.version
        self.code = code
        self.params = params


@dataclass(slots=True)
class StageDraft:
    """The state of a stage while the log is folded: the ``StageFacts`` so far.

    ``rounds`` are by number. Each of the ``warnings`` has the number of the first round of its draw.
    """

    number: int
    entrants: list[PlayerId] = field(default_factory=list)
    groups: list[list[PlayerId | None]] = field(default_factory=list)
    positions: tuple[PlayerId | None, ...] = ()
    drawn_positions: tuple[PlayerId | None, ...] = ()
    labels: tuple[str, ...] = ()
    method: str = ""
    planned_rounds: int = 0
    rounds: dict[int, RoundFacts] = field(default_factory=dict)
    is_bracket_released: bool = False
    warnings: list[tuple[int, Why]] = field(default_factory=list)
    changes: list[int] = field(default_factory=list)

    @property
    def is_drawn(self) -> bool:
        return bool(self.entrants)

    def facts(self) -> StageFacts:
        return StageFacts(
            number=self.number,
            entrants=tuple(self.entrants),
            groups=tuple(tuple(group) for group in self.groups),
            positions=self.positions,
            labels=self.labels,
            method=self.method,
            planned_rounds=self.planned_rounds,
            rounds=tuple(self.rounds[number] for number in sorted(self.rounds)),
            is_bracket_released=self.is_bracket_released,
            warnings=tuple(warning for _, warning in self.warnings),
            changes=tuple(self.changes),
            drawn_positions=self.drawn_positions,
        )


@dataclass(slots=True)
class EventDraft:
    """The state of an event while the log is folded. ``entered`` counts removed entries, too."""

    plan: EventPlan | None = None
    entries: dict[PlayerId, EntryFacts] = field(default_factory=dict)
    entered: int = 0
    forbidden: frozenset[frozenset[PlayerId]] = frozenset()
    stages: list[StageDraft] = field(default_factory=list)
    awards: dict[PairingPlace, Award] = field(default_factory=dict)
    kept: dict[PairingPlace, tuple[PlayerId, PlayerId]] = field(default_factory=dict)
    is_complete: bool = False
    tie_break_changes: list[int] = field(default_factory=list)

    def facts(self, *, version: int, last: Fact | None) -> EventFacts:
        return EventFacts(
            version=version,
            plan=self.plan,
            entries=tuple(self.entries.values()),
            forbidden=self.forbidden,
            stages=tuple(stage.facts() for stage in self.stages),
            awards=self.awards,
            kept=self.kept,
            is_complete=self.is_complete,
            last=last.version if last is not None else 0,
            tie_break_changes=tuple(self.tie_break_changes),
            last_fact=last,
        )

    def known_plan(self, fact: Fact) -> EventPlan:
        if self.plan is None:
            raise FactError(fact, "fact_no_plan")
        return self.plan

    def entry(self, player: PlayerId, fact: Fact) -> EntryFacts:
        if player not in self.entries:
            raise FactError(fact, "fact_not_entered", player)
        return self.entries[player]

    def stage(self, fact: Fact) -> StageDraft:
        """Return the stage that the fact's payload names. Raises ``FactError`` if the plan has no such stage."""
        self.known_plan(fact)
        number: int = fact.payload["stage"]
        if not 1 <= number <= len(self.stages):
            raise FactError(fact, "fact_no_stage", number)
        return self.stages[number - 1]

    def drawn_stage(self, fact: Fact) -> StageDraft:
        stage = self.stage(fact)
        if not stage.is_drawn:
            raise FactError(fact, "fact_not_drawn", stage.number)
        return stage


def drawn_round(stage: StageDraft, number: int, fact: Fact) -> RoundFacts:
    if number not in stage.rounds:
        raise FactError(fact, "fact_no_round", stage.number, number)
    return stage.rounds[number]


def pairing_place(payload: Mapping[str, Any]) -> PairingPlace:
    return payload["stage"], payload["round"], payload["number"]
