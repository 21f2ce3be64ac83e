"""Small forms with an idempotency key, so that a form sent twice acts once."""

from __future__ import annotations

from typing import Any, BinaryIO, Final, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.clubs.find_by_name import near_event
from matches.common.commands import KEY_LENGTH, new_key
from matches.exchange.imports.uploads import MOST_UPLOAD_BYTES
from matches.models import Club, Event
from matches.pages.common.entry_fields import NameField
from matches.pages.common.near_names import NearNames, NearNamesMixin, near_typed
from scoring.notation.source import has_rubber

REASON_LENGTH: Final = 1_000


class KeyedForm(forms.Form):
    """A form with an idempotency ``key``, which is new each time the form is rendered."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=KEY_LENGTH, initial=new_key)


class EventForm(NearNamesMixin, KeyedForm):
    name = NameField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("For example: Autumn Cup 2026."),
    )

    def __init__(self, *args: Any, club: Club, renamed: Event | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.near = near_events(self, club, renamed=renamed)


def near_events(form: forms.Form, club: Club, *, renamed: Event | None = None) -> NearNames:
    """Return the question about an event's name that looks like that of another event of the club."""
    return NearNames(
        form,
        "name",
        near_typed(form, "name", lambda name: near_event(club, name, renamed=renamed)),
        label=gettext_lazy("Nearly the name of another event"),
        problem=gettext_lazy(
            "The club has an event called %(other)s. Choose another name, or tick below that this one is right."
        ),
        answer=gettext_lazy("%(name)s is another event than %(other)s"),
    )


class ReasonForm(KeyedForm):
    """A form that asks for the reason for a decision. The reason is stored in the club's log."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("The club’s log shows it under your name."),
    )


class ChoiceForm(ReasonForm):
    """Choose between the stored content of a rubber, whose ``version`` the page showed, and another."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    choice = forms.ChoiceField(
        label=gettext_lazy("Which one is right?"),
        widget=forms.RadioSelect,
        choices=[
            ("stored", gettext_lazy("Keep the stored version")),
            ("other", gettext_lazy("Take the other version")),
        ],
    )
    field_order = ("choice", "reason")


class UploadForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("EGN, any number of rubbers, up to 32 MB."),
        widget=forms.FileInput(attrs={"accept": ".egn,.txt,text/plain,text/vnd.ecarte.egn"}),
        error_messages={"empty": gettext_lazy("This file is empty.")},
    )
    trial = forms.BooleanField(
        label=gettext_lazy("Try it only"),
        required=False,
        help_text=gettext_lazy("You get a report on each rubber. Nothing is stored."),
    )

    def clean_file(self) -> UploadedFile[Any]:
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > MOST_UPLOAD_BYTES:
            problem = _(
                "This file is larger than 32 MB. Split it at a line that starts with [EGN and import the "
                "parts."
            )
            raise forms.ValidationError(problem)
        is_egn = has_rubber(cast(BinaryIO, file.file))
        file.seek(0)
        if not is_egn:
            problem = _(
                "This is not an EGN file: no line starts with [EGN. Save a spreadsheet, PDF or word "
                "processor’s file as plain EGN first."
            )
            raise forms.ValidationError(problem)
        return file


class HeldTextForm(forms.Form):
    """A form to correct EGN text that could not be imported."""

    text = forms.CharField(
        label=gettext_lazy("Game file"),
        strip=False,
        widget=forms.Textarea(
            attrs={"class": "egn", "rows": 16, "spellcheck": "false", "autocapitalize": "off"}
        ),
        max_length=1 << 20,
    )
