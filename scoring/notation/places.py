"""Convert token numbers of a record to lines and columns of its text, on demand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.findings import FINAL_TOKEN, Spot
from scoring.notation.body import Body
from scoring.notation.layout import GameLayout
from scoring.notation.lexer import lex
from scoring.notation.source import Source


@dataclass(slots=True)
class Places:
    """The ``Locator`` of one rubber: call it with a spot to get the line and column, from 1.

    If the text does not have the spot, the position of the nearest enclosing part is returned: the last token
    of the deal or heading, the game, or the rubber's first tag. An example is the final points of a game that
    has none.
    """

    source: Source
    body_start: int
    layout: Sequence[GameLayout]
    ending_token: int | None
    _token_offsets: list[int] | None = field(default=None, init=False)
    _line_offsets: list[int] = field(default_factory=list, init=False)

    def __call__(self, spot: Spot) -> tuple[int, int]:
        token = self._find_token(spot)
        return self._find_place(0 if token is None else self._find_offset(token))

    def _find_token(self, spot: Spot) -> int | None:
        """Return the number of the spot's token in the body, or None if the spot is the rubber as a whole."""
        if spot.game is None:
            return self.ending_token if spot.token == FINAL_TOKEN else None
        if not 0 <= spot.game < len(self.layout):
            return None
        game = self.layout[spot.game]
        if spot.deal is not None and 0 <= spot.deal < len(game.deals):
            return game.deals[spot.deal].written_token(spot.token or 0)
        if spot.token == FINAL_TOKEN:
            return game.heading.start if game.final is None else game.final
        return game.heading.written_token(spot.token or 0)

    def _find_offset(self, token: int) -> int:
        if self._token_offsets is None:
            self._token_offsets = lex(self.source.readable, self.body_start).offsets
        return self._token_offsets[token]

    def _find_place(self, offset: int) -> tuple[int, int]:
        if not self._line_offsets:
            text = self.source.text
            line_end = -1
            while True:
                self._line_offsets.append(line_end + 1)
                line_end = text.find("\n", line_end + 1)
                if line_end < 0:
                    break
        line = bisect_right(self._line_offsets, offset) - 1
        before = 0 if line else self.source.column
        return self.source.line + line, before + offset - self._line_offsets[line] + 1


def places_of(source: Source, body_start: int, body: Body | None) -> Places:
    """Return the ``Places`` of a rubber, which convert spots to lines and columns.

    ``body_start`` is the offset at which the body starts in the text. ``body`` is None if a fault in the tags
    ended the reading.
    """
    if body is None:
        return Places(source, body_start, (), None)
    return Places(source, body_start, body.layout, body.ending_token)
