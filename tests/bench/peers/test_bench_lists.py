import pytest

from tests.bench.bench_api import BARE
from tests.bench.peers.bench_lists import rows


@pytest.mark.long
def test_a_list_stands_beside_the_bare_one_of_the_same_run() -> None:
    runs = [{BARE: [0.001 * scale] * 4, "/rubbers/": [0.002] * 4} for scale in (1, 4, 8)]
    bare, ours = rows(50, {"rubbers": "/rubbers/"}, runs)
    assert [bare.value, ours.value, ours.ratio] == pytest.approx([4.0, 2.0, 2.0])
    assert bare.ratio is None
