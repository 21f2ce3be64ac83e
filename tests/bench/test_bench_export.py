"""A small club goes out over HTTP and comes back the same, beside a reader who has stopped; no time is asserted.

In the soak, which measures it whole.
"""

from __future__ import annotations

import pytest

from tests.bench import bench_statistics
from tests.bench.bench_export import MOST_MIB, take_out
from tests.support.connected import connected_to


@pytest.mark.long
@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
def test_records_come_back_and_nobody_waits_for_a_reader_who_has_stopped(
    service_environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_statistics, "YEARS", range(2025, 2027))
    with connected_to(service_environment["DATABASE_URL"]):
        taken = take_out(service_environment, 6_000, wsgi="tests.bench.impatient_wsgi:application")

    assert taken.back_checksum == taken.checksum
    assert taken.deals >= 6_000
    assert taken.peak_mib <= MOST_MIB
    assert taken.busy == 0
    assert taken.is_cut_off
    assert len(taken.waits) >= 1
