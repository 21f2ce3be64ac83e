"""Parse and write cards and sets of cards within tokens."""

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
    format_cards(mask << (suit << 3)): mask << (suit << 3)
    for suit in range(len(SUITS))
    for mask in range(1, SUIT_MASK + 1)
}
"""The mask of every set of cards of one suit, by the text that the writer writes for it."""


def read_card(token: str, name: str) -> Card:
    """Return the card with the name ``name``, which is part of ``token``.

    Raises ``UnreadableError`` (``E02``) for ``token`` if the pack has no such card.
    """
    card = CARD_BY_NAME.get(name)
    if card is None:
        variant = "rank_first" if _RANK_FIRST.fullmatch(name) else "card"
        raise UnreadableError("E02", variant, found=clip(token), card=clip(name))
    return card


def read_set(token: str, text: str) -> int:
    """Return the set of cards ``text``, which is part of ``token``, as a tally (see ``scoring.cards``).

    Suits and ranks may be in any order. Raises ``UnreadableError`` with ``E02`` for a card that the pack does
    not have, with ``E01`` if ``text`` does not have the form of a set.
    """
    tally = 0
    for group in text.split("."):
        mask = _GROUPS.get(group)
        if mask is None or tally & mask:
            return _read_unusual_set(token, text)
        tally |= mask
    return tally


def _read_unusual_set(token: str, text: str) -> int:
    """Read a set in a form that the writer does not use, or raise ``UnreadableError``."""
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
    """Return the notation for a tally, for example ``SKQ.HJ7``.

    Raises ``RecordError`` if the tally is empty, or has a second copy of a card without the first.
    """
    if tally <= 0 or (tally >> SECOND_COPY_SHIFT) & ~(tally & PACK):
        raise RecordError("a set of cards that is empty, or holds a second copy alone, can't be written")
    return format_cards(tally)
