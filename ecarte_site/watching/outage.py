"""Avoid a server for a while after it did not respond, and log that once."""

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
"""The time in seconds for which a server is not used after a failure, so that not every call waits for it."""
LOG_EVERY_SECONDS: Final = 60.0

Value = TypeVar("Value")

logger = logging.getLogger(__name__)


class Outage:
    """The outage of one server, shared by all threads of a process.

    ``lost`` is the text for the log that says what does not work without the server.
    """

    def __init__(self, lost: str) -> None:
        self._lost = lost
        self._lock = threading.Lock()
        self._until = 0.0
        self._logged_at = float("-inf")

    def call(
        self,
        function: Callable[[], Value],
        otherwise: Value,
        *,
        on_failure: Callable[[], object] = lambda: None,
        must_raise: bool = False,
    ) -> Value:
        """Return the result of ``function``, or ``otherwise`` if the server fails or is avoided for now.

        ``on_failure`` is called in these cases. With ``must_raise`` the server is used in any case, and its
        error is raised.
        """
        if time.monotonic() < self._until and not must_raise:
            on_failure()
            return otherwise
        try:
            return function()
        except (RedisError, OSError) as error:
            on_failure()
            if must_raise:
                raise
            self._note(error)
            return otherwise

    def _note(self, error: Exception) -> None:
        """Log an error, at most once in ``LOG_EVERY_SECONDS``.

        A server that did not answer is avoided for ``OUT_FOR_SECONDS``. An error that the server itself returned costs
        no waiting, so the server is used again at once.
        """
        now = time.monotonic()
        with self._lock:
            if isinstance(error, (NoConnectionError, NoAnswerError, OSError)):
                self._until = now + OUT_FOR_SECONDS
            if now - self._logged_at < LOG_EVERY_SECONDS:
                return
            self._logged_at = now
        logger.warning("%s, Redis does not answer: %s", self._lost, error)
