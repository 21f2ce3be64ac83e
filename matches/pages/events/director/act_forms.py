"""Small forms of the director's pages: little more than a button, with the version that its reader saw."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from matches.common.idempotency import new_key
from matches.pages.common.button_forms import HIGHEST_VERSION, REASON_LENGTH
from matches.pages.common.forms import KeyedForm
from matches.pages.events.director.context import Desk


class ActForm(KeyedForm):
    """``do`` is the kind of fact that is asked for; ``version`` the event's that the reader saw."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=HIGHEST_VERSION)
    do = forms.CharField(widget=forms.HiddenInput, max_length=30)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=REASON_LENGTH,
        widget=forms.Textarea({"rows": 2}),
        help_text=gettext_lazy(
            "Where something changes that was released or played. It stands in the event's history."
        ),
    )


class UndoForm(ActForm):
    """``seen`` is the position of the deed that the reader saw and wants to take back."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**63 - 1, required=False)


class RoundForm(ActForm):
    """About a round of the stage in the address; ``until`` as many as that."""

    round = forms.IntegerField(min_value=1, max_value=1024, required=False, widget=forms.HiddenInput)
    until = forms.IntegerField(min_value=1, max_value=1024, required=False, widget=forms.HiddenInput)


def fresh_act(desk: Desk) -> dict[str, Any]:
    """The hidden values of a form that is about to be shown: a key of its own, and the version that is seen."""
    return {"key": new_key(), "version": desk.event.version}
