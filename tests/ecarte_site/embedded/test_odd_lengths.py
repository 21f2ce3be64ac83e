"""Odd lengths of a body, sent to the one process's server: refused, or made plain before the site sees them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.ecarte_site.embedded.serving import connect, serving


@pytest.mark.parametrize(
    ("lengths", "seen"),
    [
        ("Content-Length: 5", "5"),
        ("Content-Length: \t5 ", "5"),
        ("Content-Length: 0000000005", "5"),
        ("Content-Length: +5", None),
        ("Content-Length: -5", None),
        ("Content-Length: 5, 5", None),
        ("Content-Length: 5\r\nContent-Length: 5", None),
        ("Content-Length: 5\r\nContent-Length: 9", None),
        ("Content-Length: 5_0", None),
        ("Content-Length: 9\r\nTransfer-Encoding: chunked", "5"),
        ("Transfer-Encoding: chunked\r\nContent-Length: 9", "5"),
    ],
)
def test_odd_length_is_refused_or_made_plain(lengths: str, seen: str | None) -> None:
    requests = []

    def site(environ: Any, start_response: Callable[..., Any]) -> list[bytes]:
        requests.append((environ.get("CONTENT_LENGTH"), environ["wsgi.input"].read()))
        start_response("200 OK", [("Content-Length", "0")])
        return []

    body = b"5\r\nhello\r\n0\r\n\r\n" if "chunked" in lengths else b"hello"
    with serving(site) as port, connect(port) as connection:
        connection.sendall(f"POST / HTTP/1.1\r\nHost: x\r\n{lengths}\r\n\r\n".encode() + body)
        status = int(connection.recv(4096).split()[1])
    assert status == (400 if seen is None else 200)
    assert [(int(length), content) for length, content in requests] == (
        [] if seen is None else [(int(seen), b"hello")]
    )
