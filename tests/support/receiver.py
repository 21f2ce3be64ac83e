"""A receiver of webhooks: a real HTTP server in a thread, which stores requests and sends configured responses."""

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
class ReceivedRequest:
    """A request as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        return dict(json.loads(self.body))


@dataclass
class CannedResponse:
    """A response: its status and headers, the bytes of its body, and the seconds to wait before it.

    ``drip``: seconds between two bytes.
    """

    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    size: int = 0
    after: float = 0.0
    drip: float = 0.0


Answers: TypeAlias = Callable[[ReceivedRequest], CannedResponse]


class Slow:
    """Responses to ``path`` that wait until so many requests have arrived, or for ``PATIENCE_SECONDS``.

    ``is_overtaken``: none of them ran into the timeout. ``most_at_once``: the highest number that waited at a time.
    """

    PATIENCE_SECONDS = 10.0
    """A sender's own patience is longer."""

    def __init__(self, path: str, *, others: int) -> None:
        self._path = path
        self._missing = others
        self._lock = threading.Lock()
        self._all_arrived = threading.Event()
        self._waiting = 0
        self.is_overtaken = True
        self.most_at_once = 0

    def __call__(self, request: ReceivedRequest) -> CannedResponse:
        if request.path.startswith(self._path):
            self._keep_waiting()
            return CannedResponse()
        with self._lock:
            self._missing -= 1
            if not self._missing:
                self._all_arrived.set()
        return CannedResponse()

    def _keep_waiting(self) -> None:
        with self._lock:
            self._waiting += 1
            self.most_at_once = max(self.most_at_once, self._waiting)
        if not self._all_arrived.wait(self.PATIENCE_SECONDS):
            self.is_overtaken = False
            # Once is enough to know.
            self._all_arrived.set()
        with self._lock:
            self._waiting -= 1


class Receiver:
    """A webhook receiver.

    ``requests`` are in order of arrival; ``most_at_once`` how many there were at a time, by the queue in them.
    """

    def __init__(self) -> None:
        self.requests: list[ReceivedRequest] = []
        self.answer: Answers = lambda _request: CannedResponse()
        self.port = 0
        self.scheme = "http"
        self._at_once: dict[str, int] = {}
        self.most_at_once: dict[str, int] = {}
        self._lock = threading.Lock()

    def url(self, path: str = "/news", host: str = "127.0.0.1") -> str:
        return f"{self.scheme}://{host}:{self.port}{path}"

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [request.json for request in self.requests]

    def take(self, request: ReceivedRequest) -> CannedResponse:
        event = str(request.json.get("event"))
        with self._lock:
            self.requests.append(request)
            self._at_once[event] = self._at_once.get(event, 0) + 1
            self.most_at_once[event] = max(self.most_at_once.get(event, 0), self._at_once[event])
        response = self.answer(request)
        time.sleep(response.after)
        with self._lock:
            self._at_once[event] -= 1
        return response


@contextmanager
def receiving(certificate: Path | None = None) -> Iterator[Receiver]:
    """Run a receiver on this machine; over TLS with the ``certificate`` and its key, in one file."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            response = receiver.take(ReceivedRequest(self.path, dict(self.headers.items()), body))
            self.send_response(response.status)
            for name, value in response.headers.items():
                self.send_header(name, value)
            if "Content-Length" not in response.headers:
                self.send_header("Content-Length", str(response.size))
            self.end_headers()
            try:
                for _ in range(response.size if response.drip else 0):
                    self.wfile.write(b".")
                    self.wfile.flush()
                    time.sleep(response.drip)
                if not response.drip:
                    self.wfile.write(b"." * response.size)
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
