"""The figures of a process that serves no pages, the worker, on a port of its own, to the bearer of the token."""

from __future__ import annotations

import logging
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from prometheus_client import CONTENT_TYPE_LATEST

from ecarte_site.watching.page import PATH, figures, is_admitted

logger = logging.getLogger(__name__)


class _Handler(BaseHTTPRequestHandler):
    # Who connects and says nothing keeps a thread for so long.
    timeout = 10

    def do_GET(self) -> None:
        if self.path != PATH or not is_admitted(self.headers.get("Authorization", "")):
            self.send_error(404)
            return
        told = figures()
        self.send_response(200)
        self.send_header("Content-Type", CONTENT_TYPE_LATEST)
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_: object) -> None:
        """Who asks every few seconds is nothing for the log."""


def serve_figures(port: int) -> ThreadingHTTPServer | None:
    """Answer at ``port`` in a thread; None where the port can't be had, which stops no work."""
    try:
        server = ThreadingHTTPServer(("", port), _Handler)
    except OSError as error:
        logger.error("figures are not served: port %s can't be had: %s", port, error.strerror or error)
        return None
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, name="figures", daemon=True).start()
    return server
