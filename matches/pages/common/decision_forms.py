"""Forms that confirm, dispute or void a rubber; most are little more than a button."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.common.commands import KEY_LENGTH
from matches.models import User
from matches.rubbers.change_rubbers import CommandContext

REASON_LENGTH: Final = 2_000
HIGHEST_VERSION: Final = 2**31 - 1


def version_field() -> forms.IntegerField:
    """Return a hidden form field for the version of the rubber that the page showed."""
    return forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=HIGHEST_VERSION)


def reason_field() -> forms.CharField:
    return forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Everyone who sees the rubber sees it in its history."),
    )


def remark_field() -> forms.CharField:
    return forms.CharField(
        label=_("Remark"), required=False, max_length=REASON_LENGTH, widget=forms.Textarea({"rows": 2})
    )


class VersionedForm(forms.Form):
    """A form with an idempotency ``key`` and the ``version`` of the rubber that the page showed."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=KEY_LENGTH)
    version = version_field()

    def act(self, by: User) -> CommandContext:
        """Return the context of the command that this valid form requests."""
        data: dict[str, Any] = self.cleaned_data
        return CommandContext(
            by=by, key=data["key"], version=data["version"], reason=data.get("reason", "").strip()
        )


class RemarkForm(VersionedForm):
    reason = remark_field()


class ReasonForm(VersionedForm):
    reason = reason_field()
