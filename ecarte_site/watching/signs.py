"""Signs of life: each part of the service stores the time at which it last ran, and monitoring reads it.

The times are in the cache: while Redis is away they are unknown, and the service goes on.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, TypeAlias, get_args

from django.core.cache import cache

from ecarte_site.watching.cache import raising_errors

Part: TypeAlias = Literal["interactive", "reviews", "bulk", "webhooks", "mail", "schedule", "sweep", "live"]
PARTS: Final[tuple[Part, ...]] = get_args(Part)
"""The parts of the service.

A worker counts as one part for each queue that it consumes (``ecarte_site.queues``). ``schedule`` asks for a
sweep each minute, ``sweep`` is the last one that was completed, ``live`` serves the streams of live pages.
"""
EVERY_SECONDS: Final = 30.0
GONE_AFTER: Final = timedelta(minutes=3)
STARTED: Final = "ecarte.started"
KEPT_SECONDS: Final = 30 * 24 * 3_600

logger = logging.getLogger(__name__)


def note_running(*parts: Part) -> None:
    """Store that these parts of the service are running now. Never raises, so that a part runs without the cache."""
    now = time.time()
    try:
        with raising_errors():
            cache.set_many({_key(part): now for part in parts}, KEPT_SECONDS)
    except Exception as error:
        # The broker is the same Redis, and its errors are more visible.
        logger.info("no sign of life could be given: %s", type(error).__name__)


def note_start() -> None:
    """Store that a worker starts now. Never raises."""
    try:
        with raising_errors():
            cache.set(STARTED, time.time(), GONE_AFTER.total_seconds())
    except Exception as error:
        logger.info("no start could be noted: %s", type(error).__name__)


def has_just_started() -> bool:
    """Return whether a worker started within ``GONE_AFTER``: parts that run once a minute may not have run yet."""
    try:
        with raising_errors():
            return cache.get(STARTED) is not None
    except Exception:
        return False


def last_signs() -> Mapping[Part, datetime] | None:
    """Return the last sign of life of each part that ever gave one, or None if the cache does not respond."""
    try:
        with raising_errors():
            values = cache.get_many([_key(part) for part in PARTS])
    except Exception:
        return None
    return {part: datetime.fromtimestamp(values[_key(part)], UTC) for part in PARTS if _key(part) in values}


def is_alive(seen: datetime | None, now: datetime) -> bool:
    return seen is not None and now - seen < GONE_AFTER


class Signs:
    """A thread that regularly reports that some parts run, from ``start`` until ``stop``."""

    def __init__(self, *parts: Part) -> None:
        self._parts = parts
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="signs of life", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._over.set()

    def _run(self) -> None:
        while True:
            note_running(*self._parts)
            if self._over.wait(EVERY_SECONDS):
                return


def _key(part: Part) -> str:
    return f"ecarte.sign.{part}"
