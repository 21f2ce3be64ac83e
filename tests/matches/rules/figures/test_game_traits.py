"""Single games and what is counted of them."""

from __future__ import annotations

import pytest

from matches.rules.figures.game_traits import GAME_TRAITS, game_traits
from scoring.check import check_rubber
from scoring.notation import read_one

# A game, and what holds of it on A's side and on B's.
CASES = [
    ("Game 1 #5-4", "game_won single_won game_points_for=5 game_points_against=4 -dealt_first -scores_seen",
     "game_lost single_lost game_points_for=4"),
    ("Game 1 #5-2", "double_won", "double_lost"),
    ("Game 1 #0-5", "treble_lost", "treble_won"),
    ("Game 1\n1. A S =B5 (0-2)\n2. B S Kb =B5 (0-5)\n#0-5",
     "games dealt_first -dealt_first_won scores_seen -nil_to_four", "games dealt_second dealt_second_won"),
    ("Game 1\n1. A !12(HA) =void\n2. A S Kb =B5 (0-3)\n3. B S Ka =A5 (3-3)\n4. A S =B5 (3-5)\n#3-5",
     "dealt_first", "dealt_second"),
    ("Game 1\n1. A S =B5 (0-2)\n2. B S =B5 (0-4)\n3. A P R Ka =A5 (3-4)\n4. B P R =A5 (5-4)\n#5-4",
     "nil_to_four came_back -four_to_nil game_won", "four_to_nil let_slip -nil_to_four game_lost"),
    ("Game 1\n1. A S =B5 (0-2)\n2. B S =B5 (0-4)\n3. A P R =B3 (0-5)\n#0-5",
     "nil_to_four -came_back", "four_to_nil -let_slip treble_won"),
    ("Game 1\n1. A S =B5 (0-2)", "-games -game_lost -dealt_first", "-games"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "a", "b"), CASES, ids=[case[0].replace("\n", " ") for case in CASES])
def test_game_is_counted(text: str, a: str, b: str) -> None:
    head = '[EGN "1"]\n[A "Orford"]\n[B "Baldwin"]\n\n'
    (game,) = check_rubber(read_one(f"{head}{text}\n*\n")).games
    for mask, expected in zip(game_traits(game), (a, b), strict=True):
        counts = {trait.key: trait.value(mask) for trait in GAME_TRAITS}
        for word in expected.split():
            key, _, value = word.lstrip("-").partition("=")
            assert counts[key] == (0 if word.startswith("-") else int(value or 1)), word
