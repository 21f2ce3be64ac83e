"""Where a record's parts stand among the tokens of its text, in the order of reading and in canonical order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

Moves: TypeAlias = list[tuple[int, int]]
"""Tokens that canonical form puts earlier than they were written: (from, to), in the order of reading."""


@dataclass(slots=True)
class Stretch:
    """The tokens ``start`` to ``end`` (not included) of a deal or of a game's heading."""

    start: int
    end: int
    moves: Moves
    _order: list[int] | None = field(default=None, init=False, repr=False, compare=False)

    def canonical_order(self) -> list[int]:
        """For each token as the writer puts it, its number within the stretch as written.

        Worked out once: asked for when the stretch has been read, and its moves are all known.
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
        """The reverse: for each token as written, its number as the writer puts it."""
        places = [0] * (self.end - self.start)
        for canonical, written in enumerate(self.canonical_order()):
            places[written] = canonical
        return places

    def written_token(self, canonical: int) -> int:
        """The token of the text for one of canonical form, the nearest where the stretch has not so many."""
        token = min(max(canonical, 0), self.end - self.start - 1)
        return self.start + (self.canonical_order()[token] if self.moves else token)


@dataclass(slots=True)
class GameLayout:
    """Where a game's heading, deals and final points stand among the tokens."""

    heading: Stretch
    deals: list[Stretch] = field(default_factory=list)
    final: int | None = None
