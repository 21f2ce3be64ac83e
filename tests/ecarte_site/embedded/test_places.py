"""Places for connections: which clients get or lose one, and how many open files the system allows for them."""

from __future__ import annotations

import resource
import time
from dataclasses import dataclass, field

import pytest

from ecarte_site.embedded.places import MOST_CONNECTIONS, Places, Shares, connections_allowed, network_from


@dataclass(eq=False)
class Line:
    """A connection of no socket; its client's turn since ``since``, or the server's turn."""

    places: Places
    network: str
    since: float | None = field(default_factory=time.monotonic)
    is_open: bool = True

    def waiting_since(self, now: float) -> float | None:
        return self.since

    def end(self) -> None:
        self.is_open = False
        self.places.give_back(self)


def opened(places: Places, network: str) -> Line | None:
    if not places.take(network):
        return None
    line = Line(places, network)
    places.add(line)
    return line


def lines(places: Places, *networks: str) -> list[Line]:
    made = [opened(places, network) for network in networks]
    return [line for line in made if line is not None]


def test_connection_that_has_waited_longest_makes_room() -> None:
    places = Places(9)
    kept = lines(places, *"abcabcabc")
    kept[0].since = time.monotonic()
    places.note_turn(kept[0])
    assert opened(places, "d")
    assert [line.is_open for line in kept] == [True, False] + [True] * 7


def test_network_that_has_its_share_makes_room_for_itself() -> None:
    places = Places(9)
    kept = lines(places, *"abaa")
    assert opened(places, "a")
    assert [line.is_open for line in kept] == [False, True, True, True]


def test_connections_that_are_being_served_make_no_room() -> None:
    places = Places(3)
    for line in lines(places, *"abc"):
        line.since = None
    assert opened(places, "d") is None


def test_place_is_given_back_once() -> None:
    places = Places(3)
    for line in lines(places, *"abc"):
        line.end()
        line.end()
    assert len(lines(places, *"abcd")) == 4
    for line in lines(places, *"def"):
        line.since = None
    assert opened(places, "g") is None


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1::7", "2001:db8:0:1::/64"),
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("fe80::1%eth0", "fe80::/64"),
    ],
)
def test_what_connections_are_counted_by(address: str, counted_as: str) -> None:
    assert network_from(address) == counted_as


@pytest.mark.parametrize(("network", "most"), [("192.0.2.7", 666), ("127.0.0.1", 2_000), ("::1", 2_000)])
def test_share_of_one_network_in_all_places(network: str, most: int) -> None:
    shares = Shares(MOST_CONNECTIONS)
    assert sum(shares.take(network) for _ in range(3_000)) == most


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The limits of open files, soft and hard: those in force, then each that was set."""
    limits: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda kind: limits[0])
    monkeypatch.setattr(resource, "setrlimit", lambda kind, wanted: limits.append(wanted))
    return limits


@pytest.mark.parametrize(
    ("in_force", "was_set"),
    [((1024, 1 << 20), [(6_200, 1 << 20)]), ((20_000, 20_000), [])],
    ids=["raised as far as needed", "high enough"],
)
def test_limit_of_open_files_has_room_for_all_connections(
    limits: list[tuple[int, int]], in_force: tuple[int, int], was_set: list[tuple[int, int]]
) -> None:
    limits.append(in_force)
    assert connections_allowed() == (2_000, "")
    assert limits[1:] == was_set


def test_limit_that_can_not_be_raised_bounds_connections_and_is_named(limits: list[tuple[int, int]]) -> None:
    limits.append((1024, 1100))
    most, warning = connections_allowed()
    assert most == 300
    for words in ("1,100 files", "RLIMIT_NOFILE", "ulimit -n 6200"):
        assert words in warning
