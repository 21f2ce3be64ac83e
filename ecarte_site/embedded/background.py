"""Worker and schedule as threads of the web process, over Celery's in-memory broker.

The queue is lost when the process ends. No work is lost with it: the sweep, sent as soon as the worker is
ready and then by the schedule, finds pending work in the database.
"""

from __future__ import annotations

import logging
import threading
from typing import Any

from celery import Celery, signals
from celery.beat import Service
from celery.worker import WorkController, state

from ecarte_site.embedded.memory import give_back
from ecarte_site.schedule import SteadyScheduler

logger = logging.getLogger(__name__)

RESTART_AFTER_SECONDS = 5.0
STOP_WITHIN_SECONDS = 20.0
"""The time to wait for a running task at the end; a task that is cut off is repeated at the next start."""


class ThreadWorker(WorkController):
    """A Celery worker that leaves signals and logging to the process in which it runs as a thread."""

    def on_consumer_ready(self, consumer: Any) -> None:
        signals.worker_ready.send(sender=consumer)


class Background:
    """The threads of the embedded site's worker and schedule. Start and stop them only once."""

    def __init__(self, app: Celery) -> None:
        self._app = app
        # In this thread, and now: a task that can't be imported must stop the start, not the worker.
        app.loader.import_default_modules()
        # The worker is this process, so it can't be replaced once it has grown.
        signals.task_postrun.connect(give_back)
        self._stopping = threading.Event()
        self._ticking = Service(app, scheduler_cls=SteadyScheduler, max_interval=1)
        self._threads = [
            threading.Thread(target=self._work, name="worker", daemon=True),
            threading.Thread(target=self._tick, name="schedule", daemon=True),
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop both threads: wait for the running task to end, but not longer than ``STOP_WITHIN_SECONDS``."""
        self._stopping.set()
        self._ticking.stop()
        state.should_stop = 0  # type: ignore[assignment]  # an exit status, says Celery's own code
        for thread in self._threads:
            thread.join(STOP_WITHIN_SECONDS)

    def _work(self) -> None:
        while not self._stopping.is_set():
            worker = ThreadWorker(
                app=self._app,
                pool="solo",
                concurrency=1,
                without_heartbeat=True,
                without_mingle=True,
                without_gossip=True,
            )
            worker.start()
            if not self._stopping.wait(RESTART_AFTER_SECONDS):
                logger.error("The worker ended by itself; it is started again.")

    def _tick(self) -> None:
        while not self._stopping.is_set():
            try:
                self._ticking.start()
            except Exception:
                logger.exception("The schedule ended by itself; it is started again.")
                self._stopping.wait(RESTART_AFTER_SECONDS)
