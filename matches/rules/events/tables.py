"""The table of a stage, or of one of its groups: everybody in order, with the reason for each place.

The order is that of the stage's score, then of its tie-breaks one after the other, each among those whom all
before it left level.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Final, TypeAlias

from matches.rules.events.facts import PlayerId
from matches.rules.events.outcomes import full_bye_halves
from matches.rules.events.plan import DEFAULT_TIE_BREAKS, RubberRules, StagePlan, TieBreak
from matches.rules.events.random_order import Lots
from matches.rules.events.state import Figure, Outcome, PairingState, Table, TableLine, Why
from matches.rules.events.tie_breaks import (
    BY_PLAYER,
    Meeting,
    Record,
    Records,
    Share,
    direct_encounter,
)

BECAUSE_CODES: Final[dict[str, tuple[str, ...]]] = {
    "decided": ("figure", "own", "below", "level_on"),
    "level": (),
    "next_annulled": (),
}
"""Why a line stands above the next. ``own`` and ``below``: the values of ``figure``, in its own unit; ``level_on``:
the figures before it, in order, in which both are equal. ``level``: they share the rank. ``next_annulled``: the next
one's results do not count.
"""
Reason: TypeAlias = tuple[Figure | None, Why]
"""A line's ``decided_by`` and ``because``."""
NO_REASON: Final[Reason] = (None, ())
LEVEL: Final[Why] = ("level",)
NEXT_ANNULLED: Final[Reason] = (None, ("next_annulled",))


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
    """The table of ``entrants``; whatever is not decided yet counts nothing. With a ``group``, of its pairings
    alone.

    Those who are ``annulled`` stand last: their pairings are not among ``pairings``, and nobody whose results count
    is to stand below them. Those who share a rank stand in the order of their lots. ``is_through`` marks the first
    ``through`` lines: who would go on as things are. A line's ``played``, ``won`` and ``lost`` count walkovers, and no
    byes.
    Raises ``KeyError`` for a pairing of somebody who is not an entrant, and for an entrant without a lot.
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
    """What tie-breaks look at. Raises ``KeyError`` for a pairing of somebody who is not an entrant."""
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
    """Both sides' view of a decided pairing."""
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
    """Each player's score and figures, in the order in which they decide."""
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
    """Direct encounter of each, among those who are level with him in all of ``values``."""
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
    played = won = lost = games_won = games_lost = points_won = points_lost = trebles = voles = 0
    for meeting in record.meetings:
        played += meeting.adversary is not None
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
