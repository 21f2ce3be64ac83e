"""A worker whose clock is wrong, and is set right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.service import Service
from tests.matches.files import EVENING

pytestmark = pytest.mark.e2e

DONE = "matches_review WHERE state = 'done'"
IN_HAND = "matches_review WHERE state = 'claimed' AND claim <> ''"
THREE_HOURS = 3 * 3600


def test_what_a_worker_claimed_by_a_clock_that_jumped_is_taken_over_at_once(
    service: Service, tmp_path: Path
) -> None:
    """Three hours fast when it is killed with reviews in hand, it keeps nobody from them for three hours."""
    clock = tmp_path / "clock"
    clock.write_text(str(THREE_HOURS))
    service.manage("import_egn", EVENING)

    with service.worker(processes=1, clock=clock) as worker:
        service.wait_until(lambda: service.count(IN_HAND) > 0)
        worker.kill()
    assert service.count(DONE) < 12
    with service.worker(processes=1, clock=clock):
        service.wait_until(lambda: service.count(DONE) > 0)
        clock.write_text("0")
        service.wait_until(lambda: service.count(DONE) == 12)

    assert service.query("SELECT max(attempts) <= 3, count(DISTINCT rubber_id) FROM matches_review") == [
        (True, 12)
    ]
