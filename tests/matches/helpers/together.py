"""Two at once on PostgreSQL: what a call is kept waiting by, and what came of it in the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from django.db import connection, connections

T = TypeVar("T")
PATIENCE = 20.0
"""Seconds until a call that neither waits nor ends counts as lost."""


@contextmanager
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4) as threads:
        yield threads


def begin(threads: ThreadPoolExecutor, call: Callable[[], T]) -> Future[T]:
    """Start ``call`` on a connection of its own; go on once it waits for a lock, or is over."""

    def run() -> T:
        try:
            return call()
        finally:
            connections.close_all()

    waiting = _waiting()
    begun = threads.submit(run)
    until = time.monotonic() + PATIENCE
    while not begun.done() and _waiting() <= waiting:
        assert time.monotonic() < until, "it neither waits nor ends"
        time.sleep(0.01)
    return begun


def _waiting() -> int:
    """How many connections to this database wait for a lock."""
    with connection.cursor() as cursor:
        # Within a transaction the view would show the same every time.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        (count,) = cursor.fetchone()
    return int(count)
