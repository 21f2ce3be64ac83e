"""Describe in English why a position of card play is invalid."""

from __future__ import annotations

from scoring.cards import PACK, SUITS, Card, CardMask, Suit, format_card, format_cards

_MOST_CARDS = 5


def position_fault(leader: CardMask, follower: CardMask, trump: Suit, lead: Card | None = None) -> str | None:
    """Return the reason, as an English phrase, why a position is invalid, or None if it is valid.

    ``lead`` is the card led, which is still in the leader's hand; None if no card is led.
    """
    if not 0 <= leader <= PACK or not 0 <= follower <= PACK:
        return "a hand is not a mask of the 32 cards"
    if not 0 <= trump < len(SUITS):
        return f"trump is {trump}, not one of 0 to 3 (S H D C)"
    if both := leader & follower:
        return f"both hands hold {format_cards(both)}"
    for name, hand in (("leader", leader), ("follower", follower)):
        count = hand.bit_count()
        if not 1 <= count <= _MOST_CARDS:
            return f"the {name} holds {count} cards, not one to five"
    if leader.bit_count() != follower.bit_count():
        return f"the leader holds {leader.bit_count()} cards, the follower {follower.bit_count()}"
    if lead is not None and not (0 <= lead < 32 and leader >> lead & 1):
        card = format_card(lead) if 0 <= lead < 32 else f"card {lead}"
        return f"{card} is led, but the leader holds {format_cards(leader)}"
    return None
