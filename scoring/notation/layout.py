"""Record the token numbers of each deal and heading, as written in the text and in canonical order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

Moves: TypeAlias = list[tuple[int, int]]
"""Tokens that canonical order puts earlier than the text does.

Each is a pair of token numbers: (in the text, in canonical order). The pairs are in the order of the text.
"""


@dataclass(slots=True)
class Stretch:
    """The range of tokens of a deal or of a game's heading: from ``start`` up to, but not including, ``end``."""

    start: int
    end: int
    moves: Moves
    _order: list[int] | None = field(default=None, init=False, repr=False, compare=False)

    def canonical_order(self) -> list[int]:
        """Return the tokens of the range in canonical order.

        Each token is given by its number as written, from 0 at the start of the range. The result is cached:
        call this method only after the whole range has been parsed and all its moves are known.
        """
        if self._order is not None:
            return self._order
        order = list(range(self.end - self.start))
        for written, canonical in self.moves:
            if written == canonical + 1:
                order[canonical], order[written] = order[written], order[canonical]
            else:
                order.insert(canonical, order.pop(written))
        self._order = order
        return order

    def canonical_places(self) -> list[int]:
        """Return, for each token of the range as written, its number in canonical order: the inverse of
        ``canonical_order``.
        """
        places = [0] * (self.end - self.start)
        for canonical, written in enumerate(self.canonical_order()):
            places[written] = canonical
        return places

    def written_token(self, canonical: int) -> int:
        """Return the number in the text of a token, given its number ``canonical`` in the canonical order of
        the range.

        A number outside the range gives the nearest token of the range.
        """
        token = min(max(canonical, 0), self.end - self.start - 1)
        return self.start + (self.canonical_order()[token] if self.moves else token)


@dataclass(slots=True)
class GameLayout:
    """The token ranges of a game's heading and deals.

    ``final`` is the number of the token with the game's final points, or None if there is none.
    """

    heading: Stretch
    deals: list[Stretch] = field(default_factory=list)
    final: int | None = None
