"""The forms of a correction: by the result, or by the whole text; and what they call the two who played."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from matches.models import Player, Rubber
from matches.pages.common.button_forms import reason_field, version_field
from matches.pages.common.fields import Group, group
from matches.pages.rubbers.entry.egn_form import EgnForm
from matches.pages.rubbers.entry.result_form import ResultForm

FORGOTTEN = ("?", "??")
"""What stands in a form for A and for B where they asked to be forgotten."""


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


def names_asked(rubber: Rubber) -> tuple[str, str]:
    """What the forms of a correction call the two."""
    return rubber.player_a.name or FORGOTTEN[0], rubber.player_b.name or FORGOTTEN[1]


def stand_ins_of(rubber: Rubber) -> dict[str, Player]:
    """The players whom those forms call by a sign, having no name any more."""
    sides = zip(FORGOTTEN, (rubber.player_a, rubber.player_b), strict=True)
    return {sign: player for sign, player in sides if not player.name}
