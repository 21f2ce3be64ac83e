"""The constants of the club's Glicko-2 ratings. ``docs/ratings.md`` says how they were chosen.

Écarté is a game of luck: the best player of a club wins three games of five against the other players, which
is a difference of 70 points on the rating scale. With the constants used for chess (350, 0.06), ratings
spread ten times as far, and their predictions are worse than tossing a coin.
"""

from __future__ import annotations

from typing import Final

from worker.ratings.glicko2 import Constants

CONSTANTS_VERSION: Final = "ecarte-1"
"""The version of the constants. When the version changes, every stored rating is out of date."""
CONSTANTS: Final = Constants(deviation=35.0, volatility=0.005, tau=0.5)
PROVISIONAL_ABOVE: Final = 28.0
"""The deviation above which a rating is provisional. A newcomer's deviation falls below it after about fifty
games.
"""
