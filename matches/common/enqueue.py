"""Hands work to the worker, by the names of its tasks.

A broker that is away loses nothing: what is owed is found again by looking at the database.
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
RUBBERS_PER_TASK: Final = 4
"""A second or two of work, so that a task's own cost is lost in it, and an evening is shared out among all cores."""

logger = logging.getLogger(__name__)


def enqueue_reviews(rubber_ids: Sequence[int]) -> bool:
    """Ask for reviews of rubbers, by primary key; whether the broker took it all."""
    starts = range(0, len(rubber_ids), RUBBERS_PER_TASK)
    return _enqueue(REVIEW_RUBBERS, [list(rubber_ids[start : start + RUBBERS_PER_TASK]) for start in starts])


def enqueue_standings(event_ids: Iterable[int]) -> bool:
    """Ask for the standings of events, by primary key; whether the broker took it all."""
    return _enqueue(WRITE_STANDINGS, list(event_ids))


def enqueue_uploads(report_ids: Iterable[int]) -> bool:
    """Ask for uploaded files to be read, by their reports' primary keys; whether the broker took it all."""
    return _enqueue(READ_UPLOAD, list(report_ids))


def enqueue_draws(request_ids: Iterable[int]) -> bool:
    """Ask for draws to be made, by their requests' primary keys; whether the broker took it all."""
    return _enqueue(MAKE_DRAW, list(request_ids))


def enqueue_ratings(club_ids: Iterable[int]) -> bool:
    """Ask for the ratings of clubs, by primary key; whether the broker took it all."""
    return _enqueue(RATE_CLUB, list(club_ids))


def enqueue_honours(club_ids: Iterable[int]) -> bool:
    """Ask for the records and honours of clubs, by primary key; whether the broker took it all."""
    return _enqueue(WRITE_HONOURS, list(club_ids))


def enqueue_webhooks(*, after: float = 0.0) -> bool:
    """Ask for the news that waits to be sent, ``after`` so many seconds; whether the broker took it."""
    return _is_taken(lambda: current_app.send_task(SEND_WEBHOOKS, countdown=after or None))


def enqueue_exports(export_ids: Iterable[int]) -> bool:
    """Ask for files to be prepared, by primary key; whether the broker took it all."""
    return _enqueue(PREPARE_EXPORT, list(export_ids))


def _enqueue(task: str, arguments: Sequence[Any]) -> bool:
    return all(_is_taken(partial(current_app.send_task, task, args=[argument])) for argument in arguments)


def _is_taken(send: Callable[[], object]) -> bool:
    """Whether the broker took it. What it is about is stored already, so that nobody is told of a failure."""
    try:
        send()
    except OperationalError as error:
        logger.warning("the broker does not answer, the sweep will find what is owed: %s", error)
        return False
    except Exception:
        # Where Redis goes in the midst of an exchange, its libraries fail in ways of their own.
        logger.exception("the broker could not be told, the sweep will find what is owed")
        return False
    return True
