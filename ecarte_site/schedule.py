"""The schedule, by a clock that may be put back."""

from __future__ import annotations

from typing import Any

from celery.beat import PersistentScheduler, ScheduleEntry, Scheduler
from celery.schedules import schedstate


class _Steady(Scheduler):
    """What was done last at a time that lies ahead is due now: otherwise it would be done no more until then, and work
    that is owed be found by nobody for as long as the clock was fast.
    """

    def is_due(self, entry: ScheduleEntry) -> Any:
        if entry.last_run_at is not None and entry.last_run_at > entry.default_now():
            return schedstate(is_due=True, next=0)
        return super().is_due(entry)


class SteadyScheduler(_Steady):
    """That of the one process, which knows nothing of what was before it."""


class KeptScheduler(_Steady, PersistentScheduler):
    """That of ``celery beat``, which keeps in a file when what was done last."""
