"""A hand as the treatise speaks of it: so many trumps, and plain suits by length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from scoring.cards import HAND_SIZE, KING_RANK, SUIT_MASK, SUITS, Card, CardMask, Suit, format_cards, mask_of

Rank: TypeAlias = int
"""0..7, as in ``scoring.cards``: the ace stands between ten and knave."""

SEVEN: Final[Rank] = 0
EIGHT: Final[Rank] = 1
NINE: Final[Rank] = 2
TEN: Final[Rank] = 3
ACE: Final[Rank] = 4
KNAVE: Final[Rank] = 5
QUEEN: Final[Rank] = 6
KING: Final[Rank] = KING_RANK

POINTS_OF_FOUR: Final = 4
"""At four a player needs one point more."""


@dataclass(frozen=True, slots=True)
class PlainSuit:
    """The cards held of a suit that is not trumps, one or more: ``ranks`` high to low."""

    suit: Suit
    ranks: tuple[Rank, ...]

    @property
    def top(self) -> Rank:
        return self.ranks[0]

    @property
    def highest(self) -> Card:
        return self.suit << 3 | self.top

    @property
    def is_guarded(self) -> bool:
        """A king, or a queen or knave with a lower card: the reading ``guards``."""
        return self.top == KING or (self.top >= KNAVE and len(self.ranks) > 1)

    @property
    def is_guarded_by_a_queen(self) -> bool:
        """A king, or a queen with a lower card: a guard by any reading."""
        return self.is_guarded and self.top >= QUEEN

    @property
    def may_be_guarded(self) -> bool:
        """A bare queen, or any card from the ten up with a lower one: a guard by some reading."""
        return self.top >= QUEEN or (self.top >= TEN and len(self.ranks) > 1)

    @property
    def is_protected(self) -> bool:
        """A court card, or a ten or an ace with a lower card: enough for a light hand (hint 21)."""
        return self.top >= KNAVE or (self.top >= TEN and len(self.ranks) > 1)

    @property
    def is_sequence(self) -> bool:
        return len(self.ranks) == 2 and self.ranks[0] == self.ranks[1] + 1

    @property
    def is_small_sequence(self) -> bool:
        return self.is_sequence and self.top <= NINE

    @property
    def strength(self) -> int:
        return sum(self.ranks) + len(self.ranks)


@dataclass(frozen=True, slots=True)
class Holding:
    """``trumps`` are ranks high to low; ``plain`` the longest suit first, equal lengths by their ranks."""

    trump: Suit
    trumps: tuple[Rank, ...]
    plain: tuple[PlainSuit, ...]

    @property
    def has_trump_king(self) -> bool:
        return KING in self.trumps

    @property
    def lengths(self) -> tuple[int, ...]:
        return tuple([len(each.ranks) for each in self.plain])

    @property
    def plain_ranks(self) -> tuple[Rank, ...]:
        """High to low."""
        return tuple(sorted([rank for each in self.plain for rank in each.ranks], reverse=True))

    @property
    def court_cards(self) -> tuple[Rank, ...]:
        """Kings, queens and knaves of all suits, high to low."""
        return tuple(sorted([rank for rank in self.trumps + self.plain_ranks if rank >= KNAVE], reverse=True))

    @property
    def cards_to_go(self) -> int:
        """Count the cards that are neither kings nor trumps."""
        return sum([rank != KING for rank in self.plain_ranks])

    @property
    def guarded_tens(self) -> CardMask:
        """The cards from the ten up, without the kings, in plain suits of two or more (hint 9 b)."""
        return mask_of(
            [
                each.suit << 3 | rank
                for each in self.plain
                if len(each.ranks) > 1
                for rank in each.ranks
                if TEN <= rank < KING
            ]
        )

    @property
    def cards_to_throw(self) -> int:
        """Count ``cards_to_go`` less the ``guarded_tens``."""
        return self.cards_to_go - self.guarded_tens.bit_count()

    @property
    def is_all_court_cards(self) -> bool:
        """Whether every card is a court card or a trump."""
        return all(rank >= KNAVE for rank in self.plain_ranks)

    @property
    def guarded_suits(self) -> tuple[PlainSuit, ...]:
        return tuple([each for each in self.plain if each.is_guarded])


def holding_of(hand: CardMask, trump: Suit) -> Holding:
    by_suit = [ranks_of(hand >> (suit << 3) & SUIT_MASK) for suit in range(len(SUITS))]
    plain = [PlainSuit(suit, ranks) for suit, ranks in enumerate(by_suit) if ranks and suit != trump]
    return Holding(trump, by_suit[trump], tuple(sorted(plain, key=_length_and_ranks, reverse=True)))


def holding_of_five(hand: CardMask, trump: Suit) -> Holding:
    """Raises ``ValueError`` for a hand of any other number: the treatise speaks of none."""
    if hand.bit_count() != HAND_SIZE:
        raise ValueError(f"not a hand of five cards: {format_cards(hand)}")
    return holding_of(hand, trump)


def ranks_of(held: int) -> tuple[Rank, ...]:
    """The ranks, high to low, of eight bits."""
    return tuple([rank for rank in range(KING, -1, -1) if held >> rank & 1])


def _length_and_ranks(plain: PlainSuit) -> tuple[int, tuple[Rank, ...]]:
    return len(plain.ranks), plain.ranks


def has_gap(ranks: tuple[Rank, ...], gone: int) -> bool:
    """Return whether the adversary may hold a card between the two highest of ``ranks``, high to low: a tenace.

    ``gone`` has a bit for each rank that the adversary is known not to hold.
    """
    return len(ranks) > 1 and any(not gone >> rank & 1 for rank in range(ranks[1] + 1, ranks[0]))


def is_as_good_as_any(ranks: tuple[Rank, ...], named: tuple[tuple[Rank, ...], ...]) -> bool:
    """Whether ``ranks`` are, card for card, as high as those of one of ``named``."""
    return any(all(rank >= least for rank, least in zip(ranks, each, strict=True)) for each in named)
