"""The end of a rubber that was scored as it was played."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.common.log import Seat
from matches.pages.common.button_forms import SentForm
from matches.pages.common.fields import offer
from scoring.record import Termination


class CloseForm(SentForm):
    """Asks how the rubber ended, unless it ``is_over``: then its games say so."""

    termination = forms.ChoiceField(
        label=gettext_lazy("How it ended"),
        widget=forms.RadioSelect,
        choices=[
            ("unfinished", gettext_lazy("left unfinished")),
            ("retired", gettext_lazy("one side gave up")),
        ],
    )
    winner = forms.ChoiceField(
        label=gettext_lazy("Winner"),
        required=False,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Where one side gave up."),
    )

    def __init__(self, *args: Any, names: tuple[str, str], is_over: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_over = is_over
        if is_over:
            del self.fields["termination"], self.fields["winner"]
        else:
            offer(self, "winner", [("", _("nobody")), ("A", names[0]), ("B", names[1])])

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        if not self.is_over and not self.errors:
            has_winner = bool(told["winner"])
            if told["termination"] == "retired" and not has_winner:
                self.add_error("winner", _("Say who wins the rubber."))
            if told["termination"] == "unfinished" and has_winner:
                self.add_error("winner", _("Nobody wins a rubber that is left unfinished."))
        return told

    def ending(self) -> tuple[Termination, Seat]:
        if self.is_over:
            return "normal", ""
        told = self.cleaned_data
        return cast(Termination, told["termination"]), cast(Seat, told["winner"])
