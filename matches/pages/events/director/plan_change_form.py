"""The form that changes the plan of an event that is here."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from matches.pages.common.button_forms import HIGHEST_VERSION, REASON_LENGTH
from matches.pages.events.director.plan_form import PlanForm


class PlanChangeForm(PlanForm):
    """``version`` is the event's that its reader saw; ``reason`` stands in the event's history."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=HIGHEST_VERSION)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=REASON_LENGTH,
        widget=forms.Textarea({"rows": 2}),
        help_text=gettext_lazy("Needed once something is drawn. It stands in the event's history."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if not self.drawn:
            del self.fields["reason"]
