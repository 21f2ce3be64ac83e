"""The schedule continues if the clock is set back, and keeps its pace otherwise."""

from __future__ import annotations

from datetime import timedelta

import pytest

from ecarte_site.celery import app
from ecarte_site.schedule import SteadyScheduler


@pytest.mark.parametrize(
    ("done_ago", "is_due"),
    [(timedelta(seconds=1), False), (timedelta(seconds=61), True), (timedelta(hours=-3), True)],
)
def test_sweep_is_due_a_minute_after_the_last_or_when_that_lies_ahead(
    done_ago: timedelta, is_due: bool
) -> None:
    schedule = SteadyScheduler(app, lazy=True)
    schedule.setup_schedule()
    schedule.merge_inplace(app.conf.beat_schedule)
    entry = schedule.schedule["sweep"]
    entry.last_run_at = entry.default_now() - done_ago
    assert schedule.is_due(entry).is_due == is_due
