"""A thread for work that waits for other machines, where one process is the whole service."""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.db import connection


class OwnThread:
    """A thread that works where pages and tasks share one process, whose only worker must not wait.

    ``work`` logs its own exceptions and raises none.
    """

    def __init__(self, name: str, work: Callable[[], object]) -> None:
        self._name = name
        self._work = work
        self._lock = threading.Lock()
        self._is_running = False
        self._is_wanted = False

    def start(self) -> None:
        """Start the thread, or have the running one do its work once more before it ends."""
        with self._lock:
            self._is_wanted = True
            if self._is_running:
                return
            self._is_running = True
        threading.Thread(target=self._run, name=self._name, daemon=True).start()

    def _run(self) -> None:
        while self._take_request():
            try:
                self._work()
            finally:
                connection.close()

    def _take_request(self) -> bool:
        with self._lock:
            wanted, self._is_wanted = self._is_wanted, False
            self._is_running = wanted
            return wanted
