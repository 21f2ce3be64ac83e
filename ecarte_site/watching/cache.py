"""Django's caches, counting what was found in them and what was not."""

from __future__ import annotations

from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

from ecarte_site.watching.metrics import CACHE

_NOTHING = object()


class _Counting:
    """Stands before a cache in the order of its bases."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            found = super().get(key, _NOTHING, version)  # type: ignore[misc]
        except Exception:
            CACHE.labels("failed").inc()
            raise
        if found is _NOTHING:
            CACHE.labels("missed").inc()
            return default
        CACHE.labels("found").inc()
        return found


class CountingRedisCache(_Counting, RedisCache):
    pass


class CountingMemoryCache(_Counting, LocMemCache):
    pass
