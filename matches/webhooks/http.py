"""Post a message to a URL, over a connection to an IP address that has been checked.

Redirects, cookies and proxies are not used. At most 64 KiB of the response are read. The whole exchange ends
within 15 seconds, even if the receiver accepts or sends one byte at a time.
"""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache
from time import monotonic
from typing import Any, Final

import httpcore
import httpx

from matches.webhooks.addresses import Endpoint, UnsafeAddressError, parse_endpoint, resolve_safely
from matches.webhooks.queue import Attempt

CONNECT_SECONDS: Final = 5.0
TOTAL_SECONDS: Final = 15.0
MAX_RESPONSE_BYTES: Final = 64 * 1024
MAX_ADDRESSES: Final = 3
MAX_PROBLEM_LENGTH: Final = 500
USER_AGENT: Final = "Ecarte-Webhooks/1"
FAILURES: Final = (
    UnsafeAddressError,
    OSError,
    httpcore.TimeoutException,
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.UnsupportedProtocol,
)


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Attempt:
    """Post a JSON body to ``url``, and return the outcome, also of forbidden URLs and network errors."""
    started = monotonic()
    try:
        status, retry_after = _exchange(url, body, headers, started + TOTAL_SECONDS)
    except FAILURES as error:
        return Attempt(None, _describe(error), _milliseconds_since(started))
    problem = "" if 200 <= status < 300 else f"The answer was {status}."
    if 300 <= status < 400:
        problem = f"The answer was {status}: redirects are not followed."
    return Attempt(status, problem, _milliseconds_since(started), retry_after)


def _exchange(url: str, body: bytes, headers: Mapping[str, str], deadline: float) -> tuple[int, float | None]:
    """Return the response's status and Retry-After in seconds. ``deadline`` is a time of ``monotonic()``."""
    endpoint = parse_endpoint(url)
    # Built from the parts that were checked: a second parser could read the URL in another way.
    target = httpcore.URL(
        scheme=endpoint.scheme, host=endpoint.host, port=endpoint.port, target=endpoint.path
    )
    all_headers = [
        ("Host", endpoint.authority),
        ("Content-Type", "application/json"),
        ("User-Agent", USER_AGENT),
        ("Connection", "close"),
        *headers.items(),
    ]
    timeout = {
        "connect": CONNECT_SECONDS,
        "read": TOTAL_SECONDS,
        "write": TOTAL_SECONDS,
        "pool": CONNECT_SECONDS,
    }
    ssl_context = _ssl_context(os.environ.get("SSL_CERT_FILE", ""), os.environ.get("SSL_CERT_DIR", ""))
    backend = _CheckedBackend(endpoint, deadline)
    with (
        httpcore.ConnectionPool(ssl_context=ssl_context, network_backend=backend, max_connections=1) as pool,
        pool.stream(
            "POST", target, headers=all_headers, content=body, extensions={"timeout": timeout}
        ) as response,
    ):
        read = 0
        for chunk in response.iter_stream():
            read += len(chunk)
            if read > MAX_RESPONSE_BYTES:
                break
        return response.status, _retry_after(response.headers)


@lru_cache(maxsize=2)
def _ssl_context(_file: str, _folder: str) -> ssl.SSLContext:
    """Load the trusted certificates once for each value of SSL_CERT_FILE and SSL_CERT_DIR: that is slow."""
    return httpx.create_ssl_context()


class _CheckedBackend(httpcore.NetworkBackend):
    """Resolve and check the endpoint's host, then connect to one of those addresses without another look-up."""

    def __init__(self, endpoint: Endpoint, deadline: float) -> None:
        self._endpoint = endpoint
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        failure: Exception = httpcore.ConnectTimeout()
        for address in resolve_safely(self._endpoint)[:MAX_ADDRESSES]:
            try:
                stream = httpcore.SyncBackend().connect_tcp(
                    str(address), port, timeout=min(CONNECT_SECONDS, _remaining(self._deadline))
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
                continue
            return _DeadlineStream(stream, self._deadline)
        raise failure


class _DeadlineStream(httpcore.NetworkStream):
    """A connection whose every read and write ends at the deadline of the whole exchange."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: float) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, timeout=_remaining(self._deadline))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        # httpcore's own write starts its timeout again whenever the receiver accepts a few bytes.
        connected: socket.socket = self._stream.get_extra_info("socket")
        try:
            while buffer:
                connected.settimeout(_remaining(self._deadline))
                buffer = buffer[connected.send(buffer) :]
        except TimeoutError as error:
            raise httpcore.WriteTimeout(str(error)) from error
        except OSError as error:
            # After a WriteError httpcore still reads the response, which the receiver may have sent early.
            raise httpcore.WriteError(str(error)) from error

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        timeout = min(CONNECT_SECONDS, _remaining(self._deadline))
        return _DeadlineStream(self._stream.start_tls(ssl_context, server_hostname, timeout), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _remaining(deadline: float) -> float:
    """Return the seconds until ``deadline``. Raises ReadTimeout if it has passed."""
    seconds = deadline - monotonic()
    if seconds <= 0:
        raise httpcore.ReadTimeout(f"no whole answer within {TOTAL_SECONDS:.0f} seconds")
    return seconds


def _milliseconds_since(started: float) -> int:
    return round((monotonic() - started) * 1000)


def _describe(error: BaseException) -> str:
    """Return what went wrong, without the receiver's bytes: a webhook must not be a way to read other services."""
    if isinstance(error, UnsafeAddressError):
        return str(error)
    if isinstance(error, httpcore.TimeoutException):
        return f"No answer in time ({type(error).__name__})."
    if isinstance(error, httpcore.ProtocolError):
        return "The response is not HTTP."
    return f"{type(error).__name__}: {error}"[:MAX_PROBLEM_LENGTH]


def _retry_after(headers: Iterable[tuple[bytes, bytes]]) -> float | None:
    """Return Retry-After in seconds, from seconds or a date (RFC 9110, section 10.2.3), or None."""
    value = next((value for name, value in headers if name.lower() == b"retry-after"), None)
    if value is None:
        return None
    text = value.decode("latin-1").strip()
    if text.isascii() and text.isdecimal():
        return float(text[:12])
    try:
        at = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    if at.tzinfo is None:
        at = at.replace(tzinfo=UTC)
    return max((at - datetime.now(UTC)).total_seconds(), 0.0)
