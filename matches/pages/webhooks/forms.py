"""Where news goes, and which; and since when it is to be sent once more."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from matches.models import Club
from matches.webhooks.addresses import MOST_CHARACTERS
from matches.webhooks.messages import KIND_WORDS, KINDS


def _kinds() -> list[tuple[str, str]]:
    return [(kind, capfirst(str(words))) for kind, words in KIND_WORDS.items()]


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=_("Address"),
        max_length=MOST_CHARACTERS,
        help_text=_("An https address of a program that takes the news in."),
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
    )
    kinds = forms.MultipleChoiceField(
        label=_("Send word when"), choices=_kinds, initial=list(KINDS), widget=forms.CheckboxSelectMultiple
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)


class SinceForm(forms.Form):
    """A moment by the club's clock."""

    since = forms.DateTimeField(
        label=_("Send all news again since"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    def __init__(self, club: Club, data: object = None) -> None:
        self._clock = ZoneInfo(club.time_zone)
        with timezone.override(self._clock):
            super().__init__(data)  # type: ignore[arg-type]

    def full_clean(self) -> None:
        with timezone.override(self._clock):
            super().full_clean()
