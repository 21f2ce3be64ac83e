"""Django's caches, counting what was found in them and what was not, and empty while Redis is away.

Nothing may lie in the cache that must not be missed: while Redis is away it takes everything, keeps nothing, and fails
nobody. Libraries ask it as well, django-allauth at every try to sign in, and none of them is ready for an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache as once_for_each
from typing import Any, Final, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.retry import Retry

from ecarte_site.watching.metrics import CACHE
from ecarte_site.watching.outage import Outage

PATIENCE_SECONDS: Final = 0.5
"""Redis answers in a thousandth of this. Whoever signs in or enters a deal waits for it."""

_NOTHING = object()
_FAILS_ALOUD: Final[ContextVar[bool]] = ContextVar("fails_aloud", default=False)

Found = TypeVar("Found")


@contextmanager
def failing_aloud() -> Iterator[None]:
    """Within, an error of Redis is raised: for who has to know whether it is there, and not for who does without."""
    token = _FAILS_ALOUD.set(True)
    try:
        yield
    finally:
        _FAILS_ALOUD.reset(token)


@once_for_each
def _outage_of(_server: str) -> Outage:
    # Each thread has a cache of its own; they learn of an outage together.
    return Outage("limits count nothing")


class _Counting:
    """Stands before a cache in the order of its bases."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        found = super().get(key, _NOTHING, version)  # type: ignore[misc]
        if found is _NOTHING:
            CACHE.labels("missed").inc()
            return default
        CACHE.labels("found").inc()
        return found


class _CountingRedis(_Counting, RedisCache):
    pass


class CountingRedisCache(_CountingRedis):
    """Without Redis each question is answered as by an empty cache that takes what it is given."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        options = {
            "socket_timeout": PATIENCE_SECONDS,
            "socket_connect_timeout": PATIENCE_SECONDS,
            # Connections that Redis has closed are made anew all the same.
            "retry": Retry(NoBackoff(), 0),
            **params.get("OPTIONS", {}),
        }
        super().__init__(server, {**params, "OPTIONS": options})
        self._outage = _outage_of(str(server))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._asked(lambda: super(CountingRedisCache, self).get(key, default, version), default)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        found: Mapping[Any, Any] = self._asked(
            lambda: super(CountingRedisCache, self).get_many(keys, version), {}
        )
        return dict(found)

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return self._asked(lambda: super(CountingRedisCache, self).has_key(key, version), False)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._asked(lambda: super(CountingRedisCache, self).add(key, value, timeout, version), True)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._asked(lambda: super(CountingRedisCache, self).set(key, value, timeout, version), None)

    def set_many(self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> list[Any]:
        return self._asked(lambda: super(CountingRedisCache, self).set_many(data, timeout, version), [])

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._asked(lambda: super(CountingRedisCache, self).touch(key, timeout, version), False)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self._asked(lambda: super(CountingRedisCache, self).delete(key, version), False)

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        self._asked(lambda: super(CountingRedisCache, self).delete_many(keys, version), None)

    def clear(self) -> None:
        self._asked(lambda: super(CountingRedisCache, self).clear(), None)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Raises ``ValueError`` for a key that is not there, as the others do."""
        number = self._asked(lambda: super(CountingRedisCache, self).incr(key, delta, version), None)
        if number is None:
            raise ValueError(f"Key {key!r} not found")
        return int(number)

    def count(self, key: str, seconds: int) -> int:
        """One more under ``key``, forgotten ``seconds`` after the last; how many that makes, 0 without Redis."""
        return self._asked(lambda: self._counted(self.make_and_validate_key(key), seconds), 0)

    def _counted(self, key: str, seconds: int) -> int:
        # One trip in place of three: every call of the API waits for it.
        with self._cache.get_client(key, write=True).pipeline(transaction=False) as both:
            both.incr(key)
            both.expire(key, seconds)
            return int(both.execute()[0])

    def _asked(self, ask: Callable[[], Found], otherwise: Found) -> Found:
        return self._outage.asked(
            ask, otherwise, on_failure=CACHE.labels("failed").inc, is_aloud=_FAILS_ALOUD.get()
        )


class CountingMemoryCache(_Counting, LocMemCache):
    pass
