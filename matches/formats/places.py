"""From the tables of stages to who goes on, and to everybody's place in the whole event."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, TypeAlias

from matches.formats.facts import PlayerId
from matches.formats.state import StageState, Table, TableLine

WITHIN_A_GROUP: Final = frozenset({"direct_encounter", "lot"})
"""Tie-breaks that say nothing between those who stand in different groups."""

Standing: TypeAlias = tuple[tuple[int, ...], bytes]


def going_on(tables: Sequence[Table], qualifiers: int, lot_seed: str) -> tuple[PlayerId, ...]:
    """The best ``qualifiers`` of each table, in the order of seed for the next stage.

    All winners of groups come first, then all seconds, and so on; among those, by score and then by the
    tie-breaks that can be compared across groups, at last by lot.
    """

    def standing(line: TableLine) -> Standing:
        figures = tuple(value for name, value in line.figures if name not in WITHIN_A_GROUP)
        return figures, hashlib.sha256("\0".join((lot_seed, "through", line.player)).encode()).digest()

    ranked = zip_longest(*(table.lines[:qualifiers] for table in tables))
    return tuple(
        line.player
        for level in ranked
        for line in sorted((line for line in level if line is not None), key=standing, reverse=True)
    )


def event_places(stages: Sequence[StageState]) -> dict[PlayerId, int]:
    """Each entrant's place in the event, as far as it is settled, best first.

    Those of the last stage come first, by its table; then those who went no further than the stage before it, by
    theirs, and so on. Who stands level in his table shares the place, and so do those of the same rank in
    different groups: they have not met.
    """
    places: dict[PlayerId, int] = {}
    for stage, following in reversed(list(zip_longest(stages, stages[1:]))):
        if stage.phase != "complete":
            continue
        ahead = _gone_on(stage, following)
        lines = [line for table in stage.tables for line in table.lines if line.player not in ahead]
        lines.sort(key=lambda line: line.rank)
        place_of_rank: dict[int, int] = {}
        for place, line in enumerate(lines, start=len(ahead) + 1):
            places.setdefault(line.player, place_of_rank.setdefault(line.rank, place))
    return places


def _gone_on(stage: StageState, following: StageState | None) -> frozenset[PlayerId]:
    """Who plays, or is to play, in the stage that follows."""
    if following is None:
        return frozenset()
    return frozenset(following.entrants or stage.through)
