"""The lots of an event, drawn from its plan's seed for numbers of entry.

Never for ids: who was entered as the seventh draws the same lot where he has another id, as after an import or when
two people on the list turn out to be one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from matches.rules.events.facts import EventFacts, PlayerId

EntryNumber: TypeAlias = int
"""From 1, in the order of entry; never given twice."""
Purpose: TypeAlias = str
"""What is drawn for: lots for one thing say nothing of those for another."""


@dataclass(frozen=True, slots=True)
class Lots:
    """``seed``: any text, the plan's ``lot_seed``. ``numbers``: each entrant's number of entry."""

    seed: str
    numbers: Mapping[PlayerId, EntryNumber]

    def order(self, players: Iterable[PlayerId], purpose: Purpose) -> tuple[PlayerId, ...]:
        """The players as they are drawn, whatever order they come in. Who comes later changes nothing between the
        others. Raises ``KeyError`` for somebody who is not entered.
        """
        return tuple(sorted(players, key=lambda player: self._lot(player, purpose)))

    def ranks(self, players: Iterable[PlayerId], purpose: Purpose) -> dict[PlayerId, int]:
        """A different number for each, from 1, in the order in which they are drawn."""
        return {player: number for number, player in enumerate(self.order(players, purpose), start=1)}

    def _lot(self, player: PlayerId, purpose: Purpose) -> tuple[bytes, EntryNumber]:
        number = self.numbers[player]
        return hashlib.sha256(f"{self.seed}\0{purpose}\0{number}".encode()).digest(), number


def event_lots(facts: EventFacts) -> Lots:
    """Those of an event that has a plan; of an open one they have no seed."""
    seed = "" if facts.plan is None else facts.plan.lot_seed
    return Lots(seed, {entry.player: entry.number for entry in facts.entries})
