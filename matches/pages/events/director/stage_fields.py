"""The fields of one stage in the form of a plan, by what its kind has a use for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from matches.events.words.labels import SCORE_NAMES, SEEDING_NAMES, figure_words, kind_words
from matches.pages.common.fields import NameField
from matches.pages.common.widgets import Day
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

TIE_BREAKS_ASKED: Final = 7
NAME_LENGTH: Final = 100
STILL_CHANGED: Final = ("name", "score", "tie_breaks")
"""What may be changed of a stage that is drawn."""

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
    ("first_due", "days_apart"),
    ("seeding",),
    ("third_place",),
    ("consolation",),
    ("bracket_reset",),
    ("annul_below_half",),
    ("qualifiers",),
    ("score",),
)


@dataclass(frozen=True, slots=True)
class StageFields:
    """Stage ``number`` as the form shows it. ``is_only``: the event has no other; ``is_drawn``: it is settled, but
    for what ``STILL_CHANGED`` names, and for its qualifiers as long as the next stage is not drawn
    (``may_send_others_on``) and the rounds of a Swiss that is paired one by one (``may_go_on``).
    """

    number: int
    kind: StageKind
    is_only: bool
    is_last: bool
    is_drawn: bool
    may_send_others_on: bool = True
    may_go_on: bool = False

    def name(self, setting: str) -> str:
        """The name of a setting's field in the form."""
        return f"s{self.number}_{setting}"

    @property
    def _free(self) -> tuple[str, ...]:
        """What may be changed although the stage is drawn."""
        free = {"qualifiers": self.may_send_others_on, "rounds": self.may_go_on}
        return (*STILL_CHANGED, *(setting for setting, is_free in free.items() if is_free))

    @property
    def settings(self) -> tuple[str, ...]:
        """The settings that are asked for, tie-breaks apart."""
        asked = [] if self.is_only else ["name"]
        asked += SETTINGS[self.kind]
        if not self.is_last:
            asked.append("qualifiers")
        if self.kind in TABLES:
            asked.append("score")
        return tuple(asked)

    def fields(self) -> dict[str, forms.Field]:
        """The fields by their names in the form."""
        kind = forms.ChoiceField(
            label=_("Format"), choices=[(each, kind_words(each)) for each in STAGE_KINDS]
        )
        kind.disabled = self.is_drawn
        shown = forms.CharField(widget=forms.HiddenInput, initial=self.kind, required=False)
        found: dict[str, forms.Field] = {self.name("kind"): kind, self.name("shown"): shown}
        for setting in self.settings:
            field = _FIELDS[setting]()
            field.disabled = self.is_drawn and setting not in self._free
            found[self.name(setting)] = field
        if self.kind in TABLES:
            for place in range(1, TIE_BREAKS_ASKED + 1):
                found[self.name(f"tie_break_{place}")] = _tie_break(place)
        return found

    def rows(self) -> list[tuple[str, ...]]:
        """The names of its fields as they stand side by side, tie-breaks apart."""
        return [tuple(self.name(setting) for setting in row) for row in ROWS]

    def tie_break_rows(self) -> list[tuple[str, ...]]:
        """As ``rows``, of the tie-breaks in their order; none where there is no table."""
        if self.kind not in TABLES:
            return []
        return [(self.name(f"tie_break_{place}"),) for place in range(1, TIE_BREAKS_ASKED + 1)]

    def plan(self, told: Mapping[str, Any], before: StagePlan) -> StagePlan:
        """The stage as the form says it. What it did not ask about is as usual; of a drawn stage, as ``before``."""
        said: dict[str, Any] = {
            setting: told[self.name(setting)] for setting in self.settings if self.name(setting) in told
        }
        if isinstance(due := said.get("first_due"), date):
            said["first_due"] = due.isoformat()
        elif "first_due" in said:
            said["first_due"] = ""
        if self.kind in TABLES:
            named = (told[self.name(f"tie_break_{place}")] for place in range(1, TIE_BREAKS_ASKED + 1))
            said["tie_breaks"] = tuple(name for name in named if name)
        if self.is_drawn:
            free = {key: said[key] for key in self._free if key in said}
            kept: dict[str, Any] = {"qualifiers": 0} if self.is_last else {}
            return replace(before, **kept, **free)
        return StagePlan(kind=self.kind, **said)


def initial_of(number: int, stage: StagePlan) -> dict[str, Any]:
    """What the fields of a stage start from."""
    started: dict[str, Any] = {
        f"s{number}_{name}": getattr(stage, name) for row in ROWS for name in row if hasattr(stage, name)
    }
    started[f"s{number}_first_due"] = stage.first_due or None
    for place, name in enumerate(stage.tie_breaks, start=1):
        started[f"s{number}_tie_break_{place}"] = name
    return started


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
        help_text=_("Its rounds are called by it: Groups, Finals."),
    ),
    "groups": lambda: _number(_("Groups"), 1, 256),
    "cycles": lambda: _number(_("Everybody meets everybody"), 1, 4, _("How many times.")),
    "rounds": lambda: _number(_("Rounds"), 0, MOST_ROUNDS, _("0: as many as it takes to find one winner.")),
    "seeding": lambda: forms.ChoiceField(
        label=_("Who meets whom first"), choices=[(name, SEEDING_NAMES[name]) for name in SEEDINGS]
    ),
    "third_place": lambda: _tick(_("The losers of the semi-finals play for third place")),
    "consolation": lambda: _tick(_("The losers of the first round play a knockout of their own")),
    "bracket_reset": lambda: _tick(
        _("A final that is lost by who had not lost before is played a second time")
    ),
    "annul_below_half": lambda: _tick(_("Who withdraws before half of his rubbers leaves no results behind")),
    "first_due": lambda: forms.DateField(label=_("Last day of the first round"), widget=Day),
    "days_apart": lambda: _number(_("Days from one round's last day to the next's"), 1, 366),
    "qualifiers": lambda: _number(
        _("How many go on to the next stage"), 1, 512, _("Of each group, where there are groups.")
    ),
    "score": lambda: forms.ChoiceField(
        label=_("The table counts"), choices=[(name, SCORE_NAMES[name]) for name in SCORES]
    ),
}
