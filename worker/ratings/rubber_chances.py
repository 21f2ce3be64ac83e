"""The chance of a rubber, from that of a game; a rubber's end is law 46's, as ``scoring`` has it."""

from __future__ import annotations

from functools import cache

from scoring.marks import rubber_winner
from scoring.record import Pair, Rules


def rubber_chance(chance: float, best_of: int) -> float:
    """The chance to win a rubber of whoever wins a game of it with ``chance``.

    Raises ``ValueError`` for an even number of games, which may end without a winner, and for none.

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
