"""Django's own connection, led to a database of a test's choice."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from django.db import connection

from tests.support import postgres


@contextlib.contextmanager
def connected_to(url: str) -> Iterator[None]:
    """Let this process work in the database at `url`, on the server that the tests use; no transaction is around it."""
    kept = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = postgres.name_of_database(url)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = kept
