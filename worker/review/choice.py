"""Data type for a choice between two or more lawful cards, with what the player knew."""

from __future__ import annotations

from typing import NamedTuple

from scoring.cards import Card, CardMask, Player
from worker.review.knowledge import Knowledge


class Choice(NamedTuple):
    """A player's choice between two or more lawful cards.

    - ``chosen``: the card that the player played; ``lawful``: the cards that the laws allowed.
    - ``own`` and ``theirs``: the hands of the player and of the opponent. The card led is not in ``theirs``.
    - ``lead``: the card to reply to, or ``NO_LEAD``.
    - ``won``: the tricks that the player has won so far; ``total``: the number of tricks in the deal.
    - ``known``: what the player knows of the opponent's hand (see ``knowledge_of``).
    - ``worlds``: the number of hands that fit ``known``.
    - ``common``: what both players know of the player's hand, and of the opponent's hand.
    - ``before_lead``: the same before the trick, if the player replies. The card led was then still in a hand.
    """

    trick: int
    token: int
    player: Player
    chosen: Card
    own: CardMask
    theirs: CardMask
    lead: Card
    lawful: CardMask
    won: int
    total: int
    known: tuple[Knowledge, ...]
    worlds: int
    common: tuple[Knowledge, Knowledge] | None = None
    before_lead: tuple[Knowledge, Knowledge] | None = None
