"""Forms about a draw: tables and first deal of a round's pairings, two people changing places, a draft discarded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from matches.pages.common.fields import NameField
from matches.pages.events.director.act_forms import RoundForm
from matches.rules.events.draw_changes import seat
from matches.rules.events.facts import DrawChanged
from matches.rules.events.state import EventState, PairingState, RoundState

TABLE_LENGTH = 40


class SeatsForm(RoundForm):
    """Of each pairing listed its table, and a tick where the other side is to deal first."""

    def __init__(self, *args: Any, pairings: Sequence[PairingState], **options: Any) -> None:
        super().__init__(*args, **options)
        self.pairings = [pairing for pairing in pairings if pairing.kind == "rubber"]
        for pairing in self.pairings:
            table = NameField(required=False, max_length=TABLE_LENGTH, initial=pairing.table)
            self.fields[f"table_{pairing.number}"] = table
            self.fields[f"turn_{pairing.number}"] = forms.BooleanField(required=False)

    def changed(self, state: EventState, stage: int, round_: RoundState) -> DrawChanged:
        """All pairings of the round as the form wants them. Raises ``EventActError``."""
        told = self.cleaned_data
        numbers = [pairing.number for pairing in self.pairings]
        tables = {number: told[f"table_{number}"] for number in numbers}
        turned = {number for number in numbers if told[f"turn_{number}"]}
        return seat(state, stage, round_.number, tables, turned)
