"""How often something may be tried in a minute, counted in the cache that all processes share."""

from __future__ import annotations

import ipaddress
import logging
import time
from dataclasses import dataclass
from typing import Final

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from redis.exceptions import RedisError

from matches.services.pad_users import PadUser

IPV6_NETWORK: Final = 64
"""Bits of an address that one connection to the internet has for itself."""

log = logging.getLogger("matches.pads")


@dataclass(frozen=True, slots=True)
class Limit:
    """``most`` times within each ``seconds``, for every key by itself. Without its cache it limits nothing."""

    name: str
    most: int
    seconds: int = 60

    def wait(self, key: str = "") -> int:
        """Seconds until ``key`` is free again; 0 where it is."""
        try:
            counted = cache.get(self._cache_key(key), 0)
        except (RedisError, OSError):
            log.warning("limit %s can't be asked: no cache", self.name)
            return 0
        return self.seconds - int(time.time()) % self.seconds if counted >= self.most else 0

    def count(self, key: str = "") -> None:
        where = self._cache_key(key)
        try:
            cache.add(where, 0, timeout=2 * self.seconds)
            cache.incr(where)
        except (RedisError, OSError, ValueError):
            log.warning("limit %s can't be counted: no cache", self.name)

    def _cache_key(self, key: str) -> str:
        return f"limit:{self.name}:{int(time.time()) // self.seconds}:{key}"


WRONG_CODES: Final = Limit("wrong_codes", most=10)
"""By network. A right code counts nothing: all phones of a club's room have one address.

There is none for all networks together: whoever had many of them could close the door to everybody, and of eighty
random bits he would guess none.
"""


def address_of(request: HttpRequest) -> str:
    """Where a request comes from, as the proxy in front tells it where there is one."""
    try:
        return str(ipaddress.ip_address(get_adapter(request).get_client_ip(request)))
    except (PermissionDenied, ValueError):
        return "unknown"


def sender_of(user: PadUser) -> str:
    """What a pad's requests are counted by: its link, as a code that is typed anew makes another device; an account
    that came without one by itself.
    """
    return f"user:{user.by.pk}" if user.link is None else f"link:{user.link.pk}"


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


def wait_for_codes(request: HttpRequest) -> int:
    """Seconds until another code may be tried from there; 0: now."""
    return WRONG_CODES.wait(network_of(address_of(request)))


def count_wrong_code(request: HttpRequest) -> None:
    WRONG_CODES.count(network_of(address_of(request)))
