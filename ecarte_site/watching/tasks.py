"""Each task has an id, two lines in the log and a place in the figures; the ids of what caused it go along with it."""

from __future__ import annotations

from time import perf_counter
from typing import Any, Final

from celery import signals
from django_structlog.celery.receivers import CeleryReceiver
from django_structlog.celery.signals import modify_context_before_task_publish

from ecarte_site.watching.metrics import SECONDS_OF_TASKS, TASKS
from ecarte_site.watching.multiprocess import retire_ended_processes, retire_process
from ecarte_site.watching.who import known_user

HANDED_ON: Final = frozenset({"request_id", "user", "parent_task_id"})

# Signals hold who listens to them weakly.
_receiver: Final = CeleryReceiver()


def watch_tasks() -> None:
    """Those that this process sends, and those that it carries out."""
    _receiver.connect_worker_signals()
    modify_context_before_task_publish.connect(_keep_ids)
    signals.task_prerun.connect(_begin)
    signals.task_postrun.connect(_end)
    signals.worker_process_init.connect(_take_over)
    signals.worker_process_shutdown.connect(_hand_over)


def _keep_ids(sender: Any, context: dict[str, Any], **_: Any) -> None:
    """Of what lines of this moment say, the ids alone are true of the task."""
    for name in set(context) - HANDED_ON:
        del context[name]
    if user := known_user():
        context["user"] = user


def _begin(task: Any, **_: Any) -> None:
    task.request.watched_since = perf_counter()


def _end(task: Any, state: str | None = None, **_: Any) -> None:
    TASKS.labels(task.name, (state or "unknown").lower()).inc()
    since = getattr(task.request, "watched_since", None)
    if since is not None:
        SECONDS_OF_TASKS.labels(task.name).observe(perf_counter() - since)


def _take_over(**_: Any) -> None:
    """A process of the pool begins, maybe in place of one that was killed."""
    retire_ended_processes()


def _hand_over(pid: int, **_: Any) -> None:
    """A process of the pool ends, and says so itself; what it counts from here on is lost."""
    retire_process(pid)
