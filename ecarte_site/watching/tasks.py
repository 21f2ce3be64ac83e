"""Give each Celery task an id, log its start and end, count it in metrics, and pass on the id of the request
behind it.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any, Final

from celery import signals
from django_structlog.celery.receivers import CeleryReceiver
from django_structlog.celery.signals import modify_context_before_task_publish

from ecarte_site.watching.metrics import SECONDS_OF_TASKS, TASKS
from ecarte_site.watching.multiprocess import retire_ended_processes, retire_process
from ecarte_site.watching.request_info import known_user

INHERITED: Final = frozenset({"request_id", "user", "parent_task_id"})

# Signals hold their receivers weakly.
_receiver: Final = CeleryReceiver()


def watch_tasks() -> None:
    """Connect the signals that log and measure the tasks that this process sends and runs."""
    _receiver.connect_worker_signals()
    modify_context_before_task_publish.connect(_keep_ids)
    signals.task_prerun.connect(_begin)
    signals.task_postrun.connect(_end)
    signals.worker_process_init.connect(_take_over)
    signals.worker_process_shutdown.connect(_hand_over)


def _keep_ids(sender: Any, context: dict[str, Any], **_: Any) -> None:
    """Keep only the ids of the current log context, which are true of the task as well."""
    for name in set(context) - INHERITED:
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
    """Retire ended processes when a process of the pool starts, maybe to replace one that was killed."""
    retire_ended_processes()


def _hand_over(pid: int, **_: Any) -> None:
    """Retire a process of the pool as it ends. What it counts after that is lost."""
    retire_process(pid)
