"""The form of an event's plan: its stages, what they count, and the rules of its rubbers.

A form shows of each stage the settings that its kind has a use for. A form that comes back with another kind chosen
is *unsettled*: the page shows it again, with the settings of the kinds that were chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.events.words.errors import error_words
from matches.events.words.labels import REQUESTED_BYES, figure_words
from matches.pages.common.fields import Group, group
from matches.pages.common.forms import KeyedForm
from matches.pages.common.widgets import Day
from matches.pages.events.director import stage_fields
from matches.pages.events.director.presets import usual_stage
from matches.pages.rubbers.entry.head_form import BEST_OF, GameField
from matches.rules.events.checks.plan import FIXED_BY_A_DRAW
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


@dataclass(frozen=True, slots=True)
class StagePart:
    """A stage on the page: how it is played, and what parts those who are level, ``order``, where it has a table."""

    played: Group
    level: Group | None
    order: str


class PlanForm(KeyedForm):
    """Starts from ``plan``. Afterwards ``plan`` holds what was said, where nothing is wrong with it.

    The first ``drawn`` stages are drawn: of them only name, score and tie-breaks may still be changed; of the last,
    where it is paired round by round (``is_by_round``), how many rounds there are. Where
    ``has_results``, the rules of the rubber may not.
    """

    best_of = forms.TypedChoiceField(
        label=gettext_lazy("Best of"),
        coerce=int,
        choices=[(number, number) for number in BEST_OF],
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
    starts_on = forms.DateField(label=gettext_lazy("First day"), required=False, widget=Day)
    tables = forms.IntegerField(
        label=gettext_lazy("Tables"),
        min_value=0,
        max_value=512,
        help_text=gettext_lazy("How many there are. 0: as many as are wanted."),
    )
    check_in = forms.BooleanField(
        label=gettext_lazy("Check in before the draw: who has not come is not drawn"), required=False
    )
    requested_bye = forms.ChoiceField(
        label=gettext_lazy("Who asks for a bye scores"), choices=list(REQUESTED_BYES.items())
    )
    lot_seed = forms.CharField(
        label=gettext_lazy("Seed of the lots"),
        required=False,
        max_length=SEED_LENGTH,
        help_text=gettext_lazy(
            "Any text. Every lot of the event is drawn from it, so that anybody can draw it again."
        ),
    )

    def __init__(
        self,
        *args: Any,
        plan: EventPlan,
        drawn: int = 0,
        is_by_round: bool = False,
        has_results: bool = False,
        **options: Any,
    ) -> None:
        self.begun_from = plan
        options["initial"] = {**initial_of(plan), **(options.get("initial") or {})}
        super().__init__(*args, **options)
        self.drawn = drawn
        self.plan: EventPlan | None = None
        self.kinds = self._kinds_shown()
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

    def _kinds_shown(self) -> tuple[StageKind, ...]:
        """The kinds whose settings the form had when it was shown."""
        if not self.is_bound:
            return tuple(stage.kind for stage in self.begun_from.stages)
        return sent_kinds(self.data, "shown") or tuple(stage.kind for stage in self.begun_from.stages)

    def stage_parts(self) -> Iterator[StagePart]:
        """The stages in order, as the page shows them."""
        for stage in self.stages:
            title = _("First") if stage.number == 1 else _("Then")
            if len(self.stages) == 1:
                title = _("How it is played")
            ties = stage.tie_break_rows()
            yield StagePart(
                group(self, title, *stage.rows()),
                group(self, _("Who is level"), *ties) if ties else None,
                ", ".join(self._order_of(stage.number)),
            )

    def _order_of(self, number: int) -> list[str]:
        """The tie-breaks of a stage as the form says them, the usual ones where it says none."""
        places = range(1, stage_fields.TIE_BREAKS_ASKED + 1)
        fields = (f"s{number}_tie_break_{place}" for place in places)
        said = [str(self[field].value() or "") for field in fields if field in self.fields]
        usual = DEFAULT_TIE_BREAKS[self.kinds[number - 1]]
        return [figure_words(name) for name in [each for each in said if each] or usual]

    def common_groups(self) -> list[Group]:
        """What holds of all stages."""
        return [self.agreed(), self.evening()]

    def agreed(self) -> Group:
        return group(
            self, _("The rubbers"), ("best_of", "cut"), ("reckoning",), ("rubber_bonus",), ("variant",)
        )

    def evening(self) -> Group:
        return group(
            self,
            _("Day and room"),
            ("starts_on", "tables"),
            ("check_in",),
            ("requested_bye",),
            ("lot_seed",),
        )

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        if not self.errors:
            plan = self.said()
            for problem in plan_problems(plan):
                self._tell(problem)
            if not self.errors:
                self.plan = plan
        return told

    def said(self) -> EventPlan:
        """The plan as the fields say it, once each of them is in order."""
        told = self.cleaned_data
        day: date | None = told["starts_on"]
        return replace(
            self.begun_from,
            stages=tuple(stage.plan(told, self._stage_before(stage.number)) for stage in self.stages),
            rules=RubberRules(**{name: told[name] for name in RULES_FIELDS}),
            tables=told["tables"],
            check_in=told["check_in"],
            requested_bye=told.get("requested_bye", self.begun_from.requested_bye),
            lot_seed=told["lot_seed"],
            starts_on="" if day is None else day.isoformat(),
        )

    def said_so_far(self) -> EventPlan:
        """The plan as far as the form is in order; what it began from where a field is not."""
        if not self.is_bound:
            return self.begun_from
        names = set(self.fields) - {"name", "names", "ticked", "new_players", "reason"}
        return self.begun_from if names & set(self.errors) else self.said()

    def _stage_before(self, number: int) -> StagePlan:
        stages = self.begun_from.stages
        return stages[number - 1] if number <= len(stages) else usual_stage(self.kinds[number - 1])

    def _tell(self, problem: Sequence[Any]) -> None:
        code, *params = problem
        self.add_error(self._field_of(code, params), error_words(code, params))

    def _field_of(self, code: str, params: Sequence[Any]) -> str | None:
        """The field beside which a problem of the plan is told; None: above them all."""
        found = _field_named(code, params)
        return found if found in self.fields else None


def _field_named(code: str, params: Sequence[Any]) -> str:
    if code in ("plan_out_of_range",):
        return str(params[0])
    if code in ("plan_unused", "plan_stage_out_of_range"):
        return f"s{params[0]}_{params[1]}"
    if code in FIELDS_OF_CODES:
        field = FIELDS_OF_CODES[code]
        return field if not field.startswith("_") else f"s{params[0]}{field}"
    return ""


FIELDS_OF_CODES: Final[Mapping[str, str]] = {
    "plan_best_of_even": "best_of",
    "plan_lot_seed_too_long": "lot_seed",
    "plan_starts_on_no_date": "starts_on",
    "plan_name_too_long": "_name",
    "plan_name_lines": "_name",
    "plan_name_twice": "_name",
    "plan_qualifiers_missing": "_qualifiers",
    "plan_qualifiers_in_last": "_qualifiers",
    "plan_too_few_qualifiers": "_qualifiers",
    "plan_too_many_qualifiers": "_qualifiers",
    "plan_tie_break_twice": "_tie_break_1",
    "plan_lot_not_last": "_tie_break_1",
    "plan_first_due_missing": "_first_due",
    "plan_first_due_no_date": "_first_due",
}
"""The field that a problem is about; ``_name`` of the stage that its first parameter counts."""


def sent_kinds(data: Mapping[str, Any], which: str) -> tuple[StageKind, ...]:
    """The kinds of the stages in a form that was sent: those ``shown``, or of the ``kind`` chosen.

    A stage that is drawn offers no choice: it is what was shown.
    """
    found: list[StageKind] = []
    for number in range(1, MOST_STAGES + 1):
        said = data.get(f"s{number}_{which}") or data.get(f"s{number}_shown")
        kind = next((kind for kind in STAGE_KINDS if kind == said), None)
        if kind is None:
            break
        found.append(kind)
    return tuple(found)


def is_unsettled(data: Mapping[str, Any]) -> bool:
    """Whether a form that was sent has another kind chosen than it showed the settings of."""
    return sent_kinds(data, "kind") != sent_kinds(data, "shown")


def initial_of(plan: EventPlan) -> dict[str, Any]:
    """What a form of ``plan`` starts from."""
    started: dict[str, Any] = {
        "best_of": plan.rules.best_of,
        "reckoning": plan.rules.reckoning,
        "rubber_bonus": plan.rules.rubber_bonus,
        "cut": plan.rules.cut,
        "variant": plan.rules.variant,
        "starts_on": plan.starts_on or None,
        "tables": plan.tables,
        "check_in": plan.check_in,
        "requested_bye": plan.requested_bye,
        "lot_seed": plan.lot_seed,
    }
    for number, stage in enumerate(plan.stages, start=1):
        started |= stage_fields.initial_of(number, stage)
    return started
