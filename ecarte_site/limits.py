"""Rate limits, counted in the cache that all processes share, and the keys by which they are counted."""

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
"""The prefix length of the IPv6 network that a provider gives to one internet connection."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A rate limit: at most ``most`` times in each ``seconds``, for each key. Nothing is limited without the
    cache.
    """

    name: str
    most: int
    seconds: int = 60

    def wait(self, key: str = "") -> int:
        """Return the number of seconds until ``key`` may be used again; 0 means now."""
        count = cache.get(self._cache_key(key), 0)
        return self._seconds_left() if count >= self.most else 0

    def count(self, key: str = "") -> int:
        """Count one more use of ``key``. Return the new count, or 0 if the cache is unavailable."""
        return count_under(self._cache_key(key), 2 * self.seconds)

    def take(self, key: str = "") -> int:
        """Count one more use of ``key`` unless the limit is reached. Return 0, or the number of seconds to wait.

        Simultaneous requests can't exceed the limit, as they could between ``wait`` and ``count``.
        """
        if self.count(key) <= self.most:
            return 0
        self.give_back(key)
        return self._seconds_left()

    def give_back(self, key: str = "") -> None:
        """Subtract one use of ``key``, if any is counted now, for example after an attempt that succeeded."""
        with suppress(ValueError):
            cache.incr(self._cache_key(key), -1)

    def _seconds_left(self) -> int:
        return self.seconds - int(time.time()) % self.seconds

    def _cache_key(self, key: str) -> str:
        return f"limit:{self.name}:{int(time.time()) // self.seconds}:{key}"


def count_under(key: str, seconds: int) -> int:
    """Add one to the counter ``key``, which expires ``seconds`` after its last use, and return the new count.

    Returns 0 while Redis is unavailable, and 1 if the configured cache stores nothing.
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
    """Return the IP address of the sender as the reverse proxy reports it, if there is one; "unknown" without any."""
    try:
        return str(ipaddress.ip_address(get_adapter(request).get_client_ip(request)))
    except (PermissionDenied, ValueError):
        return "unknown"


def network_of(address: str) -> str:
    """Return the key for an address: the address itself, or for IPv6 the network of one internet connection.

    >>> network_of("192.0.2.1"), network_of("2001:db8:0:1::7")
    ('192.0.2.1', '2001:db8:0:1::/64')
    >>> network_of("::ffff:192.0.2.1")
    '192.0.2.1'
    """
    parsed = ipaddress.ip_address(address) if ":" in address else None
    if not isinstance(parsed, ipaddress.IPv6Address):
        return address
    # A server that listens on both gets IPv4 addresses mapped into IPv6.
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((address, IPV6_NETWORK), strict=False))


def sender_network(request: HttpRequest) -> str:
    """Return the key by which requests of an anonymous sender are limited: the IP address, or the IPv6 network."""
    return network_of(address_of(request))
