"""Rate the players of a club from one week to the next.

The order of the games does not matter, neither within a week nor in the arguments: the same games give the
same floats.
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
    """The games that two players played against each other in one week: how many each player won.

    There is at least one game.
    """

    week: Week
    a: PlayerKey
    b: PlayerKey
    won_a: int
    won_b: int


class Known(NamedTuple):
    """A player's strength after ``week``, the last week in which the player played."""

    week: Week
    strength: Strength


class RatedWeek(NamedTuple):
    """A player's result in one week.

    ``strength`` is the strength after the week. The player won ``won`` of ``games``; ``expected`` is the
    number of wins that the strengths before the week predicted.
    """

    week: Week
    player: PlayerKey
    strength: Strength
    games: int
    won: int
    expected: float


@dataclass(slots=True)
class Ladder:
    """The strength of each player after the weeks rated so far. A player who is not in it is a newcomer."""

    known: dict[PlayerKey, Known] = field(default_factory=dict)
    constants: Constants = CONSTANTS

    def before(self, player: PlayerKey, week: Week) -> Strength:
        """Return a player's strength at the start of ``week``.

        The deviation grows with each week without a game since the player last played. A player who has not
        played yet is a newcomer.
        """
        known = self.known.get(player)
        if known is None:
            return newcomer(self.constants)
        return aged(known.strength, weeks_between(known.week, week) - 1, self.constants)

    def play(self, week: Week, met: Iterable[Met]) -> list[RatedWeek]:
        """Rate one week from its results ``met``. Return the result of each player, sorted by the players'
        keys.

        The week must be later than all weeks rated so far.
        """
        results = _collect_results(met)
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
        """Return a player's rating after a week. ``against`` has the games and the games won against each opponent."""
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
    """Group results by week. Yield each week and its list of results, the earliest week first."""
    for week, together in groupby(sorted(met), key=attrgetter("week")):
        yield week, list(together)


def rate_weeks(met: Iterable[Met], ladder: Ladder) -> Iterator[RatedWeek]:
    """Rate all weeks in ``met`` in order, and yield the result of each player in each week.

    ``ladder`` has the strengths before the first of these weeks. It is updated in place.
    """
    for week, together in weeks_of(met):
        yield from ladder.play(week, together)


def _collect_results(met: Iterable[Met]) -> dict[PlayerKey, dict[PlayerKey, tuple[int, int]]]:
    """Return, for each player and opponent, the number of games played and the number won by the player."""
    won: defaultdict[tuple[PlayerKey, PlayerKey], int] = defaultdict(int)
    for _, a, b, won_a, won_b in met:
        won[a, b] += won_a
        won[b, a] += won_b
    results: defaultdict[PlayerKey, dict[PlayerKey, tuple[int, int]]] = defaultdict(dict)
    for player, other in won:
        own = won[player, other]
        results[player][other] = (own + won[other, player], own)
    return results
