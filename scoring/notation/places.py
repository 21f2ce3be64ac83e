"""Line and column of a record's tokens, worked out when somebody asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.findings import Spot
from scoring.notation.body import Body, GameLayout, Stretch
from scoring.notation.lexer import lex
from scoring.notation.source import Source

RUBBER_ENDING = FINAL_POINTS = -1


@dataclass(slots=True)
class Places:
    """The ``Locator`` of one rubber that was read.

    A spot that the text has not got, such as the final points of a game without any, is placed at the
    nearest thing around it: the last token of its deal or heading, its game, the rubber's first tag.
    """

    source: Source
    body_start: int
    layout: Sequence[GameLayout]
    ending_token: int | None
    _offsets: list[int] | None = field(default=None, init=False)

    def __call__(self, spot: Spot) -> tuple[int, int]:
        token = self._token(spot)
        return self.source.place(0 if token is None else self._offset(token))

    def _token(self, spot: Spot) -> int | None:
        """The number of the spot's token among those of the body; None for the rubber as a whole."""
        if spot.game is None:
            return self.ending_token if spot.token == RUBBER_ENDING else None
        if not 0 <= spot.game < len(self.layout):
            return None
        game = self.layout[spot.game]
        if spot.deal is not None and 0 <= spot.deal < len(game.deals):
            return _written_token(game.deals[spot.deal], spot.token or 0)
        if spot.token == FINAL_POINTS:
            return game.heading.start if game.final is None else game.final
        return _written_token(game.heading, spot.token or 0)

    def _offset(self, token: int) -> int:
        if self._offsets is None:
            self._offsets = lex(self.source.readable, self.body_start).offsets
        return self._offsets[token]


def _written_token(stretch: Stretch, canonical: int) -> int:
    order = stretch.canonical_order()
    return stretch.start + order[min(max(canonical, 0), len(order) - 1)]


def places_of(source: Source, body_start: int, body: Body | None) -> Places:
    """The places of a rubber; ``body`` None where its reading ended in the tags."""
    if body is None:
        return Places(source, body_start, (), None)
    return Places(source, body_start, body.layout, body.ending_token)
