"""The treatise's advice on which cards to discard, and on whether to mark the king."""

from __future__ import annotations

from typing import Final

from scoring.cards import PACK, SUIT_MASK, CardMask, Suit, format_cards, king_of
from worker.review.decision import NOTHING, BookAdvice
from worker.review.treatise.holding import POINTS_OF_FOUR, holding_of
from worker.review.treatise.standing import FEW_TO_GO

_KINGS: Final[CardMask] = sum([1 << king_of(suit) for suit in range(4)])


def book_on_discard(hand: CardMask, trump: Suit, *, is_elder: bool) -> BookAdvice:
    """Return the treatise's advice on which cards to discard.

    Hint 8 says to discard the cards from the ten up in a guarded suit, and hint 9 b says to keep them. An
    elder hand with the king of trumps may therefore get both pieces of advice. An elder hand of only kings
    and trumps must discard one card, and the treatise does not say which.
    """
    to_go = hand & PACK & ~(_KINGS | SUIT_MASK << (trump << 3))
    if not to_go:
        return BookAdvice("discard-none", () if is_elder else (NOTHING,))
    holding = holding_of(hand, trump)
    if is_elder and holding.has_trump_king and holding.cards_to_throw == FEW_TO_GO < holding.cards_to_go:
        also = BookAdvice("discard-guarded", (format_cards(to_go & ~holding.guarded_tens),))
        return BookAdvice("discard-all", (format_cards(to_go),), also=also)
    is_few = to_go.bit_count() <= FEW_TO_GO and not hand >> king_of(trump) & 1
    return BookAdvice("discard-few" if is_few else "discard-all", (format_cards(to_go),))


def book_on_king(*, own: int, other: int, counts_two: bool) -> BookAdvice:
    """Return the treatise's advice on whether to mark the king of trumps.

    ``own`` and ``other`` are the points of the player and the opponent. ``counts_two`` is whether the point
    counts two for the player, because the opponent stood at once or refused first (law 49).
    """
    if counts_two and (own, other) == (POINTS_OF_FOUR - 1, POINTS_OF_FOUR):
        return BookAdvice("king-silent", (NOTHING,))
    return BookAdvice("king-mark", ("K",))
