"""The forms that set up an event and change its plan, and the buttons that add, move and remove stages."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from datetime import date
from itertools import zip_longest
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from matches.models import Club
from matches.pages.common.decision_forms import HIGHEST_VERSION, REASON_LENGTH
from matches.pages.common.entry_fields import NameField
from matches.pages.common.keyed_forms import near_events
from matches.pages.events.desk.forms import PeopleFields
from matches.pages.events.setup.plan_form import PlanForm, is_unsettled, sent_kinds
from matches.pages.events.setup.presets import PRESETS, usual_stage, with_usual_order
from matches.pages.events.setup.stage_fields import TIE_BREAK_FIELDS, initial_of
from matches.rules.events.plan import MOST_STAGES, TIE_BREAKS, EventPlan, RubberRules, StageKind, StagePlan


class SetUpForm(PlanForm):
    """The form of a new event, with the players of ``entering``. ``last`` are the primary keys of last time's."""

    name = NameField(label=gettext_lazy("Name"))

    def __init__(self, *args: Any, club: Club, last: Collection[int] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        self.entering = PeopleFields(self, club, last=last)
        self.near = near_events(self, club)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        self.near.check()
        self.entering.read(data)
        return data

    @property
    def players(self) -> int:
        return len(self.entering.people) + len(self.entering.new_names)


class PlanChangeForm(PlanForm):
    """The form that changes the plan of an event, with the version of the event that it showed."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=HIGHEST_VERSION)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=REASON_LENGTH,
        widget=forms.Textarea({"rows": 2}),
        help_text=gettext_lazy("Needed once something is drawn. The event’s history shows it."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if not self.drawn:
            del self.fields["reason"]


PICK: Final = "pick"
"""The name of the buttons that change what the form shows; those that store the plan have another name."""
MORE: Final = "more"
FEWER: Final = "fewer"
QUALIFIERS: Final = 8
"""The initial number of players who go on, in a stage to which another stage is added."""


def picks_stages(data: QueryDict) -> bool:
    """Return whether the plan form was submitted to be shown again, and not to store the plan."""
    return bool(data.get(PICK)) or is_unsettled(data)


def with_chosen_format(data: QueryDict, today: date) -> QueryDict:
    """Return the submitted data, with the usual stages of a format that the user chose after the form was shown.

    The form shows the settings of one format (``shown_how``). Those of another one (``how``) are its usual ones.
    """
    how = data.get("how", "")
    chosen = next((preset for preset in PRESETS if preset.key == how), None)
    if chosen is None or how == data.get("shown_how"):
        return data
    changed = data.copy()
    for name in [name for name in changed if re.match(r"s\d+_", name)]:
        del changed[name]
    rules = _rules(data)
    for number, stage in enumerate(chosen.stages_from(today), start=1):
        values = initial_of(number, with_usual_order(stage, rules)) | {f"s{number}_shown": stage.kind}
        # Absent is what a browser sends for a box without a tick.
        changed.update({name: str(value) for name, value in values.items() if value not in (False, None)})
    changed["shown_how"] = how
    return changed


def changed_stages(data: QueryDict, plan: EventPlan, *, drawn: int = 0) -> EventPlan:
    """Return ``plan`` with the form's stages. Of the first ``drawn`` only qualifiers may change."""
    picked = data.get(PICK, "")
    rules = _rules(data)
    kinds = list(sent_kinds(data, "kind"))
    before = plan.stages
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
    return replace(plan, stages=tuple(stages))


def values_to_keep(submitted: PlanForm, data: QueryDict) -> dict[str, Any]:
    """Return the submitted values that the rebuilt form shows again, by field name.

    Values of stages whose kind has changed are left out.
    """
    values = {name: submitted[name].value() for name in submitted.fields}
    kinds, shown_kinds = sent_kinds(data, "kind"), sent_kinds(data, "shown")
    for number in range(1, MOST_STAGES + 1):
        is_same = number <= min(len(kinds), len(shown_kinds)) and kinds[number - 1] == shown_kinds[number - 1]
        if not is_same:
            values = {name: value for name, value in values.items() if not name.startswith(f"s{number}_")}
        values.pop(f"s{number}_shown", None)
        if is_same and number > submitted.drawn:
            values |= _usual_order(number, kinds[number - 1], data)
    return values


def _usual_order(number: int, kind: StageKind, data: QueryDict) -> dict[str, str]:
    """Return the stage's tie-break fields with the usual order, or {} if they have it or the club's own."""
    fields = [f"s{number}_tie_break_{place}" for place in range(1, TIE_BREAK_FIELDS + 1)]
    order = tuple(name for name in TIE_BREAKS for field in fields if data.get(field) == name)
    order = tuple(sorted(order, key=[data.get(field) for field in fields].index))
    usual = with_usual_order(StagePlan(kind=kind, tie_breaks=order), _rules(data)).tie_breaks
    if usual == order:
        return {}
    return dict(zip_longest(fields, usual, fillvalue=""))


def _rules(data: QueryDict) -> RubberRules:
    """Return the submitted rules of the rubber, as far as the default tie-breaks depend on them."""
    bonus = data.get("rubber_bonus", "")
    return RubberRules(
        reckoning="treble" if data.get("reckoning") == "treble" else "plain",
        rubber_bonus=int(bonus) if bonus.isdecimal() and len(bonus) < 3 else 0,
    )


def sized_by(submitted: PlanForm, new: PlanForm) -> EventPlan:
    """Return the plan to estimate: that of ``submitted`` if its stages have the kinds of ``new``."""
    plan = submitted.plan_so_far()
    if [stage.kind for stage in plan.stages] != [stage.kind for stage in new.initial_plan.stages]:
        return new.initial_plan
    return plan
