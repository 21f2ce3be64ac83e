"""Send messages to the Celery worker by the names of its tasks.

No work is lost while the broker is unavailable: a periodic sweep finds all pending work in the database.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

from celery import current_app
from kombu.exceptions import OperationalError

REVIEW_RUBBERS: Final = "worker.tasks.review_rubbers"
WRITE_STANDINGS: Final = "worker.tasks.write_standings"
READ_UPLOAD: Final = "worker.tasks.read_upload"
MAKE_DRAW: Final = "worker.tasks.make_draw"
RATE_CLUB: Final = "worker.tasks.rate_club"
WRITE_HONOURS: Final = "worker.tasks.write_honours"
PREPARE_EXPORT: Final = "worker.tasks.prepare_export"
SEND_WEBHOOKS: Final = "worker.tasks.send_webhooks"
SEND_MAIL: Final = "worker.tasks.send_mail"
RUBBERS_PER_TASK: Final = 4
"""The number of rubbers that one task reviews, in a second or two.

That makes the overhead of a task negligible, and still spreads an evening's rubbers over all cores.
"""

logger = logging.getLogger(__name__)


def enqueue_reviews(rubber_ids: Sequence[int]) -> bool:
    """Request reviews of rubbers, by primary key. Like all functions here, return whether the broker accepted it."""
    starts = range(0, len(rubber_ids), RUBBERS_PER_TASK)
    return _enqueue(REVIEW_RUBBERS, [list(rubber_ids[start : start + RUBBERS_PER_TASK]) for start in starts])


def enqueue_standings(event_ids: Iterable[int]) -> bool:
    """Request the standings of events, by primary key."""
    return _enqueue(WRITE_STANDINGS, list(event_ids))


def enqueue_uploads(report_ids: Iterable[int]) -> bool:
    """Request the import of uploaded files, by the primary keys of their ``ImportReport`` rows."""
    return _enqueue(READ_UPLOAD, list(report_ids))


def enqueue_draws(request_ids: Iterable[int]) -> bool:
    """Request draws, by the primary keys of ``DrawRequest`` rows."""
    return _enqueue(MAKE_DRAW, list(request_ids))


def enqueue_ratings(club_ids: Iterable[int]) -> bool:
    """Request the ratings of clubs, by primary key."""
    return _enqueue(RATE_CLUB, list(club_ids))


def enqueue_honours(club_ids: Iterable[int]) -> bool:
    """Request the records and honours of clubs, by primary key."""
    return _enqueue(WRITE_HONOURS, list(club_ids))


def enqueue_webhooks(*, after: float = 0.0) -> bool:
    """Request the delivery of queued webhook messages in ``after`` seconds."""
    return _send_message(lambda: current_app.send_task(SEND_WEBHOOKS, countdown=after or None))


def enqueue_mail(*, after: float = 0.0) -> bool:
    """Request that stored mail be sent in ``after`` seconds."""
    return _send_message(lambda: current_app.send_task(SEND_MAIL, countdown=after or None))


def enqueue_exports(export_ids: Iterable[int]) -> bool:
    """Request the preparation of exports, by the primary keys of ``Export`` rows."""
    return _enqueue(PREPARE_EXPORT, list(export_ids))


def _enqueue(task: str, arguments: Sequence[Any]) -> bool:
    """Send a message of ``task`` for each argument, until the broker refuses one."""
    return all(_send_message(partial(current_app.send_task, task, args=[argument])) for argument in arguments)


def _send_message(send: Callable[[], object]) -> bool:
    """Send a message, and return whether the broker accepted it.

    If not, the sweep finds the work later, because the work is stored as pending.
    """
    try:
        send()
    except OperationalError as error:
        logger.warning("the broker does not answer, the sweep will find what is owed: %s", error)
        return False
    except Exception:
        # The libraries raise errors of their own if Redis disappears in the middle of an exchange.
        logger.exception("the broker could not be told, the sweep will find what is owed")
        return False
    return True
