"""What the policy's outcomes are worth: marks, chances of the game, and points of the stake."""

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
    """``[outcome]``: the player's marks less the adversary's, and what follows from them; None where the score is
    not known.
    """

    marks: Worth
    chance: Worth | None
    stake: Worth | None


def worths_of(stakes: Stakes, player: Player) -> Worths:
    """Of a whole deal, from the score before it: the king is in the outcome."""
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
