"""Value cards from the third trick on: by the search with hidden hands, or by the equilibrium where that is wrong.

The search takes the card led as no evidence. Where this makes a reply wrong by more than a hundredth of a mark against
an opponent who plays the equilibrium, and nothing was exchanged, a table has the reply's value
(``worker.review.equilibrium.endings_replies``).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE, Card, Suit, cards_of
from worker.review.choice import Choice
from worker.review.equilibrium.endings import Ending
from worker.review.equilibrium.endings_replies import chances_of_replies
from worker.review.hidden_play import hidden_totals
from worker.review.knowledge import Knowledge


def late_totals(
    choice: Choice, trump: Suit, parts: list[tuple[Knowledge, NDArray[np.int64]]]
) -> list[float] | None:
    """Return the mean worth of each lawful card, in the order of ``cards_of``, as ``hidden_totals`` does.

    Return None if the hands can't be kept hidden.
    """
    if len(parts) == 1:
        ((known, worth),) = parts
        chances = _find_chances(choice, trump, known, worth)
        if chances is not None:
            lost, won = int(worth[0]), int(worth[3])
            return [lost + chances[card] * (won - lost) for card in cards_of(choice.lawful)]
    return hidden_totals(choice, trump, parts)


def _find_chances(
    choice: Choice, trump: Suit, known: Knowledge, worth: NDArray[np.int64]
) -> dict[Card, float] | None:
    """Return the chance of the point after each lawful reply from the table of replies.

    Return None if the table does not have the reply, if more than the point is at stake, or if the player knows
    more of the opponent's hand than both players do, because they put out cards.
    """
    if choice.before_lead is None or choice.common is None or choice.won != 1 or choice.total != HAND_SIZE:
        return None
    if choice.own.bit_count() != 3 or worth[0] != worth[1] or worth[2] != worth[3]:
        return None
    if known[:2] != (choice.common[1].certain, choice.common[1].possible & ~choice.own):
        return None
    own, theirs = choice.before_lead
    ending = Ending(theirs.possible, own.possible, theirs.certain, own.certain)
    return chances_of_replies(ending, trump, choice.lead, choice.own)
