"""The site behind Caddy, by the shipped files, and clients that begin a request and send the rest a byte at a time."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

from ecarte_site.setup.environment import PROJECT
from tests.support.processes import free_port, running_program, web_command

EVERY_SECONDS: Final = 0.25
BUFFER_BYTES: Final = 1 << 20
FORM: Final = "application/x-www-form-urlencoded"
FORM_WITH_FILE: Final = "multipart/form-data; boundary=x"
START_OF_FILE: Final = b'--x\r\nContent-Disposition: form-data; name="file"; filename="x.egn"\r\n\r\n'


def posts(
    path: str, *, length: int | None, start: bytes = b"", headers: str = "", content_type: str = FORM
) -> bytes:
    """Return the head of a POST that promises ``length`` bytes (None: chunks), and the ``start`` of its body."""
    body = "Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}"
    kind = f"Content-Type: {content_type}"
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{kind}\r\n{headers}{body}\r\n\r\n"
    return head.encode() + start


def chunk(size: int) -> bytes:
    return b"%x\r\n" % size + b"x" * size + b"\r\n"


UPLOAD: Final = "/clubs/portland/imports/"
PROGRAM: Final = "/api/v1/clubs/portland/imports/"
KINDS: Final[dict[str, tuple[bytes, bytes]]] = {
    "with a length": (posts("/accounts/login/", length=2_000), b"x"),
    "chunked": (posts("/accounts/login/", length=None), chunk(1)),
    "promised above the buffer": (posts("/accounts/login/", length=BUFFER_BYTES * 4), b"x"),
    "a full buffer": (posts("/t/", length=999_999, start=b"x" * 998_000), b"x"),
    "chunked above the buffer": (posts("/t/", length=None, start=chunk(BUFFER_BYTES + 1)), chunk(1)),
    "a small file": (posts(UPLOAD, length=2_000), b"x"),
    "a large file": (posts(UPLOAD, length=32 << 20, start=b"x" * 10_000), b"x"),
    "a file in chunks": (posts(UPLOAD, length=None), chunk(1)),
    "a file with a session that is none": (
        posts(UPLOAD, length=32 << 20, headers="Cookie: sessionid=abcdefghijklmnopqrstuvwxyz012345\r\n"),
        b"x",
    ),
    "a program's file": (posts(PROGRAM, length=32 << 20), b"x"),
    "a program's file with a token that is none": (
        posts(PROGRAM, length=32 << 20, headers="Authorization: Bearer ecarte_x\r\n"),
        b"x",
    ),
    "lines of the head": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"X-Line: x\r\n"),
}


@contextmanager
def slow_senders(port: int, number: int, start: bytes, more: bytes) -> Iterator[list[socket.socket]]:
    """Open ``number`` connections to 127.0.0.1, send ``start`` on each, and ``more`` again and again until the end."""
    is_over = threading.Event()
    connections = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(number)]

    def send() -> None:
        for connection in connections:
            with suppress(OSError):
                connection.sendall(start)
        while not is_over.wait(EVERY_SECONDS):
            for connection in connections:
                with suppress(OSError):
                    connection.sendall(more)

    thread = threading.Thread(target=send)
    thread.start()
    try:
        yield connections
    finally:
        is_over.set()
        for connection in connections:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        thread.join()
        for connection in connections:
            connection.close()


LONGEST_SECONDS: Final = 10.0
"""The longest wait for a new client. If others block it, it waits forever; the benchmarks measure the time."""


def longest_wait(port: int, *, seconds: float = 1.0, patience_seconds: float = LONGEST_SECONDS) -> float:
    """Return the longest wait of a newcomer for a page within some seconds. Fails if one is not answered."""
    longest = 0.0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.monotonic()
        page = httpx.get(f"http://127.0.0.1:{port}/accounts/login/", timeout=patience_seconds)
        assert page.status_code == 200
        longest = max(longest, time.monotonic() - began)
    return longest


CADDY: Final = Path(sys.executable).with_name("caddy")
FRONT_SECRET: Final = "the secret of Caddy and the site, for tests alone"
CADDYFILE: Final = PROJECT / "deploy" / "Caddyfile"


@dataclass(frozen=True, slots=True)
class Front:
    """The site's public address, and the processes behind it."""

    url: str
    port: int
    web_port: int
    caddy: subprocess.Popen[str]
    web: subprocess.Popen[str]


@contextmanager
def served_in_front(environment: Mapping[str, str], folder: Path, *, live_port: int = 9) -> Iterator[Front]:
    """Serve the site of these settings over plain HTTP on a free port of 127.0.0.1; logs go to ``folder``.

    Nothing listens on ``live_port`` unless the caller has started something there.
    """
    port, web_port = free_port(), free_port()
    url = f"http://127.0.0.1:{port}"
    around = {
        **os.environ,
        "FRONT_SECRET": FRONT_SECRET,
        **environment,
        "DJANGO_SETTINGS_MODULE": "ecarte_site.settings",
        "SITE_URL": url,
    }
    with (
        running_program(web_command(web_port), around, folder / "web.log", port=web_port) as web,
        caddy_before(web_port, folder, port=port, live_port=live_port) as caddy,
    ):
        # The port is there before the processes behind it have loaded the site.
        assert httpx.get(f"{url}/healthz", timeout=90).status_code == 200
        yield Front(url, port, web_port, caddy, web)


@contextmanager
def caddy_before(
    web_port: int,
    folder: Path,
    *,
    port: int,
    live_port: int = 9,
    is_old: bool = False,
    variables: Mapping[str, str] | None = None,
) -> Iterator[subprocess.Popen[str]]:
    """Run Caddy at ``port`` by the shipped Caddyfile, or by one that knows nothing of ``FRONT_SECRET``.

    ``variables`` are others that the Caddyfile reads.
    """
    text = caddyfile_for(web_port, live_port)
    if is_old:
        text = re.sub(r"^.*X-Front-Secret.*$", "", text, flags=re.MULTILINE)
    caddyfile = folder / f"Caddyfile-{port}"
    caddyfile.write_text(text, encoding="utf-8")
    command = [str(CADDY), "run", "--config", str(caddyfile), "--adapter", "caddyfile"]
    place = {
        **os.environ,
        **(variables or {}),
        "SITE_HOST": f"http://127.0.0.1:{port}",
        "FRONT_SECRET": FRONT_SECRET,
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    with running_program(command, place, folder / f"caddy-{port}.log", port=port) as caddy:
        yield caddy


def caddyfile_for(web_port: int, live_port: int) -> str:
    """Return the shipped Caddyfile with the services' names replaced, for the loopback address alone."""
    text = CADDYFILE.read_text(encoding="utf-8")
    for name, port in (("web:8000", web_port), ("live:8001", live_port)):
        assert f"reverse_proxy {name}" in text
        text = text.replace(f"reverse_proxy {name}", f"reverse_proxy 127.0.0.1:{port}")
    # HTTP/2 without TLS, which only tests need.
    text = text.replace("{\n\tservers {", "{\n\tadmin off\n\tservers {\n\t\tprotocols h1 h2c", 1)
    return text.replace("{$SITE_HOST} {", "{$SITE_HOST} {\n\tbind 127.0.0.1", 1)
