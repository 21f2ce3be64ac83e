"""What a player knows of the hand against him when he is to play a card.

Law numbers are those of the club's code of 55 laws.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb

from scoring.cards import (
    HAND_SIZE,
    PACK,
    Card,
    CardMask,
    Player,
    Suit,
    adversary,
    king_of,
    lawful_cards,
    seat,
)
from scoring.course import Course


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The adversary holds ``count`` cards, all of ``certain`` and the rest from ``possible``, any as likely."""

    certain: CardMask
    possible: CardMask
    count: int

    @property
    def worlds(self) -> int:
        """How many hands that leaves; none where what was seen can't all be true (a king falsely announced)."""
        unknown = self.count - self.certain.bit_count()
        if self.certain & ~self.possible or unknown < 0:
            return 0
        return comb((self.possible & ~self.certain).bit_count(), unknown)


@dataclass(slots=True)
class Shown:
    """What one player's cards have told so far: those played, and those that his replies say he has not got."""

    cards: CardMask = 0
    ruled_out: CardMask = 0

    def play(self, card: Card, *, from_hand: CardMask, lead: Card, trump: Suit) -> None:
        """``lead`` is the card replied to, or -1. A reply that broke law 43 tells nothing but itself."""
        self.cards |= 1 << card
        if lawful_cards(from_hand, lead, trump) >> card & 1:
            self.ruled_out |= cards_ruled_out(card, lead, trump)


@cache
def cards_ruled_out(reply: Card, lead: Card, trump: Suit) -> CardMask:
    """The cards beside which ``reply`` to ``lead`` would have been unlawful; none for a lead (-1).

    Law 43 compares the reply with each other card by itself, so a lawful reply rules out just these.
    """
    bit = 1 << reply
    return sum(
        1 << card
        for card in range(32)
        if card != reply and not lawful_cards(bit | 1 << card, lead, trump) & bit
    )


def knowledge_of(course: Course, player: Player, shown: Shown, token: int) -> Knowledge | None:
    """What ``player`` knows at ``token``, when ``shown`` is what the adversary's cards have told.

    None where his own cards are not all on record, so that it can't be said what he had seen.
    """
    other = adversary(player)
    own, put_out = course.hands[seat(player)], course.discards[seat(player)]
    if own is None or put_out is None or course.turn_up is None or course.trump is None:
        return None
    possible = PACK & ~(own | put_out | 1 << course.turn_up | shown.cards | shown.ruled_out)
    certain = 0
    king = 1 << king_of(course.trump)
    if king != 1 << course.turn_up:  # Law 22: a king turned up is the dealer's to mark, and in neither hand.
        announced = [event.token for event in course.kings if event.player == other and event.token < token]
        if announced:
            if not _exchanges_after(course, other, announced[-1]):
                certain = king & ~shown.cards
        elif shown.cards:
            # Laws 23 and 24: due before his first card, unless that is the king, which then is seen.
            possible &= ~king
    return Knowledge(certain, possible, HAND_SIZE - shown.cards.bit_count())


def _exchanges_after(course: Course, player: Player, token: int) -> bool:
    """Whether ``player`` put out cards after ``token``, any of which may have been the king he had announced."""
    return any(swap.player == player and swap.number and swap.token > token for swap in course.swaps)
