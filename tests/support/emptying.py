"""Emptying the tables after a test that committed: what it wrote is deleted, and no table is made anew.

Django's own way truncates every table, which makes some four hundred files anew, and writes the permissions and
kinds of content of every model again; most tests have written to a dozen tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import DEFAULT_DB_ALIAS, ProgrammingError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase
from psycopg.errors import InsufficientPrivilege

KEPT = {Permission._meta.db_table, ContentType._meta.db_table}
"""What Django writes after every migration: the same rows again after each emptying."""

_django_way = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]


_keepers: list[str] = []


@contextmanager
def kept() -> Iterator[None]:
    """Within, what tests commit stays for the tests after them: for what a file makes once and only looks at."""
    _keepers.append("")
    try:
        yield
    finally:
        _keepers.pop()
        empty_tables(TransactionTestCase())


def empty_tables(case: TransactionTestCase) -> None:
    """In place of a case's own tearing down; Django's way where the role may not set the triggers aside."""
    if _keepers:
        return
    connection = connections[DEFAULT_DB_ALIAS]
    if case.available_apps is not None or case.serialized_rollback or not may_set_triggers_aside(connection):
        _django_way(case)
        return
    with transaction.atomic(), connection.cursor() as cursor:
        tables = [name for name in _tables(connection.alias) if name not in KEPT]
        quoted = [connection.ops.quote_name(name) for name in tables]
        asked = ", ".join(f"EXISTS(SELECT FROM {name})" for name in quoted)
        cursor.execute(f"SELECT {asked}")
        written = [name for name, has_rows in zip(quoted, cursor.fetchone(), strict=True) if has_rows]
        # The log's triggers refuse to delete, and foreign keys ask for an order.
        cursor.execute("SET LOCAL session_replication_role = replica")
        for name in written:
            cursor.execute(f"DELETE FROM {name}")  # noqa: S608 - a table of our own models


def may_set_triggers_aside(connection: BaseDatabaseWrapper) -> bool:
    """Whether this is PostgreSQL and the role may; asked once for each connection's address."""
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
    """Those of the models; every migration was applied before the first test."""
    return tuple(connections[alias].introspection.django_table_names(only_existing=True, include_views=False))
