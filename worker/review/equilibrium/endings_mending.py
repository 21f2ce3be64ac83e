"""Find the replies with three cards at which the review's search is wrong, and play others in their place."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from scoring.cards import cards_of
from worker.review.equilibrium.endings import Ending
from worker.review.equilibrium.endings_replies import LEAST, RARE, UNITS, UNLAWFUL, WrongReply
from worker.review.equilibrium.endings_response import count_reach, lawful_replies, opponents
from worker.review.equilibrium.endings_types import FOLLOWER, LEADER, Game, Plan


def find_wrong_replies(
    ending: Ending, game: Game, search: Plan, solved: Plan, values: NDArray[np.float64]
) -> list[WrongReply]:
    """Return the replies of an even game at which the search loses more than ``LEAST``.

    ``values`` are those of the follower's best response to the solved plan, summed over the leader's hands.
    """
    cards = sorted(cards_of(ending.leader | ending.follower))
    reach = count_reach(game, solved)
    fitting = opponents(game, FOLLOWER)
    wrong = []
    for lead in np.flatnonzero((game.twin == np.arange(len(game.twin))) & (game.may_hold[LEADER] == 1)):
        lawful = lawful_replies(game, int(lead))
        lost = np.where(lawful, values[lead], -np.inf).max(axis=1) - (search.reply[lead] * values[lead]).sum(
            axis=1
        )
        is_wrong = (lawful.sum(axis=1) > 1) & (reach[lead] > RARE * fitting) & (lost > LEAST * reach[lead])
        for row in np.flatnonzero(is_wrong):
            chances = (1 + values[lead, row] / reach[lead, row]) / 2 * UNITS
            low, middle, high = np.where(lawful[row], np.clip(np.round(chances), 0, UNITS), UNLAWFUL).tolist()
            hand = [cards[number] for number in game.hands[FOLLOWER, row]]
            wrong.append(
                WrongReply(cards[lead], (hand[0], hand[1], hand[2]), (int(low), int(middle), int(high)))
            )
    return wrong


def mend(ending: Ending, game: Game, plan: Plan, wrong: Iterable[WrongReply]) -> Plan:
    """Return the plan with the best card of every wrong reply."""
    cards = {card: number for number, card in enumerate(sorted(cards_of(ending.leader | ending.follower)))}
    reply = plan.reply.copy()
    for lead, hand, chances in wrong:
        row = game.number[FOLLOWER, cards[hand[0]], cards[hand[1]], cards[hand[2]]]
        known = np.array([-1 if chance == UNLAWFUL else chance for chance in chances])
        best = known == known.max()
        reply[cards[lead], row] = best / best.sum()
    return plan._replace(reply=reply)
