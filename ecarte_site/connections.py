"""Timeouts after which a silent connection to the database or the broker is considered dead.

Hosts that are cut off send nothing. By default the system waits for a quarter of an hour, or for ever, and
the locks of a host that was cut off in a transaction block every other host for as long.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

CONNECT_SECONDS: Final = 5
SILENT_SECONDS: Final = 30
IDLE_IN_TRANSACTION_SECONDS: Final = 300
"""The time after which the server ends an idle transaction, because its process hangs.

No transaction of this project is idle for that long.
"""


def postgres_options(
    own: Mapping[str, Any],
    *,
    silent_seconds: int = SILENT_SECONDS,
    idle_seconds: int = IDLE_IN_TRANSACTION_SECONDS,
) -> dict[str, Any]:
    """Return connection options for PostgreSQL that make both ends close a connection after a silence.

    ``silent_seconds`` is the length of that silence, ``idle_seconds`` the limit for an idle transaction.
    ``own`` are options of the database URL, which override these; ``PGOPTIONS`` overrides both for settings
    of the server.
    """
    every = max(1, silent_seconds // 6)
    idle = max(1, silent_seconds // 3)
    count = max(1, (silent_seconds - idle) // every)
    server = {
        "tcp_keepalives_idle": idle,
        "tcp_keepalives_interval": every,
        "tcp_keepalives_count": count,
        # Unacknowledged data does not make a connection idle, and the three settings above cover only idle ones.
        "tcp_user_timeout": silent_seconds * 1000,
        "idle_in_transaction_session_timeout": idle_seconds * 1000,
    }
    server_options = " ".join(f"-c {name}={value}" for name, value in server.items())
    return {
        "connect_timeout": CONNECT_SECONDS,
        "keepalives": 1,
        "keepalives_idle": idle,
        "keepalives_interval": every,
        "keepalives_count": count,
        "tcp_user_timeout": silent_seconds * 1000,
        **own,
        # The last value of a setting wins. libpq reads PGOPTIONS only if no options are passed.
        "options": " ".join(filter(None, (server_options, own.get("options"), os.environ.get("PGOPTIONS")))),
    }


def broker_tls(url: str) -> dict[str, Any] | bool:
    """Return Celery's TLS options for a broker at ``url``, or False if its scheme is not ``rediss``.

    They check the certificate and its host name: Celery would silently accept any certificate. TLS parameters
    of the URL (``ssl_ca_certs``) are included.
    """
    parts = urlsplit(url)
    if parts.scheme != "rediss":
        return False
    own = {name: value for name, value in parse_qsl(parts.query) if name.startswith("ssl_")}
    return {"ssl_cert_reqs": "required", "ssl_check_hostname": True, **own}
