"""Forms that are little more than a button: what a side, or the director, says of a rubber that is here."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.common.idempotency import KEY_LENGTH
from matches.models import User
from matches.rubbers.commands import Act

REASON_LENGTH: Final = 2_000
HIGHEST_VERSION: Final = 2**31 - 1


def version_field() -> forms.IntegerField:
    """The version of the rubber that the reader of the form saw."""
    return forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=HIGHEST_VERSION)


def reason_field() -> forms.CharField:
    return forms.CharField(
        label=_("Why"),
        max_length=REASON_LENGTH,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("It stands in the rubber's history, for all who see the rubber."),
    )


class SentForm(forms.Form):
    """``key`` is the form's own, ``version`` the rubber's that its reader saw."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=KEY_LENGTH)
    version = version_field()

    def act(self, by: User) -> Act:
        """What a form found in order asks for."""
        told: dict[str, Any] = self.cleaned_data
        return Act(by=by, key=told["key"], version=told["version"], reason=told.get("reason", "").strip())


class RemarkForm(SentForm):
    reason = forms.CharField(
        label=_("Remark"), required=False, max_length=REASON_LENGTH, widget=forms.Textarea({"rows": 2})
    )


class ReasonForm(SentForm):
    reason = reason_field()
