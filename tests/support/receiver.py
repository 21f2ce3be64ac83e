"""A receiver of webhooks: a real HTTP server in a thread, which keeps what came and answers as it is told to."""

from __future__ import annotations

import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeAlias


@dataclass
class Told:
    """A request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        return dict(json.loads(self.body))


@dataclass
class Given:
    """An answer: its status and headers, so many bytes of body, and seconds to wait before it.

    ``drip``: seconds between two bytes.
    """

    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    size: int = 0
    after: float = 0.0
    drip: float = 0.0


Answers: TypeAlias = Callable[[Told], Given]


class Slow:
    """Answers to ``path`` that keep their sender waiting until so many others have come, or for ``PATIENCE_SECONDS``.

    ``is_overtaken``: none of them had to give up waiting. ``most_at_once``: how many waited at a time.
    """

    PATIENCE_SECONDS = 10.0
    """A sender's own patience is longer."""

    def __init__(self, path: str, *, others: int) -> None:
        self._path = path
        self._missing = others
        self._lock = threading.Lock()
        self._all_came = threading.Event()
        self._waiting = 0
        self.is_overtaken = True
        self.most_at_once = 0

    def __call__(self, told: Told) -> Given:
        if told.path.startswith(self._path):
            self._keep_waiting()
            return Given()
        with self._lock:
            self._missing -= 1
            if not self._missing:
                self._all_came.set()
        return Given()

    def _keep_waiting(self) -> None:
        with self._lock:
            self._waiting += 1
            self.most_at_once = max(self.most_at_once, self._waiting)
        if not self._all_came.wait(self.PATIENCE_SECONDS):
            self.is_overtaken = False
            # Once is enough to know.
            self._all_came.set()
        with self._lock:
            self._waiting -= 1


class Receiver:
    """``came`` are the requests in order; ``most_at_once`` how many there were at a time, by the queue in them."""

    def __init__(self) -> None:
        self.came: list[Told] = []
        self.answer: Answers = lambda _told: Given()
        self.port = 0
        self.scheme = "http"
        self._at_once: dict[str, int] = {}
        self.most_at_once: dict[str, int] = {}
        self._lock = threading.Lock()

    def url(self, path: str = "/news", host: str = "127.0.0.1") -> str:
        return f"{self.scheme}://{host}:{self.port}{path}"

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [told.json for told in self.came]

    def take(self, told: Told) -> Given:
        event = str(told.json.get("event"))
        with self._lock:
            self.came.append(told)
            self._at_once[event] = self._at_once.get(event, 0) + 1
            self.most_at_once[event] = max(self.most_at_once.get(event, 0), self._at_once[event])
        given = self.answer(told)
        time.sleep(given.after)
        with self._lock:
            self._at_once[event] -= 1
        return given


@contextmanager
def receiving(certificate: Path | None = None) -> Iterator[Receiver]:
    """A receiver on this machine; over TLS with the ``certificate`` and its key, in one file."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            given = receiver.take(Told(self.path, dict(self.headers.items()), body))
            self.send_response(given.status)
            for name, value in given.headers.items():
                self.send_header(name, value)
            if "Content-Length" not in given.headers:
                self.send_header("Content-Length", str(given.size))
            self.end_headers()
            try:
                for _ in range(given.size if given.drip else 0):
                    self.wfile.write(b".")
                    self.wfile.flush()
                    time.sleep(given.drip)
                if not given.drip:
                    self.wfile.write(b"." * given.size)
            except OSError:
                pass

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        receiver.scheme = "https"
    receiver.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
