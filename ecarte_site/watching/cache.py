"""Django caches that count hits and misses, and act as empty while Redis is away.

The cache must hold nothing that is indispensable: while Redis is away it accepts everything, stores nothing,
and never raises. Libraries use it as well, django-allauth at every attempt to sign in, and none of them
handles an error.
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
"""The timeout for Redis, for which sign-in and entering a deal may wait; usually it responds in a thousandth
of that.
"""

_NOTHING = object()
_RAISES_ERRORS: Final[ContextVar[bool]] = ContextVar("raises_errors", default=False)

Value = TypeVar("Value")


@contextmanager
def raising_errors() -> Iterator[None]:
    """Raise errors of Redis inside the ``with`` block: the caller needs to know whether Redis is available."""
    token = _RAISES_ERRORS.set(True)
    try:
        yield
    finally:
        _RAISES_ERRORS.reset(token)


@once_for_each
def _outage_of(_server: str) -> Outage:
    # Each thread has a cache of its own; they share one record of an outage.
    return Outage("limits count nothing")


class _Counting:
    """Counts hits and misses. It comes before a cache in the order of bases."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        value = super().get(key, _NOTHING, version)  # type: ignore[misc]
        if value is _NOTHING:
            CACHE.labels("missed").inc()
            return default
        CACHE.labels("found").inc()
        return value


class _CountingRedis(_Counting, RedisCache):
    pass


def _guarded(name: str, *, otherwise: Any = None) -> Callable[..., Any]:
    """Return the parent's method, which returns ``otherwise`` while Redis is away."""

    def method(self: CountingRedisCache, *arguments: Any, **options: Any) -> Any:
        own = getattr(super(CountingRedisCache, self), name)
        return self._call(lambda: own(*arguments, **options), otherwise)

    return method


class CountingRedisCache(_CountingRedis):
    """A Redis cache that, while Redis is away, acts like an empty cache that accepts everything."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        options = {
            "socket_timeout": PATIENCE_SECONDS,
            "socket_connect_timeout": PATIENCE_SECONDS,
            # Connections that Redis has closed are reopened nevertheless.
            "retry": Retry(NoBackoff(), 0),
            **params.get("OPTIONS", {}),
        }
        super().__init__(server, {**params, "OPTIONS": options})
        self._outage = _outage_of(str(server))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._call(lambda: super(CountingRedisCache, self).get(key, default, version), default)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        values: Mapping[Any, Any] = self._call(
            lambda: super(CountingRedisCache, self).get_many(keys, version), {}
        )
        return dict(values)

    has_key = _guarded("has_key", otherwise=False)
    add = _guarded("add", otherwise=True)
    set = _guarded("set")
    touch = _guarded("touch", otherwise=False)
    delete = _guarded("delete", otherwise=False)
    delete_many = _guarded("delete_many")
    clear = _guarded("clear")

    def set_many(self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> list[Any]:
        return self._call(lambda: super(CountingRedisCache, self).set_many(data, timeout, version), [])

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Increment a key. Raises ``ValueError`` if it is missing, as other caches do."""
        number = self._call(lambda: super(CountingRedisCache, self).incr(key, delta, version), None)
        if number is None:
            raise ValueError(f"Key {key!r} not found")
        return int(number)

    def count(self, key: str, seconds: int) -> int:
        """Add one to the counter ``key``, which expires ``seconds`` after its last use.

        Return the new count, or 0 while Redis is unavailable.
        """
        return self._call(lambda: self._count(self.make_and_validate_key(key), seconds), 0)

    def _count(self, key: str, seconds: int) -> int:
        # One round trip instead of three: every call of the API waits for it.
        with self._cache.get_client(key, write=True).pipeline(transaction=False) as both:
            both.incr(key)
            both.expire(key, seconds)
            return int(both.execute()[0])

    def _call(self, function: Callable[[], Value], otherwise: Value) -> Value:
        return self._outage.call(
            function, otherwise, on_failure=CACHE.labels("failed").inc, must_raise=_RAISES_ERRORS.get()
        )


class CountingMemoryCache(_Counting, LocMemCache):
    pass
