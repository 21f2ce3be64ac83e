"""Run calls at once on PostgreSQL: find the lock that one waits for, and the results of all."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any, TypeVar

from django.db import connection, connections, transaction

T = TypeVar("T")
PATIENCE = 20.0
"""Seconds until a call that neither waits nor ends counts as hung."""


@contextmanager
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4) as threads:
        yield threads


def begin(threads: ThreadPoolExecutor, call: Callable[[], T]) -> Future[T]:
    """Start ``call`` on its own connection, and return once it waits for a lock or is finished."""

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


def run_behind(lock: Callable[[], object], *calls: Callable[[], Any]) -> list[Future[Any]]:
    """Take a lock, begin the calls one after the other, release the lock, and return the finished calls."""
    with pool() as threads, transaction.atomic():
        lock()
        return [begin(threads, call) for call in calls]


def at_once(*calls: Callable[[], T]) -> list[T]:
    """Start the calls at one signal, each on its own connection, and return their results in order."""
    start = Barrier(len(calls))

    def run(call: Callable[[], T]) -> T:
        start.wait()
        try:
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def _waiting() -> int:
    """Return the number of connections to this database that wait for a lock."""
    with connection.cursor() as cursor:
        # Within a transaction the view would show the same every time.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        (count,) = cursor.fetchone()
    return int(count)
