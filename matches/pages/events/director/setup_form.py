"""The form that sets an event up in one sitting: its name, its plan and who is entered."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy

from matches.models import Club
from matches.pages.common.fields import NameField
from matches.pages.events.director.people_form import PeopleFields
from matches.pages.events.director.plan_form import PlanForm


class SetUpForm(PlanForm):
    """Afterwards ``plan``, ``entering.people`` and ``entering.new_names`` hold what was said."""

    name = NameField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("As records write it in their tag Event: Autumn Cup 2026."),
    )

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.entering = PeopleFields(self, club)

    def clean(self) -> dict[str, Any]:
        told = super().clean()
        self.entering.read(told)
        return told

    @property
    def players(self) -> int:
        """How many are entered, as far as the form says."""
        return len(self.entering.people) + len(self.entering.new_names)
