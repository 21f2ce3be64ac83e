import pytest

from tests.bench.peers.bench_swiss import main


@pytest.mark.long
def test_each_size_has_a_row_for_either_engine() -> None:
    ours, theirs = main(small=True)
    assert ours.ratio is None
    assert theirs.ratio is not None
