"""The position of a player who is about to lead: the cards left, the tricks so far, and what the leader knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.cards import HAND_SIZE, SUIT_MASK, Card, CardMask, Suit, format_card, king_of, mask_of
from worker.review.decision import BookAdvice
from worker.review.treatise.holding import (
    ACE,
    JACK,
    KING,
    POINTS_OF_FOUR,
    QUEEN,
    Holding,
    PlainSuit,
    Rank,
    has_gap,
    holding_of,
)


@dataclass(frozen=True)
class Position:
    """The position of a player who is about to lead.

    ``whole`` is the player's hand at the first lead, or 0 if it is unknown. The other attributes are the
    parameters of ``book_on_lead``.
    """

    hand: CardMask
    trump: Suit
    own: int
    other: int
    won: int
    lost: int
    led: Sequence[tuple[Card, bool]]
    replies: Sequence[Card]
    refused: bool
    exchanged: bool
    king_against: bool
    whole: CardMask
    out: CardMask
    gone: CardMask

    @cached_property
    def holding(self) -> Holding:
        return holding_of(self.hand, self.trump)

    @cached_property
    def dealt(self) -> Holding | None:
        """The five cards at the first lead, or None if they are unknown."""
        return holding_of(self.whole, self.trump) if self.whole.bit_count() == HAND_SIZE else None

    @property
    def trumps(self) -> tuple[Rank, ...]:
        return self.holding.trumps

    @property
    def plain(self) -> tuple[PlainSuit, ...]:
        return self.holding.plain

    @property
    def singles(self) -> list[PlainSuit]:
        return [each for each in self.plain if len(each.ranks) == 1]

    @property
    def has_trump_tenace(self) -> bool:
        return has_gap(self.trumps, self.gone_of(self.trump))

    @property
    def wants_the_point_alone(self) -> bool:
        """Whether the vole gains the leader nothing, because the leader has four points.

        A king of trumps that was in the leader's hand is included in the points.
        """
        king = self.whole >> king_of(self.trump) & 1
        return self.own + king >= POINTS_OF_FOUR

    @property
    def strong_trump(self) -> Card | None:
        """The leader's highest trump if it is strong (hint 19), or None.

        The king is strong. The queen is strong unless the opponent has announced the king. The jack is
        strong together with the ace.
        """
        if not self.trumps:
            return None
        top = self.trumps[0]
        if top == KING or (top == QUEEN and not self.king_against) or self.trumps[:2] == (JACK, ACE):
            return self.trump << 3 | top
        return None

    @property
    def has_no_trump_against(self) -> bool:
        """Whether the opponent is known to have no trump.

        The opponent has none after a reply that was neither of the suit led nor a trump.
        """
        return any(
            reply >> 3 not in (card >> 3, self.trump)
            for (card, _), reply in zip(self.led, self.replies, strict=False)
        )

    def gone_of(self, suit: Suit) -> int:
        """Return the ranks of ``suit`` that the opponent can't have, with one bit for each rank."""
        known = self.gone | self.out | self.whole | self.hand | mask_of(list(self.replies))
        return known >> (suit << 3) & SUIT_MASK


def position_of(
    hand: CardMask,
    trump: Suit,
    *,
    own: int,
    won: int,
    lost: int,
    led: Sequence[tuple[Card, bool]],
    refused: bool,
    king_against: bool,
    other: int,
    exchanged: bool,
    replies: Sequence[Card],
    whole: CardMask,
    out: CardMask,
    gone: CardMask,
) -> Position:
    """Build the position of a player who is about to lead.

    The parameters are those of ``book_on_lead``. If the leader led every trick and ``whole`` is 0, ``whole``
    is computed from the cards left and the cards led.
    """
    if not whole and len(led) == won + lost:
        whole = hand | mask_of([card for card, _ in led])
    return Position(
        hand, trump, own, other, won, lost, led, replies, refused, exchanged, king_against, whole, out, gone
    )


def strongest(plain: Sequence[PlainSuit]) -> tuple[list[Card], str]:
    """Return the highest card of the strongest plain suit, and the code of the interpretation on which this
    rests.

    Several cards are returned if suits are equal. Suits of two cards or more come before single cards (hint
    16, hand 9); of single cards the highest is led.
    """
    long = [each for each in plain if len(each.ranks) > 1]
    if not long:
        best = max([each.top for each in plain])
        return highest([each for each in plain if each.top == best]), ""
    most = max([each.strength for each in long])
    return highest([each for each in long if each.strength == most]), "strongest" if len(long) > 1 else ""


def highest(plain: Iterable[PlainSuit]) -> list[Card]:
    return [each.highest for each in plain]


def trump_cards(position: Position) -> list[Card]:
    return [position.trump << 3 | rank for rank in position.trumps]


def advice(rule: str, cards: Iterable[Card], reading: str = "", also: BookAdvice | None = None) -> BookAdvice:
    """Return the advice of ``rule`` to lead one of ``cards``. The advice names the cards in the order of the
    notation.
    """
    ordered = sorted(cards, key=lambda card: (card >> 3, -card))
    return BookAdvice(rule, tuple([format_card(card) for card in ordered]), reading, also)


def strongest_advice(plain: Sequence[PlainSuit]) -> BookAdvice:
    cards, reading = strongest(plain)
    return advice("lead-strongest", cards, reading)
