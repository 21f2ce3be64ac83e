"""The worth of the policy's outcomes: marks, probability of winning the game, and points of the stake."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import Player
from worker.review.chain import marks_of
from worker.review.policy import OUTCOMES
from worker.review.stakes import Stakes

Worth = NDArray[np.float64]


class Worths(NamedTuple):
    """The worth of each outcome to a player, in arrays indexed by outcome.

    - ``marks``: the player's marks minus the opponent's.
    - ``chance``: the player's probability of winning the game after the deal, or None if the score is
      unknown.
    - ``stake``: the player's expected stake after the deal. It is None if the score is unknown or the
      reckoning is not ``treble``.
    """

    marks: Worth
    chance: Worth | None
    stake: Worth | None


def worths_of(stakes: Stakes, player: Player) -> Worths:
    """Return the worth of each outcome of a deal to the player, starting from the score before the deal.

    An outcome includes the mark for the king.
    """
    is_elder = player != stakes.dealer
    steps = [
        tuple((own, other) if is_elder else (other, own) for own, other in marks_of(outcome))
        for outcome in range(OUTCOMES)
    ]
    marks = np.array([sum(own - other for own, other in both) for both in steps], np.float64)
    if stakes.before is None:
        return Worths(marks, None, None)
    before = stakes.before
    chance = np.array([stakes.chance(player, before, both) for both in steps])
    stake = None
    if stakes.reckoning == "treble":
        stake = np.array([stakes.stake(player, before, both) for both in steps])
    return Worths(marks, chance, stake)
