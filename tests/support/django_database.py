"""Django's database in tests: led to another one, and emptied after a test that committed.

Django's own way truncates every table, which creates some four hundred files again, and rewrites the
permissions and content types of every model; most tests have written to a dozen tables. Here rows are
deleted.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import DEFAULT_DB_ALIAS, ProgrammingError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase
from psycopg.errors import InsufficientPrivilege

from tests.support import postgres

KEPT = {Permission._meta.db_table, ContentType._meta.db_table}
"""The tables that Django fills after every migration, always with the same rows. They are kept."""


_django_way = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]
_keepers: list[str] = []


@contextmanager
def kept() -> Iterator[None]:
    """Keep the rows committed inside this context for later tests. A file uses it for data that it only reads."""
    _keepers.append("")
    try:
        yield
    finally:
        _keepers.pop()
        empty_tables(TransactionTestCase())


def empty_tables(case: TransactionTestCase) -> None:
    """Replace a test case's own tear-down. Django's way is used if the role may not disable triggers."""
    if _keepers:
        return
    connection = connections[DEFAULT_DB_ALIAS]
    if case.available_apps is not None or case.serialized_rollback or not may_set_triggers_aside(connection):
        _django_way(case)
        return
    with transaction.atomic(), connection.cursor() as cursor:
        tables = [name for name in _tables(connection.alias) if name not in KEPT]
        quoted = [connection.ops.quote_name(name) for name in tables]
        columns = ", ".join(f"EXISTS(SELECT FROM {name})" for name in quoted)
        cursor.execute(f"SELECT {columns}")
        written = [name for name, has_rows in zip(quoted, cursor.fetchone(), strict=True) if has_rows]
        # The log's triggers refuse to delete, and foreign keys ask for an order.
        cursor.execute("SET LOCAL session_replication_role = replica")
        for name in written:
            cursor.execute(f"DELETE FROM {name}")  # noqa: S608 - a table of our own models


def may_set_triggers_aside(connection: BaseDatabaseWrapper) -> bool:
    """Return True if this is PostgreSQL and the role may disable triggers. Cached for each connection's address."""
    return connection.vendor == "postgresql" and _may(connection.alias)


@cache
def _may(alias: str) -> bool:
    try:
        with transaction.atomic(using=alias), connections[alias].cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
    except ProgrammingError as error:
        if isinstance(error.__cause__, InsufficientPrivilege):
            return False
        raise
    return True


@cache
def _tables(alias: str) -> tuple[str, ...]:
    return tuple(connections[alias].introspection.django_table_names(only_existing=True, include_views=False))


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
