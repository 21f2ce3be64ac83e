"""Hosts with a network of their own, whose cable can be pulled: packets from and to them are silently lost.

They use Linux's network namespaces, joined by a bridge. If those are not permitted, ``relays`` has another way.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit, urlunsplit

import redis as redis_client

from tests.machines.relays import Relay
from tests.support import postgres, redis_server
from tests.support.cluster import FORGETFUL, Cluster
from tests.support.leftovers import undo_if_killed
from tests.support.redis_server import RedisServer


class Host(Protocol):
    """``address`` leads to what listens on the host; ``prefix`` begins a command that is to run there."""

    name: str
    address: str
    prefix: Sequence[str]

    def services(self) -> Mapping[str, str]: ...

    def cut(self) -> None: ...

    def mend(self) -> None: ...


class Network(Protocol):
    """``words`` names the way in which hosts are cut off, for the reader of a figure."""

    words: str
    cluster: Cluster
    redis: RedisServer

    def host(self, name: str) -> Host: ...


@dataclass
class NamespaceHost:
    name: str
    address: str
    prefix: Sequence[str]
    _services: Mapping[str, str]
    _port: str
    _bridge: str

    def services(self) -> Mapping[str, str]:
        return self._services

    def cut(self) -> None:
        """Make the switch forget the port; at both ends the cable still looks plugged in."""
        _ip("link", "set", self._port, "nomaster")

    def mend(self) -> None:
        _ip("link", "set", self._port, "master", self._bridge)


@dataclass
class Namespaces:
    """A bridge with the services on its own address, and a namespace for each host behind it."""

    cluster: Cluster
    redis: RedisServer
    words: str = "packets dropped"
    _hosts: int = 0
    _stack: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def __post_init__(self) -> None:
        # Several runs on one machine keep out of each other's way.
        self._number = os.getpid() % 200
        self._bridge = f"ecarte-{self._number}"
        self.address = f"10.213.{self._number}.1"
        undo_if_killed(["ip", "link", "del", self._bridge])
        # An address of its own: with that of one of its ports it would hear that host for as long as it is cut off.
        _ip("link", "add", self._bridge, "address", f"02:ec:00:00:00:{self._number:02x}", "type", "bridge")
        self._stack.callback(_ip, "link", "del", self._bridge)
        try:
            _ip("address", "add", f"{self.address}/24", "dev", self._bridge)
            _ip("link", "set", self._bridge, "up")
            self._listen()
        except (subprocess.CalledProcessError, redis_client.RedisError):
            self.close()
            raise

    def _listen(self) -> None:
        hba = self.cluster.folder / "data" / "pg_hba.conf"
        with hba.open("a", encoding="ascii") as file:
            file.write(f"host all all {self.address}/24 trust\n")
        client = redis_client.Redis.from_url(self.redis.url)
        client.config_set("bind", f"127.0.0.1 {self.address}")
        client.config_set("protected-mode", "no")
        client.close()

    def host(self, name: str) -> NamespaceHost:
        self._hosts += 1
        space = f"{self._bridge}-{self._hosts}"
        port, inner = f"ec{self._number}p{self._hosts}", f"ec{self._number}i{self._hosts}"
        address = f"10.213.{self._number}.{10 + self._hosts}"
        undo_if_killed(["ip", "netns", "del", space])
        _ip("netns", "add", space)
        self._stack.callback(_ip, "netns", "del", space)
        _ip("link", "add", port, "type", "veth", "peer", "name", inner)
        _ip("link", "set", inner, "netns", space)
        _ip("link", "set", port, "master", self._bridge)
        _ip("link", "set", port, "up")
        prefix = ["ip", "netns", "exec", space]
        for words in (
            ("address", "add", f"{address}/24", "dev", inner),
            ("link", "set", inner, "up"),
            ("link", "set", "lo", "up"),
        ):
            _run(*prefix, "ip", *words)
        services = {
            "DATABASE_URL": _elsewhere(self.cluster.url, self.address, self.cluster.port),
            "REDIS_URL": _elsewhere(self.redis.url, self.address, self.redis.port),
        }
        return NamespaceHost(name, address, prefix, services, port, self._bridge)

    def close(self) -> None:
        self._stack.close()


@dataclass
class RelayHost:
    """A host that is cut off from the services, which is what matters to it, but not from its own clients."""

    name: str
    relays: Mapping[str, Relay]
    _services: Mapping[str, str]
    address: str = "127.0.0.1"
    prefix: Sequence[str] = ()

    def services(self) -> Mapping[str, str]:
        return self._services

    def cut(self) -> None:
        for relay in self.relays.values():
            relay.cut()

    def mend(self) -> None:
        for relay in self.relays.values():
            relay.mend()


@dataclass
class Relayed:
    """Hosts are processes of this machine that reach the services through relays of their own."""

    cluster: Cluster
    redis: RedisServer
    silent_seconds: float
    words: str = "relays mute"
    _stack: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def host(self, name: str) -> RelayHost:
        urls = {"DATABASE_URL": self.cluster.url, "REDIS_URL": self.redis.url}
        relays = {
            variable: self._stack.enter_context(Relay(urlsplit(url).port or 0, self.silent_seconds))
            for variable, url in urls.items()
        }
        services = {
            variable: _elsewhere(url, "127.0.0.1", relays[variable].port) for variable, url in urls.items()
        }
        return RelayHost(name, relays, services)

    def close(self) -> None:
        self._stack.close()


@contextlib.contextmanager
def network(*, silent_seconds: float, by_relays: bool = False) -> Iterator[Network]:
    """Set up PostgreSQL and Redis with a network around them: namespaces if permitted, else relays.

    ``silent_seconds``: the time after which the two are meant to drop a connection on which they hear nothing.
    """
    with contextlib.ExitStack() as stack:
        redis = RedisServer(redis_server.find_program())
        stack.callback(redis.close)
        redis.start()
        cluster = Cluster(postgres.find_programs(), (*FORGETFUL, "listen_addresses=*"))
        stack.callback(cluster.close)
        made: Namespaces | Relayed
        if by_relays or not namespaces_are_permitted():
            made = Relayed(cluster, redis, silent_seconds)
        else:
            made = Namespaces(cluster, redis)
        stack.callback(made.close)
        cluster.start()
        yield made


def namespaces_are_permitted() -> bool:
    if shutil.which("ip") is None or not Path("/proc/self/ns/net").exists():
        return False
    trial = f"ecarte-try-{os.getpid() % 1000}"
    bridge = f"ectry{os.getpid() % 1000}"
    try:
        _ip("netns", "add", trial)
        _ip("netns", "del", trial)
        _ip("link", "add", bridge, "type", "bridge")
        _ip("link", "del", bridge)
    except subprocess.CalledProcessError:
        return False
    return True


def _elsewhere(url: str, address: str, port: int) -> str:
    parts = urlsplit(url)
    user = f"{parts.username}@" if parts.username else ""
    return urlunsplit(parts._replace(netloc=f"{user}{address}:{port}"))


def _ip(*words: str) -> None:
    _run("ip", *words)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)
