"""A few values kept by name, those that were used last; for threads of one process."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class RecentlyUsed(Generic[T]):
    """At most ``most`` values, which nobody changes once they are kept."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[str, T] = OrderedDict()
        self._lock = Lock()

    def get(self, name: str) -> T | None:
        with self._lock:
            if name in self._values:
                self._values.move_to_end(name)
            return self._values.get(name)

    def keep(self, name: str, value: T) -> None:
        with self._lock:
            self._values[name] = value
            self._values.move_to_end(name)
            if len(self._values) > self._most:
                self._values.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
