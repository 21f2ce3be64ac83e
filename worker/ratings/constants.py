"""The constants that ratings are made with, in one place. ``docs/ratings.md`` says how they were found.

Écarté is a game of luck: the best of a club wins three games of five against the others, which is 70 points on this
scale. The constants of the chess world (350, 0.06) spread players ten times as far, and foretell worse than a coin.
"""

from __future__ import annotations

from typing import Final

from worker.ratings.glicko2 import Constants

CONSTANTS_VERSION: Final = "ecarte-1"
"""Another one makes every rating owed anew."""
CONSTANTS: Final = Constants(deviation=35.0, volatility=0.005, tau=0.5)
PROVISIONAL_ABOVE: Final = 28.0
"""A rating with a greater deviation says little yet; some fifty games bring a newcomer below it."""
