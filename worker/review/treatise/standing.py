"""Jeux de règle: the classes of hands with which the elder hand stands, by the cards alone."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from worker.review.treatise.holding import (
    ACE,
    EIGHT,
    JACK,
    KING,
    NINE,
    QUEEN,
    SEVEN,
    TEN,
    Holding,
    Rank,
    is_as_good_as_any,
)

HandClass: TypeAlias = Literal["1", "2a", "2b", "2c", "2d", "2e", "3a", "3b", "3c", "4", "5"]

FEW_TO_GO: Final = 2
"""The number of cards to discard up to which the treatise neither proposes nor accepts."""

_PAIRS_AND_A_SINGLE_CARD: Final[tuple[tuple[Rank, ...], ...]] = (
    (JACK, ACE, EIGHT),
    (ACE, TEN, TEN),
    (TEN, NINE, JACK),
    (NINE, EIGHT, QUEEN),
)
_THREE_SINGLE_CARDS: Final[tuple[tuple[Rank, ...], ...]] = (
    (KING, JACK, SEVEN),
    (KING, ACE, NINE),
    (KING, TEN, TEN),
    (QUEEN, QUEEN, SEVEN),
    (QUEEN, JACK, ACE),
    (JACK, JACK, JACK),
)
_TIERCES_AND_A_SINGLE_CARD: Final[tuple[tuple[Rank, ...], ...]] = (
    (KING, QUEEN, JACK, SEVEN),
    (KING, QUEEN, TEN, TEN),
    (KING, QUEEN, ACE, EIGHT),
    (KING, QUEEN, SEVEN, JACK),
)


def class_of(holding: Holding) -> HandClass | None:
    """Return the first class of standing hands that a hand of five cards belongs to.

    Return None for a hand to propose with.
    """
    number = len(holding.trumps)
    if number >= 3:
        return "1"
    by_trumps = None
    if number == 2:
        by_trumps = _classify_two_trumps(holding)
    elif number == 1:
        by_trumps = _classify_one_trump(holding)
    if by_trumps is not None:
        return by_trumps
    if has_four_court_cards(holding) or has_three_queens(holding):
        return "4"
    if holding.cards_to_go <= FEW_TO_GO:
        return "5"
    return None


def _classify_two_trumps(holding: Holding) -> HandClass | None:
    """Return the class of a hand with two trumps on which the treatise stands, or None."""
    if holding.lengths == (3,):
        return "2a"
    if holding.lengths == (1, 1, 1):
        return "2e" if is_as_good_as_any(holding.plain_ranks, _THREE_SINGLE_CARDS) else None
    pair, single = holding.plain
    if pair.top >= QUEEN:
        return "2b"
    if single.top == KING:
        return "2c"
    if is_as_good_as_any(pair.ranks + single.ranks, _PAIRS_AND_A_SINGLE_CARD):
        return "2d"
    return None


def _classify_one_trump(holding: Holding) -> HandClass | None:
    longest, *others = holding.plain
    if holding.lengths == (4,):
        return "3b" if longest.top == KING else None
    if holding.lengths == (3, 1):
        if is_as_good_as_any(longest.ranks + others[0].ranks, _TIERCES_AND_A_SINGLE_CARD):
            return "3a"
        return "3c" if min(longest.top, others[0].top) >= QUEEN else None
    if holding.lengths == (2, 2) and has_two_queens_once_guarded(holding):
        return "3c" if max([each.ranks[1] for each in holding.plain]) >= TEN else None
    return None


def has_two_queens_once_guarded(holding: Holding) -> bool:
    return holding.lengths == (2, 2) and all(each.top >= QUEEN for each in holding.plain)


def has_four_court_cards(holding: Holding) -> bool:
    """Return whether the hand has four court cards.

    Four jacks count only if one of them is the jack of trumps and has a lower trump beside it.
    """
    court_cards = holding.court_cards
    if len(court_cards) == 4 and court_cards[0] == JACK:
        return len(holding.trumps) > 1
    return len(court_cards) >= 4


def has_three_queens(holding: Holding) -> bool:
    """Return whether the hand has cards of three plain suits, each with a queen or king as the highest."""
    return len(holding.plain) == 3 and all(each.top >= QUEEN for each in holding.plain)


def is_elder_light_hand(holding: Holding) -> bool:
    """Return whether a hand without a trump is at least as good as a queen, a guarded jack and a guarded ten
    (hint 21).
    """
    suits = sorted([(each.top, len(each.ranks) > 1) for each in holding.plain], reverse=True)
    return (
        not holding.trumps
        and len(suits) == 3
        and all(top >= least for (top, _), least in zip(suits, (QUEEN, JACK, TEN), strict=True))
        and all(guarded or top >= QUEEN for top, guarded in suits)
    )


def is_one_trump_light_hand(holding: Holding) -> bool:
    """Return whether the hand is at least as good as a trump, an ace of one suit and a guarded ten of another
    (hint 21).
    """
    guarded = [each for each in holding.plain if each.top >= TEN and len(each.ranks) > 1]
    return bool(holding.trumps) and any(
        other.top >= ACE for each in guarded for other in holding.plain if other is not each
    )


def is_light_hand(holding: Holding) -> bool:
    """Return whether the hand has some protection in three plain suits (hint 21)."""
    return len(holding.plain) == 3 and all(each.is_protected for each in holding.plain)
