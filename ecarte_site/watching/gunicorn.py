"""Gunicorn's configuration: log lines in the common format, metrics of all processes, one request a connection.

gunicorn ecarte_site.wsgi --config python:ecarte_site.watching.gunicorn
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Mapping
from typing import Any

from ecarte_site.environment import log_format, log_level
from ecarte_site.watching.logs import configure_structlog, logging_settings
from ecarte_site.watching.multiprocess import clear_files, retire_process

# It is controlled by signals alone: the socket could stop, scale and inspect it, and its home folder is read-only.
control_socket_disable = True
# A connection ends with its response. Otherwise the server in front, which opens a connection for each request of a
# burst, keeps those that it did not need and sends later requests over them. Gunicorn accepts only a few at once
# (--worker-connections), and waits five seconds in a thread for the first request of each: with 64 clients one request
# in a hundred took five seconds, while nothing was done.
keepalive = 0
configure_structlog()
logconfig_dict = logging_settings(log_format(), log_level())
# Gunicorn's own access log, if enabled, leaves out paths, which may contain secrets, and IP addresses, which
# are recorded nowhere.
access_log_format = '"%(m)s" %(s)s %(B)s %(M)sms'


def post_request(_worker: Any, _request: Any, environ: Mapping[str, Any], _response: Any) -> None:
    """Read nothing more from the connection of a response that has been sent.

    Otherwise gunicorn would wait up to two seconds until the server in front closes its end, in the loop that accepts
    connections. A front server that holds a response for a slow reader does not close it.
    """
    sock: socket.socket | None = environ.get("gunicorn.socket")
    if sock is not None:
        with contextlib.suppress(OSError):
            sock.shutdown(socket.SHUT_RD)


def on_starting(server: Any) -> None:
    clear_files()


def child_exit(server: Any, worker: Any) -> None:
    try:
        retire_process(worker.pid)
    except Exception:
        # Losing a figure must not end the process that serves the pages.
        server.log.exception("figures of process %s are lost", worker.pid)
