from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.figures.runs import LongestRuns, Place, Run, Stretch

PLAYER = 7


def stretch(chances: str, at: int) -> Stretch:
    """``+`` came off, ``-`` did not, ``?`` nobody knows."""
    found = Stretch()
    for deal, chance in enumerate(chances, start=1):
        if chance == "+":
            found.came_off(Place(at, at, 1, deal))
        elif chance == "-":
            found.failed()
        else:
            found.ended()
    return found


def longest(*rubbers: str) -> tuple[int, tuple[int, int | None], tuple[int, int | None]] | None:
    """Length, and rubber and deal where it begins and ends."""
    runs = LongestRuns()
    for at, chances in enumerate(rubbers):
        runs.take(PLAYER, stretch(chances, at))
    best = runs.best.get(PLAYER)
    if best is None:
        return None
    return best.length, (best.first.rubber, best.first.deal), (best.last.rubber, best.last.deal)


@pytest.mark.parametrize(
    ("rubbers", "expected"),
    [
        (["---"], None),
        (["-++-"], (2, (0, 2), (0, 3))),
        # It goes on from one rubber to the next, and over one in which he had no chance.
        (["-++", "", "+++-"], (5, (0, 2), (2, 3))),
        (["++", "-++"], (2, (0, 1), (0, 2))),
        # What is not on record ends it.
        (["++?++"], (2, (0, 1), (0, 2))),
        (["++", "?", "+"], (2, (0, 1), (0, 2))),
        # Of two as long the first stays.
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

    found = longest(*rubbers)

    assert (found[0] if found else 0) == max(runs)


@given(st.lists(st.tuples(st.sampled_from("AB"), st.text("+-?", max_size=4)), max_size=12))
def test_players_have_runs_of_their_own(rubbers: list[tuple[str, str]]) -> None:
    together, alone = LongestRuns(), {"A": LongestRuns(), "B": LongestRuns()}

    for at, (player, chances) in zip(count(), rubbers, strict=False):
        together.take(ord(player), stretch(chances, at))
        alone[player].take(ord(player), stretch(chances, at))

    assert together.best == alone["A"].best | alone["B"].best


def test_a_place_that_is_a_whole_game_stands_behind_its_deals() -> None:
    deal, game, rubber = Place(1, 5, 2, 3), Place(1, 5, 2), Place(1, 5)

    assert sorted([rubber, game, deal], key=lambda place: place.order) == [deal, game, rubber]
    assert Run(1, deal, deal).length == 1
