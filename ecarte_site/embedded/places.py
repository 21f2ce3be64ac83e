"""The places for connections to the one process: how many there are, who gets one, and who loses one."""

from __future__ import annotations

import select
import threading
import time
from collections import Counter
from typing import Final, Protocol

from ecarte_site.limits import network_of

try:
    import resource
except ImportError:  # a system without it does not count open sockets as files
    resource = None  # type: ignore[assignment]

MOST_CONNECTIONS: Final = 2_000
MOST_WITHOUT_POLL: Final = 450
"""The same where the system has only select(), which takes 512 sockets."""
NETWORKS_AT_LEAST: Final = 3
"""Share of one network: a third. No single network can take all connections, nor all room for bodies."""
THIS_MACHINE: Final = frozenset({"127.0.0.1", "::1"})
"""Addresses without a share: a server in front may bring everybody's requests from there."""
FILES_A_CONNECTION: Final = 3
"""Its socket, and a temporary file each for a long body and a long answer."""
FILES_BESIDE: Final = 200
"""Database, log, temporary files of threads and worker."""


class Shares:
    """An amount that all connections take from, one network no more than a third of it. Safe between threads."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.most_a_network = most // NETWORKS_AT_LEAST
        self._taken: Counter[str] = Counter()
        self._overall = 0
        self._lock = threading.Lock()

    def take(self, network: str, amount: int = 1) -> bool:
        """Take `amount`, or return False and take nothing."""
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
    """What the places need to know of a connection."""

    network: str

    def waiting_since(self, now: float) -> float | None:
        """Return since when the client lets the server wait; None while it is the server's turn."""

    def end(self) -> None:
        """Close the connection, and give its place back."""


class Places:
    """The open connections. A newcomer without a place takes that of the connection that has waited longest."""

    def __init__(self, most: int) -> None:
        self._shares = Shares(most)
        self._by_network: dict[str, dict[Connection, None]] = {}
        """Each network's connections, the one first whose turn changed longest ago."""
        self._lock = threading.Lock()

    def take(self, network: str) -> bool:
        """Take a place for a connection from `network`; return False if every other connection is being served."""
        if self._shares.take(network):
            return True
        # Where the network has its share, one of its own has to go; elsewhere any.
        waiting = self._longest_waiting(network if self._shares.is_beyond_share(network) else None)
        if waiting is not None:
            waiting.end()
        return self._shares.take(network)

    def add(self, connection: Connection) -> None:
        with self._lock:
            self._by_network.setdefault(connection.network, {})[connection] = None

    def note_turn(self, connection: Connection) -> None:
        """Note that it is the other side's turn on `connection` from now on."""
        with self._lock:
            order = self._by_network.get(connection.network, {})
            if connection in order:
                del order[connection]
                order[connection] = None

    def give_back(self, connection: Connection) -> None:
        """Give back the place of `connection`, if it still has one."""
        with self._lock:
            order = self._by_network.get(connection.network, {})
            if connection not in order:
                return
            del order[connection]
            if not order:
                del self._by_network[connection.network]
        self._shares.give_back(connection.network)

    def _longest_waiting(self, network: str | None) -> Connection | None:
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
    """Return what connections from `address` are counted by: this machine's own addresses each by itself."""
    return address if address in THIS_MACHINE else network_of(address)


def connections_allowed() -> tuple[int, str]:
    """Return how many connections this process may hold open, and a warning if they are fewer than usual.

    The limit of open files is raised first, as far as needed and as the system lets it.
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
    """Raise the limit of open files to `wanted`, or as near as may be; return the limit that holds then."""
    limit = wanted
    if resource is not None:
        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if now != resource.RLIM_INFINITY and now < wanted:
            limit = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit, most))
            except (OSError, ValueError):
                # Some systems have a lower limit than the one they state.
                limit = now
    return limit
