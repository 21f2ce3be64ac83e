"""Compute the ranks that players had before the latest round, so that a table can show who has moved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from matches.rules.events.facts import PlayerId
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.seeding import EntryNumber, Lots
from matches.rules.events.state import PairingState
from matches.rules.events.tables import table

Group: TypeAlias = int


def ranks_after(
    pairings: Iterable[PairingState],
    *,
    plan: EventPlan,
    stage: StagePlan,
    numbers: Mapping[PlayerId, EntryNumber],
    groups: Mapping[PlayerId, Group],
) -> dict[PlayerId, int]:
    """Return the rank of each player in the table of a stage in which only ``pairings`` were played.

    ``numbers`` are the entrants' numbers of entry; ``groups`` has the group of each player of the stage, 0 if
    the stage has none.
    """
    counted = list(pairings)
    members: dict[Group, list[PlayerId]] = defaultdict(list)
    for player, group in groups.items():
        members[group].append(player)
    lots = Lots(plan.lot_seed, numbers)
    return {
        line.player: line.rank
        for group, players in members.items()
        for line in table(players, counted, plan=stage, rules=plan.rules, lots=lots, group=group).lines
    }
