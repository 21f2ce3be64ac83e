"""Measure the duration of SQL statements, and count database connections and errors."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from ecarte_site.watching.metrics import CONNECTIONS, FAILED_QUERIES, SECONDS_OF_QUERIES


def watch_connections() -> None:
    connection_created.connect(_watch, dispatch_uid="ecarte_site.watching.database")


def _watch(connection: BaseDatabaseWrapper, **_: Any) -> None:
    CONNECTIONS.inc()
    if time_statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(time_statement)


def time_statement(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Execute one SQL statement and record its duration, and its error if it fails.

    Django calls this wrapper, except for COPY and for rows fetched from a server-side cursor.
    """
    began = perf_counter()
    try:
        return execute(sql, params, many, context)
    except Exception as error:
        FAILED_QUERIES.labels(type(error).__name__).inc()
        raise
    finally:
        SECONDS_OF_QUERIES.observe(perf_counter() - began)
