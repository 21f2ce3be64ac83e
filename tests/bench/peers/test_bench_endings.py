from __future__ import annotations

import importlib.util

import pytest

from tests.bench import MissingServiceError
from tests.bench.peers.bench_endings import Bridge, bridge_endings, measured, ours_at_once, ours_by_few

pytestmark = pytest.mark.long


def test_ours_is_measured_at_once_and_by_few() -> None:
    works = [*ours_at_once(100), *ours_by_few(rows=5, singles=2, repeated=3)]
    assert [work.positions for work in works] == [100, 100, 15, 15, 2]
    assert [row.ratio for row in measured(works, [], runs=2)] == [None] * 5


def test_each_of_theirs_stands_beside_ours_in_its_place() -> None:
    works = ours_by_few(rows=5, singles=2, repeated=3)
    slow = [work._replace(positions=1, solve=lambda: [solve() for solve in solves]) for work in works]
    solves = [work.solve for work in works]
    rows = measured(works, slow, runs=2)
    assert [row.ratio is not None and row.ratio > 1 for row in rows] == [False] * 3 + [True] * 3


def test_endings_of_bridge_have_five_cards_a_hand_and_no_card_twice() -> None:
    for deal, trump in bridge_endings(20, 5):
        hands = [hand.split(".") for hand in deal.removeprefix("N:").split()]
        cards = {(suit, rank) for hand in hands for suit, ranks in enumerate(hand) for rank in ranks}
        assert [sum(map(len, hand)) for hand in hands] == [5, 5, 5, 5]
        assert len(cards) == 20
        assert trump in range(4)


def test_without_the_solver_of_bridge_the_benchmark_says_so() -> None:
    if importlib.util.find_spec("endplay"):
        assert len(Bridge(bridge_endings(3, 5)).solve_best()) == 3
    else:
        with pytest.raises(MissingServiceError, match=r"endplay\.dds is not installed here"):
            Bridge(bridge_endings(3, 5))
