from __future__ import annotations

import pytest

from tests.bench.peers.bench_endings import measured, ours_by_few

pytestmark = pytest.mark.long


def test_each_of_theirs_stands_beside_ours_in_its_place() -> None:
    works = ours_by_few(rows=5, singles=2, repeated=3)
    slow = [work._replace(positions=1, solve=lambda: [solve() for solve in solves]) for work in works]
    solves = [work.solve for work in works]
    rows = measured(works, slow, runs=2)
    assert [row.ratio is not None and row.ratio > 1 for row in rows] == [False] * 3 + [True] * 3
