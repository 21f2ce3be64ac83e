"""Limit the connections to the one-process site: how many there are, and which is closed for a new one."""

from __future__ import annotations

import select
import threading
import time
from collections import Counter
from typing import Final, Protocol

from ecarte_site.limits import network_of

try:
    import resource
except ImportError:  # Such a system does not count open sockets as files.
    resource = None  # type: ignore[assignment]

MOST_CONNECTIONS: Final = 2_000
MOST_WITHOUT_POLL: Final = 450
"""The largest number of connections on a system that has only select(), which takes 512 sockets."""
NETWORKS_AT_LEAST: Final = 3
"""The number of networks that can always connect: one network gets at most a third of anything that is limited."""
THIS_MACHINE: Final = frozenset({"127.0.0.1", "::1"})
"""Addresses without that limit: a reverse proxy on this machine may send everybody's requests."""
FILES_A_CONNECTION: Final = 3
"""The files that a connection may use: its socket, and a temporary file each for a long body and a long response."""
FILES_BESIDE: Final = 200
"""The number of files that the process may use besides: database, log, temporary files of threads and worker."""


class Shares:
    """A limited amount that all connections share, and of which one network gets at most a third. Thread-safe."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.most_a_network = most // NETWORKS_AT_LEAST
        self._taken: Counter[str] = Counter()
        self._overall = 0
        self._lock = threading.Lock()

    def take(self, network: str, amount: int = 1) -> bool:
        """Take `amount` for `network` and return True, or take nothing and return False if that would exceed
        a limit.
        """
        with self._lock:
            if not self.has(network, amount):
                return False
            self._overall += amount
            self._taken[network] += amount
            return True

    def has(self, network: str, amount: int = 1) -> bool:
        return self._overall + amount <= self.most and not self.is_beyond_share(network, amount)

    def is_beyond_share(self, network: str, amount: int = 1) -> bool:
        return network not in THIS_MACHINE and self._taken[network] + amount > self.most_a_network

    def give_back(self, network: str, amount: int = 1) -> None:
        with self._lock:
            self._overall -= amount
            self._taken[network] -= amount
            if not self._taken[network]:
                del self._taken[network]


class Connection(Protocol):
    """The part of a connection that ``Places`` uses."""

    network: str

    def waiting_since(self, now: float) -> float | None:
        """Return the time since which the server has waited for the client, or None while it is the server's turn."""

    def end(self) -> None:
        """Close the connection, and free its place in ``Places``."""


class Places:
    """The open connections of the server, whose number is limited.

    If no place is free, a new connection replaces the one that has waited longest for its client.
    """

    def __init__(self, most: int) -> None:
        self._shares = Shares(most)
        self._by_network: dict[str, dict[Connection, None]] = {}
        """Each network's connections, the one first whose turn changed longest ago."""
        self._lock = threading.Lock()

    def take(self, network: str) -> bool:
        """Take a place and return True, or return False if the server is working on a request of every connection."""
        if self._shares.take(network):
            return True
        # If the network has used up its share, one of its own connections must go; otherwise any.
        waiting = self._find_longest_waiting(network if self._shares.is_beyond_share(network) else None)
        if waiting is not None:
            waiting.end()
        return self._shares.take(network)

    def add(self, connection: Connection) -> None:
        with self._lock:
            self._by_network.setdefault(connection.network, {})[connection] = None

    def note_turn(self, connection: Connection) -> None:
        """Record that the time for which `connection` has waited begins again now."""
        with self._lock:
            order = self._by_network.get(connection.network, {})
            if connection in order:
                del order[connection]
                order[connection] = None

    def give_back(self, connection: Connection) -> None:
        with self._lock:
            order = self._by_network.get(connection.network, {})
            if connection not in order:
                return
            del order[connection]
            if not order:
                del self._by_network[connection.network]
        self._shares.give_back(connection.network)

    def _find_longest_waiting(self, network: str | None) -> Connection | None:
        now = time.monotonic()
        longest, since = None, now
        with self._lock:
            orders = self._by_network.values() if network is None else [self._by_network.get(network, {})]
            for order in orders:
                for connection in order:
                    waited = connection.waiting_since(now)
                    if waited is not None:
                        if waited < since:
                            longest, since = connection, waited
                        break
        return longest


def network_from(address: str) -> str:
    """Return the network in which a connection from `address` is counted. Each address of this machine is one
    of its own.
    """
    return address if address in THIS_MACHINE else network_of(address)


def connections_allowed() -> tuple[int, str]:
    """Return how many connections this process may keep open, and a warning if they are fewer than usual,
    else "".

    The limit of open files is raised first, as far as needed and as the system allows.
    """
    wanted = FILES_A_CONNECTION * MOST_CONNECTIONS + FILES_BESIDE
    limit = _raise_file_limit(wanted)
    most = max(1, min(MOST_CONNECTIONS, (limit - FILES_BESIDE) // FILES_A_CONNECTION))
    if not hasattr(select, "poll"):
        return min(most, MOST_WITHOUT_POLL), ""
    if limit >= wanted:
        return most, ""
    return most, (
        f"This system lets a process open {limit:,} files, so the site holds {most:,} connections open, "
        f"not {MOST_CONNECTIONS:,}.\nFor all of them raise the limit (RLIMIT_NOFILE) before the start: "
        f"ulimit -n {wanted}, or LimitNOFILE={wanted} in a unit of systemd."
    )


def _raise_file_limit(wanted: int) -> int:
    """Raise the limit of open files to `wanted`, or as near as possible. Return the resulting limit."""
    limit = wanted
    if resource is not None:
        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if now != resource.RLIM_INFINITY and now < wanted:
            limit = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit, most))
            except (OSError, ValueError):
                # Some systems have a lower limit than the one that they report.
                limit = now
    return limit
