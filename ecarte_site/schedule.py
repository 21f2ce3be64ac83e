"""Celery schedulers that keep running if the system's clock is set back."""

from __future__ import annotations

from typing import Any

from celery.beat import PersistentScheduler, ScheduleEntry, Scheduler
from celery.schedules import schedstate


class _SteadyBase(Scheduler):
    """A scheduler that treats a task as due if it last ran in the future, as after a clock that was fast."""

    def is_due(self, entry: ScheduleEntry) -> Any:
        if entry.last_run_at is not None and entry.last_run_at > entry.default_now():
            return schedstate(is_due=True, next=0)
        return super().is_due(entry)


class SteadyScheduler(_SteadyBase):
    """The scheduler of the embedded site, which does not store when tasks last ran."""


class KeptScheduler(_SteadyBase, PersistentScheduler):
    """The scheduler of ``celery beat``, which stores in a file when each task last ran."""
