"""The form of an event's plan: its stages, their scores, and the rules of its rubbers.

A form shows the settings that apply to each stage's kind. A form that comes back with another kind chosen
is *unsettled*: the page shows it again with the settings of the chosen kinds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.events.error_words import error_words
from matches.events.words import REQUESTED_BYES, figure_words
from matches.pages.common.entry_fields import DayInput, Group, group
from matches.pages.common.keyed_forms import KeyedForm
from matches.pages.common.sure_dates import SURE, DateQuestions
from matches.pages.events.setup import stage_fields
from matches.pages.events.setup.presets import usual_stage
from matches.pages.events.setup.widgets import SegmentedRadio
from matches.pages.rubbers.entry.head_form import BEST_OF, GameField
from matches.rules.events.entry_rules import FIXED_BY_A_DRAW
from matches.rules.events.plan import (
    DEFAULT_TIE_BREAKS,
    MOST_STAGES,
    STAGE_KINDS,
    EventPlan,
    RubberRules,
    StageKind,
    StagePlan,
)
from matches.rules.events.plan_json import plan_problems

RULES_FIELDS: Final = ("best_of", "reckoning", "rubber_bonus", "cut", "variant")
SEED_LENGTH: Final = 200
PLANNED_AHEAD: Final = timedelta(days=730)
"""The form asks about a day that is further ahead than this."""


class PlanForm(KeyedForm):
    """The form of an event's plan. After validation, ``plan`` is the new plan, None if the form is invalid.

    The first ``drawn`` stages are drawn: only their name, score and tie-breaks can be changed. The last drawn
    stage can also change its number of qualifiers, and its number of rounds if it is paired round by round
    (``is_by_round``). With ``has_results``, the rules of the rubbers can't be changed. ``today`` is the club's.
    """

    best_of = forms.TypedChoiceField(
        label=gettext_lazy("A rubber is the best of"),
        coerce=int,
        choices=[(number, number) for number in BEST_OF],
        widget=SegmentedRadio,
    )
    cut = forms.ChoiceField(
        label=gettext_lazy("Cut for deal"),
        choices=[("rubber", gettext_lazy("once a rubber")), ("game", gettext_lazy("for each game"))],
    )
    reckoning = forms.ChoiceField(
        label=gettext_lazy("A game counts"),
        choices=[
            ("plain", gettext_lazy("one, however it was won")),
            ("treble", gettext_lazy("one, two or three: single, double, treble")),
        ],
    )
    rubber_bonus = forms.IntegerField(
        label=gettext_lazy("Points for winning the rubber"), min_value=0, max_value=99
    )
    variant = GameField()
    starts_on = forms.DateField(label=gettext_lazy("Day"), required=False, widget=DayInput)
    tables = forms.IntegerField(
        label=gettext_lazy("Tables"),
        min_value=0,
        max_value=512,
        help_text=gettext_lazy("How many there are. 0: as many as needed."),
    )
    check_in = forms.BooleanField(
        label=gettext_lazy("Check-in before the draw: only players who are here are drawn"), required=False
    )
    requested_bye = forms.ChoiceField(
        label=gettext_lazy("A requested bye is worth"), choices=list(REQUESTED_BYES.items())
    )
    lot_seed = forms.CharField(
        label=gettext_lazy("Random seed (advanced)"),
        required=False,
        max_length=SEED_LENGTH,
        help_text=gettext_lazy("Any text. All lots are drawn from it, so that anyone can check a draw."),
    )

    def __init__(
        self,
        *args: Any,
        plan: EventPlan,
        today: date,
        drawn: int = 0,
        is_by_round: bool = False,
        has_results: bool = False,
        **options: Any,
    ) -> None:
        self.initial_plan = plan
        options["initial"] = {**initial_of(plan), **(options.get("initial") or {})}
        super().__init__(*args, **options)
        self.drawn = drawn
        self.plan: EventPlan | None = None
        shown_kinds = sent_kinds(self.data, "shown") if self.is_bound else ()
        self.kinds = shown_kinds or tuple(stage.kind for stage in plan.stages)
        self.stages = tuple(
            stage_fields.StageFields(
                number,
                kind,
                is_only=len(self.kinds) == 1,
                is_last=number == len(self.kinds),
                is_drawn=number <= drawn,
                may_send_others_on=number >= drawn,
                may_go_on=is_by_round and number == drawn,
            )
            for number, kind in enumerate(self.kinds, start=1)
        )
        for stage in self.stages:
            self.fields.update(stage.fields())
        fixed = (*(RULES_FIELDS if has_results else ()), *(FIXED_BY_A_DRAW if drawn else ()))
        for name in fixed:
            self.fields[name].disabled = True
        if "swiss" not in self.kinds:
            del self.fields["requested_bye"]
        days = ("starts_on", *(name for name in self.fields if name.endswith("_first_due")))
        self._dates = DateQuestions(self, days, today=today, latest=today + PLANNED_AHEAD)

    def stage_parts(self) -> Iterator[dict[str, Any]]:
        """Yield the fields of each stage, and the names of its tie-breaks as ``order``."""
        for stage in self.stages:
            title = _("First") if stage.number == 1 else _("Then")
            if len(self.stages) == 1:
                title = _("Rounds and ranking")
            tie_breaks = stage.tie_break_rows()
            yield {
                "format": group(self, title, *stage.rows()),
                "due": group(self, title, *stage.due_rows()),
                "tie_breaks": group(self, _("Tie-breaks"), *tie_breaks) if tie_breaks else None,
                "order": ", ".join(self._order_of(stage.number)),
            }

    def _order_of(self, number: int) -> list[str]:
        """Return the names of the tie-breaks selected for a stage, or of the default ones if none are."""
        places = range(1, stage_fields.TIE_BREAK_FIELDS + 1)
        fields = (f"s{number}_tie_break_{place}" for place in places)
        selected = [str(self[field].value() or "") for field in fields if field in self.fields]
        usual = DEFAULT_TIE_BREAKS[self.kinds[number - 1]]
        return [figure_words(name) for name in [each for each in selected if each] or usual]

    def common_groups(self) -> list[Group]:
        """Return the groups of rare fields that apply to all stages: rules of the rubbers, room and draw."""
        rubbers = (("reckoning",), ("rubber_bonus", "cut"), ("variant",))
        evening = (("tables",), ("check_in",), ("requested_bye",), ("lot_seed",))
        return [group(self, _("The rubbers"), *rubbers), group(self, _("Tables, absences, draw"), *evening)]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self._dates.check()
        if not self.errors:
            plan = self.plan_from_fields()
            for code, *params in plan_problems(plan):
                field = FIELDS_OF_PROBLEMS.get(code, "").format(*params)
                self.add_error(field if field in self.fields else None, error_words(code, params))
            if not self.errors:
                self.plan = plan
        return data

    def plan_from_fields(self) -> EventPlan:
        """Return the plan that the fields describe. All fields must be valid."""
        data = self.cleaned_data
        day: date | None = data["starts_on"]
        return replace(
            self.initial_plan,
            stages=tuple(stage.plan(data, self._stage_before(stage.number)) for stage in self.stages),
            rules=RubberRules(**{name: data[name] for name in RULES_FIELDS}),
            tables=data["tables"],
            check_in=data["check_in"],
            requested_bye=data.get("requested_bye", self.initial_plan.requested_bye),
            lot_seed=data["lot_seed"],
            starts_on="" if day is None else day.isoformat(),
        )

    def plan_so_far(self) -> EventPlan:
        """Return the plan that the fields describe, the initial one if unbound or a field of it is invalid."""
        if not self.is_bound:
            return self.initial_plan
        names = set(self.fields) - {"name", "names", "ticked", "new_players", "reason", SURE}
        return self.initial_plan if names & set(self.errors) else self.plan_from_fields()

    def _stage_before(self, number: int) -> StagePlan:
        stages = self.initial_plan.stages
        return stages[number - 1] if number <= len(stages) else usual_stage(self.kinds[number - 1])


FIELDS_OF_PROBLEMS: Final[Mapping[str, str]] = {
    "plan_out_of_range": "{0}",
    "plan_unused": "s{0}_{1}",
    "plan_stage_out_of_range": "s{0}_{1}",
    "plan_best_of_even": "best_of",
    "plan_lot_seed_too_long": "lot_seed",
    "plan_starts_on_no_date": "starts_on",
    "plan_name_too_long": "s{0}_name",
    "plan_name_lines": "s{0}_name",
    "plan_name_twice": "s{0}_name",
    "plan_qualifiers_missing": "s{0}_qualifiers",
    "plan_qualifiers_in_last": "s{0}_qualifiers",
    "plan_too_few_qualifiers": "s{0}_qualifiers",
    "plan_too_many_qualifiers": "s{0}_qualifiers",
    "plan_tie_break_twice": "s{0}_tie_break_1",
    "plan_lot_not_last": "s{0}_tie_break_1",
    "plan_first_due_missing": "s{0}_first_due",
    "plan_first_due_no_date": "s{0}_first_due",
}
"""The form field that shows each problem of a plan, with the problem's parameters; others stand above the form."""


def sent_kinds(data: Mapping[str, Any], which: str) -> tuple[StageKind, ...]:
    """Return the kinds of the stages in a submitted plan form.

    ``which`` is ``shown`` for the kinds whose settings the form showed, or ``kind`` for the kinds that the
    user chose. The kind of a drawn stage can't be chosen and is the kind shown.
    """
    kinds: list[StageKind] = []
    for number in range(1, MOST_STAGES + 1):
        sent = data.get(f"s{number}_{which}") or data.get(f"s{number}_shown")
        kind = next((kind for kind in STAGE_KINDS if kind == sent), None)
        if kind is None:
            break
        kinds.append(kind)
    return tuple(kinds)


def is_unsettled(data: Mapping[str, Any]) -> bool:
    """Return whether the user chose another kind for a stage than the kind whose settings the form showed."""
    return sent_kinds(data, "kind") != sent_kinds(data, "shown")


def initial_of(plan: EventPlan) -> dict[str, Any]:
    """Return the initial values of the form's fields for ``plan``, by name."""
    initial: dict[str, Any] = {
        **{name: getattr(plan.rules, name) for name in RULES_FIELDS},
        "starts_on": plan.starts_on or None,
        "tables": plan.tables,
        "check_in": plan.check_in,
        "requested_bye": plan.requested_bye,
        "lot_seed": plan.lot_seed,
    }
    for number, stage in enumerate(plan.stages, start=1):
        initial |= stage_fields.initial_of(number, stage)
    return initial
