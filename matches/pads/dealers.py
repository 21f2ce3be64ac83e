"""Find out who deals next where the rules of the game leave it to the table."""

from __future__ import annotations

from typing import cast

from django.db.models import Q

from matches.models import PadEntry, Pairing, Rubber
from scoring.cards import Player


def named_dealer(rubber: Rubber) -> Player | None:
    """Return who deals next in a live rubber, as a phone said since its last change; None if no phone did."""
    if rubber.state != Rubber.State.LIVE:
        return None
    entries = PadEntry.objects.filter(
        rubber=rubber, kind="dealer", outcome=PadEntry.Outcome.DONE, version=rubber.version
    )
    command = entries.order_by("pk").values_list("told", flat=True).last()
    return None if command is None else cast(Player, command["dealer"])


def drawn_dealer(rubber: Rubber) -> Player | None:
    """Return who deals first in a rubber by the draw: entrant A of its pairing. None if it was not drawn.

    The rubber is looked up by its players and round, since its pairing may not have its row yet.
    """
    if not rubber.round_label:
        return None
    a, b = rubber.player_a_id, rubber.player_b_id
    drawn = Pairing.objects.filter(
        Q(entrant_a__player=a, entrant_b__player=b) | Q(entrant_a__player=b, entrant_b__player=a),
        round__stage__event=rubber.event_id,
        round__label=rubber.round_label,
        round__is_released=True,
        kind=Pairing.Kind.RUBBER,
    )
    first = drawn.values_list("entrant_a__player", flat=True).first()
    if first is None:
        return None
    return "A" if first == a else "B"
