"""Describe cards for a page: rank, suit, and the name that is read aloud."""

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
    pgettext_lazy("rank", "jack"),
    pgettext_lazy("rank", "queen"),
    pgettext_lazy("rank", "king"),
)
THE_RANKS: Final = (
    _("the seven"),
    _("the eight"),
    _("the nine"),
    _("the ten"),
    _("the ace"),
    _("the jack"),
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


COURTS: Final = {5: "jack", 6: "queen", 7: "king"}
"""The ids of the drawings of court cards (``common/parts/_suits.html``), by rank."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card as a page shows it.

    ``code`` is the card in EGN, such as ``HT``. ``suit`` is the CSS class of its suit, ``court`` the id of a court
    card's drawing, otherwise empty. ``name`` is "ten of hearts"; ``the`` is "the ten of hearts" as one translated
    string, because in other languages the article depends on the rank.
    """

    code: str
    suit: str
    court: str
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
        court=COURTS.get(rank, ""),
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
    """Return the cards in a bit mask in EGN's order; its upper 32 bits are second copies, which come last."""
    return tuple(FACES[card] for card in (*cards_of(mask & 0xFFFF_FFFF), *cards_of(mask >> 32)))


def suit_name(suit: Suit) -> str:
    return str(SUIT_NAMES[suit])
