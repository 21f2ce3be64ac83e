"""Checking in many at once, by several helpers at the same time: who is here already is here."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from matches.common.command_context import Act
from matches.events.current_state import event_facts
from matches.events.record_facts import locked_row, record_facts
from matches.models import Event
from matches.rules.events.facts import FactKind, PlayerId


@transaction.atomic
def check_in_players(
    event: Event, players: Sequence[PlayerId], *, is_here: bool = True, act: Act
) -> list[PlayerId]:
    """Note that these entrants have come, or that they have not after all; of whom that was to be noted.

    Whom somebody else ticked meanwhile is passed over. Raises as ``record_facts``.
    """
    row = locked_row(event)
    ticked = {entry.player for entry in event_facts(row).entries if entry.checked_in_at}
    wanted = [player for player in dict.fromkeys(players) if (player in ticked) != is_here]
    kind: FactKind = "checked_in" if is_here else "check_in_undone"
    if wanted:
        record_facts(row, [(kind, {"player": player}) for player in wanted], act=act)
    return wanted
