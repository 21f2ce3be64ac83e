"""A small evening at the pads goes through whole; how fast is not asserted. In the soak, which measures it whole."""

import pytest

from tests.bench.bench_pads import play


@pytest.mark.long
@pytest.mark.soak
def test_every_deal_is_stored_and_comes_to_every_watcher(service_environment: dict[str, str]) -> None:
    evening = play(service_environment, tables=4, watchers=20, seconds=2.0, pace_seconds=0.5)
    assert evening.measured.errors == []
    assert (evening.broken, evening.unheard) == (0, 0)
    assert len(evening.measured.entries) >= 4
    assert len(evening.delays) == 20 * len(evening.measured.entries)
