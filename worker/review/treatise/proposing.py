"""The treatise's advice on the elder hand's choice between standing and proposing.

The third argument of a ``BookAdvice`` is the code of the reading on which the advice rests. ``also`` is the advice of
another passage, which contradicts it.
"""

from __future__ import annotations

from typing import Final

from scoring.cards import HAND_SIZE, SUITS, CardMask, Suit
from worker.review.decision import BookAdvice
from worker.review.treatise.holding import (
    ACE,
    JACK,
    KING,
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

_PROPOSE_WITH_KING: Final = ("1", "2a", "2b", "2c", "3b", "3c")
"""Classes of standing hands with which the treatise proposes instead if the hand has the king of trumps."""
_FEW_CARDS_TO_THROW: Final = 2
"""The number of cards to throw with which hint 9 b says to propose with the king in hand."""
_KING_AND_NEXT: Final = ((KING, QUEEN), (KING, JACK))
"""The two highest of three trumps in hands like hand III. The third is too low to make the point certain."""


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
    has_weak_suit = any(each.ranks[-1] < JACK and not each.is_guarded for each in holding.plain)
    if holding.has_trump_king and is_certain and has_weak_suit:
        return BookAdvice("again-certain", PROPOSES)
    if is_certain and other == POINTS_OF_FOUR and not (holding.has_trump_king or king_turned_up):
        return BookAdvice("score-certain", STANDS)
    if gives_even_chance(holding):
        also = BookAdvice("again-king", PROPOSES) if holding.has_trump_king else None
        return BookAdvice("again-even", STANDS, "even-chance", also)
    again = BookAdvice("again", PROPOSES, "even-chance")
    return _advise_with_no_class(
        holding, again, king_turned_up=king_turned_up, own=own, other=other, is_first=False
    )


def _advise_with_king(
    holding: Holding, hand_class: HandClass | None, *, king_turned_up: bool, own: int
) -> BookAdvice | None:
    """Return the advice for a hand with the king of trumps held or turned up, or None if the king changes nothing."""
    is_held = holding.has_trump_king
    # The mark for the king brings the elder hand to four points, so that the point wins the game.
    is_point_enough = is_held and own + 1 == POINTS_OF_FOUR
    # Hint 9 a: the point is certain.
    if _is_point_certain(holding, king_turned_up=king_turned_up):
        if holding.is_all_court_cards:
            return BookAdvice("king-all-court", STANDS)
        certain = BookAdvice("king-certain", PROPOSES)
        return BookAdvice("hand-3", STANDS, "pattern", certain) if is_point_enough else certain
    # Hands 3 and 8: the hands with which the elder hand stands all the same.
    if is_point_enough and is_like_hand_3(holding) and holding.plain_ranks[0] == KING:
        return BookAdvice("hand-3", STANDS)
    exception = _find_exception_with_king(holding) if is_held else None
    if exception is not None:
        return BookAdvice(exception, STANDS)
    all_court = BookAdvice("king-all-court", STANDS, "all-court")
    # The classes of standing hands that ask for cards with the king.
    if hand_class in _PROPOSE_WITH_KING:
        reading = "" if is_held or hand_class == "1" else "king-turned-up"
        also = all_court if holding.is_all_court_cards else None
        return BookAdvice("king-propose", PROPOSES, reading, also)
    # Hint 9 b: there are two cards to throw.
    if is_held and holding.cards_to_throw == _FEW_CARDS_TO_THROW:
        if hand_class == "3a":
            return BookAdvice("king-few", PROPOSES, also=BookAdvice("stand-3a", STANDS))
        return BookAdvice("king-few", PROPOSES, also=all_court if holding.is_all_court_cards else None)
    # Our readings of what the treatise leaves open.
    if holding.is_all_court_cards:
        return all_court
    if hand_class in ("2d", "2e"):
        reading = "king-between" if hand_class == "2d" else "king-silent"
        return BookAdvice("king-propose", PROPOSES, reading if is_held else "king-turned-up")
    return None


def _find_reading_of_class(holding: Holding, hand_class: HandClass) -> str:
    """Return the code of the reading on which standing with a hand of this class rests, or an empty string."""
    if hand_class == "4" and holding.has_trump_king:
        return "king-silent"
    if hand_class == "4" and holding.trumps and holding.trumps[0] >= JACK:
        return "court-trump"
    return ""


def _advise_with_no_class(
    holding: Holding, advice: BookAdvice, *, king_turned_up: bool, own: int, other: int, is_first: bool = True
) -> BookAdvice:
    """Return ``advice`` to propose, unless the dealer is at four and the hand is good enough to stand (hints
    21, 22).
    """
    if other != POINTS_OF_FOUR or king_turned_up or holding.has_trump_king:
        return advice
    reading = "" if is_first else "later"
    has_every_plain_suit = len(holding.plain) == len(SUITS) - 1
    if holding.trumps:
        if has_every_plain_suit and holding.plain_ranks[0] <= NINE:
            return BookAdvice(advice.rule, PROPOSES, "different-suits")
        also = None
        if is_first and own == POINTS_OF_FOUR and is_like_hand_14(holding):
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
    high_suits = [each for each in holding.plain if each.top >= QUEEN and len(each.ranks) > 1]
    if len(holding.trumps) > 1:
        if any(each.ranks[1] >= TEN for each in high_suits if len(each.ranks) == 2):
            return "king-queen-guarded"
        if any(other.top >= JACK for each in high_suits for other in holding.plain if other is not each):
            return "king-queen-honour"
    elif class_of(holding) == "3c" and any(each.ranks[1] >= TEN for each in high_suits):
        return "king-3c"
    return None


def _is_point_certain(holding: Holding, *, king_turned_up: bool) -> bool:
    """Return whether the trumps alone make the point, whatever the dealer has.

    They do with:

    - five trumps;
    - four trumps, among them the highest and the second or third, or the highest, the fourth and the fifth;
    - three trumps or more, among them the two highest and the third or fourth.

    The dealer does not have the card turned up, which is a trump, and so has at most two trumps against five,
    three against four, and four against three: leading the plain card or the lowest of the three is safe. A king
    turned up is not counted among the highest.
    """
    highest = QUEEN if king_turned_up else KING
    # The place of each trump from the top: 0 is the highest.
    places = [highest - trump for trump in holding.trumps]
    if len(places) == HAND_SIZE or (places[:2] == [0, 1] and len(places) > 2 and places[2] <= 3):
        return True
    return len(places) == 4 and places[0] == 0 and (places[1] <= 2 or places[1:3] == [3, 4])
