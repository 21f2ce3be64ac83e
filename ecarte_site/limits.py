"""How often something may be tried within a time, counted in the cache that all processes share, and by whom."""

from __future__ import annotations

import ipaddress
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from allauth.account.adapter import get_adapter
from django.core.cache import cache, caches
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from ecarte_site.watching.cache import CountingRedisCache

IPV6_NETWORK: Final = 64
"""Bits of an address that one connection to the internet has for itself."""


@dataclass(frozen=True, slots=True)
class Limit:
    """``most`` times within each ``seconds``, for every key by itself. Without its cache it limits nothing."""

    name: str
    most: int
    seconds: int = 60

    def wait(self, key: str = "") -> int:
        """Seconds until ``key`` is free again; 0 where it is."""
        counted = cache.get(self._cache_key(key), 0)
        return self._seconds_left() if counted >= self.most else 0

    def count(self, key: str = "") -> int:
        """Count one more; how many that makes, 0 where nothing can be counted."""
        return counted(self._cache_key(key), 2 * self.seconds)

    def take(self, key: str = "") -> int:
        """Count one more try unless it is one too many; return the seconds to wait then, else 0.

        Tries at the same moment can't pass together, as they can between ``wait`` and ``count``.
        """
        if self.count(key) <= self.most:
            return 0
        self.give_back(key)
        return self._seconds_left()

    def give_back(self, key: str = "") -> None:
        """Count one less, as after a try that turned out right; nothing where nothing is counted any more."""
        with suppress(ValueError):
            cache.incr(self._cache_key(key), -1)

    def _seconds_left(self) -> int:
        return self.seconds - int(time.time()) % self.seconds

    def _cache_key(self, key: str) -> str:
        return f"limit:{self.name}:{int(time.time()) // self.seconds}:{key}"


def counted(key: str, seconds: int) -> int:
    """Count one more under ``key``, which is forgotten ``seconds`` after the last; how many that makes.

    0 while Redis is away, 1 where the cache keeps nothing.
    """
    shared = caches["default"]
    if isinstance(shared, CountingRedisCache):
        return shared.count(key, seconds)
    shared.add(key, 0, timeout=seconds)
    try:
        return shared.incr(key)
    except ValueError:
        return 1


def address_of(request: HttpRequest) -> str:
    """Where a request comes from, as the proxy in front tells it where there is one."""
    try:
        return str(ipaddress.ip_address(get_adapter(request).get_client_ip(request)))
    except (PermissionDenied, ValueError):
        return "unknown"


def network_of(address: str) -> str:
    """What is counted together: an address by itself; of IPv6 all that one connection to the internet has.

    >>> network_of("192.0.2.1"), network_of("2001:db8:0:1::7")
    ('192.0.2.1', '2001:db8:0:1::/64')
    >>> network_of("::ffff:192.0.2.1")
    '192.0.2.1'
    """
    read = ipaddress.ip_address(address) if ":" in address else None
    if not isinstance(read, ipaddress.IPv6Address):
        return address
    # A server that listens for both is told the one kind within the other.
    if read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)
    return str(ipaddress.ip_network((address, IPV6_NETWORK), strict=False))


def sender_network(request: HttpRequest) -> str:
    """What a sender without authority is counted by."""
    return network_of(address_of(request))
