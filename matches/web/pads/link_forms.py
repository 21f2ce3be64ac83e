"""The forms by which links of tables are made and taken back."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.services.table_links import DAY, LONGEST, WEEK

LIVES: Final[dict[str, tuple[timedelta, str | Promise]]] = {
    "day": (DAY, _("For a day")),
    "week": (WEEK, _("For a week")),
    "month": (LONGEST, _("For 30 days")),
}


class LifeForm(forms.Form):
    """How long new links are good."""

    life = forms.ChoiceField(
        label=_("How long they are good"),
        choices=[(name, text) for name, (_life, text) in LIVES.items()],
        initial="day",
        help_text=_("They end before, when the rubber is confirmed or you take them back."),
    )

    @property
    def good_for(self) -> timedelta:
        """To be asked once the form is found in order."""
        return LIVES[self.cleaned_data["life"]][0]
