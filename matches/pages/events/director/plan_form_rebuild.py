"""A form of a plan shown again in another shape: a preset chosen, a stage more or fewer, another kind of stage.

Whatever was filled in stays, as far as the new shape has room for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Any, Final

from django.http import QueryDict

from matches.pages.events.director.plan_form import PlanForm, is_unsettled, sent_kinds
from matches.pages.events.director.presets import (
    PRESETS,
    preset_called,
    usual_stage,
    with_usual_order,
)
from matches.pages.events.director.stage_fields import TIE_BREAKS_ASKED
from matches.rules.events.plan import (
    MOST_STAGES,
    TIE_BREAKS,
    EventPlan,
    RubberRules,
    StageKind,
    StagePlan,
)

PICK: Final = "pick"
"""The name of the buttons that ask for another shape; the button that sends the form has none."""
MORE: Final = "more"
FEWER: Final = "fewer"
QUALIFIERS: Final = 8
"""How many go on from a stage that gets another after it, until the form says otherwise."""


def wants_another_shape(data: QueryDict) -> bool:
    return bool(data.get(PICK)) or is_unsettled(data)


def reshaped(data: QueryDict, begun_from: EventPlan, *, drawn: int = 0) -> EventPlan:
    """The plan whose stages the page is to show now; the first ``drawn`` stay as they are."""
    picked = data.get(PICK, "")
    rules = _rules(data)
    if any(preset.key == picked for preset in PRESETS) and not drawn:
        stages_picked = (with_usual_order(stage, rules) for stage in preset_called(picked).named_stages())
        return replace(begun_from, stages=tuple(stages_picked))
    kinds = list(sent_kinds(data, "kind"))
    before = begun_from.stages
    stages = [
        before[place]
        if place < len(before) and (before[place].kind == kind or place < drawn)
        else usual_stage(kind, rules)
        for place, kind in enumerate(kinds)
    ] or list(before)
    if picked == MORE and len(stages) < MOST_STAGES:
        stages[-1] = replace(stages[-1], qualifiers=stages[-1].qualifiers or QUALIFIERS)
        stages.append(usual_stage("knockout"))
    if picked == FEWER and len(stages) > max(1, drawn):
        stages.pop()
        stages[-1] = replace(stages[-1], qualifiers=0)
    return replace(begun_from, stages=tuple(stages))


def filled_in(sent: PlanForm, data: QueryDict) -> Mapping[str, Any]:
    """What ``sent`` held, to start another shape from: not what was said of stages that are others now."""
    kept = {name: sent[name].value() for name in sent.fields}
    if any(preset.key == data.get(PICK) for preset in PRESETS):
        return {name: value for name, value in kept.items() if not _is_of_stage(name)}
    kinds, shown = sent_kinds(data, "kind"), sent_kinds(data, "shown")
    for number in range(1, MOST_STAGES + 1):
        is_same = number <= min(len(kinds), len(shown)) and kinds[number - 1] == shown[number - 1]
        if not is_same:
            kept = {name: value for name, value in kept.items() if not name.startswith(f"s{number}_")}
        kept.pop(f"s{number}_shown", None)
        if is_same and number > sent.drawn:
            kept |= _usual_order(number, kinds[number - 1], data)
    return kept


def _usual_order(number: int, kind: StageKind, data: QueryDict) -> dict[str, str]:
    """The fields of a stage's tie-breaks as they are usual under the rules that were sent; none where the club has
    an order of its own.
    """
    fields = [f"s{number}_tie_break_{place}" for place in range(1, TIE_BREAKS_ASKED + 1)]
    said = tuple(name for name in TIE_BREAKS for field in fields if data.get(field) == name)
    said = tuple(sorted(said, key=[data.get(field) for field in fields].index))
    usual = with_usual_order(StagePlan(kind=kind, tie_breaks=said), _rules(data)).tie_breaks
    if usual == said:
        return {}
    return dict(zip_longest(fields, usual, fillvalue=""))


def _rules(data: QueryDict) -> RubberRules:
    """As much of the rules that were sent as the order of tie-breaks follows from."""
    bonus = data.get("rubber_bonus", "")
    return RubberRules(
        reckoning="treble" if data.get("reckoning") == "treble" else "plain",
        rubber_bonus=int(bonus) if bonus.isdecimal() and len(bonus) < 3 else 0,
    )


def _is_of_stage(name: str) -> bool:
    head, line, _rest = name.partition("_")
    return bool(line) and head[:1] == "s" and head[1:].isdecimal()


def sized_by(sent: PlanForm, shown: PlanForm) -> EventPlan:
    """The plan that a page reckons with: what ``sent`` says, as long as it has the stages that are ``shown`` now."""
    said = sent.said_so_far()
    if [stage.kind for stage in said.stages] != [stage.kind for stage in shown.begun_from.stages]:
        return shown.begun_from
    return said
