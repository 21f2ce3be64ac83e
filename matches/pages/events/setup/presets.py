"""The formats that the form of a plan offers, each with its usual stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from matches.events.words import counts_points
from matches.rules.events.plan import (
    DEFAULT_TIE_BREAKS,
    RubberRules,
    StageKind,
    StagePlan,
    TieBreak,
)

DAYS_TO_THE_FIRST_DUE: Final = timedelta(days=7)


RARE: Final = frozenset({"groups", "double_elimination"})
"""Keys of the presets that the form offers behind a fold."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset of the plan form. ``stages`` have English names, which ``stages_from`` translates."""

    key: str
    title: str | Promise
    summary: str | Promise
    stages: tuple[StagePlan, ...]

    def stages_from(self, today: date) -> tuple[StagePlan, ...]:
        """Return the stages with names in the reader's language; the first round of a league ends in a week."""
        due = (today + DAYS_TO_THE_FIRST_DUE).isoformat()
        return tuple(
            replace(
                stage,
                name=_(stage.name) if stage.name else "",
                first_due=due if stage.kind == "league" else "",
            )
            for stage in self.stages
        )


USUAL_RULES: Final = RubberRules()


def usual_tie_breaks(kind: StageKind, rules: RubberRules = USUAL_RULES) -> tuple[TieBreak, ...]:
    """Return the default tie-breaks for a stage of this kind, under these rules of the rubbers.

    If each game counts one point, the difference of points is left out: it equals that of games.
    """
    usual = DEFAULT_TIE_BREAKS[kind]
    return usual if counts_points(rules) else tuple(name for name in usual if name != "points_difference")


def usual_stage(kind: StageKind, rules: RubberRules = USUAL_RULES) -> StagePlan:
    """Return a new stage of this kind with its default tie-breaks, as the plan form first shows it."""
    return StagePlan(kind=kind, tie_breaks=usual_tie_breaks(kind, rules))


def with_usual_order(stage: StagePlan, rules: RubberRules) -> StagePlan:
    """Return ``stage`` with the default tie-breaks for ``rules``, or unchanged if it has its own."""
    if stage.tie_breaks not in (usual_tie_breaks(stage.kind), DEFAULT_TIE_BREAKS[stage.kind]):
        return stage
    return replace(stage, tie_breaks=usual_tie_breaks(stage.kind, rules))


def _by_lot(kind: StageKind) -> StagePlan:
    return replace(usual_stage(kind), seeding="lot")


PRESETS: Final = (
    Preset(
        "swiss",
        gettext_lazy("Swiss"),
        gettext_lazy("Everyone plays every round"),
        (_by_lot("swiss"),),
    ),
    Preset(
        "round_robin",
        gettext_lazy("Round robin"),
        gettext_lazy("Everyone meets everyone"),
        (usual_stage("round_robin"),),
    ),
    Preset(
        "knockout",
        gettext_lazy("Knockout"),
        gettext_lazy("Lose and you are out"),
        (_by_lot("knockout"),),
    ),
    Preset(
        "league",
        gettext_lazy("League"),
        gettext_lazy("Everyone meets, a round a week"),
        (usual_stage("league"),),
    ),
    Preset(
        "groups",
        gettext_lazy("Groups, then knockout"),
        gettext_lazy("The best of each group go on"),
        (
            replace(usual_stage("round_robin"), name=gettext_noop("Groups"), groups=4, qualifiers=2),
            StagePlan(kind="knockout", name=gettext_noop("Finals")),
        ),
    ),
    Preset(
        "double_elimination",
        gettext_lazy("Double elimination"),
        gettext_lazy("Lose twice and you are out"),
        (_by_lot("double_elimination"),),
    ),
)


def preset_for(key: str) -> Preset:
    """Return the preset with this key, or the first preset if none has it."""
    return next((preset for preset in PRESETS if preset.key == key), PRESETS[0])


def chosen_preset(kinds: Sequence[StageKind]) -> str:
    """Return the key of the preset whose stages have these kinds, in order; "" if there is none."""
    keys = {tuple(stage.kind for stage in preset.stages): preset.key for preset in PRESETS}
    return keys.get(tuple(kinds), "")
