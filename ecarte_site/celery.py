"""The Celery application: queues, the fixed schedule, and the sweep that each worker starts with.

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
from ecarte_site.watching.signs import PARTS, Signs, give_sign
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
        # The next one finds the same: without an end they would pile up while no worker runs.
        "options": {"expires": settings.SWEEP_EVERY_SECONDS},
    }
}
app.conf.imports = ["worker.tasks"]
watch_tasks()


@setup_logging.connect
def log_as_the_site_does(**_: Any) -> None:
    """That somebody listens keeps Celery from setting up lines of a form of its own."""
    logging.config.dictConfig(settings.LOGGING)


@worker_init.connect
def forget_earlier_figures(**_: Any) -> None:
    """Before the pool forks, whose processes count from nothing."""
    if not settings.EMBEDDED:
        clear_files()


@worker_init.connect
def take_former_queues(sender: Any = None, **_: Any) -> None:
    """Whoever takes a queue takes the one that its tasks waited in under earlier versions, too.

    Embedded there is none: the queues go with the process.
    """
    if settings.EMBEDDED:
        return
    queues = sender.app.amqp.queues
    for former, queue in FORMER_QUEUES.items():
        if queue in queues.consume_from:
            queues.select_add(Queue(former))


@worker_init.connect
def warm_review(sender: Any = None, **_: Any) -> None:
    """Table and kernels are loaded once, before the pool forks, and shared by its processes.

    Embedded nothing forks, and the pages need the memory: there the first review loads them. A worker that takes no
    reviews has no use for them.
    """
    if settings.EMBEDDED or REVIEWS not in sender.app.amqp.queues.consume_from:
        return
    from worker.review import warm

    warm()


@worker_ready.connect
def sweep_at_start(sender: Any = None, **_: Any) -> None:
    """Work that was owed when the last worker or the broker went away is found as soon as one is back.

    A second sweep comes when the claims of a worker that was killed have run out.
    """
    sender.app.send_task(SWEEP)
    sender.app.send_task(SWEEP, countdown=settings.REVIEW_CLAIM_SECONDS + 1)


@worker_ready.connect
def say_that_the_worker_is_there(sender: Any = None, **_: Any) -> None:
    """After the pool has forked: threads do not go along. Embedded the figures are those of the pages' process."""
    queues = sender.app.amqp.queues.consume_from
    Signs(*(part for part in PARTS if part in queues)).start()
    if settings.METRICS_PORT and not settings.EMBEDDED:
        from ecarte_site.watching.port import serve_figures

        serve_figures(settings.METRICS_PORT)


@beat_init.connect
def say_that_the_schedule_is_there(**_: Any) -> None:
    """Whenever it has sent its task: a schedule that stands still says nothing."""
    after_task_publish.connect(_give_sign_of_schedule, sender=SWEEP, dispatch_uid="ecarte.schedule")


def _give_sign_of_schedule(**_: Any) -> None:
    give_sign("schedule")
