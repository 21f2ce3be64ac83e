"""Cards, sets of cards as bit masks, and the two rules of play that other packages call or compile.

The representation is the same in the whole project:

- ``Card``: an int 0..31, ``8 * suit + rank``. Suits ``S H D C`` are 0..3; ranks ``7 8 9 T A J Q K`` are 0..7.
  The king is highest, and the ace is between the ten and the jack. In one suit the card with the greater int
  wins.
- ``CardMask``: a set of cards as a 32-bit int; the bit with the number of the card is set.
- A *tally* is a set that may contain a card twice. It occurs only in records, because an incorrect pack may
  have a card twice (law 45): bits 32..63 hold the second copies. A lawful set has none, so its tally equals
  its mask.

``lawful_cards`` and ``beats`` take and return plain ints and use only int arithmetic, so that the solver's
compiled kernels can include them.
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
    """Return the cards of ``hand`` that law 43 lets the player play, as a mask.

    ``lead`` is the card led by the opponent, or -1 if the player leads (any card is lawful). A player who
    replies must follow suit and win if possible, and must trump if void of the suit led.
    """
    if lead < 0:
        return hand
    shift = (lead >> 3) << 3
    of_suit = (hand >> shift) & 0xFF
    if of_suit:
        winning = of_suit & (0xFE << (lead & 7))
        if winning:
            return winning << shift
        return of_suit << shift
    trumps = hand & (0xFF << (trump << 3))
    if trumps:
        return trumps
    return hand


def beats(reply: Card, lead: Card, trump: Suit) -> bool:
    """Return whether ``reply`` wins the trick: it is a higher card of the suit led, or a trump on a lead of
    another suit.
    """
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
    """Return the card with this name: ``"HT"`` -> 11. Raises ``KeyError`` if the text names none of the 32 cards."""
    return CARD_BY_NAME[text]


def format_card(card: Card) -> str:
    return CARD_NAMES[card]


def cards_of(mask: CardMask) -> list[Card]:
    """Return the cards of a mask in the order of the notation: suits S H D C, ranks high to low."""
    cards = []
    for shift in (0, 8, 16, 24):
        ranks = (mask >> shift) & 0xFF
        while ranks:
            rank = ranks.bit_length() - 1
            cards.append(shift + rank)
            ranks ^= 1 << rank
    return cards


def mask_of(cards: list[Card] | tuple[Card, ...]) -> CardMask:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def _format_group(ranks: int) -> str:
    return "".join(RANKS[rank] for rank in range(7, -1, -1) if ranks >> rank & 1)


_GROUPS: Final[tuple[str, ...]] = tuple(_format_group(ranks) for ranks in range(256))


def format_cards(tally: int) -> str:
    """Return the notation for a mask or tally, for example ``SKQ.HJ7.CA``; the empty string for the empty set."""
    if tally >> SECOND_COPY_SHIFT:
        return _format_tally(tally)
    groups = [
        SUITS[suit] + _GROUPS[mask] for suit in range(4) if (mask := (tally >> (suit << 3)) & SUIT_MASK)
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


_MASK_BY_GROUP: Final[dict[str, int]] = {group: mask for mask, group in enumerate(_GROUPS) if mask}


def parse_cards(text: str) -> int:
    """Return the tally for a set of cards in the notation (``SKQ.HJ7.CA``); suits and ranks may be in any order.

    Raises ``UnknownCardError`` for a suit or rank that the pack does not have, or a card named three times.
    Raises ``CardSetError`` if the text does not have the form of a set.
    """
    tally = 0
    for group in text.split("."):
        suit = SUITS.find(group[:1]) if group else -1
        mask = _MASK_BY_GROUP.get(group[1:])
        if suit >= 0 and mask is not None:
            bits = mask << (suit << 3)
            if not tally & bits:
                tally |= bits
                continue
        tally = _add_group(tally, group)
    return tally


def _add_group(tally: int, group: str) -> int:
    """Add the cards of one suit, such as ``SKQ``, to ``tally``.

    The bit of a card that comes twice is shifted by ``SECOND_COPY_SHIFT``.
    """
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
    """Raised if a set of cards is not written as suit, ranks, full stop, suit, ranks (``SKQ.HJ7``)."""


class UnknownCardError(ValueError):
    """Raised for a suit or rank that the pack of 32 cards does not have, or for a card named three times."""


def opponent(player: Player) -> Player:
    return "B" if player == "A" else "A"


def seat(player: Player) -> int:
    """Return the player's index in every pair ``[A's, B's]``: 0 for A, 1 for B."""
    return 0 if player == "A" else 1


PLAYERS: Final[tuple[Player, Player]] = ("A", "B")
