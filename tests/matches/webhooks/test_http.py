"""One POST as a receiver sees it, and the behaviour of malicious receivers."""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import httpcore
import pytest
from pytest_django.fixtures import Settings

from matches.webhooks import http as webhook_post
from matches.webhooks.addresses import parse_endpoint
from matches.webhooks.http import post
from tests.support.receiver import Receiver

pytestmark = [pytest.mark.core]


@pytest.fixture(autouse=True)
def own_network(settings: Settings) -> None:
    settings.WEBHOOK_ALLOWED_NETWORKS = [ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1/128")]


@contextmanager
def listening(take: Callable[[socket.socket], None], family: int = socket.AF_INET) -> Iterator[str]:
    """Yield the URL of a server that handles one connection with ``take``."""
    place = "::1" if family == socket.AF_INET6 else "127.0.0.1"
    server = socket.socket(family)
    server.bind((place, 0))
    server.listen(1)

    def serve() -> None:
        connected, _from = server.accept()
        with connected:
            take(connected)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    host = f"[{place}]" if ":" in place else place
    try:
        yield f"http://{host}:{server.getsockname()[1]}/news"
    finally:
        server.close()
        thread.join(5)


def test_path_goes_out_as_it_was_written(receiver: Receiver) -> None:
    assert post(receiver.url("/a;b=1/c;d?e;f=%20"), b"{}", {}).status == 204
    assert receiver.requests[0].path == "/a;b=1/c;d?e;f=%20"


def test_host_that_is_an_address_of_ipv6_is_named_in_brackets() -> None:
    requests: list[bytes] = []

    def take(connected: socket.socket) -> None:
        requests.append(connected.recv(65536))
        connected.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")

    try:
        socket.socket(socket.AF_INET6).bind(("::1", 0))
    except OSError:
        pytest.skip("this machine has no IPv6")
    with listening(take, socket.AF_INET6) as url:
        assert post(url, b"{}", {}).status == 204
    assert f"Host: {parse_endpoint(url).authority}\r\n".encode() in requests[0]
    assert b"Host: [::1]:" in requests[0]


def test_nothing_of_what_is_no_answer_is_kept() -> None:
    """Storing it would let a webhook read the responses of other services."""

    def take(connected: socket.socket) -> None:
        connected.recv(65536)
        connected.sendall(b"SSH-2.0-OpenSSH_9.6 of a machine within\r\n\r\n")

    with listening(take) as url:
        answer = post(url, b"{}", {})
    assert (answer.status, answer.problem) == (None, "The response is not HTTP.")


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"HTTP/1.1 200",
        b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"a" * 300_000,
        b"HTTP/1.1 999999 OK\r\n\r\n",
        b"HTTP/1.1 503 Busy\r\nRetry-After: Mon, 01 Jan 0001 00:00:00 +2359\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 503 Busy\r\nRetry-After: \xff\xfe\r\nContent-Length: 0\r\n\r\n",
    ],
)
def test_whatever_comes_back_is_a_failure_and_no_fault(sent: bytes) -> None:
    def take(connected: socket.socket) -> None:
        connected.recv(65536)
        connected.sendall(sent)

    with listening(take) as url:
        answer = post(url, b"{}", {})
    assert not answer.is_success
    assert answer.problem


def test_answers_that_only_announce_another_end_with_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook_post, "TOTAL_SECONDS", 0.4)

    def take(connected: socket.socket) -> None:
        try:
            while True:
                connected.sendall(b"HTTP/1.1 103 Early Hints\r\n\r\n")
                threading.Event().wait(0.02)
        except OSError:
            pass

    with listening(take) as url:
        answer = post(url, b"{}", {})
    assert answer.status is None
    assert "in time" in answer.problem


class Sipping:
    """A socket whose receiver reads slowly, one byte at a time."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    def settimeout(self, seconds: float) -> None:
        self.waits.append(seconds)

    def send(self, buffer: bytes) -> int:
        threading.Event().wait(0.05)
        return 1


class SippingStream(httpcore.NetworkStream):
    def __init__(self) -> None:
        self.socket = Sipping()

    def get_extra_info(self, info: str) -> Sipping:
        return self.socket


def test_message_that_is_taken_in_sips_ends_with_the_time() -> None:
    stream = SippingStream()
    timed = webhook_post._DeadlineStream(stream, monotonic() + 0.3)
    with pytest.raises(httpcore.TimeoutException):
        timed.write(b"." * 10_000)
    assert 1 < len(stream.socket.waits) < 10
    assert stream.socket.waits == sorted(stream.socket.waits, reverse=True)
