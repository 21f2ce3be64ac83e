"""What a card is worth when nobody sees the other's hand, from the third trick on.

``worker.review.card_play`` takes both players to see everything after the choice. Here each goes on by what he can
know: at his turn he takes any hand that fits as equally likely, and plays the card that is worth most on average,
by this very search; cards worth the same are taken to be played equally often.

What fits narrows as the play goes on, by the cards and by law 43. The player knows what he put out. What the
adversary put out is unknown to him, as the adversary's hand is; so the adversary is taken to go by his hand and by
what both have seen, and to think the same of the player. No cards are sampled.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scoring.cards import Card, CardMask, Suit, beats, cards_of, lawful_cards
from worker.review.hidden_kernels import Rules
from worker.review.hidden_weighing import SHARES, weigh_leads_of_two, weigh_three
from worker.review.kernels import NO_LEAD
from worker.review.knowledge import Knowledge, cards_ruled_out

if TYPE_CHECKING:
    from worker.review.card_play import Choice


def hidden_totals(
    choice: Choice, trump: Suit, parts: list[tuple[Knowledge, NDArray[np.int64]]]
) -> list[float] | None:
    """Mean worth of each lawful card, in the order of ``cards_of``; None where this search does not apply.

    It applies to leads with three cards or two and to replies with three; a reply with two is worth the same by
    either search. Not to deals with an incident, of which it can't be told what both have seen.
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
    """For each lawful card of ``own`` its mean worth, and over how many hands.

    ``own`` has three cards, or two to lead from; ``lead`` is the card replied to, or ``NO_LEAD``. ``known`` is what
    the player knows of the adversary's hand without it, ``common`` what both can tell of the player's hand and of the
    adversary's; ``known`` leaves no hand that ``common`` rules out. ``worth[tricks]`` is whole numbers, the player's
    by his further tricks. Empty where no hand is left.
    """
    worlds = known.worlds
    if not worlds:
        return {}
    own_view, their_view = common[0][:2], common[1][:2]
    totals = np.zeros(32, np.int64)
    if own.bit_count() == 2:
        weigh_leads_of_two(own, known[:2], own_view, worth, _rules(trump), totals)
    else:
        weigh_three(own, lead, known[:2], own_view, their_view, worth, _rules(trump), totals)
    by_card = totals.tolist()
    return {
        card: (by_card[card] / (SHARES * worlds), worlds) for card in cards_of(lawful_cards(own, lead, trump))
    }


@cache
def _rules(trump: Suit) -> Rules:
    pack = range(32)
    return Rules(
        trump,
        np.array([sum(1 << reply for reply in pack if beats(reply, card, trump)) for card in pack], np.int64),
        np.array([sum(1 << lead for lead in pack if beats(card, lead, trump)) for card in pack], np.int64),
        np.array([[cards_ruled_out(reply, lead, trump) for reply in pack] for lead in pack], np.int64),
    )
