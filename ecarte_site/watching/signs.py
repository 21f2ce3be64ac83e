"""Signs of life: each part of the service says that it is there, and when it last was is told to whoever watches.

They lie in the cache: with Redis away nothing is known, and the service goes on.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, TypeAlias, get_args

from django.core.cache import cache

from ecarte_site.watching.cache import failing_aloud

Part: TypeAlias = Literal["interactive", "reviews", "bulk", "webhooks", "schedule", "sweep", "live"]
PARTS: Final[tuple[Part, ...]] = get_args(Part)
"""A worker, by each queue that it takes (``ecarte_site.queues``). ``schedule`` asks for a sweep each minute, ``sweep``
is the last one that came to its end, ``live`` holds the streams of live pages.
"""
EVERY_SECONDS: Final = 30.0
GONE_AFTER: Final = timedelta(minutes=3)
KEPT_SECONDS: Final = 30 * 24 * 3_600

logger = logging.getLogger(__name__)


def give_sign(*parts: Part) -> None:
    """Say that these are there now. Never raises: nobody stops working because he can't say so."""
    now = time.time()
    try:
        with failing_aloud():
            cache.set_many({_key(part): now for part in parts}, KEPT_SECONDS)
    except Exception as error:
        # The broker is the same Redis, and says it louder.
        logger.info("no sign of life could be given: %s", type(error).__name__)


def last_signs() -> Mapping[Part, datetime] | None:
    """When each part was last there, as far as one was; None where the cache does not answer."""
    try:
        with failing_aloud():
            found = cache.get_many([_key(part) for part in PARTS])
    except Exception:
        return None
    return {part: datetime.fromtimestamp(found[_key(part)], UTC) for part in PARTS if _key(part) in found}


def is_there(seen: datetime | None, now: datetime) -> bool:
    return seen is not None and now - seen < GONE_AFTER


class Signs:
    """A thread that gives the sign of some parts, from ``start`` until ``stop``."""

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
            give_sign(*self._parts)
            if self._over.wait(EVERY_SECONDS):
                return


def _key(part: Part) -> str:
    return f"ecarte.sign.{part}"
