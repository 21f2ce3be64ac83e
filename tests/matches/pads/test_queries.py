"""The points of a live rubber are those of its current game."""

from __future__ import annotations

from typing import Any

import pytest

from matches.pads.queries import Points, points_in


@pytest.mark.parametrize(
    ("game", "points"),
    [
        (None, (0, 0)),
        ({"winner": "A", "a": 5, "b": 3}, (0, 0)),
        ({"winner": "", "a": 2, "b": 3}, (2, 3)),
        ({"winner": "", "a": None, "b": None}, None),
    ],
    ids=["no game", "game over", "game in play", "points unknown"],
)
def test_points_are_those_of_the_game_in_play(game: dict[str, Any] | None, points: Points) -> None:
    assert points_in(game) == points
