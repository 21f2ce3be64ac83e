"""Rows that are made once in a process, and inserted again wherever a test begins with the same."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, TypeVar

from django.db import connection

from tests.support.django_database import KEPT

T = TypeVar("T")
Rows = dict[str, Any]
"""By table: what COPY gives on PostgreSQL, rows elsewhere."""

_remembered: dict[tuple[str, Hashable], tuple[Rows, bytes]] = {}


def remembered(key: Hashable, make: Callable[[], T]) -> T:
    """Return what ``make`` returns, and leave the rows that it writes in the database.

    ``make`` runs the first time, and whenever the database holds rows already or the test commits. Otherwise the
    rows of the first time are inserted again with their primary keys, which no sequence of PostgreSQL gives twice,
    and a copy of the first result is returned. ``key`` names everything that the rows depend on. Callbacks that
    ``make`` registers for the commit run the first time alone: a test of them calls the service itself.
    """
    tables = _tables(connection.vendor)
    if not connection.in_atomic_block or _written(tables):
        return make()
    known = _remembered.get((connection.vendor, key))
    if known is None:
        result = make()
        rows = {table: _read(table) for table in _written(tables)}
        _remembered[connection.vendor, key] = rows, pickle.dumps(result)
        return result
    rows, pickled = known
    for table, content in rows.items():
        _insert(table, content)
    copied: T = pickle.loads(pickled)  # noqa: S301 - pickled in this process
    return copied


@cache
def _tables(vendor: str) -> list[str]:
    names = connection.introspection.django_table_names(include_views=False)
    return sorted(set(names) - KEPT)


def _written(tables: list[str]) -> list[str]:
    quoted = map(connection.ops.quote_name, tables)
    queries = ", ".join(f"EXISTS(SELECT 1 FROM {name})" for name in quoted)  # noqa: S608 - tables of our own models
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {queries}")
        return [table for table, has_rows in zip(tables, cursor.fetchone(), strict=True) if has_rows]


def _read(table: str) -> Any:
    quoted = connection.ops.quote_name(table)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {quoted} TO STDOUT") as copy:
                return b"".join(copy)
        cursor.execute(f"SELECT * FROM {quoted}")  # noqa: S608 - a table of our own models
        return cursor.fetchall()


def _insert(table: str, content: Any) -> None:
    quoted = connection.ops.quote_name(table)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {quoted} FROM STDIN") as copy:
                copy.write(content)
            return
        places = ", ".join(["%s"] * len(content[0]))
        cursor.executemany(f"INSERT INTO {quoted} VALUES ({places})", content)  # noqa: S608
