from __future__ import annotations

from fractions import Fraction

from matches.rules.figures.records.basis import Basis
from matches.rules.figures.records.definitions import BY_KEY, KINDS, PLACES, Feat, table_of
from matches.rules.figures.runs import Place

GAMES_WON = BY_KEY["games_won"]
SHORTEST = BY_KEY["shortest_game"]


def feat(value: int | Fraction, at: int) -> Feat:
    return Feat(value, Place(0, 0), Place(at, at), 10)


def table(kind: str, feats: dict[int, Feat]) -> list[tuple[int, int, int, int]]:
    """Rank, position, holders and player of each line."""
    return [(line.rank, line.position, line.holders, line.player) for line in table_of(BY_KEY[kind], feats)]


def test_level_holders_share_a_rank_and_the_first_to_get_there_stands_first() -> None:
    feats = {1: feat(7, at=3), 2: feat(9, at=5), 3: feat(9, at=2), 4: feat(5, at=1)}

    assert table("games_won", feats) == [(1, 1, 2, 3), (1, 2, 2, 2), (3, 3, 1, 1), (4, 4, 1, 4)]


def test_less_is_more_where_the_shortest_counts() -> None:
    feats = {1: feat(4, at=1), 2: feat(2, at=2)}

    assert table("shortest_game", feats) == [(1, 1, 1, 2), (2, 2, 1, 1)]


def test_a_table_ends_and_says_how_many_share_its_last_rank() -> None:
    feats = {player: feat(2, at=player) for player in range(1, 40)}

    lines = table("games_won", feats)

    assert len(lines) == PLACES
    assert lines[-1] == (1, PLACES, 39, PLACES)


def test_shares_are_compared_before_they_are_rounded() -> None:
    feats = {1: feat(Fraction(6664, 10000), at=1), 2: feat(Fraction(6665, 10000), at=2)}

    first, second = table_of(BY_KEY["share_of_games"], feats)

    assert (first.player, first.rank, second.rank) == (2, 1, 2)
    assert first.thousandths == second.thousandths == 666


def test_each_kind_stands_on_something_that_is_counted() -> None:
    assert {kind.ground for kind in KINDS} <= set(Basis.__slots__)
    assert len(BY_KEY) == len(KINDS)
