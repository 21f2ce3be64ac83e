"""Write many rows of one table with few round trips to the database.

Rows are inserted by COPY on PostgreSQL, and by a prepared INSERT on other databases.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, cast

from django.db import connection
from django.db.models import Field, Max, Model


def reserve_ids(model: type[Model], count: int) -> range | list[int]:
    """Reserve ``count`` unused primary keys of the model's table, and return them in ascending order.

    On SQLite, they are reserved while the transaction holds the write lock, which IMMEDIATE transactions take
    at once.
    """
    if not count:
        return []
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
                [model._meta.db_table, count],
            )
            return sorted(row[0] for row in cursor.fetchall())
    last = model._default_manager.aggregate(last=Max("pk"))["last"] or 0
    return range(last + 1, last + 1 + count)


def insert_rows(model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows into the model's table; each has a value for each of ``columns``, in order.

    JSON values are passed as text. A column left out needs a default in the database: Django's are not
    applied.
    """
    quote = connection.ops.quote_name
    table = quote(model._meta.db_table)
    names = ", ".join(quote(column) for column in columns)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            copying = cursor.copy(f"COPY {table} ({names}) FROM STDIN")
            with connection.wrap_database_errors, copying as copy:
                for row in rows:
                    copy.write_row(row)
            return
        places = ", ".join(["%s"] * len(columns))
        # Table and columns are those of our own models.
        cursor.executemany(
            f"INSERT INTO {table} ({names}) VALUES ({places})",  # noqa: S608
            [[_adapt_value(value) for value in row] for row in rows],
        )


def insert_row(model: type[Model], columns: Sequence[str], row: Sequence[Any]) -> int:
    """Insert one row as ``insert_rows`` does, in a single query, and return its primary key."""
    quote = connection.ops.quote_name
    names = ", ".join(quote(column) for column in columns)
    places = ", ".join(["%s"] * len(columns))
    with connection.cursor() as cursor:
        # Table and columns are those of our own models.
        cursor.execute(
            f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({places}) RETURNING id",  # noqa: S608
            [_adapt_value(value) for value in row],
        )
        (key,) = cursor.fetchone()
    return int(key)


def update_rows(
    model: type[Model], columns: Sequence[str], rows: Iterable[tuple[int, Sequence[Any]]]
) -> None:
    """Update rows, each given as (primary key, new values for ``columns`` in order), one statement each, in order.

    To swap unique values between rows, clear them first. ``bulk_update`` builds one statement, which takes
    long for some hundred rows.
    """
    quote = connection.ops.quote_name
    fields = [cast("Field[Any, Any]", model._meta.get_field(column)) for column in columns]
    values = ", ".join(f"{quote(str(field.column))} = %s" for field in fields)
    with connection.cursor() as cursor:
        # Table and columns are those of our own models.
        cursor.executemany(
            f"UPDATE {quote(model._meta.db_table)} SET {values} WHERE id = %s",  # noqa: S608 (names of our own models)
            [
                [
                    *(
                        field.get_db_prep_save(value, connection)
                        for field, value in zip(fields, row, strict=True)
                    ),
                    pk,
                ]
                for pk, row in rows
            ],
        )


def _adapt_value(value: Any) -> Any:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value


@contextmanager
def pause_gc() -> Iterator[None]:
    """Disable Python's garbage collector inside the ``with`` block; the outermost block enables it again.

    While tens of thousands of objects are created, the collector would take as long as their creation.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
