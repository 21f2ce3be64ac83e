"""How well the next game is foretold: log-loss of each game, by what was known before its week or rubber began.

A loss is the natural logarithm of one over the chance that was given to what came; a coin's is 0.6931. Every forecaster
gives the losses of the same games in the same order: by week, in a week as they are given, in a rubber the games of A
first. So two of them can be compared game by game.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from worker.ratings.glicko2 import MIDDLE, Constants, expected_score
from worker.ratings.ladder import Ladder, Met, PlayerKey
from worker.ratings.weeks import Week

COIN: Final = math.log(2)
ELO_POINTS: Final = 400


class Mean(NamedTuple):
    """A mean of losses, or of differences between two forecasters' losses, and its standard error."""

    mean: float
    error: float


def coin_losses(met: Iterable[Met]) -> list[float]:
    return [COIN for each in met for _ in range(each.won_a + each.won_b)]


def known_losses(met: Sequence[Met], chances: Sequence[float]) -> list[float]:
    """Of whoever knows the true ``chances`` of A in each of ``met``, which come week by week: nobody does better."""
    return [loss for each, chance in zip(met, chances, strict=True) for loss in _losses(each, chance)]


def rated_losses(met: Iterable[Met], constants: Constants) -> list[float]:
    """Of Glicko-2: the games of a week are foretold from the ratings before it."""
    ladder = Ladder(constants=constants)
    losses: list[float] = []
    for week, together in _by_week(met):
        before = {player: ladder.before(player, week) for each in together for player in (each.a, each.b)}
        for each in together:
            losses += _losses(each, expected_score(before[each.a], before[each.b]))
        ladder.play(week, together)
    return losses


def elo_losses(met: Iterable[Met], k: float) -> list[float]:
    """Of plain Elo, rated after each rubber: it sees more of a week than Glicko-2 does."""
    ratings: defaultdict[PlayerKey, float] = defaultdict(lambda: MIDDLE)
    losses: list[float] = []
    for _, together in _by_week(met):
        for each in together:
            chance = 1 / (1 + 10 ** ((ratings[each.b] - ratings[each.a]) / ELO_POINTS))
            losses += _losses(each, chance)
            gain = k * (each.won_a - (each.won_a + each.won_b) * chance)
            ratings[each.a] += gain
            ratings[each.b] -= gain
    return losses


def mean_of(values: Sequence[float]) -> Mean:
    """Raises ``ValueError`` for none."""
    if not values:
        raise ValueError("no games to take a mean of")
    count = len(values)
    mean = math.fsum(values) / count
    variance = math.fsum((value - mean) ** 2 for value in values) / max(1, count - 1)
    return Mean(mean, math.sqrt(variance / count))


def mean_difference(losses: Sequence[float], others: Sequence[float]) -> Mean:
    """By how much ``losses`` are above the ``others``, game by game; below zero they are the better."""
    return mean_of([loss - other for loss, other in zip(losses, others, strict=True)])


def _by_week(met: Iterable[Met]) -> Iterator[tuple[Week, list[Met]]]:
    """Within a week they stay in their order, which is that of play."""
    for week, together in groupby(sorted(met, key=attrgetter("week")), key=attrgetter("week")):
        yield week, list(together)


def _losses(met: Met, chance: float) -> list[float]:
    return [-math.log(chance)] * met.won_a + [-math.log1p(-chance)] * met.won_b
