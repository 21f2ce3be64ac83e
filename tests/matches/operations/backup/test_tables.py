from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from matches.operations.backup.errors import BackupError
from matches.operations.backup.tables import (
    CHUNK_BYTES,
    KINDS,
    Column,
    Kind,
    last_of_each_app,
    lines_of_rows,
    newest_migrations,
    rows_of_lines,
    tables_after,
    unknown_migrations,
)


@pytest.mark.core(differs=True)
@pytest.mark.django_db
def test_every_table_of_the_database_is_in_a_backup_with_every_column() -> None:
    stored_columns = {
        table.name: {column.name for column in table.columns} for table in tables_after(newest_migrations())
    }
    with connection.cursor() as cursor:
        there = {
            name: {column.name for column in connection.introspection.get_table_description(cursor, name)}
            for name in connection.introspection.table_names(cursor)
        }
    assert there.pop("django_migrations")
    assert stored_columns == there


def test_every_table_whose_rows_are_counted_says_so() -> None:
    counted = {table.name for table in tables_after(newest_migrations()) if table.counter_column == "id"}
    models = apps.get_models(include_auto_created=True)
    assert counted == {model._meta.db_table for model in models if model._meta.auto_field is not None}


def test_tables_are_those_of_the_migrations_and_no_others() -> None:
    names = [table.name for table in tables_after([("matches", "0001_start"), ("auth", "0001_initial")])]
    assert "matches_rubber" in names
    assert "matches_backup" not in names


def test_an_unknown_migration_is_one_of_a_newer_version() -> None:
    later = ("matches", "9999_later")
    assert unknown_migrations([*newest_migrations(), later]) == [later]
    with pytest.raises(BackupError, match=r"matches\.9999_later"):
        tables_after([later])


def test_an_empty_database_is_led_to_the_last_migration_of_each_app() -> None:
    applied = [("matches", "0001_start"), ("matches", "0002_people_and_entry"), ("auth", "0001_initial")]
    assert last_of_each_app(applied) == [("auth", "0001_initial"), ("matches", "0002_people_and_entry")]


# A value as SQLite has it, and as PostgreSQL's COPY writes the same.
VALUES: list[tuple[Kind, Any, str]] = [
    ("integer", 0, "0"),
    ("integer", -9_223_372_036_854_775_808, "-9223372036854775808"),
    ("boolean", 1, "t"),
    ("boolean", 0, "f"),
    ("float", 0.1, "0.1"),
    ("float", 1e-07, "1e-07"),
    ("float", 1e22, "1e+22"),
    ("text", "", ""),
    ("text", "Écarté", "Écarté"),
    ("text", "N", "N"),
    ("text", "\\N", "\\\\N"),
    ("text", "a\tb\nc\rd\\e", "a\\tb\\nc\\rd\\\\e"),
    ("text", "\\t", "\\\\t"),
    ("json", '{"a": "b\\n"}', '{"a": "b\\\\n"}'),
    ("date", "2026-11-14", "2026-11-14"),
    ("moment", "2026-11-14 20:00:00", "2026-11-14 20:00:00+00"),
    ("moment", "2026-11-14 20:00:00.123000", "2026-11-14 20:00:00.123+00"),
    ("moment", "2026-11-14 20:00:00.000001", "2026-11-14 20:00:00.000001+00"),
    ("bytes", b"", "\\\\x"),
    ("bytes", b"\x00\\\n\xff", "\\\\x005c0aff"),
    *((kind, None, "\\N") for kind in sorted(set(KINDS.values()))),
]
TYPES: dict[Kind, str] = {
    "integer": "bigint",
    "boolean": "boolean",
    "float": "double precision",
    "text": "text",
    "json": "jsonb",
    "date": "date",
    "moment": "timestamp with time zone",
    "bytes": "bytea",
}


def written(kind: Kind, value: Any) -> str:
    return b"".join(lines_of_rows([Column("a", kind)], [[value]])).decode().removesuffix("\n")


def read(kinds: Iterable[Kind], lines: bytes, size: int = CHUNK_BYTES) -> list[list[Any]]:
    chunks = (lines[start : start + size] for start in range(0, len(lines), size))
    return list(rows_of_lines([Column("a", kind) for kind in kinds], chunks))


@pytest.mark.parametrize(("kind", "value", "line"), VALUES)
def test_a_value_is_read_from_its_line(kind: Kind, value: Any, line: str) -> None:
    assert read([kind], f"{line}\n".encode()) == [[value]]


@pytest.mark.parametrize(("kind", "value", "line"), VALUES)
def test_a_value_is_written_so_that_it_is_read_as_the_same(kind: Kind, value: Any, line: str) -> None:
    assert read([kind], f"{written(kind, value)}\n".encode()) == [[value]]


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "value", "line"), VALUES)
def test_postgresql_reads_what_is_written_and_writes_what_is_read(kind: Kind, value: Any, line: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL timezone = 'UTC'")
        cursor.execute(f"CREATE TEMP TABLE tried (a {TYPES[kind]})")
        with cursor.copy("COPY tried FROM STDIN") as copy:
            copy.write(f"{written(kind, value)}\n")
        with cursor.copy("COPY tried TO STDOUT") as copy:
            output = b"".join(bytes(part) for part in copy).decode()
        cursor.execute("DROP TABLE tried")
    assert output == f"{line}\n"


@given(st.lists(st.tuples(st.none() | st.text(), st.none() | st.binary(), st.integers()), max_size=5))
def test_rows_come_back_whatever_is_in_them(rows: list[tuple[str | None, bytes | None, int]]) -> None:
    kinds: list[Kind] = ["text", "bytes", "integer"]
    lines = b"".join(lines_of_rows([Column("a", kind) for kind in kinds], rows))
    for size in (1, 7, CHUNK_BYTES):
        assert read(kinds, lines, size) == [list(row) for row in rows]


def test_many_rows_are_written_in_chunks_of_whole_lines() -> None:
    rows = [["x" * 1_000]] * 1_000
    chunks = list(lines_of_rows([Column("a", "text")], rows))
    assert len(chunks) > 1
    assert all(chunk.endswith(b"\n") for chunk in chunks)
    assert read(["text"], b"".join(chunks)) == rows


@pytest.mark.parametrize("lines", [b"1", b"1\t2\n", b"one\n", b"\xff\n"])
def test_what_is_no_row_is_refused(lines: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read(["integer"], lines)
