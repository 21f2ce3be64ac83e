"""Offer the shipped positions to anybody, one after the other, all of them or those of one theme. Nothing is stored."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Final

from matches.reviews.themes import THEMES, Theme, theme_of
from scoring.player_view import PlayerView, view_at
from worker.review.positions import TryPosition, positions

FIRST: Final = 12
"""The position that a visitor meets first: a striking one, in which the king is the worse card."""


@dataclass(frozen=True, slots=True)
class OfferedPosition:
    """A position to try: its number, from 1, how many there are, and the number of the one that comes next.

    ``count`` and ``next_number`` are among the positions of one theme if one was chosen.
    """

    number: int
    count: int
    next_number: int
    position: TryPosition

    @property
    def view(self) -> PlayerView:
        """The deal as the player of the position saw it."""
        return _view(self.position)


def offered_position(number: int = FIRST, theme: Theme | None = None) -> OfferedPosition | None:
    """Return the position with this number, or None if there is none. After the last one comes the first."""
    shipped = positions()
    if not 1 <= number <= len(shipped):
        return None
    numbers = numbers_of(theme) or numbers_of()
    following = next((each for each in numbers if each > number), numbers[0])
    return OfferedPosition(number, len(numbers), following, shipped[number - 1])


@cache
def numbers_of(theme: Theme | None = None) -> tuple[int, ...]:
    """Return the numbers of the positions of ``theme``, or of all if it is None, in order."""
    themes = enumerate(map(_theme, positions()), start=1)
    return tuple(number for number, each in themes if theme in (None, each))


@cache
def count_by_theme() -> dict[Theme, int]:
    """Return the number of positions in each theme, in the order of the themes."""
    counted = Counter(map(_theme, positions()))
    return {theme: counted[theme] for theme in THEMES if theme in counted}


def _view(position: TryPosition) -> PlayerView:
    return view_at(
        position.checked(), game=1, deal=position.deal, token=position.token, player=position.player
    )


def _theme(position: TryPosition) -> Theme:
    tricks = _view(position).tricks
    return theme_of(position.kind, position.trick, is_lead=not tricks or tricks[-1].reply is not None)
