"""The form fields of one stage of a plan; they depend on the kind of stage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from matches.common.round_names import kind_words
from matches.events.words import SCORE_NAMES, SEEDING_NAMES, figure_words
from matches.pages.common.entry_fields import DayInput, NameField
from matches.rules.events.plan import (
    MOST_ROUNDS,
    SCORES,
    SEEDINGS,
    STAGE_KINDS,
    TABLES,
    TIE_BREAKS,
    StageKind,
    StagePlan,
)

TIE_BREAK_FIELDS: Final = 7
NAME_LENGTH: Final = 100
CHANGEABLE: Final = ("name", "score", "tie_breaks")
"""The settings that may be changed even after the stage is drawn."""

_GROUPED: Final = ("groups", "cycles", "annul_below_half")
SETTINGS: Final[dict[StageKind, tuple[str, ...]]] = {
    "round_robin": _GROUPED,
    "league": ("groups", "cycles", "first_due", "days_apart", "annul_below_half"),
    "swiss": ("rounds", "seeding"),
    "knockout": ("seeding", "third_place", "consolation"),
    "double_elimination": ("seeding", "bracket_reset"),
}
ROWS: Final[tuple[tuple[str, ...], ...]] = (
    ("kind",),
    ("name",),
    ("groups", "cycles"),
    ("rounds",),
    ("seeding",),
    ("third_place",),
    ("consolation",),
    ("bracket_reset",),
    ("annul_below_half",),
    ("qualifiers",),
    ("score",),
)
DUE_ROWS: Final = (("first_due", "days_apart"),)


@dataclass(frozen=True, slots=True)
class StageFields:
    """The form fields of stage ``number``.

    ``is_only`` means that the event has no other stage. A stage with ``is_drawn`` can change only the
    settings in ``CHANGEABLE``, its number of qualifiers until the next stage is drawn
    (``may_send_others_on``), and its number of rounds if it is a Swiss paired round by round (``may_go_on``).
    """

    number: int
    kind: StageKind
    is_only: bool
    is_last: bool
    is_drawn: bool
    may_send_others_on: bool = True
    may_go_on: bool = False

    def name(self, setting: str) -> str:
        """Return the name of the form field for a setting: ``s2_rounds`` for ``rounds`` of stage 2."""
        return f"s{self.number}_{setting}"

    @property
    def _free(self) -> tuple[str, ...]:
        """The settings that may be changed even if the stage is drawn."""
        free = {"qualifiers": self.may_send_others_on, "rounds": self.may_go_on}
        return (*CHANGEABLE, *(setting for setting, is_free in free.items() if is_free))

    @property
    def settings(self) -> tuple[str, ...]:
        """The names of the settings that have a form field. Tie-breaks are not among them."""
        settings = [] if self.is_only else ["name"]
        settings += SETTINGS[self.kind]
        if not self.is_last:
            settings.append("qualifiers")
        if self.kind in TABLES:
            settings.append("score")
        return tuple(settings)

    def fields(self) -> dict[str, forms.Field]:
        """Return the stage's form fields by field name."""
        kinds = [(each, kind_words(each)) for each in STAGE_KINDS]
        kind = forms.ChoiceField(label=_("Format"), choices=kinds, disabled=self.is_drawn)
        shown_kind = forms.CharField(widget=forms.HiddenInput, initial=self.kind, required=False)
        fields: dict[str, forms.Field] = {self.name("kind"): kind, self.name("shown"): shown_kind}
        for setting in self.settings:
            field = _FIELDS[setting]()
            field.disabled = self.is_drawn and setting not in self._free
            fields[self.name(setting)] = field
        if self.kind in TABLES:
            for place in range(1, TIE_BREAK_FIELDS + 1):
                fields[self.name(f"tie_break_{place}")] = _tie_break(place)
        return fields

    def rows(self) -> list[tuple[str, ...]]:
        """Return the names of the stage's form fields in rows. Tie-break fields are not among them."""
        return [tuple(self.name(setting) for setting in row) for row in ROWS]

    def due_rows(self) -> list[tuple[str, ...]]:
        """Return the names of the fields for the last days of a league's rounds in rows."""
        return [tuple(self.name(setting) for setting in row) for row in DUE_ROWS]

    def tie_break_rows(self) -> list[tuple[str, ...]]:
        """Return the names of the tie-break fields, one a row, in order; [] for a stage without a table."""
        if self.kind not in TABLES:
            return []
        return [(self.name(f"tie_break_{place}"),) for place in range(1, TIE_BREAK_FIELDS + 1)]

    def plan(self, data: Mapping[str, Any], before: StagePlan) -> StagePlan:
        """Return the stage's plan from cleaned data.

        A setting without a field gets its default; in a drawn stage it keeps its value in ``before``.
        """
        values: dict[str, Any] = {
            setting: data[self.name(setting)] for setting in self.settings if self.name(setting) in data
        }
        if isinstance(due := values.get("first_due"), date):
            values["first_due"] = due.isoformat()
        elif "first_due" in values:
            values["first_due"] = ""
        if self.kind in TABLES:
            selected = (data[self.name(f"tie_break_{place}")] for place in range(1, TIE_BREAK_FIELDS + 1))
            values["tie_breaks"] = tuple(name for name in selected if name)
        if self.is_drawn:
            free = {key: values[key] for key in self._free if key in values}
            without_qualifiers: dict[str, Any] = {"qualifiers": 0} if self.is_last else {}
            return replace(before, **without_qualifiers, **free)
        return StagePlan(kind=self.kind, **values)


def initial_of(number: int, stage: StagePlan) -> dict[str, Any]:
    """Return the initial values of the form fields of stage ``number``, by field name."""
    initial: dict[str, Any] = {
        f"s{number}_{name}": getattr(stage, name)
        for row in (*ROWS, *DUE_ROWS)
        for name in row
        if hasattr(stage, name)
    }
    initial[f"s{number}_first_due"] = stage.first_due or None
    for place, name in enumerate(stage.tie_breaks, start=1):
        initial[f"s{number}_tie_break_{place}"] = name
    return initial


def _tie_break(place: int) -> forms.Field:
    label = _("First by") if place == 1 else _("%(place)s. then by") % {"place": place}
    nothing = _("the usual order") if place == 1 else _("nothing more")
    return forms.ChoiceField(
        label=label,
        required=False,
        choices=[("", nothing), *((name, figure_words(name)) for name in TIE_BREAKS)],
    )


def _number(label: str, least: int, most: int, help_text: str = "") -> forms.Field:
    return forms.IntegerField(label=label, min_value=least, max_value=most, help_text=help_text)


def _tick(label: str) -> forms.Field:
    return forms.BooleanField(label=label, required=False)


_FIELDS: Final[dict[str, Any]] = {
    "name": lambda: NameField(
        label=_("Name of the stage"),
        required=False,
        max_length=NAME_LENGTH,
        help_text=_("Its rounds are named after it: Groups, Finals."),
    ),
    "groups": lambda: _number(_("Groups"), 1, 256),
    "cycles": lambda: _number(_("Everyone meets everyone"), 1, 4, _("How many times.")),
    "rounds": lambda: _number(_("Rounds"), 0, MOST_ROUNDS, _("0: automatic.")),
    "seeding": lambda: forms.ChoiceField(
        label=_("Who meets whom first"), choices=[(name, SEEDING_NAMES[name]) for name in SEEDINGS]
    ),
    "third_place": lambda: _tick(_("The losers of the semi-finals play for third place")),
    "consolation": lambda: _tick(_("The losers of the first round play a knockout of their own")),
    "bracket_reset": lambda: _tick(_("Play the final again if the unbeaten player loses it")),
    "annul_below_half": lambda: _tick(
        _("Players who withdraw before half of their rubbers leave no results")
    ),
    "first_due": lambda: forms.DateField(
        label=_("Last day of the first round"), widget=DayInput, help_text=_("Required.")
    ),
    "days_apart": lambda: _number(_("Days from round to round"), 1, 366),
    "qualifiers": lambda: _number(
        _("How many go on to the next stage"), 1, 512, _("Of each group, where there are groups.")
    ),
    "score": lambda: forms.ChoiceField(
        label=_("The table counts"), choices=[(name, SCORE_NAMES[name]) for name in SCORES]
    ),
}
