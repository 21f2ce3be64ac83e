"""The Celery queue of each task, its time limits, and the number of tasks that wait in each queue.

A task delays only tasks of the same queue, so tasks are divided by how long they take and by whether people
wait.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import redis
from django.conf import settings

INTERACTIVE: Final = "interactive"
"""The queue of short tasks for which people wait at a page: standings, draws, and the sweep that finds
pending work.
"""


REVIEWS: Final = "reviews"
"""The queue of reviews: a second or two each, thousands after a season's import.

Its worker needs the solver's table and compiled code in memory.
"""


BULK: Final = "bulk"
"""The queue of tasks that take minutes: files that are read and written, and figures over a whole club's play."""


WEBHOOKS: Final = "webhooks"
"""The queue of tasks that wait for other people's servers."""


MAIL: Final = "mail"
"""The queue of tasks that wait for the site's mail server."""


QUEUES: Final = (INTERACTIVE, REVIEWS, BULK, WEBHOOKS, MAIL)
FORMER_QUEUES: Final[Mapping[str, str]] = {"standings": INTERACTIVE, "files": BULK}
"""Queue names of earlier versions, each with the queue whose worker also consumes it."""


SWEEP: Final = "worker.tasks.sweep"
QUEUE_OF: Final[Mapping[str, str]] = {
    SWEEP: INTERACTIVE,
    "worker.tasks.write_standings": INTERACTIVE,
    "worker.tasks.make_draw": INTERACTIVE,
    "worker.tasks.review_rubbers": REVIEWS,
    "worker.tasks.read_upload": BULK,
    "worker.tasks.prepare_export": BULK,
    "worker.tasks.rate_club": BULK,
    "worker.tasks.write_honours": BULK,
    "worker.tasks.send_webhooks": WEBHOOKS,
    "worker.tasks.send_mail": MAIL,
}
PATIENCE_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """After ``soft_seconds``, an exception rolls the task back, and it is recorded as failed.

    ``soft_seconds`` is None for draws and files, where the exception would be reported as an error of the
    user. After ``hard_seconds``, the process is killed; what it had claimed can be claimed again when the
    claim expires.
    """

    soft_seconds: int | None
    hard_seconds: int

    def as_options(self) -> dict[str, int | None]:
        return {"soft_time_limit": self.soft_seconds, "time_limit": self.hard_seconds}


LIMITS: Final[Mapping[str, TimeLimits]] = {
    SWEEP: TimeLimits(120, 150),
    "worker.tasks.write_standings": TimeLimits(120, 150),
    "worker.tasks.make_draw": TimeLimits(None, 900),
    "worker.tasks.review_rubbers": TimeLimits(120, 150),
    "worker.tasks.read_upload": TimeLimits(None, 1800),
    "worker.tasks.prepare_export": TimeLimits(None, 1800),
    "worker.tasks.rate_club": TimeLimits(900, 960),
    "worker.tasks.write_honours": TimeLimits(900, 960),
    "worker.tasks.send_webhooks": TimeLimits(120, 150),
    "worker.tasks.send_mail": TimeLimits(120, 150),
}
"""The time limits of each task: nearly three times its longest run, or more (docs/machines.md).

They end tasks that hang, not slow ones.
"""


LONGEST_TASK_SECONDS: Final = max(limit.hard_seconds for limit in LIMITS.values())
VISIBILITY_SECONDS: Final = 2 * LONGEST_TASK_SECONDS
"""The time after which an unacknowledged message is delivered to another worker.

It is longer than any task may take, or a long one would be started again while it runs; the sweep finds the
work of a lost host long before.
"""


def queue_lengths() -> Mapping[str, int] | None:
    """Return the number of waiting tasks by queue, or None if there is no broker or it does not respond.

    A short queue says little: the sweep enqueues no more than can soon be done.
    """
    if not settings.REDIS_URL:
        return None
    broker = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS
    )
    try:
        with broker, broker.pipeline(transaction=False) as pipeline:
            for queue in QUEUES:
                pipeline.llen(queue)
            return dict(zip(QUEUES, map(int, pipeline.execute()), strict=True))
    except (redis.RedisError, OSError):
        return None
