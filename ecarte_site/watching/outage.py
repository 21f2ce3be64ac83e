"""A server that does not answer is left alone for a while, and that it does not is said once."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Final, TypeVar

from redis.exceptions import ConnectionError as NoConnectionError
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as NoAnswerError

OUT_FOR_SECONDS: Final = 3.0
"""A server that did not answer is not asked again before: nobody shall wait for it at every question."""
LOG_EVERY_SECONDS: Final = 60.0

Found = TypeVar("Found")

logger = logging.getLogger(__name__)


class Outage:
    """Of one server, for all threads of a process. ``lost`` is what is gone without it, as the log says it."""

    def __init__(self, lost: str) -> None:
        self._lost = lost
        self._lock = threading.Lock()
        self._until = 0.0
        self._said_at = float("-inf")

    def asked(
        self,
        ask: Callable[[], Found],
        otherwise: Found,
        *,
        on_failure: Callable[[], object] = lambda: None,
        is_aloud: bool = False,
    ) -> Found:
        """What the server answers; ``otherwise`` where it fails, or is left alone.

        ``is_aloud``: it is asked all the same, and what it fails with is raised.
        """
        if time.monotonic() < self._until and not is_aloud:
            on_failure()
            return otherwise
        try:
            return ask()
        except (RedisError, OSError) as error:
            on_failure()
            if is_aloud:
                raise
            self._note(error)
            return otherwise

    def _note(self, error: Exception) -> None:
        """A server that answered, if only by a refusal, is asked on: that cost no waiting."""
        now = time.monotonic()
        with self._lock:
            if isinstance(error, (NoConnectionError, NoAnswerError, OSError)):
                self._until = now + OUT_FOR_SECONDS
            if now - self._said_at < LOG_EVERY_SECONDS:
                return
            self._said_at = now
        logger.warning("%s, Redis does not answer: %s", self._lost, error)
