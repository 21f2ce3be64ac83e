"""Compute the table of a stage or of one of its groups, the players who qualify from it, and the final places.

Players are ordered by the stage's score; those who are level by each of its tie-breaks in turn. Each position
has its reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, zip_longest
from operator import itemgetter
from typing import Final, TypeAlias

from matches.rules.events.facts import PlayerId
from matches.rules.events.outcomes import full_bye_halves
from matches.rules.events.plan import DEFAULT_TIE_BREAKS, RubberRules, StagePlan, TieBreak
from matches.rules.events.seeding import Lots
from matches.rules.events.state import Figure, Outcome, PairingState, StageState, Table, TableLine, Why
from matches.rules.events.tie_breaks import BY_PLAYER, Meeting, Record, Records, Share, direct_encounter

BECAUSE_CODES: Final[dict[str, tuple[str, ...]]] = {
    "decided": ("figure", "own", "below", "level_on"),
    "level": (),
    "next_annulled": (),
}
"""The reasons why a row is above the next one: the names of each code's parameters, by code.

``decided``: ``own`` and ``below`` are the two rows' values of ``figure``, in its own unit; ``level_on`` are
the figures before it, in which both are equal. ``level``: the two rows share the rank. ``next_annulled``: the
results of the next row's player do not count.
"""
Reason: TypeAlias = tuple[Figure | None, Why]
"""The values of a row's ``decided_by`` and ``because``."""
NO_REASON: Final[Reason] = (None, ())
LEVEL: Final[Why] = ("level",)
NEXT_ANNULLED: Final[Reason] = (None, ("next_annulled",))
WITHIN_A_GROUP: Final = frozenset({"direct_encounter", "lot"})
"""Tie-breaks that cannot compare players of different groups."""
OF_THE_OTHERS: Final = frozenset(
    {"buchholz", "buchholz_cut_1", "buchholz_median", "sonneborn_berger", "progressive"}
)
"""Tie-breaks that grow with rounds and opponents' scores: no average makes unequal groups comparable."""
Standing: TypeAlias = tuple[tuple[Fraction, ...], int]


def table(
    entrants: Sequence[PlayerId],
    pairings: Sequence[PairingState],
    *,
    plan: StagePlan,
    rules: RubberRules,
    lots: Lots,
    group: int = 0,
    through: int = 0,
    annulled: Collection[PlayerId] = (),
) -> Table:
    """Return the table of a stage or group. Undecided pairings are ignored.

    If ``group`` is not 0, only pairings of this group count. Players in ``annulled`` come last; the caller
    has removed their pairings from ``pairings``. Players who share a rank are in the order of their lots.
    ``is_through`` is set in the first ``through`` rows, whose players qualify for the next stage by the
    current results. ``played``, ``won`` and ``lost`` include walkovers, but not byes.

    Raises ``KeyError`` for a pairing of a player who is not an entrant, and for an entrant without a lot.
    """
    counted = [pairing for pairing in pairings if not group or pairing.group == group]
    records = records_of(entrants, counted, plan=plan, rules=rules, lots=lots)
    tie_breaks = plan.tie_breaks or DEFAULT_TIE_BREAKS[plan.kind]
    names: tuple[Figure, ...] = ("score", *tie_breaks)
    values = _values(records, tie_breaks)
    ordered = sorted(
        records.by_player.values(),
        key=lambda record: (record.player not in annulled, values[record.player], record.lot),
        reverse=True,
    )
    reasons = [
        _because(names, values[above.player], values[below.player])
        if (above.player in annulled) == (below.player in annulled)
        else NEXT_ANNULLED
        for above, below in pairwise(ordered)
    ]
    lines: list[TableLine] = []
    rank = 1
    for position, (record, reason) in enumerate(zip(ordered, [*reasons, NO_REASON], strict=False), start=1):
        if lines and lines[-1].because != LEVEL:
            rank = position
        figures = tuple(zip(names, values[record.player], strict=True))
        lines.append(_line(record, position, rank, figures, reason, is_through=position <= through))
    return Table(group, tuple(lines))


def records_of(
    entrants: Sequence[PlayerId],
    pairings: Iterable[PairingState],
    *,
    plan: StagePlan,
    rules: RubberRules,
    lots: Lots,
) -> Records:
    """Return entrants' results for tie-breaks. Raises ``KeyError`` for a pairing of a player who is no entrant."""
    meetings: dict[PlayerId, list[Meeting]] = {player: [] for player in entrants}
    rounds_paired: dict[PlayerId, set[int]] = {player: set() for player in entrants}
    rounds: set[int] = set()
    full_bye = full_bye_halves(plan.score, rules)
    for pairing in pairings:
        first, second, outcome = pairing.a, pairing.b, pairing.outcome
        if first is not None:
            rounds_paired[first].add(pairing.round)
        if second is not None:
            rounds_paired[second].add(pairing.round)
        if outcome is None:
            continue
        rounds.add(pairing.round)
        if pairing.kind != "rubber":
            if first is not None:
                meetings[first].append(_bye(pairing.round, outcome.halves[0], full_bye))
        elif first is not None and second is not None:
            own, other = _meetings(pairing.round, first, second, outcome)
            meetings[first].append(own)
            meetings[second].append(other)
    numbers = lots.ranks(entrants, "table")
    by_player = {
        player: Record(
            player=player,
            halves=sum([meeting.halves for meeting in met]),
            meetings=tuple(sorted(met, key=itemgetter(0))),
            missed=len(rounds - rounds_paired[player]),
            lot=numbers[player],
        )
        for player, met in meetings.items()
    }
    return Records(by_player, tuple(sorted(rounds)), all_meet=plan.kind in ("round_robin", "league"))


def _bye(round_number: int, halves: int, full_bye: int) -> Meeting:
    share: Share = 0 if halves <= 0 else 2 if halves >= full_bye else 1
    return Meeting(round_number, None, halves, share, False, False, False, (0, 0), (0, 0), 0, 0)


def _meetings(
    round_number: int, first: PlayerId, second: PlayerId, outcome: Outcome
) -> tuple[Meeting, Meeting]:
    """Return a decided pairing as the meeting of the first player, and as that of the second."""
    is_played, games, points = outcome.is_played, outcome.games, outcome.points or (0, 0)
    is_a, is_b = outcome.winner == "A", outcome.winner == "B"
    share_a: Share = 2 if is_a else 0 if is_b or not is_played else 1
    share_b: Share = 2 if is_b else 0 if is_a or not is_played else 1
    return (
        Meeting(
            round_number,
            second,
            outcome.halves[0],
            share_a,
            is_a,
            is_b,
            is_played,
            games,
            points,
            outcome.trebles[0],
            outcome.voles[0],
        ),
        Meeting(
            round_number,
            first,
            outcome.halves[1],
            share_b,
            is_b,
            is_a,
            is_played,
            (games[1], games[0]),
            (points[1], points[0]),
            outcome.trebles[1],
            outcome.voles[1],
        ),
    )


def _values(records: Records, tie_breaks: Sequence[TieBreak]) -> dict[PlayerId, tuple[int, ...]]:
    """Return each player's score and figures, in the order in which they decide."""
    by_player = records.by_player
    values: dict[PlayerId, tuple[int, ...]] = {
        player: (record.halves,) for player, record in by_player.items()
    }
    for name in tie_breaks:
        if name == "direct_encounter":
            next_values = _mutual(records, values)
        else:
            figure = BY_PLAYER[name]
            next_values = {player: figure(records, record) for player, record in by_player.items()}
        values = {player: (*figures, next_values[player]) for player, figures in values.items()}
    return values


def _mutual(records: Records, values: Mapping[PlayerId, tuple[int, ...]]) -> dict[PlayerId, int]:
    """Return each player's direct encounter, among those who are level with the player in all of ``values``."""
    levels: dict[tuple[int, ...], list[PlayerId]] = {}
    for player, figures in values.items():
        levels.setdefault(figures, []).append(player)
    return {
        player: value
        for level in levels.values()
        for player, value in direct_encounter(records, level).items()
    }


def _because(names: Sequence[Figure], own: tuple[int, ...], below: tuple[int, ...]) -> Reason:
    for place, name in enumerate(names):
        if own[place] != below[place]:
            return name, ("decided", name, own[place], below[place], tuple(names[:place]))
    return None, LEVEL


def _line(
    record: Record,
    position: int,
    rank: int,
    figures: tuple[tuple[Figure, int], ...],
    reason: Reason,
    *,
    is_through: bool,
) -> TableLine:
    """Return the row of the table for a player's record, with the player's totals."""
    played = won = lost = games_won = games_lost = points_won = points_lost = trebles = voles = 0
    for meeting in record.meetings:
        played += meeting.opponent is not None
        won += meeting.is_won
        lost += meeting.is_lost
        games_won += meeting.games[0]
        games_lost += meeting.games[1]
        points_won += meeting.points[0]
        points_lost += meeting.points[1]
        trebles += meeting.trebles
        voles += meeting.voles
    decided_by, because = reason
    return TableLine(
        player=record.player,
        position=position,
        rank=rank,
        halves=record.halves,
        played=played,
        won=won,
        lost=lost,
        games=(games_won, games_lost),
        points=(points_won, points_lost),
        trebles=trebles,
        voles=voles,
        byes=len(record.meetings) - played,
        figures=figures,
        decided_by=decided_by,
        because=because,
        is_through=is_through,
    )


def select_qualifiers(
    tables: Sequence[Table], qualifiers: int, lots: Lots, *, bye_halves: int, gone: Collection[PlayerId] = ()
) -> tuple[PlayerId, ...]:
    """Return the players who qualify from a stage, in the order in which the next stage seeds them.

    ``qualifiers`` players of each table qualify. Players in ``gone`` are skipped, and the next players in the
    table qualify instead. All winners of groups come first, then all players in second place, and so on.
    Groups may differ in size, and odd ones have byes, so players of the same rank are compared by averages:
    their score without byes (each of which gave ``bye_halves`` half points) divided by the number of rubbers
    that they had to play, then each tie-break divided by the same number, then by lot. Direct encounter is
    not used between groups. Progressive score and the tie-breaks from opponents' scores (Buchholz,
    Sonneborn-Berger) are used only if all players compared had the same number of rubbers and byes.
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


def mark_qualifiers(table: Table, qualifiers: int, gone: Collection[PlayerId]) -> Table:
    """Return a copy of the table with ``is_through`` set for the first ``qualifiers`` not in ``gone``."""
    staying = [line.player for line in table.lines if line.player not in gone]
    through = frozenset(staying[:qualifiers])
    return replace(
        table, lines=tuple(replace(line, is_through=line.player in through) for line in table.lines)
    )


def event_places(stages: Sequence[StageState]) -> dict[PlayerId, int]:
    """Return the final places in the event, by player id. Players whose place is not settled are missing.

    Those of the last stage come first, in the order of its table; then those who reached only the previous
    stage, and so on. Equal ranks, even in different groups, share a place.
    """
    places: dict[PlayerId, int] = {}
    for stage, following in reversed(list(zip_longest(stages, stages[1:]))):
        if stage.phase != "complete":
            continue
        ahead = _continuing_players(stage, following)
        lines = [line for table in stage.tables for line in table.lines if line.player not in ahead]
        lines.sort(key=lambda line: line.rank)
        place_of_rank: dict[int, int] = {}
        for place, line in enumerate(lines, start=len(ahead) + 1):
            places.setdefault(line.player, place_of_rank.setdefault(line.rank, place))
    return places


def _continuing_players(stage: StageState, following: StageState | None) -> frozenset[PlayerId]:
    """Return the players who play, or will play, in the following stage."""
    if following is None:
        return frozenset()
    return frozenset(following.entrants or stage.through)
