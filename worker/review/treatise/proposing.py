"""The treatise's advice on the elder hand's choice between standing and proposing."""

from __future__ import annotations

from typing import Final

from scoring.cards import HAND_SIZE, SUITS, CardMask, Suit
from worker.review.decision import BookAdvice
from worker.review.treatise.holding import (
    ACE,
    KING,
    KNAVE,
    NINE,
    POINTS_OF_FOUR,
    QUEEN,
    TEN,
    Holding,
    holding_of_five,
)
from worker.review.treatise.refusing import gives_even_chance
from worker.review.treatise.standing import HandClass, class_of, is_elder_light_hand

STANDS: Final = ("S",)
PROPOSES: Final = ("P",)

_ASKED_WITH_KING: Final = ("1", "2a", "2b", "2c", "3b", "3c")
"""Classes of standing hands with which the treatise proposes instead if the hand has the king of trumps."""
_CARDS_OF_HINT_9: Final = 2
_KING_AND_NEXT: Final = ((KING, QUEEN), (KING, KNAVE))
"""The two highest of three trumps in hands like hand III. The third is lower than the next card missing."""


def book_on_proposal(
    hand: CardMask, trump: Suit, *, king_turned_up: bool, own: int, other: int
) -> BookAdvice:
    """Return the treatise's advice on the elder hand's first choice between standing and proposing.

    ``own`` and ``other`` are the points of the elder hand and the dealer. Raises ``ValueError`` if the hand
    does not have five cards.
    """
    holding = holding_of_five(hand, trump)
    hand_class = class_of(holding)
    if king_turned_up or holding.has_trump_king:
        advice = _advise_with_king(holding, hand_class, king_turned_up=king_turned_up, own=own)
        if advice is not None:
            return advice
    elif other == POINTS_OF_FOUR and _is_point_certain(holding, king_turned_up=False):
        return BookAdvice("score-certain", STANDS)
    if hand_class is not None:
        return BookAdvice(f"stand-{hand_class}", STANDS, _find_reading_of_class(holding, hand_class))
    return _advise_with_no_class(
        holding, BookAdvice("propose", PROPOSES), king_turned_up=king_turned_up, own=own, other=other
    )


def book_on_later_proposal(
    hand: CardMask, trump: Suit, *, king_turned_up: bool, own: int, other: int
) -> BookAdvice:
    """Return the treatise's advice on the elder hand's choice after an exchange, to stand or propose again.

    ``own`` and ``other`` are the points of the elder hand and the dealer. Raises ``ValueError`` if the hand
    does not have five cards.
    """
    holding = holding_of_five(hand, trump)
    is_certain = _is_point_certain(holding, king_turned_up=king_turned_up)
    is_weak = any(each.ranks[-1] < KNAVE and not each.is_guarded for each in holding.plain)
    if holding.has_trump_king and is_certain and is_weak:
        return BookAdvice("again-certain", PROPOSES)
    if is_certain and other == POINTS_OF_FOUR and not (holding.has_trump_king or king_turned_up):
        return BookAdvice("score-certain", STANDS)
    if gives_even_chance(holding):
        also = BookAdvice("again-king", PROPOSES) if holding.has_trump_king else None
        return BookAdvice("again-even", STANDS, "even-chance", also)
    again = BookAdvice("again", PROPOSES, "even-chance")
    return _advise_with_no_class(
        holding, again, king_turned_up=king_turned_up, own=own, other=other, first=False
    )


def _advise_with_king(
    holding: Holding, hand_class: HandClass | None, *, king_turned_up: bool, own: int
) -> BookAdvice | None:
    """Return the advice that the king of trumps, held or turned up, changes, or None if it changes nothing."""
    is_held = holding.has_trump_king
    # The king makes it four, and the point wins the game.
    is_point_enough = is_held and own + 1 == POINTS_OF_FOUR
    all_court = BookAdvice("king-all-court", STANDS)
    if _is_point_certain(holding, king_turned_up=king_turned_up):
        if holding.is_all_court_cards:
            return all_court
        certain = BookAdvice("king-certain", PROPOSES)
        return BookAdvice("hand-3", STANDS, "pattern", certain) if is_point_enough else certain
    if is_point_enough and is_like_hand_3(holding) and holding.plain_ranks[0] == KING:
        return BookAdvice("hand-3", STANDS)
    exception = _find_exception_with_king(holding) if is_held else None
    if exception is not None:
        return BookAdvice(exception, STANDS)
    all_court = BookAdvice("king-all-court", STANDS, "all-court")
    if hand_class in _ASKED_WITH_KING:
        reading = "" if is_held or hand_class == "1" else "king-turned-up"
        also = all_court if holding.is_all_court_cards else None
        return BookAdvice("king-propose", PROPOSES, reading, also)
    if is_held and holding.cards_to_throw == _CARDS_OF_HINT_9:
        if hand_class == "3a":
            return BookAdvice("king-few", PROPOSES, also=BookAdvice("stand-3a", STANDS))
        return BookAdvice("king-few", PROPOSES, also=all_court if holding.is_all_court_cards else None)
    if holding.is_all_court_cards:
        return all_court
    if hand_class in ("2d", "2e"):
        reading = "king-between" if hand_class == "2d" else "king-silent"
        return BookAdvice("king-propose", PROPOSES, reading if is_held else "king-turned-up")
    return None


def _find_reading_of_class(holding: Holding, hand_class: HandClass) -> str:
    if hand_class == "4" and holding.has_trump_king:
        return "king-silent"
    if hand_class == "4" and holding.trumps and holding.trumps[0] >= KNAVE:
        return "court-trump"
    return ""


def _advise_with_no_class(
    holding: Holding, advice: BookAdvice, *, king_turned_up: bool, own: int, other: int, first: bool = True
) -> BookAdvice:
    """Return ``advice`` to propose, unless the dealer is at four and the hand is good enough to stand (hints
    21, 22).
    """
    if other != POINTS_OF_FOUR or king_turned_up or holding.has_trump_king:
        return advice
    reading = "" if first else "later"
    scattered = len(holding.plain) == len(SUITS) - 1
    if holding.trumps:
        if scattered and holding.plain_ranks[0] <= NINE:
            return BookAdvice(advice.rule, PROPOSES, "different-suits")
        also = None
        if first and own == POINTS_OF_FOUR and is_like_hand_14(holding):
            also = BookAdvice("hand-14", PROPOSES, "pattern")
        return BookAdvice("score-dealer-four", STANDS, reading, also)
    if is_elder_light_hand(holding):
        return BookAdvice("score-dealer-four", STANDS, reading)
    if gives_even_chance(holding):
        return BookAdvice("score-dealer-four", STANDS, reading or "even-chance")
    return advice


def is_like_hand_3(holding: Holding) -> bool:
    """Return whether the hand has king and queen, or king and jack, of trumps, a lower trump, and two single
    plain cards.

    Illustrative hand III is such a hand.
    """
    trumps = holding.trumps
    return (
        len(trumps) == 3
        and trumps[:2] in _KING_AND_NEXT
        and trumps[2] <= (TEN if trumps[1] == QUEEN else ACE)
        and len(holding.plain) == 2
    )


def is_like_hand_14(holding: Holding) -> bool:
    """Return whether the hand has one trump from the nine up, and three or more cards of a suit without its king.

    Illustrative hand XIV is such a hand.
    """
    return (
        len(holding.trumps) == 1
        and NINE <= holding.trumps[0] < KING
        and len(holding.plain[0].ranks) >= 3
        and holding.plain[0].top < KING
    )


def _find_exception_with_king(holding: Holding) -> str | None:
    """Return the rule by which the elder hand stands with the king in hand, or None (hint 7, hands 3 and 8)."""
    queens = [each for each in holding.plain if each.top >= QUEEN and len(each.ranks) > 1]
    if len(holding.trumps) > 1:
        if any(each.ranks[1] >= TEN for each in queens if len(each.ranks) == 2):
            return "king-queen-guarded"
        if any(other.top >= KNAVE for each in queens for other in holding.plain if other is not each):
            return "king-queen-honour"
    elif class_of(holding) == "3c" and any(each.ranks[1] >= TEN for each in queens):
        return "king-3c"
    return None


def _is_point_certain(holding: Holding, *, king_turned_up: bool) -> bool:
    """Return whether the trumps alone make the point, whatever the dealer has.

    They do with the two highest and the third or fourth; with four, among them the highest and the second or
    third, or the highest, the fourth and the fifth; or with five. The card turned up is a trump that the
    dealer does not have. That leaves at most two trumps against five, three against four, and four against
    three, so that leading the plain card or the lowest of the three is safe.
    """
    highest = QUEEN if king_turned_up else KING
    below = [highest - trump for trump in holding.trumps]
    if len(below) == HAND_SIZE or (below[:2] == [0, 1] and len(below) > 2 and below[2] <= 3):
        return True
    return len(below) == 4 and below[0] == 0 and (below[1] <= 2 or below[1:3] == [3, 4])
