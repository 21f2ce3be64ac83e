"""Open a connection to PostgreSQL in addition to Django's, for COPY and for locks that last a whole session."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from django.db import connection

SCHEMA: Final = "ecarte_restore"
"""The schema in which a restore builds the database. It is not used otherwise."""


@contextmanager
def open_session() -> Iterator[psycopg.Connection[Any]]:
    """Open a second connection like Django's, in autocommit mode, that raises Django's database errors."""
    beside = connection.copy()
    beside.ensure_connection()
    try:
        with connection.wrap_database_errors:
            session: psycopg.Connection[Any] = beside.connection
            session.autocommit = True
            yield session
    finally:
        beside.close()
