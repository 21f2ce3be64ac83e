from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from tests.bench.simulation.event_play import GAME, score_between, strength

pytestmark = pytest.mark.long


def test_who_plays_better_wins_more_often_and_not_always() -> None:
    players = sorted(map(str, range(1, 65)), key=lambda player: strength("1", player))
    weak, strong = players[:8], players[-8:]
    won = Counter[str]()
    for first, second in product(strong, weak):
        score = score_between("1", "1", first, second, games_to_win=2)
        games = Counter("AB"[points[1] == GAME] for points in score.games)
        won["A" if games["A"] > games["B"] or score.winner == "A" else "B"] += 1
    assert won["A"] > 2 * won["B"] > 0
