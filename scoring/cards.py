"""Cards, hands as masks, and the two rules of play every other room compiles or calls.

Shapes, once for the whole project:

- ``Card``: an int 0..31, ``8 * suit + rank``.  Suits ``S H D C`` are 0..3; ranks ``7 8 9 T A J Q K`` are
  0..7 (the king is highest, the ace stands between knave and ten), so "beats" is a comparison.
- ``CardMask``: a 32-bit int, bit ``card`` set for each card held.
- In records alone a set may name a card twice (law 45 is about just that): bits 32..63 of a *tally* hold
  the second copies.  A lawful set has none, and then tally and mask are the same int.

``lawful_cards`` and ``beats`` take and return plain ints and use nothing but int arithmetic, so that the
solver's kernels compile these very functions.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Card: TypeAlias = int
CardMask: TypeAlias = int
Suit: TypeAlias = int
Player: TypeAlias = Literal["A", "B"]

SUITS: Final = "SHDC"
RANKS: Final = "789TAJQK"
PACK: Final[CardMask] = 0xFFFF_FFFF
SUIT_MASK: Final = 0xFF
KING_RANK: Final = 7
HAND_SIZE: Final = 5
SECOND_COPY_SHIFT: Final = 32

CARD_NAMES: Final[tuple[str, ...]] = tuple(suit + rank for suit in SUITS for rank in RANKS)
CARD_BY_NAME: Final[dict[str, Card]] = {name: card for card, name in enumerate(CARD_NAMES)}


def lawful_cards(hand: CardMask, lead: Card, trump: Suit) -> CardMask:
    """The cards of ``hand`` that law 43 lets its holder play.

    ``lead`` is the card led by the adversary, or -1 for the player who leads (any card is lawful).
    The reply follows suit if able, wins if able, and trumps when void of the suit led.
    """
    if lead < 0:
        return hand
    shift = (lead >> 3) << 3
    held = (hand >> shift) & 0xFF
    if held:
        winning = held & (0xFE << (lead & 7))
        if winning:
            return winning << shift
        return held << shift
    trumps = hand & (0xFF << (trump << 3))
    if trumps:
        return trumps
    return hand


def beats(reply: Card, lead: Card, trump: Suit) -> bool:
    """Whether ``reply`` takes the trick from ``lead``: higher of the suit led, or a trump on a plain suit."""
    if (reply >> 3) == (lead >> 3):
        return reply > lead
    return (reply >> 3) == trump


def suit_of(card: Card) -> Suit:
    return card >> 3


def rank_of(card: Card) -> int:
    return card & 7


def king_of(suit: Suit) -> Card:
    return (suit << 3) | KING_RANK


def parse_card(text: str) -> Card:
    """``"HT"`` -> 11.  Raises ``KeyError`` for anything that is not one of the 32 cards."""
    return CARD_BY_NAME[text]


def format_card(card: Card) -> str:
    return CARD_NAMES[card]


def cards_of(mask: CardMask) -> list[Card]:
    """The cards of a mask in the order of the notation: suits S H D C, ranks high to low."""
    cards = []
    for shift in (0, 8, 16, 24):
        held = (mask >> shift) & 0xFF
        while held:
            rank = held.bit_length() - 1
            cards.append(shift + rank)
            held ^= 1 << rank
    return cards


def mask_of(cards: list[Card] | tuple[Card, ...]) -> CardMask:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def _group(held: int) -> str:
    return "".join(RANKS[rank] for rank in range(7, -1, -1) if held >> rank & 1)


_GROUPS: Final[tuple[str, ...]] = tuple(_group(held) for held in range(256))


def format_cards(tally: int) -> str:
    """``SKQ.HJ7.CA`` for a mask or tally; the empty set is the empty string."""
    if tally >> SECOND_COPY_SHIFT:
        return _format_tally(tally)
    groups = [
        SUITS[suit] + _GROUPS[held] for suit in range(4) if (held := (tally >> (suit << 3)) & SUIT_MASK)
    ]
    return ".".join(groups)


def _format_tally(tally: int) -> str:
    groups = []
    for suit in range(4):
        first = (tally >> (suit << 3)) & SUIT_MASK
        second = (tally >> (SECOND_COPY_SHIFT + (suit << 3))) & SUIT_MASK
        if first:
            ranks = "".join(
                RANKS[rank] * (1 + (second >> rank & 1)) for rank in range(7, -1, -1) if first >> rank & 1
            )
            groups.append(SUITS[suit] + ranks)
    return ".".join(groups)


_HELD_BY_RANKS: Final[dict[str, int]] = {ranks: held for held, ranks in enumerate(_GROUPS) if held}


def parse_cards(text: str) -> int:
    """The tally that ``text`` names; suits and ranks in any order.

    Raises ``UnknownCardError`` (a suit or rank that the pack has not got, a card three times) and
    ``CardSetError`` (not of the form of a set at all).
    """
    tally = 0
    for group in text.split("."):
        suit = SUITS.find(group[:1]) if group else -1
        held = _HELD_BY_RANKS.get(group[1:])
        if suit >= 0 and held is not None:
            bits = held << (suit << 3)
            if not tally & bits:
                tally |= bits
                continue
        tally = _add_group(tally, group)
    return tally


def _add_group(tally: int, group: str) -> int:
    if len(group) < 2:
        raise CardSetError(group)
    suit = SUITS.find(group[0])
    if suit < 0:
        raise UnknownCardError(group)
    for letter in group[1:]:
        rank = RANKS.find(letter)
        if rank < 0:
            raise UnknownCardError(group[0] + letter)
        bit = 1 << ((suit << 3) | rank)
        if tally & bit:
            bit <<= SECOND_COPY_SHIFT
            if tally & bit:
                raise UnknownCardError(group[0] + letter)
        tally |= bit
    return tally


class CardSetError(ValueError):
    """A set of cards is not written as suit, ranks, full stop, suit, ranks."""


class UnknownCardError(ValueError):
    """A suit or rank that a pack of 32 has not got."""


def adversary(player: Player) -> Player:
    return "B" if player == "A" else "A"


def seat(player: Player) -> int:
    """0 for A, 1 for B: the index into every ``[A's, B's]`` pair."""
    return 0 if player == "A" else 1


PLAYERS: Final[tuple[Player, Player]] = ("A", "B")
