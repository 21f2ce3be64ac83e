"""A club's ratings from one week to the next.

The order in which games were played within a week plays no part, nor does the order in which they are given: the same
games give the same floats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from worker.ratings.constants import CONSTANTS
from worker.ratings.glicko2 import Constants, Score, Strength, aged, expected_score, newcomer, rated
from worker.ratings.weeks import Week, weeks_between

PlayerKey: TypeAlias = int


class Met(NamedTuple):
    """Two players in one week, and how many games each of them won of the other; one of the two at least."""

    week: Week
    a: PlayerKey
    b: PlayerKey
    won_a: int
    won_b: int


class Known(NamedTuple):
    """What was known of a player after ``week``, the last in which he played."""

    week: Week
    strength: Strength


class RatedWeek(NamedTuple):
    """A player after a week in which he played: of ``games`` he won ``won``, and was expected to win ``expected``."""

    week: Week
    player: PlayerKey
    strength: Strength
    games: int
    won: int
    expected: float


@dataclass(slots=True)
class Ladder:
    """What is known of each player so far; who is not in it is a newcomer."""

    known: dict[PlayerKey, Known] = field(default_factory=dict)
    constants: Constants = CONSTANTS

    def before(self, player: PlayerKey, week: Week) -> Strength:
        """As he goes into ``week``: without it, and older by the weeks since he played."""
        known = self.known.get(player)
        if known is None:
            return newcomer(self.constants)
        return aged(known.strength, weeks_between(known.week, week) - 1, self.constants)

    def play(self, week: Week, met: Iterable[Met]) -> list[RatedWeek]:
        """Rate a week, which is later than all before; players in the order of their keys."""
        results = _results(met)
        before = {player: self.before(player, week) for player in results}
        rows = [self._rate(week, player, results[player], before) for player in sorted(results)]
        self.known |= {row.player: Known(week, row.strength) for row in rows}
        return rows

    def _rate(
        self,
        week: Week,
        player: PlayerKey,
        against: Mapping[PlayerKey, tuple[int, int]],
        before: Mapping[PlayerKey, Strength],
    ) -> RatedWeek:
        scores = [Score(before[other], *against[other]) for other in sorted(against)]
        own = before[player]
        return RatedWeek(
            week,
            player,
            rated(own, scores, self.constants),
            games=sum(score.games for score in scores),
            won=sum(score.won for score in scores),
            expected=sum(score.games * expected_score(own, score.against) for score in scores),
        )


def weeks_of(met: Iterable[Met]) -> Iterator[tuple[Week, list[Met]]]:
    """The meetings week by week, the earliest first."""
    for week, together in groupby(sorted(met), key=attrgetter("week")):
        yield week, list(together)


def rate_weeks(met: Iterable[Met], ladder: Ladder) -> Iterator[RatedWeek]:
    """Every player's every week, in order; ``ladder`` says what was known before the first of them."""
    for week, together in weeks_of(met):
        yield from ladder.play(week, together)


def _results(met: Iterable[Met]) -> dict[PlayerKey, dict[PlayerKey, tuple[int, int]]]:
    """Games and games won of each player against each of his adversaries."""
    won: defaultdict[tuple[PlayerKey, PlayerKey], int] = defaultdict(int)
    for _, a, b, won_a, won_b in met:
        won[a, b] += won_a
        won[b, a] += won_b
    results: defaultdict[PlayerKey, dict[PlayerKey, tuple[int, int]]] = defaultdict(dict)
    for player, other in won:
        own = won[player, other]
        results[player][other] = (own + won[other, player], own)
    return results
