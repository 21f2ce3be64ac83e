"""Gunicorn's part: its lines in the form of all lines, the figures of its processes together, no control socket.

gunicorn ecarte_site.wsgi --config python:ecarte_site.watching.gunicorn
"""

from __future__ import annotations

from typing import Any

from ecarte_site.environment import log_format, log_level
from ecarte_site.watching.logs import configure_structlog, logging_settings
from ecarte_site.watching.multiprocess import clear_files, retire_process

# Nobody steers it but by signals: the socket would stop, scale and look into it, and lies in a home that is read-only.
control_socket_disable = True
configure_structlog()
logconfig_dict = logging_settings(log_format(), log_level())
# Whoever asks for a line of gunicorn's own for each request gets it without addresses: secrets stand in those of
# pages, and where somebody comes from is written down nowhere.
access_log_format = '"%(m)s" %(s)s %(B)s %(M)sms'


def on_starting(server: Any) -> None:
    clear_files()


def child_exit(server: Any, worker: Any) -> None:
    try:
        retire_process(worker.pid)
    except Exception:
        # A figure that is lost must not end what serves the pages.
        server.log.exception("figures of process %s are lost", worker.pid)
