"""One POST to a receiver, over a connection that goes to the very address that was found safe.

No redirect is followed, no cookie kept, no proxy asked; of the answer no more is read than shows how it went. All of it
ends within a time that the receiver can't stretch by answering in drops.
"""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache
from time import monotonic
from typing import Any, Final

import httpcore
import httpx

from matches.webhooks.addresses import Target, UnsafeAddressError, safe_addresses, target_of

CONNECT_SECONDS: Final = 5.0
TOTAL_SECONDS: Final = 15.0
MOST_READ: Final = 64 * 1024
ADDRESSES_TRIED: Final = 3
USER_AGENT: Final = "Ecarte-Webhooks/1"
PROBLEM_LENGTH: Final = 500


@dataclass(frozen=True, slots=True)
class Answer:
    """How a try went: ``status`` is None where no answer came, and ``problem`` then says why, in English.

    ``retry_after``: for how many seconds the receiver asks to be left alone.
    """

    status: int | None
    problem: str
    took_ms: int
    retry_after: float | None = None

    @property
    def is_good(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send ``body``, which is JSON; never raises."""
    began = monotonic()
    try:
        status, retry_after = _exchange(url, body, headers, began + TOTAL_SECONDS)
    except (UnsafeAddressError, OSError, httpcore.TimeoutException, *_FAULTS) as error:
        return Answer(None, _told(error), _since(began))
    problem = "" if 200 <= status < 300 else f"The answer was {status}."
    if 300 <= status < 400:
        problem = f"The answer was {status}: redirects are not followed."
    return Answer(status, problem, _since(began), retry_after)


_FAULTS: Final = (
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.UnsupportedProtocol,
    ssl.SSLError,
)


def _exchange(url: str, body: bytes, headers: Mapping[str, str], deadline: float) -> tuple[int, float | None]:
    target = target_of(url)
    # In parts, as they were looked at: nobody reads the address a second time, in a way of his own.
    asked = httpcore.URL(scheme=target.scheme, host=target.host, port=target.port, target=target.path)
    sent = [
        ("Host", target.authority),
        ("Content-Type", "application/json"),
        ("User-Agent", USER_AGENT),
        ("Connection", "close"),
        *headers.items(),
    ]
    waits = {
        "connect": CONNECT_SECONDS,
        "read": TOTAL_SECONDS,
        "write": TOTAL_SECONDS,
        "pool": CONNECT_SECONDS,
    }
    backend = _CheckedBackend(target, deadline)
    trusted = _trusted(os.environ.get("SSL_CERT_FILE", ""), os.environ.get("SSL_CERT_DIR", ""))
    with (
        httpcore.ConnectionPool(ssl_context=trusted, network_backend=backend, max_connections=1) as pool,
        pool.stream("POST", asked, headers=sent, content=body, extensions={"timeout": waits}) as response,
    ):
        read = 0
        for chunk in response.iter_stream():
            read += len(chunk)
            if read > MOST_READ:
                break
        return response.status, _retry_after(response.headers)


@lru_cache(maxsize=2)
def _trusted(file: str, folder: str) -> ssl.SSLContext:
    """Whose certificates are believed, as the environment's two variables have it; reading them takes long."""
    return httpx.create_ssl_context()


class _CheckedBackend(httpcore.NetworkBackend):
    """Connects to an address of the host's that was found safe, and looks nothing up again."""

    def __init__(self, target: Target, deadline: float) -> None:
        self._target = target
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        last: Exception = httpcore.ConnectTimeout()
        for address in safe_addresses(self._target)[:ADDRESSES_TRIED]:
            try:
                stream = httpcore.SyncBackend().connect_tcp(
                    str(address), port, timeout=min(CONNECT_SECONDS, _left(self._deadline))
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                last = error
                continue
            return _TimedStream(stream, self._deadline)
        raise last

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.NetworkStream:
        raise httpcore.UnsupportedProtocol


class _TimedStream(httpcore.NetworkStream):
    """A stream on which everything together has to end at ``deadline``, however often a little of it comes."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: float) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, timeout=_left(self._deadline))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        # The stream's own way of writing begins its time anew whenever the receiver takes a little.
        connected: socket.socket = self._stream.get_extra_info("socket")
        try:
            while buffer:
                connected.settimeout(_left(self._deadline))
                buffer = buffer[connected.send(buffer) :]
        except TimeoutError as error:
            raise httpcore.WriteTimeout(str(error)) from error
        except OSError as error:
            # Of this one it is known that an answer may have come all the same.
            raise httpcore.WriteError(str(error)) from error

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        left = min(CONNECT_SECONDS, _left(self._deadline))
        return _TimedStream(self._stream.start_tls(ssl_context, server_hostname, left), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _left(deadline: float) -> float:
    left = deadline - monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout(f"no whole answer within {TOTAL_SECONDS:.0f} seconds")
    return left


def _since(began: float) -> int:
    return round((monotonic() - began) * 1000)


def _told(error: BaseException) -> str:
    """What went wrong, without what the receiver wrote: that is not ours to keep."""
    if isinstance(error, UnsafeAddressError):
        return str(error)
    if isinstance(error, httpcore.TimeoutException):
        return f"No answer in time ({type(error).__name__})."
    if isinstance(error, httpcore.ProtocolError):
        return "What came back is no answer of HTTP."
    return f"{type(error).__name__}: {error}"[:PROBLEM_LENGTH]


def _retry_after(headers: Iterable[tuple[bytes, bytes]]) -> float | None:
    """Seconds, which the header writes as such or as a moment; None where it is missing or makes no sense."""
    told = next((value for name, value in headers if name.lower() == b"retry-after"), None)
    if told is None:
        return None
    text = told.decode("latin-1").strip()
    if text.isascii() and text.isdecimal():
        return float(text[:12])
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max((moment - datetime.now(UTC)).total_seconds(), 0.0)
