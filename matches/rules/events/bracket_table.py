"""Compute the table of a bracket: its entrants, best first by how far they got, with the reason for each position."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from matches.rules.events.bracket import Part, bracket
from matches.rules.events.facts import PlayerId, StageFacts
from matches.rules.events.plan import StagePlan
from matches.rules.events.state import Pair, PairingState, RoundState, Table, TableLine, Why

BECAUSE_CODES: Final[dict[str, tuple[str, ...]]] = {
    "bracket_champion": (),
    "bracket_in": ("next_label",),
    "bracket_out": ("label", "next_label"),
    "bracket_third_place": (),
    "bracket_consolation_won": (),
    "bracket_consolation_in": ("next_label",),
    "bracket_consolation_out": ("label", "next_label"),
    "bracket_level": (),
}
"""The reasons why a row is above the next: names of parameters, by code. Labels are of the rounds of going out."""

PartResult: TypeAlias = tuple[int, int]
"""A sort key for a player's result in one part of the bracket; the lowest is the best.

The first number is 0 if the player won the part, then higher for still playing in it, out of it, and never in
it. For a player who is out, the second number is minus the number of the round in which they went out.
"""
WON: Final[PartResult] = (0, 0)
STILL_IN: Final[PartResult] = (1, 0)
NEVER_IN: Final[PartResult] = (3, 0)
SIDE_PARTS: Final[frozenset[Part]] = frozenset({"third_place", "consolation"})


@dataclass(frozen=True, slots=True, order=True)
class _Course:
    """A player's results in the bracket, in the match for third place and in the consolation."""

    bracket: PartResult
    third_place: PartResult
    consolation: PartResult


@dataclass(slots=True)
class _Totals:
    """A player's totals. ``at_table``: the number of wins that were played."""

    played: int = 0
    won: int = 0
    lost: int = 0
    at_table: int = 0
    games: Pair = (0, 0)
    points: Pair = (0, 0)
    trebles: int = 0
    voles: int = 0
    byes: int = 0


def bracket_table(stage_facts: StageFacts, plan: StagePlan, rounds: Sequence[RoundState]) -> Table:
    """Return the table of a bracket. ``rounds`` are the rounds that ``bracket_rounds`` returned.

    Players who went out in the same round share a rank, unless the match for third place or the consolation separates
    them, and are listed in order of seed. Players who are still in come first and share a rank. As in other tables,
    ``played``, ``won`` and ``lost`` include walkovers but not byes, and ``halves`` is the score (wins, in half
    points). Games, points and the figure ``wins`` count only rubbers that were played at a table.
    """
    places = stage_facts.positions
    parts = bracket(plan, len(places), len(places) - places.count(None)).parts
    labels = {round_.number: round_.label for round_ in rounds}
    courses = _courses(stage_facts.entrants, parts, rounds)
    totals = _totals(rounds)
    ordered = sorted(stage_facts.entrants, key=courses.__getitem__)
    lines: list[TableLine] = []
    for position, player in enumerate(ordered, start=1):
        is_level = position > 1 and courses[ordered[position - 2]] == courses[player]
        following = courses[ordered[position]] if position < len(ordered) else None
        lines.append(
            _line(
                player,
                position,
                rank=lines[-1].rank if is_level else position,
                totals=totals[player],
                because=_because(courses[player], following, labels),
                is_through=position <= plan.qualifiers,
            )
        )
    return Table(group=0, lines=tuple(lines))


def _line(
    player: PlayerId, position: int, *, rank: int, totals: _Totals, because: Why, is_through: bool
) -> TableLine:
    return TableLine(
        player=player,
        position=position,
        rank=rank,
        halves=2 * totals.won,
        played=totals.played,
        won=totals.won,
        lost=totals.lost,
        games=totals.games,
        points=totals.points,
        trebles=totals.trebles,
        voles=totals.voles,
        byes=totals.byes,
        figures=(("wins", totals.at_table),),
        decided_by=None,
        because=because,
        is_through=is_through,
    )


def _courses(
    entrants: Sequence[PlayerId], parts: Sequence[Part], rounds: Sequence[RoundState]
) -> dict[PlayerId, _Course]:
    """Return how far each player came in the bracket, the match for third place and the consolation bracket."""
    of_part: dict[str, list[RoundState]] = defaultdict(list)
    for round_ in rounds:
        part = parts[round_.number - 1]
        of_part[part if part in SIDE_PARTS else "bracket"].append(round_)
    last = {part: len(parts) - parts[::-1].index(part) for part in set(parts)}
    finals = {last[part] for part in ("final", "second_final") if part in last} or {len(parts)}
    through = _part_results(of_part["bracket"], finals)
    third_place = _part_results(of_part["third_place"], {last.get("third_place", 0)})
    consolation = _part_results(of_part["consolation"], {last.get("consolation", 0)})
    return {
        player: _Course(
            through.get(player, NEVER_IN),
            third_place.get(player, NEVER_IN),
            consolation.get(player, NEVER_IN),
        )
        for player in entrants
    }


def _part_results(rounds: Sequence[RoundState], finals: Collection[int]) -> dict[PlayerId, PartResult]:
    """Return the results in one part: out in the round of the player's last pairing, unless it can still be won."""
    results: dict[PlayerId, PartResult] = {}
    for round_ in rounds:
        for pairing in round_.pairings:
            for player in (pairing.a, pairing.b):
                if player is not None:
                    results[player] = STILL_IN if pairing.outcome is None else (2, -round_.number)
    if rounds and rounds[-1].number in finals:
        winner = _winner(rounds[-1].pairings[0])
        if winner is not None:
            results[winner] = WON
    return results


def _winner(pairing: PairingState) -> PlayerId | None:
    if pairing.outcome is None or pairing.outcome.winner is None:
        return None
    return pairing.a if pairing.outcome.winner == "A" else pairing.b


def _totals(rounds: Sequence[RoundState]) -> dict[PlayerId, _Totals]:
    totals: dict[PlayerId, _Totals] = defaultdict(_Totals)
    for round_ in rounds:
        for pairing in round_.pairings:
            for own, player in enumerate((pairing.a, pairing.b)):
                if player is not None:
                    _add(totals[player], pairing, own)
    return totals


def _add(totals: _Totals, pairing: PairingState, own: int) -> None:
    totals.byes += pairing.kind == "bye"
    outcome = pairing.outcome
    if outcome is None or pairing.kind == "bye":
        return
    has_won = outcome.winner == "AB"[own]
    totals.played += 1
    totals.won += has_won
    totals.lost += outcome.winner == "BA"[own]
    totals.at_table += has_won and outcome.is_played
    totals.games = _sum(totals.games, outcome.games, own)
    totals.points = _sum(totals.points, outcome.points or (0, 0), own)
    totals.trebles += outcome.trebles[own]
    totals.voles += outcome.voles[own]


def _sum(own_and_others: Pair, pair: Pair, own: int) -> Pair:
    return own_and_others[0] + pair[own], own_and_others[1] + pair[1 - own]


def _because(course: _Course, following: _Course | None, labels: Mapping[int, str]) -> Why:
    """Return why a player stands above the one that follows in the table, or () for the last player."""
    if following is None:
        return ()

    def out(result: PartResult) -> str:
        return labels.get(-result[1], "")

    if course.bracket != following.bracket:
        if course.bracket == WON:
            return ("bracket_champion",)
        if course.bracket == STILL_IN:
            return ("bracket_in", out(following.bracket))
        return ("bracket_out", out(course.bracket), out(following.bracket))
    if course.third_place != following.third_place:
        return ("bracket_third_place",)
    if course.consolation == following.consolation:
        return ("bracket_level",)
    if course.consolation == WON:
        return ("bracket_consolation_won",)
    if course.consolation == STILL_IN:
        return ("bracket_consolation_in", out(following.consolation))
    return ("bracket_consolation_out", out(course.consolation), out(following.consolation))
