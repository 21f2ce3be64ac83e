"""The forms of a webhook's URL and topics, and of the time from which deliveries are sent again."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from matches.models import Club
from matches.models.webhooks import Topic
from matches.webhooks.addresses import MAX_URL_LENGTH


def _kinds() -> list[tuple[str, str]]:
    return [(topic.value, capfirst(str(topic.label))) for topic in Topic]


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=_("Address"),
        max_length=MAX_URL_LENGTH,
        help_text=_("The https address of the program that receives the messages."),
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
    )
    kinds = forms.MultipleChoiceField(
        label=_("Send a message when"),
        choices=_kinds,
        initial=Topic.values,
        widget=forms.CheckboxSelectMultiple,
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)


class ReplayForm(forms.Form):
    """The form that sends webhook deliveries again, from a time in the club's time zone."""

    since = forms.DateTimeField(
        label=_("Send all messages again since"),
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
