"""For how long a connection is believed in on which nothing comes any more.

Hosts that are cut off say nothing. Left to itself the system waits for a quarter of an hour, or for ever, and the
locks of whoever was cut off in a transaction keep every other host waiting for as long.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

CONNECT_SECONDS: Final = 5
SILENT_SECONDS: Final = 30
IDLE_IN_TRANSACTION_SECONDS: Final = 300
"""A process that stands still while its system answers for it: no transaction of ours waits for itself so long."""


def postgres_options(
    own: Mapping[str, Any],
    *,
    silent_seconds: int = SILENT_SECONDS,
    idle_seconds: int = IDLE_IN_TRANSACTION_SECONDS,
) -> dict[str, Any]:
    """Options of a connection to PostgreSQL, with which both ends of it give the other up when it falls silent.

    ``own`` are those of the address, which stand above ours; what ``PGOPTIONS`` asks of the server stands above both.
    """
    every = max(1, silent_seconds // 6)
    idle = max(1, silent_seconds // 3)
    count = max(1, (silent_seconds - idle) // every)
    server = {
        "tcp_keepalives_idle": idle,
        "tcp_keepalives_interval": every,
        "tcp_keepalives_count": count,
        # What was sent and not acknowledged is no idle connection, to which the three above apply alone.
        "tcp_user_timeout": silent_seconds * 1000,
        "idle_in_transaction_session_timeout": idle_seconds * 1000,
    }
    asked = " ".join(f"-c {name}={value}" for name, value in server.items())
    return {
        "connect_timeout": CONNECT_SECONDS,
        "keepalives": 1,
        "keepalives_idle": idle,
        "keepalives_interval": every,
        "keepalives_count": count,
        "tcp_user_timeout": silent_seconds * 1000,
        **own,
        # The last that is said of a setting counts. libpq reads the variable only where no options are given.
        "options": " ".join(filter(None, (asked, own.get("options"), os.environ.get("PGOPTIONS")))),
    }


def broker_tls(url: str) -> dict[str, Any] | bool:
    """What Celery is to ask of a broker at ``url``: of ``rediss`` a certificate that is checked, with its name.

    Celery would take any without a word. What the address says of TLS (``ssl_ca_certs``) goes along with it.
    """
    parts = urlsplit(url)
    if parts.scheme != "rediss":
        return False
    own = {name: value for name, value in parse_qsl(parts.query) if name.startswith("ssl_")}
    return {"ssl_cert_reqs": "required", "ssl_check_hostname": True, **own}
