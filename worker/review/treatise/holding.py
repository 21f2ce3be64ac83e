"""Data type for a hand as the treatise describes hands: the number of trumps, and the plain suits by length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from scoring.cards import HAND_SIZE, KING_RANK, SUIT_MASK, SUITS, Card, CardMask, Suit, format_cards, mask_of

Rank: TypeAlias = int
"""The rank of a card, 0 to 7 as in ``scoring.cards``: the ace is between ten and jack."""

SEVEN: Final[Rank] = 0
EIGHT: Final[Rank] = 1
NINE: Final[Rank] = 2
TEN: Final[Rank] = 3
ACE: Final[Rank] = 4
JACK: Final[Rank] = 5
QUEEN: Final[Rank] = 6
KING: Final[Rank] = KING_RANK

POINTS_OF_FOUR: Final = 4
"""The points at which a player needs one more point to win the game."""


@dataclass(frozen=True, slots=True)
class PlainSuit:
    """The cards of one plain suit in a hand, at least one: ``ranks`` from high to low."""

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
        """Whether the suit has the king, or has the queen or jack together with a lower card.

        This is our interpretation ``guards`` of the treatise.
        """
        return self.top == KING or (self.top >= JACK and len(self.ranks) > 1)

    @property
    def is_guarded_by_a_queen(self) -> bool:
        """Whether the suit has the king, or the queen together with a lower card. Every interpretation calls
        this a guard.
        """
        return self.is_guarded and self.top >= QUEEN

    @property
    def may_be_guarded(self) -> bool:
        """Whether any interpretation of the treatise calls the suit guarded.

        The suit then has the king or queen, or its highest card is a ten or better and it has a lower card.
        """
        return self.top >= QUEEN or (self.top >= TEN and len(self.ranks) > 1)

    @property
    def is_protected(self) -> bool:
        """Whether the suit is protected well enough for a light hand (hint 21).

        The suit then has a court card, or has a ten or ace together with a lower card.
        """
        return self.top >= JACK or (self.top >= TEN and len(self.ranks) > 1)

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
    """A hand as the treatise describes it.

    ``trumps`` are ranks from high to low; ``plain`` are the plain suits, the longest first, and of equal
    length the higher first.
    """

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
        """The ranks of all plain cards, from high to low."""
        return tuple(sorted([rank for each in self.plain for rank in each.ranks], reverse=True))

    @property
    def court_cards(self) -> tuple[Rank, ...]:
        """The ranks of the kings, queens and jacks of all suits, from high to low."""
        return tuple(sorted([rank for rank in self.trumps + self.plain_ranks if rank >= JACK], reverse=True))

    @property
    def cards_to_go(self) -> int:
        """The number of cards in the hand that are neither kings nor trumps, and so may be discarded."""
        return sum([rank != KING for rank in self.plain_ranks])

    @property
    def guarded_tens(self) -> CardMask:
        """The cards from the ten up, except kings, in plain suits with two cards or more (hint 9 b), as a mask."""
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
        """The value of ``cards_to_go`` minus the number of ``guarded_tens``."""
        return self.cards_to_go - self.guarded_tens.bit_count()

    @property
    def is_all_court_cards(self) -> bool:
        """Whether every card is a court card or a trump."""
        return all(rank >= JACK for rank in self.plain_ranks)


def holding_of(hand: CardMask, trump: Suit) -> Holding:
    by_suit = [ranks_of(hand >> (suit << 3) & SUIT_MASK) for suit in range(len(SUITS))]
    plain = [PlainSuit(suit, ranks) for suit, ranks in enumerate(by_suit) if ranks and suit != trump]
    return Holding(trump, by_suit[trump], tuple(sorted(plain, key=_get_length_and_ranks, reverse=True)))


def holding_of_five(hand: CardMask, trump: Suit) -> Holding:
    """Return a hand of five cards as a ``Holding``.

    Raises ``ValueError`` if it has another number of cards, because the treatise says nothing about such
    hands.
    """
    if hand.bit_count() != HAND_SIZE:
        raise ValueError(f"not a hand of five cards: {format_cards(hand)}")
    return holding_of(hand, trump)


def ranks_of(bits: int) -> tuple[Rank, ...]:
    """Return the ranks whose bits are set in ``bits``, the eight bits of a suit, from high to low."""
    return tuple([rank for rank in range(KING, -1, -1) if bits >> rank & 1])


def _get_length_and_ranks(plain: PlainSuit) -> tuple[int, tuple[Rank, ...]]:
    return len(plain.ranks), plain.ranks


def has_gap(ranks: tuple[Rank, ...], gone: int) -> bool:
    """Return whether the opponent may have a card between the two highest of ``ranks``, which makes them a tenace.

    ``ranks`` are from high to low. ``gone`` has a bit for each rank that the opponent is known not to have.
    """
    return len(ranks) > 1 and any(not gone >> rank & 1 for rank in range(ranks[1] + 1, ranks[0]))


def is_as_good_as_any(ranks: tuple[Rank, ...], named: tuple[tuple[Rank, ...], ...]) -> bool:
    """Return whether ``ranks`` are, card for card, at least as high as the ranks of one entry of ``named``."""
    return any(all(rank >= least for rank, least in zip(ranks, each, strict=True)) for each in named)
