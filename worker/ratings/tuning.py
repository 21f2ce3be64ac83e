"""Which constants foretell games best: every choice of a small grid tried on the same games."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress, product
from operator import attrgetter
from typing import Final

from worker.ratings.constants import CONSTANTS
from worker.ratings.glicko2 import Constants
from worker.ratings.ladder import Met
from worker.ratings.losses import (
    Mean,
    coin_losses,
    elo_losses,
    mean_difference,
    mean_of,
    rated_losses,
)

DEVIATIONS: Final = (20.0, 30.0, 40.0, 55.0, 75.0, 110.0, 350.0)
VOLATILITIES: Final = (0.003, 0.01, 0.03, 0.06)
TAUS: Final = (0.3, 0.9)
GRID: Final = tuple(Constants(*choice) for choice in product(DEVIATIONS, VOLATILITIES, TAUS))
ELO_KS: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 24.0, 32.0)


@dataclass(frozen=True, slots=True)
class Tried:
    """One choice of constants, and its mean log-loss per game."""

    constants: Constants
    loss: float


@dataclass(frozen=True, slots=True)
class HeldOut:
    """The ``games`` of the later half of each club's weeks, foretold by what had done best on those of the earlier
    half: nothing was chosen on the games that it is held against.

    ``over_best`` is by how much the constants in use, which were chosen on no games at hand, lose more than ``best``.
    """

    games: int
    in_use: Tried
    best: Tried
    elo_k: float
    elo_loss: float
    over_best: Mean


@dataclass(frozen=True, slots=True)
class Tuning:
    """What the games say of the constants ``in_use``, of every choice of the grid, the best first, and of others.

    ``over_coin``, ``over_elo`` and ``over_best`` are by how much the constants in use lose more a game: below zero they
    are the better. ``elo_k`` is the best K of those tried. ``held_out`` is None where all was played in one week.
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
        """How far the constants in use are behind the best, as a share of its loss; below zero they are ahead."""
        return self.over_best.mean / self.best.loss


def tune(
    clubs: Sequence[Sequence[Met]],
    *,
    grid: Iterable[Constants] = GRID,
    ks: Iterable[float] = ELO_KS,
) -> Tuning:
    """Try all on the games of ``clubs``, each of which has ratings of its own.

    Raises ``ValueError`` where nobody has won a game.
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
    """``is_later`` says of each game, in the order of losses, whether it is one of the later half."""
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
    """Of each game, in the order of losses. Of an odd number of weeks the middle one is later."""
    found: list[bool] = []
    for met in clubs:
        weeks = sorted({each.week for each in met})
        for each in sorted(met, key=attrgetter("week")):
            found += [each.week >= weeks[len(weeks) // 2]] * (each.won_a + each.won_b)
    return found


def _over(clubs: Sequence[Sequence[Met]], losses: Callable[[Sequence[Met]], list[float]]) -> list[float]:
    return [loss for met in clubs for loss in losses(met)]
