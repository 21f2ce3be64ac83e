"""Serve the metrics to clients with the token: at ``/metrics``, or for the worker, which has no pages, on a
port of its own.

The path is on the service's own address and not on a port: gunicorn's processes would each need one, and a
port that somebody forgets to close is open to everybody, while a missing token opens nothing.
"""

from __future__ import annotations

import hmac
import logging
import threading
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from ecarte_site.watching.multiprocess import FOLDER, lock_files

PATH: Final = "/metrics"
logger = logging.getLogger(__name__)


def is_admitted(authorization: str) -> bool:
    """Return whether an ``Authorization`` header contains the token; always False if no token is configured."""
    scheme, _, token = authorization.partition(" ")
    expected = settings.METRICS_TOKEN
    if not expected or scheme.lower() != "bearer":
        return False
    return hmac.compare_digest(token.strip().encode(), expected.encode())


def figures(more: Iterable[Collector] = ()) -> bytes:
    """Return the metrics in Prometheus's text format, of all processes that count together and those in ``more``."""
    # Before the files are locked: it may wait for the database, and gunicorn's main process waits for the files.
    collected = _collect(more)
    if not FOLDER:
        return generate_latest(REGISTRY) + collected
    counted = CollectorRegistry()
    with lock_files(alone=False):
        MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
        return generate_latest(counted) + collected


def _collect(collectors: Iterable[Collector]) -> bytes:
    registry = CollectorRegistry()
    for collector in collectors:
        registry.register(collector)
    return generate_latest(registry)


def metrics_view(*more: Collector) -> Callable[[HttpRequest], HttpResponse]:
    """Return the view that serves the metrics; the collectors in ``more`` run at each request.

    The view responds with 404 to requests without the token.
    """

    @require_safe
    @never_cache
    def metrics(request: HttpRequest) -> HttpResponse:
        if not is_admitted(request.headers.get("Authorization", "")):
            raise Http404
        return HttpResponse(figures(more), content_type=CONTENT_TYPE_LATEST)

    return metrics


class _Handler(BaseHTTPRequestHandler):
    # A client that connects and sends nothing blocks a thread for this time.
    timeout = 10

    def do_GET(self) -> None:
        if self.path != PATH or not is_admitted(self.headers.get("Authorization", "")):
            self.send_error(404)
            return
        body = figures()
        self.send_response(200)
        self.send_header("Content-Type", CONTENT_TYPE_LATEST)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Do not log scrapes."""


def serve_figures(port: int) -> ThreadingHTTPServer | None:
    """Serve the metrics on ``port`` in a thread, and return the server.

    If the port is not available, log that and return None: the worker runs anyway.
    """
    try:
        server = ThreadingHTTPServer(("", port), _Handler)
    except OSError as error:
        logger.error("figures are not served: port %s can't be had: %s", port, error.strerror or error)
        return None
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, name="figures", daemon=True).start()
    return server
