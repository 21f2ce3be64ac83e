"""Both engines pair the same rounds in the benchmark; how fast they are is not asserted."""

import pytest

from tests.bench.bench_swiss import timed_rounds


@pytest.mark.long
def test_both_engines_pair_every_round() -> None:
    timed = timed_rounds(16, 4, events=2)
    assert (len(timed.ours), len(timed.theirs)) == (8, 8)
    assert timed.ratio > 0
