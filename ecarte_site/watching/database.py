"""Times the statements that a connection sends, and counts connections and refusals."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from ecarte_site.watching.metrics import CONNECTIONS, FAILED_QUERIES, SECONDS_OF_QUERIES


def watch_connections() -> None:
    """From now on, those that are made."""
    connection_created.connect(_watch, dispatch_uid="ecarte_site.watching.database")


def _watch(connection: BaseDatabaseWrapper, **_: Any) -> None:
    CONNECTIONS.inc()
    if timed not in connection.execute_wrappers:
        connection.execute_wrappers.append(timed)


def timed(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """What Django calls around each statement. COPY and the rows of a long list as they are read pass it by."""
    began = perf_counter()
    try:
        return execute(sql, params, many, context)
    except Exception as error:
        FAILED_QUERIES.labels(type(error).__name__).inc()
        raise
    finally:
        SECONDS_OF_QUERIES.observe(perf_counter() - began)
