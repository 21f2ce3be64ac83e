"""Connections to PostgreSQL beside Django's own, which speak its COPY and keep sessions and locks of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from django.db import connection

SCHEMA: Final = "ecarte_restore"
"""Where a restore puts a back-up together; nothing else is ever there."""


@contextmanager
def connected() -> Iterator[psycopg.Connection[Any]]:
    """To the database that Django's connection leads to, with its settings; each statement is committed by itself.

    What the block lets through of psycopg's errors comes out as Django's.
    """
    beside = connection.copy()
    beside.ensure_connection()
    try:
        with connection.wrap_database_errors:
            session: psycopg.Connection[Any] = beside.connection
            session.autocommit = True
            yield session
    finally:
        beside.close()
