"""The forms of a correction: by the result, or by the whole text."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from matches.web.entry.egn_form import EgnForm
from matches.web.entry.fields import Group, group
from matches.web.entry.result_form import ResultForm
from matches.web.entry.word_form import reason_field, version_field


class CorrectResultForm(ResultForm):
    version = version_field()
    reason = reason_field()

    def groups(self) -> list[Group]:
        return [*super().groups(), group(self, _("The correction"), ("reason",))]


class CorrectTextForm(EgnForm):
    version = version_field()
    reason = reason_field()
    file = None  # type: ignore[assignment]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Without a file beside it the text has to be there.
        self.fields["text"].required = True

    def groups(self) -> list[Group]:
        return [group(self, _("The record"), ("text",)), group(self, _("The correction"), ("reason",))]

    def clean(self) -> dict[str, Any]:
        told = super().clean()
        if self.marked is not None and len(self.marked.candidates) != 1:
            self.add_error("text", _("One rubber is corrected here, and no other stands in its text."))
        return told
