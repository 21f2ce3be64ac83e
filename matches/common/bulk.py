"""Many rows of one table at once: inserted by COPY on PostgreSQL, by a prepared INSERT elsewhere; or updated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, cast

from django.db import connection
from django.db.models import Field, Max, Model


def reserve_ids(model: type[Model], count: int) -> range | list[int]:
    """``count`` primary keys that nobody else gets, ascending.

    Other than on PostgreSQL they are reserved only as long as the transaction holds the write lock, which
    SQLite's IMMEDIATE transactions do from their start.
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
    """Insert ``rows``, each with values for ``columns`` in that order; JSON comes as text.

    Columns that are left out need a default in the database: Django's are not applied. Raises
    ``DatabaseError`` as any query does.
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
        # The names are those of our own tables.
        cursor.executemany(
            f"INSERT INTO {table} ({names}) VALUES ({places})",  # noqa: S608
            [[_adapted(value) for value in row] for row in rows],
        )


def update_rows(
    model: type[Model], columns: Sequence[str], rows: Iterable[tuple[int, Sequence[Any]]]
) -> None:
    """Write values for ``columns``, in that order, over rows by primary key.

    They are written one after the other: a value that is unique is free before another row gets it, or the caller
    frees it. Other than ``bulk_update``, whose one statement takes long to make of some hundred rows.
    """
    quote = connection.ops.quote_name
    fields = [cast("Field[Any, Any]", model._meta.get_field(column)) for column in columns]
    values = ", ".join(f"{quote(str(field.column))} = %s" for field in fields)
    with connection.cursor() as cursor:
        # The names are those of our own tables.
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


def _adapted(value: Any) -> Any:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value
