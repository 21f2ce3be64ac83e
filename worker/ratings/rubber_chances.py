"""Compute the probability of winning a rubber from the probability of winning a game.

``scoring`` decides when a rubber is over (law 46).
"""

from __future__ import annotations

from functools import cache

from scoring.marks import rubber_winner
from scoring.record import Pair, Rules


def rubber_chance(chance: float, best_of: int) -> float:
    """Return the probability of winning a rubber for a player who wins each game with the probability
    ``chance``.

    Raises ``ValueError`` if ``best_of`` is less than one. Raises it also if ``best_of`` is even, because the
    rubber may then end without a winner.

    >>> rubber_chance(0.5, 3), rubber_chance(0.6, 1)
    (0.5, 0.6)
    """
    if best_of < 1 or best_of % 2 == 0:
        raise ValueError(f"a rubber of {best_of} games may end without a winner")
    majority = Rules(best_of=best_of).majority

    @cache
    def won_from(score: Pair) -> float:
        winner = rubber_winner(score, majority)
        if winner is not None:
            return float(winner == "A")
        won, lost = score
        return chance * won_from((won + 1, lost)) + (1 - chance) * won_from((won, lost + 1))

    return won_from((0, 0))
