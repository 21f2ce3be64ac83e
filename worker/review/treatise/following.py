"""The treatise's advice on which card to play to a lead, in the few cases that it mentions."""

from __future__ import annotations

from scoring.cards import HAND_SIZE, SUIT_MASK, Card, CardMask, Suit, king_of, lawful_cards
from worker.review.decision import BookAdvice
from worker.review.treatise.holding import JACK, KING, NINE, QUEEN, holding_of, ranks_of
from worker.review.treatise.leading import advice


def book_on_follow(
    hand: CardMask, trump: Suit, lead: Card, *, won: int, lost: int, out: CardMask = 0
) -> BookAdvice | None:
    """Return the treatise's advice on which card of ``hand`` to play to ``lead``, or None if no rule covers
    it.

    ``hand`` are the cards left. ``won`` and ``lost`` are the numbers of tricks that the player has won and
    lost. ``out`` are the cards that the player discarded. Return None also if the hand did not have five
    cards at the start, or if the laws allow only one card.
    """
    lawful = lawful_cards(hand, lead, trump)
    if hand.bit_count() + won + lost != HAND_SIZE or lawful & (lawful - 1) == 0:
        return None
    if won + lost == 0:
        return _advise_at_first(hand, trump, lead)
    if hand.bit_count() == 2:
        return _advise_put_to_a_card(hand, trump, lead, out)
    return _advise_forced(hand, trump, lead, won=won, lost=lost)


def _advise_at_first(hand: CardMask, trump: Suit, lead: Card) -> BookAdvice | None:
    """Return the queen of trumps to a lead of the king (hand XIII), the king to a small card (hand XII), or None."""
    suit = lead >> 3
    ranks = ranks_of(hand >> (suit << 3) & SUIT_MASK)
    if suit == trump and lead == king_of(trump):
        if len(ranks) == 3 and ranks[:2] == (QUEEN, JACK):
            return advice("follow-hand-13", [trump << 3 | QUEEN], "pattern")
        return None
    if suit != trump and lead & 7 <= NINE and len(ranks) == 2 and ranks[0] == KING and ranks[1] > lead & 7:
        reading = "" if (lead & 7, ranks[1]) == (0, NINE) else "pattern"
        return advice("follow-hand-12", [suit << 3 | KING], reading)
    return None


def _advise_put_to_a_card(hand: CardMask, trump: Suit, lead: Card, out: CardMask) -> BookAdvice | None:
    """Return which of two equal cards to play, or None if they are not equal.

    It is the card of the suit from which more cards were discarded (hint 11).
    """
    holding = holding_of(hand, trump)
    if holding.trumps or len(holding.plain) != 2 or any(each.suit == lead >> 3 for each in holding.plain):
        return None
    first, second = holding.plain
    put_out = [(out >> (each.suit << 3) & SUIT_MASK).bit_count() for each in (first, second)]
    if first.top != second.top or put_out[0] == put_out[1]:
        return None
    return advice("follow-discards", [(first if put_out[0] > put_out[1] else second).highest])


def _advise_forced(hand: CardMask, trump: Suit, lead: Card, *, won: int, lost: int) -> BookAdvice | None:
    """Return the lower of two trumps, or None.

    It is played if the first king led was trumped, and another king is guarded (hand I).
    """
    holding = holding_of(hand, trump)
    kings = [each for each in holding.plain if each.top == KING and len(each.ranks) == 2]
    if (won, lost) != (0, 1) or len(holding.trumps) != 2 or len(kings) != 1 or kings[0].suit == lead >> 3:
        return None
    return advice("follow-hand-1", [trump << 3 | holding.trumps[1]], "pattern")
