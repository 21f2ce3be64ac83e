"""Compute the value of a card, from the third trick on, if neither player sees the other's hand.

``worker.review.card_play`` assumes that both players see everything after the choice. This module lets each
player use only what they can know. A player takes all hands of the opponent that fit as equally likely, and
plays the card that is best on average by this same search. If several cards are equally good, each is played
equally often.

The cards played and law 43 narrow down the hands that fit. The player knows their own discards, but not the
opponent's discards or hand. The opponent is therefore assumed to use only their own hand and what both
players have seen, and to assume the same of the player. No cards are sampled.

This search takes the card led as no evidence. ``worker.review.last_tricks`` replaces the values that this makes wrong.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from scoring.cards import Card, CardMask, Suit, beats, cards_of, lawful_cards
from worker.review.choice import Choice
from worker.review.hidden_kernels import Rules
from worker.review.hidden_weighing import SHARES, weigh_leads_of_two, weigh_three
from worker.review.kernels import NO_LEAD
from worker.review.knowledge import Knowledge, cards_ruled_out


def hidden_totals(
    choice: Choice, trump: Suit, parts: list[tuple[Knowledge, NDArray[np.int64]]]
) -> list[float] | None:
    """Return the mean worth of each lawful card, in the order of ``cards_of``, or None if this search can't
    be used.

    The search can be used for leads from two or three cards, and for replies from three. A reply from two
    cards is worth the same if both hands are seen, so it does not need this search. The search can't be used
    for deals with an incident, because it is uncertain what both players have seen.
    """
    if choice.common is None or len(parts) != 1:
        return None
    ((known, worth),) = parts
    cards = choice.own.bit_count()
    if cards != 3 and (cards != 2 or choice.lead != NO_LEAD):
        return None
    weighed = weigh_hidden(choice.own, choice.lead, trump, known, choice.common, worth)
    return [weighed[card][0] for card in cards_of(choice.lawful)]


def weigh_hidden(
    own: CardMask,
    lead: Card,
    trump: Suit,
    known: Knowledge,
    common: tuple[Knowledge, Knowledge],
    worth: NDArray[np.int64],
) -> dict[Card, tuple[float, int]]:
    """Return for each lawful card of ``own`` its mean worth, and the number of hands over which it was averaged.

    ``own`` has three cards, or two to lead from; ``lead`` is the card to reply to, or ``NO_LEAD``. ``known``
    is what the player knows of the opponent's hand, which does not include ``lead``. ``common`` is what both
    players know of the player's hand and of the opponent's; it must not rule out a hand that ``known``
    allows. ``worth[tricks]`` is what further tricks are worth to the player, in whole numbers. The result is
    empty if no hand is possible.
    """
    worlds = known.worlds
    if not worlds:
        return {}
    own_view, their_view = common[0][:2], common[1][:2]
    totals = np.zeros(32, np.int64)
    if own.bit_count() == 2:
        weigh_leads_of_two(own, known[:2], own_view, worth, rules_of(trump), totals)
    else:
        weigh_three(own, lead, known[:2], own_view, their_view, worth, rules_of(trump), totals)
    by_card = totals.tolist()
    return {
        card: (by_card[card] / (SHARES * worlds), worlds) for card in cards_of(lawful_cards(own, lead, trump))
    }


@cache
def rules_of(trump: Suit) -> Rules:
    pack = range(32)
    return Rules(
        trump,
        np.array([sum(1 << reply for reply in pack if beats(reply, card, trump)) for card in pack], np.int64),
        np.array([sum(1 << lead for lead in pack if beats(card, lead, trump)) for card in pack], np.int64),
        np.array([[cards_ruled_out(reply, lead, trump) for reply in pack] for lead in pack], np.int64),
    )
