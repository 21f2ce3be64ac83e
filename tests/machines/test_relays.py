"""The relay that acts as a network: silent while it is cut, reset after that, and working again once restored."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from tests.machines.relays import Relay

SHORT_SECONDS = 0.2
LONG_SECONDS = 30.0


@pytest.fixture
def echo() -> Iterator[int]:
    """Start an echo server and yield its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_serve, args=(server,), daemon=True).start()
        yield server.getsockname()[1]


def _serve(server: socket.socket) -> None:
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        threading.Thread(target=_give_back, args=(connection,), daemon=True).start()


def _give_back(connection: socket.socket) -> None:
    try:
        while data := connection.recv(100):
            connection.sendall(data)
    except OSError:
        pass


def connected(relay: Relay) -> socket.socket:
    return socket.create_connection(("127.0.0.1", relay.port), timeout=LONG_SECONDS)


def answer(connection: socket.socket, data: bytes) -> bytes:
    connection.sendall(data)
    return connection.recv(100)


def test_passes_on_until_it_is_cut_and_what_was_kept_once_it_is_mended(echo: int) -> None:
    with Relay(echo, LONG_SECONDS) as relay, connected(relay) as connection:
        assert answer(connection, b"one") == b"one"
        relay.cut()
        connection.settimeout(SHORT_SECONDS)
        with pytest.raises(TimeoutError):
            answer(connection, b"two")
        with connected(relay) as another:
            another.settimeout(SHORT_SECONDS)
            with pytest.raises(TimeoutError):
                answer(another, b"three")
            relay.mend()
            connection.settimeout(LONG_SECONDS)
            another.settimeout(LONG_SECONDS)
            assert (connection.recv(100), another.recv(100)) == (b"two", b"three")


def test_resets_both_ends_when_they_have_heard_nothing_for_long(echo: int) -> None:
    with Relay(echo, SHORT_SECONDS) as relay, connected(relay) as connection:
        assert answer(connection, b"one") == b"one"
        relay.cut()
        with pytest.raises(ConnectionResetError):
            connection.recv(100)
        relay.mend()
        with connected(relay) as again:
            assert answer(again, b"two") == b"two"
