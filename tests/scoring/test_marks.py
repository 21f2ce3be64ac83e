"""The value of marks (laws 46 to 49), as tables."""

from __future__ import annotations

from scoring.cards import Player
from scoring.checked import Mark
from scoring.marks import add_marks, game_value, game_winner, king_mark, rubber_winner, tricks_mark
from scoring.record import Pair, Reckoning
from tests.support.rows import each_row

TRICKS: list[tuple[Player, int, str | None, int, int]] = [
    # winner, tricks, vulnerable, law, points
    ("A", 3, "none", 48, 1),
    ("A", 4, "A", 48, 1),
    ("A", 3, "B", 49, 2),
    ("B", 4, "A", 49, 2),
    ("B", 5, "A", 48, 2),
    ("B", 5, "none", 48, 2),
]


@each_row(("winner", "tricks", "vulnerable", "law", "points"), TRICKS)
def test_the_point_counts_two_against_the_vulnerable_and_the_vole_always(
    winner: Player, tricks: int, vulnerable: str | None, law: int, points: int
) -> None:
    assert tricks_mark(winner, tricks, vulnerable) == Mark(winner, law, points)


def test_the_king_counts_one() -> None:
    assert king_mark("B") == Mark("B", 47, 1)


SCORES: list[tuple[Pair, list[tuple[Player, int]], Pair, int]] = [
    # before, marks in order, after, how many counted
    ((0, 0), [("A", 1), ("B", 2)], (1, 2), 2),
    ((4, 0), [("A", 2)], (5, 0), 1),
    ((4, 4), [("B", 1), ("A", 2)], (4, 5), 1),
    ((3, 4), [("A", 1), ("B", 1), ("A", 1)], (4, 5), 2),
]


@each_row(("before", "marks", "after", "counted"), SCORES)
def test_the_first_to_five_has_won(
    before: Pair, marks: list[tuple[Player, int]], after: Pair, counted: int
) -> None:
    made = [Mark(player, 48, points) for player, points in marks]
    assert add_marks(before, made) == (after, tuple(made[:counted]))


VALUES: list[tuple[Pair, Reckoning, int]] = [
    ((5, 0), "treble", 3),
    ((1, 5), "treble", 2),
    ((5, 2), "treble", 2),
    ((3, 5), "treble", 1),
    ((5, 4), "treble", 1),
    ((0, 5), "plain", 1),
]


@each_row(("score", "reckoning", "value"), VALUES)
def test_a_game_is_a_single_a_double_or_a_treble(score: Pair, reckoning: Reckoning, value: int) -> None:
    assert game_value(score, reckoning) == value


@each_row(("score", "winner"), [((5, 4), "A"), ((0, 5), "B"), ((4, 4), None), (None, None)])
def test_five_points_win_the_game(score: Pair | None, winner: Player | None) -> None:
    assert game_winner(score) == winner


@each_row(("won", "majority", "winner"), [((2, 1), 2, "A"), ((1, 1), 2, None), ((0, 1), 1, "B")])
def test_the_majority_wins_the_rubber(won: Pair, majority: int, winner: Player | None) -> None:
    assert rubber_winner(won, majority) == winner
