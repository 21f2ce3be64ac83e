"""The desk's small forms. Each carries a key of its own, so that sent twice it acts once."""

from __future__ import annotations

from typing import Any, BinaryIO, Final, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.common.idempotency import KEY_LENGTH, new_key
from matches.exchange.imports.uploads import MOST_BYTES
from matches.pages.common.fields import NameField
from scoring.notation.source import has_rubber

REASON_LENGTH: Final = 1_000


class KeyedForm(forms.Form):
    """A form with a fresh ``key`` each time that it is shown."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=KEY_LENGTH, initial=new_key)


class EventForm(KeyedForm):
    name = NameField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("As records write it in their tag Event: Autumn Cup 2026."),
    )


class ReasonForm(KeyedForm):
    """Why something is decided as it is; it stands in the log."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("It stands in the club's log under your name."),
    )


class ChoiceForm(ReasonForm):
    """Which of two contents a rubber is to have; ``version`` is the stored one's that was shown."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    choice = forms.ChoiceField(
        label=gettext_lazy("Which of the two is right?"),
        widget=forms.RadioSelect,
        choices=[
            ("stored", gettext_lazy("Keep what is stored")),
            ("other", gettext_lazy("Take the other content")),
        ],
    )
    field_order = ("choice", "reason")


class UploadForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("EGN, as many rubbers as you like, up to 32 MB."),
        widget=forms.FileInput(attrs={"accept": ".egn,.txt,text/plain,text/vnd.ecarte.egn"}),
        error_messages={"empty": gettext_lazy("This file is empty.")},
    )
    trial = forms.BooleanField(
        label=gettext_lazy("Try it only"),
        required=False,
        help_text=gettext_lazy("You get the report on each rubber, and nothing is stored."),
    )

    def clean_file(self) -> UploadedFile[Any]:
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(
                _(
                    "This file is larger than 32 MB. Divide it at a line that starts with [EGN and bring in the parts."
                )
            )
        is_egn = has_rubber(cast(BinaryIO, file.file))
        file.seek(0)
        if not is_egn:
            raise forms.ValidationError(
                _(
                    "This is no EGN file: no line of it starts with [EGN. A spreadsheet, a PDF or a word "
                    "processor's file has to be saved as plain EGN first."
                )
            )
        return file


class HeldTextForm(forms.Form):
    """A record to be read again."""

    text = forms.CharField(
        label=gettext_lazy("The record"),
        strip=False,
        widget=forms.Textarea(
            attrs={"class": "egn", "rows": 16, "spellcheck": "false", "autocapitalize": "off"}
        ),
        max_length=1 << 20,
    )
