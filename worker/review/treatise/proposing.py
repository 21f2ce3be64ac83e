"""The elder's choice: to stand, or to propose."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from scoring.cards import HAND_SIZE, SUITS, CardMask, Suit
from worker.review.decision import BookAdvice
from worker.review.treatise.holding import (
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
from worker.review.treatise.standing import class_of

STANDS: Final = ("S",)
PROPOSES: Final = ("P",)

_PROPOSED_WITH_KING: Final = ("1", "2a", "2b", "2c", "2d", "2e", "3b", "3c")


def book_on_proposal(
    hand: CardMask, trump: Suit, *, king_turned_up: bool, own: int, other: int
) -> BookAdvice:
    """The elder's first choice, with ``own`` points to the dealer's ``other``."""
    holding = holding_of_five(hand, trump)
    hand_class = class_of(holding)
    is_certain = _is_point_certain(holding, king_turned_up=king_turned_up)
    if king_turned_up or holding.has_trump_king:
        if is_certain:
            return BookAdvice("king-certain", PROPOSES)
        exception = _exception_with_king(holding)
        if exception is not None:
            return BookAdvice(exception, STANDS)
        if hand_class in _PROPOSED_WITH_KING:
            return BookAdvice("king-propose", PROPOSES)
    elif is_certain and own == POINTS_OF_FOUR:
        return BookAdvice("score-certain", STANDS)
    if hand_class is not None:
        return BookAdvice(f"stand-{hand_class}", STANDS)
    return _with_no_class(holding, "propose", king_turned_up=king_turned_up, other=other)


def book_on_later_proposal(
    hand: CardMask, trump: Suit, *, king_turned_up: bool, own: int, other: int
) -> BookAdvice:
    """The elder's choice after an exchange, with ``own`` points to the dealer's ``other``."""
    holding = holding_of_five(hand, trump)
    has_king = king_turned_up or holding.has_trump_king
    if not has_king and own == POINTS_OF_FOUR and _is_point_certain(holding, king_turned_up=False):
        return BookAdvice("score-certain", STANDS)
    if gives_even_chance(holding):
        return BookAdvice("again-king", ()) if has_king else BookAdvice("again-even", STANDS)
    return _with_no_class(holding, "again", king_turned_up=king_turned_up, other=other)


def _with_no_class(holding: Holding, rule: str, *, king_turned_up: bool, other: int) -> BookAdvice:
    """``rule`` to propose by, unless the dealer's score is against it."""
    has_king = king_turned_up or holding.has_trump_king
    if other == POINTS_OF_FOUR and not has_king:
        scattered = len(holding.plain) == len(SUITS) - 1
        weak = holding.plain_ranks[0] <= NINE and scattered
        if gives_even_chance(holding) or (holding.trumps and not weak):
            return BookAdvice("score-dealer-four", STANDS)
    return BookAdvice(rule, PROPOSES)


def _exception_with_king(holding: Holding) -> str | None:
    """The rule by which the elder stands though the king is safe."""
    if holding.has_trump_king and len(holding.trumps) > 1:
        queens = [each for each in holding.plain if each.top >= QUEEN and len(each.ranks) > 1]
        if any(each.ranks[1] >= TEN for each in queens):
            return "king-queen-guarded"
        if any(other.top >= KNAVE for each in queens for other in holding.plain if other is not each):
            return "king-queen-honour"
    if holding.plain_ranks[-1] >= KNAVE:
        return "king-all-court"
    return None


def _is_point_certain(holding: Holding, *, king_turned_up: bool) -> bool:
    """By trumps alone, whatever the dealer holds: the three highest, four with the two highest, or five.

    The card turned up is a trump that the dealer hasn't got, which leaves him two against five and three against four.
    """
    highest = range(QUEEN if king_turned_up else KING, -1, -1)
    in_a_row = sum(
        takewhile(bool, [trump == rank for trump, rank in zip(holding.trumps, highest, strict=False)])
    )
    return in_a_row >= 3 or (in_a_row == 2 and len(holding.trumps) == 4) or len(holding.trumps) == HAND_SIZE
