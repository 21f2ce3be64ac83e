"""Cards and sets of cards within tokens, both ways."""

from __future__ import annotations

import re
from typing import Final

from scoring.cards import (
    CARD_BY_NAME,
    PACK,
    SECOND_COPY_SHIFT,
    SUIT_MASK,
    SUITS,
    Card,
    CardSetError,
    UnknownCardError,
    format_cards,
    parse_cards,
)
from scoring.errors import RecordError
from scoring.notation.faults import UnreadableError, clip

_RANK_FIRST: Final = re.compile(r"(?:10|[KQJAT987])[SHDC]")
_SET_LIKE: Final = re.compile(r"[A-Za-z][A-Za-z0-9.]*")

_GROUPS: Final[dict[str, int]] = {
    format_cards(held << (suit << 3)): held << (suit << 3)
    for suit in range(len(SUITS))
    for held in range(1, SUIT_MASK + 1)
}
"""Every group of one suit as the writer writes it, and its mask."""


def read_card(token: str, name: str) -> Card:
    """The card ``name`` within ``token``; raises ``UnreadableError`` (``E02``) for one not of the pack."""
    card = CARD_BY_NAME.get(name)
    if card is None:
        variant = "rank_first" if _RANK_FIRST.fullmatch(name) else "card"
        raise UnreadableError("E02", variant, found=clip(token), card=clip(name))
    return card


def read_set(token: str, text: str) -> int:
    """The tally of the set ``text`` within ``token``; suits and ranks in any order.

    Raises ``UnreadableError``: ``E02`` for a card that the pack has not got, ``E01`` for what is no set.
    """
    tally = 0
    for group in text.split("."):
        held = _GROUPS.get(group)
        if held is None or tally & held:
            return _read_unusual_set(token, text)
        tally |= held
    return tally


def _read_unusual_set(token: str, text: str) -> int:
    if not _SET_LIKE.fullmatch(text):
        raise UnreadableError("E01", "card_set", found=clip(token))
    try:
        return parse_cards(text)
    except UnknownCardError as error:
        card = str(error)
        variant = "card_thrice" if card in CARD_BY_NAME else "card"
        raise UnreadableError("E02", variant, found=clip(token), card=clip(card)) from None
    except CardSetError:
        raise UnreadableError("E01", "card_set", found=clip(token)) from None


def write_set(tally: int) -> str:
    """Raises ``RecordError`` for the empty set, and for a second copy of a card without the first."""
    if tally <= 0 or (tally >> SECOND_COPY_SHIFT) & ~(tally & PACK):
        raise RecordError("a set of cards that is empty, or holds a second copy alone, can't be written")
    return format_cards(tally)
