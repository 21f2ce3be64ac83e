from __future__ import annotations

from fractions import Fraction
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.figures.records import (
    BY_KEY,
    KINDS,
    PLACES,
    Feat,
    LongestRuns,
    RecordPlace,
    Run,
    Stretch,
    record_table,
)
from matches.rules.figures.records_digest import Basis

GAMES_WON = BY_KEY["games_won"]
SHORTEST = BY_KEY["shortest_game"]


def feat(value: int | Fraction, at: int) -> Feat:
    return Feat(value, RecordPlace(0, 0), RecordPlace(at, at), 10)


def table(kind: str, feats: dict[int, Feat]) -> list[tuple[int, int, int, int]]:
    """Return the rank, position, holders and player of each row."""
    return [
        (line.rank, line.position, line.holders, line.player) for line in record_table(BY_KEY[kind], feats)
    ]


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
    first, second = record_table(BY_KEY["share_of_games"], feats)
    assert (first.player, first.rank, second.rank) == (2, 1, 2)
    assert first.thousandths == second.thousandths == 666


def test_each_kind_stands_on_something_that_is_counted() -> None:
    assert {kind.ground for kind in KINDS} <= set(Basis.__slots__)
    assert len(BY_KEY) == len(KINDS)


PLAYER = 7


def stretch(chances: str, at: int) -> Stretch:
    """Return a stretch: ``+`` is a success, ``-`` a failure, ``?`` unknown."""
    run = Stretch()
    for deal, chance in enumerate(chances, start=1):
        if chance == "+":
            run.add_success(RecordPlace(at, at, 1, deal))
        elif chance == "-":
            run.add_failure()
        else:
            run.add_unknown()
    return run


def longest(*rubbers: str) -> tuple[int, tuple[int, int | None], tuple[int, int | None]] | None:
    """Return the length of the longest run, and the rubber and deal of its start and end, or None."""
    runs = LongestRuns()
    for at, chances in enumerate(rubbers):
        runs.add(PLAYER, stretch(chances, at))
    best = runs.best.get(PLAYER)
    if best is None:
        return None
    return best.length, (best.first.rubber, best.first.deal), (best.last.rubber, best.last.deal)


@pytest.mark.parametrize(
    ("rubbers", "expected"),
    [
        (["---"], None),
        (["-++-"], (2, (0, 2), (0, 3))),
        # A run continues in the next rubber, and over one in which the player had no chance.
        (["-++", "", "+++-"], (5, (0, 2), (2, 3))),
        (["++", "-++"], (2, (0, 1), (0, 2))),
        # An unknown result ends the run.
        (["++?++"], (2, (0, 1), (0, 2))),
        (["++", "?", "+"], (2, (0, 1), (0, 2))),
        # The first of two equally long runs is kept.
        (["++-", "++-+++"], (3, (1, 4), (1, 6))),
    ],
)
def test_the_longest_run(rubbers: list[str], expected: object) -> None:
    assert longest(*rubbers) == expected


def test_chances_that_are_not_on_record_are_not_counted() -> None:
    assert stretch("+-?+", 0).count == 3


@given(st.lists(st.text("+-?", max_size=6), max_size=12))
def test_the_longest_run_is_that_of_all_chances_one_after_another(rubbers: list[str]) -> None:
    runs = [len(run) for run in "".join(rubbers).replace("?", "-").split("-")]
    best = longest(*rubbers)
    assert (best[0] if best else 0) == max(runs)


@given(st.lists(st.tuples(st.sampled_from("AB"), st.text("+-?", max_size=4)), max_size=12))
def test_players_have_runs_of_their_own(rubbers: list[tuple[str, str]]) -> None:
    together, alone = LongestRuns(), {"A": LongestRuns(), "B": LongestRuns()}
    for at, (player, chances) in zip(count(), rubbers, strict=False):
        together.add(ord(player), stretch(chances, at))
        alone[player].add(ord(player), stretch(chances, at))
    assert together.best == alone["A"].best | alone["B"].best


def test_a_place_that_is_a_whole_game_stands_behind_its_deals() -> None:
    deal, game, rubber = RecordPlace(1, 5, 2, 3), RecordPlace(1, 5, 2), RecordPlace(1, 5)
    assert sorted([rubber, game, deal], key=lambda place: place.order) == [deal, game, rubber]
    assert Run(1, deal, deal).length == 1
