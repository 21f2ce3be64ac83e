"""The forms by which links of tables are made and taken back."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.pads.table_links import LIVES

WORDS: Final[dict[str, str | Promise]] = {"day": _("a day"), "week": _("a week"), "month": _("30 days")}


class LifeForm(forms.Form):
    """How long new links are good."""

    life = forms.ChoiceField(
        label=_("Good for"),
        choices=[(name, WORDS[name]) for name in LIVES],
        initial="day",
        help_text=_("It ends before that when the rubber is confirmed, or when you take it back."),
    )

    def of_a_table(self) -> LifeForm:
        """The form for the link of a pool or a French table, which outlasts its games."""
        self.fields["life"].help_text = _("It ends before that when you take it back.")
        return self

    @property
    def good_for(self) -> timedelta:
        """To be asked once the form is found in order."""
        return LIVES[self.cleaned_data["life"]]
