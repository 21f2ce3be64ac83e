"""Glicko-2, as Mark E. Glickman sets it out in "Example of the Glicko-2 system" (2012, revised 2013).

Ratings and deviations are on the scale that people know (1500 in the middle, 400 points for ten to one); the paper's
mu and phi are those divided by ``SCALE``. A volatility is the paper's sigma. Steps are numbered as there.
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
"""Far more than the search for a volatility ever takes."""


@dataclass(frozen=True, slots=True)
class Constants:
    """``deviation`` and ``volatility`` of whoever has not played yet, and ``tau``, how fast volatilities change."""

    deviation: float = 350.0
    volatility: float = 0.06
    tau: float = 0.5


class Strength(NamedTuple):
    """What is known of a player: with two chances in three he is within one ``deviation`` of ``rating``."""

    rating: float
    deviation: float
    volatility: float


class Score(NamedTuple):
    """Games of one period against one adversary, who is taken as he was before it."""

    against: Strength
    games: int
    won: int


def newcomer(constants: Constants) -> Strength:
    """Step 1: somebody of whom nothing is known."""
    return Strength(MIDDLE, constants.deviation, constants.volatility)


def expected_score(one: Strength, other: Strength) -> float:
    """The chance of ``one`` to win a game, with what is not known of either taken into account.

    >>> expected_score(Strength(1500, 60, 0.01), Strength(1500, 30, 0.01))
    0.5
    """
    uncertainty = math.hypot(one.deviation, other.deviation) / SCALE
    return _chance(_damping(uncertainty) * (one.rating - other.rating) / SCALE)


def aged(player: Strength, periods: int, constants: Constants) -> Strength:
    """After ``periods`` without a game, step 6 alone. Nobody becomes less known than a newcomer."""
    if periods <= 0:
        return player
    grown = math.hypot(player.deviation, SCALE * player.volatility * math.sqrt(periods))
    return player._replace(deviation=min(grown, max(constants.deviation, player.deviation)))


def rated(player: Strength, scores: Sequence[Score], constants: Constants) -> Strength:
    """After a period with these games, of which there is at least one: steps 2 to 8.

    Sums are made in the order of ``scores``: the same order gives the same floats.
    """
    mu, phi = (player.rating - MIDDLE) / SCALE, player.deviation / SCALE
    information = surplus = 0.0
    for against, games, won in scores:
        damping = _damping(against.deviation / SCALE)
        chance = _chance(damping * (mu - (against.rating - MIDDLE) / SCALE))
        information += games * damping * damping * chance * (1 - chance)
        surplus += damping * (won - games * chance)
    variance = 1 / information
    volatility = _new_volatility(phi, player.volatility, variance, variance * surplus, constants.tau)
    phi_before = min(math.hypot(phi, volatility), max(phi, constants.deviation / SCALE))
    phi_after = 1 / math.sqrt(1 / phi_before**2 + 1 / variance)
    return Strength(MIDDLE + SCALE * (mu + phi_after**2 * surplus), SCALE * phi_after, volatility)


def _damping(phi: float) -> float:
    """The paper's g: what is not known of an adversary draws every chance towards a half."""
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def _chance(difference: float) -> float:
    return 1 / (1 + math.exp(-difference))


def _new_volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """Step 5, by the Illinois variant of regula falsi, over a = ln(sigma²)."""
    a = math.log(sigma * sigma)
    known = phi * phi + variance

    def slope(x: float) -> float:
        grown = math.exp(x)
        total = known + grown
        return grown * (delta * delta - total) / (2 * total * total) - (x - a) / (tau * tau)

    low, high = a, _other_end(a, delta * delta - known, slope, tau)
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


def _other_end(a: float, excess: float, slope: Callable[[float], float], tau: float) -> float:
    """Where the search begins beside ``a``, so that the slope is of either sign at the two."""
    if excess > 0:
        return math.log(excess)
    steps = 1
    while slope(a - steps * tau) < 0:
        steps += 1
    return a - steps * tau
