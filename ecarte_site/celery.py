"""The Celery application: queues, the fixed schedule, and the sweep that each worker starts with."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init, worker_ready
from django.conf import settings
from kombu import Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_site.settings")

SWEEP_TASK = "worker.tasks.sweep"
SWEEP_EVERY_SECONDS = 60.0

app = Celery("ecarte")
app.config_from_object("django.conf:settings", namespace="CELERY")
# Standings wait behind no review and no file: an imported season is hours of reviewing, its tables are wanted at once.
app.conf.task_queues = [Queue("standings"), Queue("reviews"), Queue("files"), Queue("webhooks")]
app.conf.task_routes = {
    "worker.tasks.review_rubbers": {"queue": "reviews"},
    "worker.tasks.read_upload": {"queue": "files"},
    "worker.tasks.prepare_export": {"queue": "files"},
    "worker.tasks.rate_club": {"queue": "files"},
    "worker.tasks.write_honours": {"queue": "files"},
    "worker.tasks.send_webhooks": {"queue": "webhooks"},
}
app.conf.beat_schedule = {
    "sweep": {
        "task": SWEEP_TASK,
        "schedule": SWEEP_EVERY_SECONDS,
        # The next one finds the same: without an end they would pile up while no worker runs.
        "options": {"expires": SWEEP_EVERY_SECONDS},
    }
}
app.conf.imports = ["worker.tasks"]


@worker_init.connect
def warm_review(sender: Any = None, **_: Any) -> None:
    """Table and kernels are loaded once, before the pool forks, and shared by its processes.

    Embedded nothing forks, and the pages need the memory: there the first review loads them. A worker that takes no
    reviews has no use for them.
    """
    if settings.EMBEDDED or "reviews" not in sender.app.amqp.queues.consume_from:
        return
    from worker.review import warm

    warm()


@worker_ready.connect
def sweep_at_start(sender: Any = None, **_: Any) -> None:
    """Work that was owed when the last worker or the broker went away is found as soon as one is back.

    A second sweep comes when the claims of a worker that was killed have run out.
    """
    sender.app.send_task(SWEEP_TASK)
    sender.app.send_task(SWEEP_TASK, countdown=settings.REVIEW_CLAIM_SECONDS + 1)
