"""Ways of playing an event that a set-up form starts from, and what a plan comes to in rounds and rubbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, log2
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from matches.events.words.labels import counts_points
from matches.rules.events.plan import (
    DEFAULT_TIE_BREAKS,
    EventPlan,
    RubberRules,
    StageKind,
    StagePlan,
    TieBreak,
)

USUAL_PLAYERS: Final = 12
"""How many a page reckons with as long as nobody is entered."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A choice at the head of the form: what it is called, what it is, and the stages that it starts from.

    The stages' names stand in the code's own language.
    """

    key: str
    title: str | Promise
    summary: str | Promise
    stages: tuple[StagePlan, ...]

    def named_stages(self) -> tuple[StagePlan, ...]:
        """The stages, named in the reader's language; the club may change the names before they are kept."""
        return tuple(replace(stage, name=_(stage.name) if stage.name else "") for stage in self.stages)


USUAL_RULES: Final = RubberRules()


def usual_tie_breaks(kind: StageKind, rules: RubberRules = USUAL_RULES) -> tuple[TieBreak, ...]:
    """The usual order under these rules: where a game counts one point, points part nobody whom games do not."""
    usual = DEFAULT_TIE_BREAKS[kind]
    return usual if counts_points(rules) else tuple(name for name in usual if name != "points_difference")


def usual_stage(kind: StageKind, rules: RubberRules = USUAL_RULES) -> StagePlan:
    """A stage as a form first shows it: its usual tie-breaks written out."""
    return StagePlan(kind=kind, tie_breaks=usual_tie_breaks(kind, rules))


def with_usual_order(stage: StagePlan, rules: RubberRules) -> StagePlan:
    """``stage`` with the order that is usual under ``rules``, where it has one that is usual under others."""
    if stage.tie_breaks not in (usual_tie_breaks(stage.kind), DEFAULT_TIE_BREAKS[stage.kind]):
        return stage
    return replace(stage, tie_breaks=usual_tie_breaks(stage.kind, rules))


def _grouped() -> StagePlan:
    kind: StageKind = "round_robin"
    return StagePlan(
        kind=kind, name=gettext_noop("Groups"), groups=4, qualifiers=2, tie_breaks=usual_tie_breaks(kind)
    )


PRESETS: Final = (
    Preset(
        "swiss",
        gettext_lazy("Swiss"),
        gettext_lazy("An evening with a few rounds: everybody plays on, each time against somebody level."),
        (usual_stage("swiss"),),
    ),
    Preset(
        "round_robin",
        gettext_lazy("Round robin"),
        gettext_lazy("Everybody meets everybody, by the Berger tables."),
        (usual_stage("round_robin"),),
    ),
    Preset(
        "groups",
        gettext_lazy("Groups, then knockout"),
        gettext_lazy("Everybody meets everybody in his group; the best of each play a knockout."),
        (_grouped(), StagePlan(kind="knockout", name=gettext_noop("Finals"))),
    ),
    Preset(
        "knockout",
        gettext_lazy("Knockout"),
        gettext_lazy("Who loses is out."),
        (usual_stage("knockout"),),
    ),
    Preset(
        "double_elimination",
        gettext_lazy("Double elimination"),
        gettext_lazy("Who loses twice is out."),
        (usual_stage("double_elimination"),),
    ),
    Preset(
        "league",
        gettext_lazy("League"),
        gettext_lazy("Everybody meets everybody over a season, each round with a last day."),
        (usual_stage("league"),),
    ),
)


def preset_called(key: str) -> Preset:
    """The preset of this key; the first for any other."""
    return next((preset for preset in PRESETS if preset.key == key), PRESETS[0])


def chosen_preset(kinds: Sequence[StageKind]) -> str:
    """The key of the preset with stages of these kinds; empty where it is a club's own sequence."""
    return next(
        (preset.key for preset in PRESETS if [stage.kind for stage in preset.stages] == list(kinds)), ""
    )


@dataclass(frozen=True, slots=True)
class StageSize:
    """About how much a stage is. ``players`` of it go on into the next as ``qualifiers``."""

    players: int
    rounds: int
    rubbers: int
    qualifiers: int


def stage_size(stage: StagePlan, players: int) -> StageSize:
    """What ``stage`` comes to with so many players."""
    if stage.kind in ("round_robin", "league"):
        return _groups_size(stage, players)
    if stage.kind == "swiss":
        rounds = stage.rounds or max(1, ceil(log2(max(players, 2))))
        return StageSize(players, rounds, rounds * (players // 2), min(stage.qualifiers, players))
    rounds = max(1, ceil(log2(max(players, 2))))
    rubbers = max(players - 1, 0)
    if stage.kind == "double_elimination":
        return StageSize(players, 2 * rounds, 2 * rubbers, min(stage.qualifiers, players))
    rubbers += stage.third_place and players >= 4
    if stage.consolation:
        rubbers += max(players - 2 ** (rounds - 1) - 1, 0)
    return StageSize(players, rounds, rubbers, min(stage.qualifiers, players))


def _groups_size(stage: StagePlan, players: int) -> StageSize:
    groups = max(1, min(stage.groups, players // 2 or 1))
    sizes = [players // groups + (number < players % groups) for number in range(groups)]
    largest = max(sizes)
    rounds = (largest - 1 + largest % 2) * stage.cycles if largest > 1 else 0
    rubbers = sum(size * (size - 1) // 2 for size in sizes) * stage.cycles
    going_on = sum(min(stage.qualifiers, size) for size in sizes)
    return StageSize(players, rounds, rubbers, going_on)


def size_words(plan: EventPlan, players: int) -> list[str]:
    """What the plan comes to, a line for each stage: "12 players, 5 rounds: about 30 rubbers"."""
    lines = []
    for stage in plan.stages:
        size = stage_size(stage, players)
        lines.append(
            _("%(players)s, %(rounds)s: about %(rubbers)s")
            % {
                "players": ngettext("%(n)s player", "%(n)s players", size.players) % {"n": size.players},
                "rounds": ngettext("%(n)s round", "%(n)s rounds", size.rounds) % {"n": size.rounds},
                "rubbers": ngettext("%(n)s rubber", "%(n)s rubbers", size.rubbers) % {"n": size.rubbers},
            }
        )
        players = size.qualifiers
    return lines
