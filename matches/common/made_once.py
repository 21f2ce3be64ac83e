"""Values that a process makes once, however many threads ask for them at the same moment."""

from __future__ import annotations

import functools
from collections.abc import Callable
from threading import RLock
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def made_once(
    *, keep: int | None = None, lock: RLock | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator that caches what a function returns, and lets one thread make it while the others wait.

    ``functools.cache`` alone lets every thread that comes before the first result make its own: just after a start
    that is as much work as there are threads. ``keep`` is how many results are kept; None keeps all. Functions that
    must not run beside each other share a ``lock``.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        cached = functools.lru_cache(maxsize=keep)(function)
        making = RLock() if lock is None else lock

        @functools.wraps(function)
        def make_or_wait(*args: P.args, **kwargs: P.kwargs) -> R:
            with making:
                return cached(*args, **kwargs)  # type: ignore[arg-type]

        return make_or_wait

    return decorate
