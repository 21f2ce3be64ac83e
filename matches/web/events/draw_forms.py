"""Forms about a draw: tables and first deal of a round's pairings, two people changing places, a draft discarded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from matches.formats.draw_changes import as_drawn
from matches.formats.facts import DrawChanged, PairingDrawn
from matches.formats.state import PairingState, RoundState
from matches.web.entry.fields import ONE_LINE
from matches.web.events.act_forms import RoundForm

TABLE_LENGTH = 40


class SeatsForm(RoundForm):
    """Of each pairing listed its table, and a tick where the other side is to deal first."""

    def __init__(self, *args: Any, pairings: Sequence[PairingState], **options: Any) -> None:
        super().__init__(*args, **options)
        self.pairings = [pairing for pairing in pairings if pairing.kind == "rubber"]
        for pairing in self.pairings:
            table = forms.CharField(required=False, max_length=TABLE_LENGTH, validators=[ONE_LINE])
            table.initial = pairing.table
            self.fields[f"table_{pairing.number}"] = table
            self.fields[f"turn_{pairing.number}"] = forms.BooleanField(required=False)

    def changed(self, stage: int, round_: RoundState) -> DrawChanged:
        """All pairings of the round as the form wants them."""
        told = self.cleaned_data
        pairings: list[PairingDrawn] = []
        for pairing in round_.pairings:
            drawn = as_drawn(pairing)
            if f"table_{pairing.number}" in told:
                drawn["table"] = told[f"table_{pairing.number}"].strip()
            if told.get(f"turn_{pairing.number}") and drawn["b"] is not None:
                drawn["a"], drawn["b"] = drawn["b"], drawn["a"]
            pairings.append(drawn)
        return {"stage": stage, "round": round_.number, "pairings": pairings}
