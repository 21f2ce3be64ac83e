"""A rubber's canonical text without people in it, and with them again.

In the nameless text the letters A and B stand for the players' names, so that it is a lawful record still;
the service's ids are left out.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Final

from scoring.cards import PLAYERS
from scoring.notation import read_one, write_rubber
from scoring.notation.tags import sort_tags, write_tag
from scoring.record import Rubber

ID_TAGS: Final = ("AId", "BId", "RubberId")
NAMELESS_PLAYERS: Final = '\n[A "A"]\n[B "B"]'
FORGOTTEN: Final = "?"
"""Written for a player who asked to be forgotten: the notation wants some name."""


@dataclass(frozen=True, slots=True)
class PublicIds:
    """What ``--ids`` writes into a record, in the order of ``ID_TAGS``; None leaves its tag out."""

    player_a: str | None
    player_b: str | None
    rubber: str | None


def nameless(rubber: Rubber) -> Rubber:
    """The rubber with A and B for its players' names, and without ids."""
    tags = [(name, name if name in PLAYERS else value) for name, value in rubber.tags if name not in ID_TAGS]
    return replace(rubber, tags=tuple(tags))


def nameless_text(rubber: Rubber) -> str:
    """The canonical text of ``nameless(rubber)``. Raises ``RecordError`` where it can't be written."""
    return write_rubber(nameless(rubber))


def named_text(text: str, names: tuple[str, str], ids: PublicIds | None = None) -> str:
    """The canonical text with the players' names in place of the letters, and ids where they are wanted."""
    name_a, name_b = (name or FORGOTTEN for name in names)
    if ids is not None:
        return write_rubber(_with_tags(read_one(text), name_a, name_b, ids))
    named = f"\n{write_tag('A', name_a)}\n{write_tag('B', name_b)}"
    # The first match is the tags themselves: only tags stand before them, and a value holds no line end.
    return text.replace(NAMELESS_PLAYERS, named, 1)


def _with_tags(rubber: Rubber, name_a: str, name_b: str, ids: PublicIds) -> Rubber:
    tags = {**dict(rubber.tags), "A": name_a, "B": name_b}
    stated = zip(ID_TAGS, (ids.player_a, ids.player_b, ids.rubber), strict=True)
    tags |= {tag: value for tag, value in stated if value is not None}
    return replace(rubber, tags=sort_tags(tags.items()))


def content_checksum(player_a: str, player_b: str, text: str) -> str:
    """SHA-256, in hexadecimal, of who played and what was recorded; players by their public ids."""
    return hashlib.sha256(f"{player_a}\n{player_b}\n{text}".encode()).hexdigest()
