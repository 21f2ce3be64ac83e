"""From the tables of stages to who goes on, and to everybody's place in the whole event."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest
from typing import Final, TypeAlias

from matches.rules.events.facts import PlayerId
from matches.rules.events.random_order import Lots
from matches.rules.events.state import StageState, Table, TableLine

WITHIN_A_GROUP: Final = frozenset({"direct_encounter", "lot"})
"""Tie-breaks that say nothing between those who stand in different groups."""

OF_THE_OTHERS: Final = frozenset(
    {"buchholz", "buchholz_cut_1", "buchholz_median", "sonneborn_berger", "progressive"}
)
"""Tie-breaks that grow with the rounds and with what the others of the group scored, so that a share of them says
nothing of a group of another size.
"""

Standing: TypeAlias = tuple[tuple[Fraction, ...], int]


def going_on(
    tables: Sequence[Table],
    qualifiers: int,
    lots: Lots,
    *,
    bye_halves: int,
    gone: Collection[PlayerId] = (),
) -> tuple[PlayerId, ...]:
    """The best ``qualifiers`` of each table, in the order of seed for the next stage. Those who are ``gone`` are passed
    over, and the next of their table move up.

    All winners of groups come first, then all seconds, and so on. Among those, a group with more in it plays more, and
    an odd one has byes: so they are compared by what they scored for each rubber that they had to play, byes left
    out (each of them gave ``bye_halves``); then by the tie-breaks in turn, each for each rubber, too; at last by
    lot. Direct encounter says nothing between groups, nor does what the others scored (Buchholz, Sonneborn-Berger)
    and progressive score where the players compared had not all as many rubbers and byes.
    """
    drawn = lots.ranks((line.player for table in tables for line in table.lines), "through")

    def standing(line: TableLine, left_out: Collection[str]) -> Standing:
        rubbers = line.played or 1
        score = line.halves - line.byes * bye_halves
        figures = [value for name, value in line.figures if name != "score" and name not in left_out]
        return tuple(Fraction(value, rubbers) for value in (score, *figures)), drawn[line.player]

    def best_first(level: Sequence[TableLine]) -> list[TableLine]:
        are_alike = len({(line.played, line.byes) for line in level}) == 1
        left_out = WITHIN_A_GROUP if are_alike else WITHIN_A_GROUP | OF_THE_OTHERS
        return sorted(level, key=lambda line: standing(line, left_out), reverse=True)

    staying = ([line for line in table.lines if line.player not in gone] for table in tables)
    ranked = zip_longest(*(lines[:qualifiers] for lines in staying))
    levels = ([line for line in level if line is not None] for level in ranked)
    return tuple(line.player for level in levels for line in best_first(level))


def passed_over(table: Table, qualifiers: int, gone: Collection[PlayerId]) -> Table:
    """The table with its first ``qualifiers`` marked who are not ``gone``."""
    staying = [line.player for line in table.lines if line.player not in gone]
    through = frozenset(staying[:qualifiers])
    return replace(
        table, lines=tuple(replace(line, is_through=line.player in through) for line in table.lines)
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
