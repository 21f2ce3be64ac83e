"""Glicko-2, as Mark E. Glickman describes it in "Example of the Glicko-2 system" (2012, revised 2013).

Ratings and deviations are on the familiar scale: 1500 in the middle, and 400 points for a chance of ten to
one. The paper's mu is ``(rating - 1500) / SCALE``, its phi is ``deviation / SCALE``, and its sigma is the
volatility. Steps have the paper's numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

SCALE: Final = 173.7178
MIDDLE: Final = 1500.0
CONVERGED: Final = 1e-6
MOST_STEPS: Final = 100
"""The maximum number of steps in the search for a volatility. The search never needs nearly as many."""


@dataclass(frozen=True, slots=True)
class Constants:
    """Constants of the rating system.

    ``deviation`` and ``volatility`` are those of a newcomer. ``tau`` limits how fast volatilities change.
    """

    deviation: float = 350.0
    volatility: float = 0.06
    tau: float = 0.5


class Strength(NamedTuple):
    """An estimate of a player's strength.

    The true strength is within one ``deviation`` of ``rating`` with a probability of two thirds.
    """

    rating: float
    deviation: float
    volatility: float


class Score(NamedTuple):
    """A player's result against one opponent in one period: ``won`` of ``games``.

    ``against`` is the opponent's strength before the period.
    """

    against: Strength
    games: int
    won: int


def newcomer(constants: Constants) -> Strength:
    """Return the strength of a player about whom nothing is known (the paper's step 1)."""
    return Strength(MIDDLE, constants.deviation, constants.volatility)


def expected_score(one: Strength, other: Strength) -> float:
    """Return the probability that ``one`` wins a game against ``other``, given the uncertainty about both.

    >>> expected_score(Strength(1500, 60, 0.01), Strength(1500, 30, 0.01))
    0.5
    """
    uncertainty = math.hypot(one.deviation, other.deviation) / SCALE
    return _compute_chance(_compute_damping(uncertainty) * (one.rating - other.rating) / SCALE)


def aged(player: Strength, periods: int, constants: Constants) -> Strength:
    """Return a player's strength after ``periods`` without a game (the paper's step 6 alone).

    The deviation grows, but never beyond that of a newcomer.
    """
    if periods <= 0:
        return player
    grown = math.hypot(player.deviation, SCALE * player.volatility * math.sqrt(periods))
    return player._replace(deviation=min(grown, max(constants.deviation, player.deviation)))


def rated(player: Strength, scores: Sequence[Score], constants: Constants) -> Strength:
    """Return a player's strength after a period with the games ``scores``, at least one (the paper's steps 2 to 8).

    Sums are computed in the order of ``scores``, so the same order gives the same floats.
    """
    mu, phi = (player.rating - MIDDLE) / SCALE, player.deviation / SCALE
    information = surplus = 0.0
    for against, games, won in scores:
        damping = _compute_damping(against.deviation / SCALE)
        chance = _compute_chance(damping * (mu - (against.rating - MIDDLE) / SCALE))
        information += games * damping * damping * chance * (1 - chance)
        surplus += damping * (won - games * chance)
    variance = 1 / information
    volatility = _find_volatility(phi, player.volatility, variance, variance * surplus, constants.tau)
    phi_before = min(math.hypot(phi, volatility), max(phi, constants.deviation / SCALE))
    phi_after = 1 / math.sqrt(1 / phi_before**2 + 1 / variance)
    return Strength(MIDDLE + SCALE * (mu + phi_after**2 * surplus), SCALE * phi_after, volatility)


def _compute_damping(phi: float) -> float:
    """Return the paper's g, by which uncertainty about an opponent moves every probability towards one half."""
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def _compute_chance(difference: float) -> float:
    return 1 / (1 + math.exp(-difference))


def _find_volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility (step 5), found by the Illinois variant of regula falsi.

    The search is over x, the logarithm of the squared volatility, and begins at ``a``, that of ``sigma``.
    """
    a = math.log(sigma * sigma)
    known = phi * phi + variance

    def slope(x: float) -> float:
        grown = math.exp(x)
        total = known + grown
        return grown * (delta * delta - total) / (2 * total * total) - (x - a) / (tau * tau)

    low, high = a, _find_other_end(a, delta * delta - known, slope, tau)
    at_low, at_high = slope(low), slope(high)
    for _ in range(MOST_STEPS):
        if abs(high - low) <= CONVERGED:
            break
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def _find_other_end(a: float, excess: float, slope: Callable[[float], float], tau: float) -> float:
    """Return a second starting point for the search, at which the slope has the other sign than at ``a``."""
    if excess > 0:
        return math.log(excess)
    steps = 1
    while slope(a - steps * tau) < 0:
        steps += 1
    return a - steps * tau
