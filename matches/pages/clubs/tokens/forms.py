"""The form that asks what a new token is for."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from matches.clubs.api_tokens import SCOPES
from matches.common.idempotency import KEY_LENGTH
from matches.pages.common.fields import NameField

NEVER: Final = "never"
LIVES: Final[list[tuple[str, str | Promise]]] = [
    ("30", _("For 30 days")),
    ("90", _("For 90 days")),
    ("365", _("For a year")),
    (NEVER, _("Until you take it back")),
]


def _scopes() -> list[tuple[str, str]]:
    return [(scope, capfirst(str(words))) for scope, words in SCOPES.items()]


class TokenForm(forms.Form):
    """``key`` makes a form that was sent twice make one token."""

    name = NameField(
        label=_("What it is for"),
        help_text=_("The name by which you recognise it in your list."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What the program may do in your name"),
        choices=_scopes,
        initial=["read"],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("It can never do more than you."),
    )
    life = forms.ChoiceField(label=_("How long it is valid"), choices=LIVES, initial="90")
    key = forms.CharField(max_length=KEY_LENGTH - len("token:"), widget=forms.HiddenInput)

    def clean_life(self) -> datetime | None:
        """Until when it holds; None for ever."""
        days = self.cleaned_data["life"]
        return timezone.now() + timedelta(days=int(days)) if days != NEVER else None
