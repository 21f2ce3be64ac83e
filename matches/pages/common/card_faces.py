"""Cards as a page draws them: rank, suit, and the name that is read aloud."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.cards import Card, Suit, cards_of, format_card, rank_of, suit_of

SUIT_CLASSES: Final = ("spades", "hearts", "diamonds", "clubs")
SUIT_NAMES: Final = (
    pgettext_lazy("suit", "spades"),
    pgettext_lazy("suit", "hearts"),
    pgettext_lazy("suit", "diamonds"),
    pgettext_lazy("suit", "clubs"),
)
RANK_NAMES: Final = (
    pgettext_lazy("rank", "seven"),
    pgettext_lazy("rank", "eight"),
    pgettext_lazy("rank", "nine"),
    pgettext_lazy("rank", "ten"),
    pgettext_lazy("rank", "ace"),
    pgettext_lazy("rank", "knave"),
    pgettext_lazy("rank", "queen"),
    pgettext_lazy("rank", "king"),
)
THE_RANKS: Final = (
    _("the seven"),
    _("the eight"),
    _("the nine"),
    _("the ten"),
    _("the ace"),
    _("the knave"),
    _("the queen"),
    _("the king"),
)
RANK_INDICES: Final = (
    "7",
    "8",
    "9",
    "10",
    pgettext_lazy("letter on an ace", "A"),
    pgettext_lazy("letter on a knave", "J"),
    pgettext_lazy("letter on a queen", "Q"),
    pgettext_lazy("letter on a king", "K"),
)


@dataclass(frozen=True, slots=True)
class Face:
    """``code`` is the notation's (``HT``), ``suit`` the style class, ``name`` "ten of hearts".

    ``the`` is "the ten of hearts", one string because other languages choose the article by the rank.
    """

    code: str
    suit: str
    index: str | Promise
    name: str | Promise
    the: str | Promise

    def __str__(self) -> str:
        return str(self.name)


def _face(card: Card) -> Face:
    suit, rank = suit_of(card), rank_of(card)
    return Face(
        code=format_card(card),
        suit=SUIT_CLASSES[suit],
        index=RANK_INDICES[rank],
        # Translators: the name of a card: "king of hearts"
        name=format_lazy(_("{rank} of {suit}"), rank=RANK_NAMES[rank], suit=SUIT_NAMES[suit]),
        # Translators: the name of a card with its article: "the king of hearts"
        the=format_lazy(_("{rank} of {suit}"), rank=THE_RANKS[rank], suit=SUIT_NAMES[suit]),
    )


FACES: Final[tuple[Face, ...]] = tuple(_face(card) for card in range(32))


def face_of(card: Card) -> Face:
    return FACES[card]


def faces_of(mask: int) -> tuple[Face, ...]:
    """The faces of a mask or tally in the order of the notation; second copies follow."""
    doubled = mask >> 32
    return tuple(FACES[card] for card in cards_of(mask & 0xFFFF_FFFF)) + tuple(
        FACES[card] for card in cards_of(doubled)
    )


def suit_name(suit: Suit) -> str:
    return str(SUIT_NAMES[suit])
