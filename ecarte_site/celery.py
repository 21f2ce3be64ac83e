"""The Celery application: queues, the fixed schedule, and the sweep for pending work with which each worker starts.

docs/machines.md gives the reason for each choice here and in the settings.
"""

from __future__ import annotations

import logging.config
import os
from collections.abc import Mapping
from typing import Any, Final

from celery import Celery
from celery.signals import after_task_publish, beat_init, setup_logging, worker_init, worker_ready
from django.conf import settings
from kombu import Queue

from ecarte_site.queues import FORMER_QUEUES, LIMITS, QUEUE_OF, QUEUES, REVIEWS, SWEEP
from ecarte_site.watching.multiprocess import clear_files
from ecarte_site.watching.signs import PARTS, Signs, note_running, note_start
from ecarte_site.watching.tasks import watch_tasks

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_site.settings")

app = Celery("ecarte")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.task_queues = [Queue(name) for name in QUEUES]
ROUTES: Final[Mapping[str, Mapping[str, str]]] = {task: {"queue": queue} for task, queue in QUEUE_OF.items()}
app.conf.task_routes = ROUTES
app.conf.task_annotations = {task: limit.as_options() for task, limit in LIMITS.items()}
app.conf.beat_schedule = {
    "sweep": {
        "task": SWEEP,
        "schedule": settings.SWEEP_EVERY_SECONDS,
        # The next sweep finds the same work. Without an expiry, sweeps would pile up while no worker runs.
        "options": {"expires": settings.SWEEP_EVERY_SECONDS},
    }
}
app.conf.imports = ["worker.tasks"]
watch_tasks()


@setup_logging.connect
def configure_logging(**_: Any) -> None:
    """Configure logging as the web processes do. A receiver of this signal keeps Celery from configuring its own."""
    logging.config.dictConfig(settings.LOGGING)


@worker_init.connect
def clear_earlier_metrics(**_: Any) -> None:
    """Delete the metrics that earlier worker processes left, before the pool forks: new processes count from zero."""
    if not settings.EMBEDDED:
        clear_files()


@worker_init.connect
def take_former_queues(sender: Any = None, **_: Any) -> None:
    """Also consume the queues of this worker under their former names, for tasks of earlier versions.

    The embedded site has none: its queues end with the process.
    """
    if settings.EMBEDDED:
        return
    queues = sender.app.amqp.queues
    for former, queue in FORMER_QUEUES.items():
        if queue in queues.consume_from:
            queues.select_add(Queue(former))


@worker_init.connect
def warm_review(sender: Any = None, **_: Any) -> None:
    """Load the solver's table and compiled code before the pool forks, so that its processes share the
    memory.

    In the embedded site nothing forks, and its pages need the memory: there the first review loads them.
    """
    if settings.EMBEDDED or REVIEWS not in sender.app.amqp.queues.consume_from:
        return
    from worker.review import warm

    warm()


@worker_ready.connect
def sweep_at_start(sender: Any = None, **_: Any) -> None:
    """Send a sweep when a worker is ready, to find work left when the last worker or the broker went away.

    A second sweep follows when the claims of a worker that was killed have expired.
    """
    sender.app.send_task(SWEEP)
    sender.app.send_task(SWEEP, countdown=settings.REVIEW_CLAIM_SECONDS + 1)


@worker_ready.connect
def start_signs(sender: Any = None, **_: Any) -> None:
    """Start the threads for signs of life and metrics after the pool has forked: forks do not inherit
    threads.

    The embedded site's metrics are those of the process with the pages.
    """
    note_start()
    queues = sender.app.amqp.queues.consume_from
    Signs(*(part for part in PARTS if part in queues)).start()
    if settings.METRICS_PORT and not settings.EMBEDDED:
        from ecarte_site.watching.serve_metrics import serve_figures

        serve_figures(settings.METRICS_PORT)


@beat_init.connect
def watch_schedule(**_: Any) -> None:
    """Report a sign of life whenever the schedule publishes its task, so that a schedule that hangs reports none."""
    after_task_publish.connect(_note_schedule_running, sender=SWEEP, dispatch_uid="ecarte.schedule")


def _note_schedule_running(**_: Any) -> None:
    note_running("schedule")
