"""Find the constants that predict games best: try a small grid on simulated seasons of known strengths.

A loss is the natural logarithm of one over the probability given to the actual result, from data before its
week or rubber began; a coin's is 0.6931. Every forecaster returns the losses of the same games in the same
order: by week, within a week as they are given, within a rubber the games of A first. Two forecasters can
thus be compared game by game.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import compress, groupby, product
from operator import attrgetter
from random import Random
from typing import Final, NamedTuple

from worker.ratings.constants import CONSTANTS
from worker.ratings.glicko2 import MIDDLE, Constants, expected_score
from worker.ratings.ladder import Ladder, Met, PlayerKey
from worker.ratings.weeks import A_WEEK, Week

COIN: Final = math.log(2)
ELO_POINTS: Final = 400


class Mean(NamedTuple):
    """A mean of losses, or of differences between two forecasters' losses, and its standard error."""

    mean: float
    error: float


def coin_losses(met: Iterable[Met]) -> list[float]:
    return [COIN for each in met for _ in range(each.won_a + each.won_b)]


def known_losses(met: Sequence[Met], chances: Sequence[float]) -> list[float]:
    """Return the losses of a forecaster who knows the true ``chances`` of A. The meetings come week by week."""
    return [loss for each, chance in zip(met, chances, strict=True) for loss in _losses(each, chance)]


def rated_losses(met: Iterable[Met], constants: Constants) -> list[float]:
    """Return the losses of Glicko-2: the games of a week are predicted from the ratings before it."""
    ladder = Ladder(constants=constants)
    losses: list[float] = []
    for week, together in _by_week(met):
        before = {player: ladder.before(player, week) for each in together for player in (each.a, each.b)}
        for each in together:
            losses += _losses(each, expected_score(before[each.a], before[each.b]))
        ladder.play(week, together)
    return losses


def elo_losses(met: Iterable[Met], k: float) -> list[float]:
    """Return the losses of plain Elo, rated after each rubber: it sees more of a week than Glicko-2 does."""
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
    if not values:
        raise ValueError("no games to take a mean of")
    count = len(values)
    mean = math.fsum(values) / count
    variance = math.fsum((value - mean) ** 2 for value in values) / max(1, count - 1)
    return Mean(mean, math.sqrt(variance / count))


def mean_difference(losses: Sequence[float], others: Sequence[float]) -> Mean:
    """Return by how much ``losses`` exceed the ``others``, game by game; below zero they are the better."""
    return mean_of([loss - other for loss, other in zip(losses, others, strict=True)])


def _by_week(met: Iterable[Met]) -> Iterator[tuple[Week, list[Met]]]:
    for week, together in groupby(sorted(met, key=attrgetter("week")), key=attrgetter("week")):
        yield week, list(together)


def _losses(met: Met, chance: float) -> list[float]:
    return [-math.log(chance)] * met.won_a + [-math.log1p(-chance)] * met.won_b


DEVIATIONS: Final = (20.0, 30.0, 40.0, 55.0, 75.0, 110.0, 350.0)
VOLATILITIES: Final = (0.003, 0.01, 0.03, 0.06)
TAUS: Final = (0.3, 0.9)
GRID: Final = tuple(Constants(*choice) for choice in product(DEVIATIONS, VOLATILITIES, TAUS))
ELO_KS: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 24.0, 32.0)


@dataclass(frozen=True, slots=True)
class Tried:
    constants: Constants
    loss: float


@dataclass(frozen=True, slots=True)
class HeldOut:
    """The result on the ``games`` of the later half of each club's weeks, with the best choice of the earlier half.

    Nothing was chosen on the games on which it is tested. ``over_best`` is by how much the constants in use, which
    were chosen on none of these games, lose more than ``best``.
    """

    games: int
    in_use: Tried
    best: Tried
    elo_k: float
    elo_loss: float
    over_best: Mean


@dataclass(frozen=True, slots=True)
class Tuning:
    """The evaluation of the constants ``in_use``, of every choice of the grid, the best first, and of others.

    ``over_coin``, ``over_elo`` and ``over_best`` are the excess losses per game of the constants in use: below zero
    they are the better. ``elo_k`` is the best K of those tried. ``held_out`` is None if all games fell in one week.
    """

    games: int
    in_use: Tried
    tried: tuple[Tried, ...]
    elo_k: float
    elo_loss: float
    over_coin: Mean
    over_elo: Mean
    over_best: Mean
    held_out: HeldOut | None

    @property
    def best(self) -> Tried:
        return self.tried[0]

    @property
    def share_over_best(self) -> float:
        """The excess loss of the constants in use over the best, as a share of its loss; below zero they are ahead."""
        return self.over_best.mean / self.best.loss


def tune(
    clubs: Sequence[Sequence[Met]], *, grid: Iterable[Constants] = GRID, ks: Iterable[float] = ELO_KS
) -> Tuning:
    """Try all choices on the games of ``clubs``, each of which has ratings of its own.

    Raises ``ValueError`` if nobody has won a game.
    """
    own = _over(clubs, partial(rated_losses, constants=CONSTANTS))
    tried = [(each, _over(clubs, partial(rated_losses, constants=each))) for each in grid]
    tried.sort(key=lambda each: math.fsum(each[1]))
    elos = [(k, _over(clubs, partial(elo_losses, k=k))) for k in ks]
    elo_k, elo = min(elos, key=lambda each: math.fsum(each[1]))
    return Tuning(
        games=len(own),
        in_use=Tried(CONSTANTS, mean_of(own).mean),
        tried=tuple(Tried(each, mean_of(losses).mean) for each, losses in tried),
        elo_k=elo_k,
        elo_loss=mean_of(elo).mean,
        over_coin=mean_difference(own, _over(clubs, coin_losses)),
        over_elo=mean_difference(own, elo),
        over_best=mean_difference(own, tried[0][1]),
        held_out=_held_out(own, tried, elos, is_later=_is_later(clubs)),
    )


def _held_out(
    own: Sequence[float],
    tried: Sequence[tuple[Constants, Sequence[float]]],
    elos: Sequence[tuple[float, Sequence[float]]],
    *,
    is_later: Sequence[bool],
) -> HeldOut | None:
    """Return the result on the later half. ``is_later`` tells for each game, in the order of losses, if it is in it."""
    if all(is_later):
        return None
    is_earlier = [not each for each in is_later]
    constants, losses = min(tried, key=lambda each: math.fsum(compress(each[1], is_earlier)))
    elo_k, elo = min(elos, key=lambda each: math.fsum(compress(each[1], is_earlier)))
    in_use, best = list(compress(own, is_later)), list(compress(losses, is_later))
    return HeldOut(
        games=len(in_use),
        in_use=Tried(CONSTANTS, mean_of(in_use).mean),
        best=Tried(constants, mean_of(best).mean),
        elo_k=elo_k,
        elo_loss=mean_of(list(compress(elo, is_later))).mean,
        over_best=mean_difference(in_use, best),
    )


def _is_later(clubs: Sequence[Sequence[Met]]) -> list[bool]:
    """Return for each game, in the order of losses, whether it is in the later half. A middle week counts as later."""
    flags: list[bool] = []
    for met in clubs:
        weeks = sorted({each.week for each in met})
        for each in sorted(met, key=attrgetter("week")):
            flags += [each.week >= weeks[len(weeks) // 2]] * (each.won_a + each.won_b)
    return flags


def _over(clubs: Sequence[Sequence[Met]], losses: Callable[[Sequence[Met]], list[float]]) -> list[float]:
    return [loss for met in clubs for loss in losses(met)]


FIRST_WEEK: Final = date(2020, 9, 7)
BEST_WINS: Final = 0.59
"""The share of games that the best player wins against the mean of the club.

The review's estimates give the best play about so much of a game.
"""


@dataclass(frozen=True, slots=True)
class Season:
    """``chances`` are those of ``a`` in the games of each of ``met``."""

    met: Sequence[Met]
    chances: Sequence[float]


@dataclass(frozen=True, slots=True)
class Club:
    """The size and activity of a simulated club.

    Each week a share of ``attendance`` of its players come, and each plays about ``rubbers`` rubbers of up to
    three games.
    """

    players: int = 40
    weeks: int = 100
    attendance: float = 0.5
    rubbers: int = 4


def simulate_season(club: Club, *, seed: int) -> Season:
    random = Random(seed)
    strengths = _strengths(club.players, random)
    met, chances = [], []
    for number in range(club.weeks):
        come = [player for player in range(club.players) if random.random() < club.attendance]
        for _ in range(club.rubbers):
            random.shuffle(come)
            for a, b in zip(come[::2], come[1::2], strict=False):
                chance = 1 / (1 + math.exp(strengths[b] - strengths[a]))
                met.append(Met(FIRST_WEEK + number * A_WEEK, a, b, *_rubber(chance, random)))
                chances.append(chance)
    return Season(met, chances)


def _strengths(players: int, random: Random) -> list[float]:
    """Logits against the mean of the club, of which the best is ``BEST_WINS``."""
    drawn = [random.gauss() for _ in range(players)]
    mean = sum(drawn) / players
    best = math.log(BEST_WINS / (1 - BEST_WINS))
    return [best * (each - mean) / (max(drawn) - mean) for each in drawn]


def _rubber(chance: float, random: Random) -> tuple[int, int]:
    won = [0, 0]
    while max(won) < 2:
        won[random.random() >= chance] += 1
    return won[0], won[1]
