"""Determine the tables, columns and types of columns that the database has after given migrations.

They are derived from the migrations themselves, so that a back-up of an older version is read and restored
with the tables of that version.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from django.db.migrations.loader import MigrationLoader
from django.db.models import AutoField, BigAutoField, Field, ForeignKey

from matches.operations.backup.errors import BackupError

Migration: TypeAlias = tuple[str, str]
"""A migration: the label of its app and its name."""


Kind: TypeAlias = Literal["integer", "boolean", "float", "text", "json", "date", "moment", "bytes"]
KINDS: Final[Mapping[str, Kind]] = {
    "AutoField": "integer",
    "BigAutoField": "integer",
    "BigIntegerField": "integer",
    "BinaryField": "bytes",
    "BooleanField": "boolean",
    "CharField": "text",
    "DateField": "date",
    "DateTimeField": "moment",
    "FloatField": "float",
    "IntegerField": "integer",
    "JSONField": "json",
    "PositiveBigIntegerField": "integer",
    "PositiveIntegerField": "integer",
    "PositiveSmallIntegerField": "integer",
    "SlugField": "text",
    "TextField": "text",
}
CHUNK_BYTES: Final = 256 * 1024
NULL: Final = "\\N"
ESCAPED: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
MICROSECOND_DIGITS: Final = 6


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the database. ``counter_column`` is the column that is numbered automatically, or None."""

    name: str
    columns: tuple[Column, ...]
    counter_column: str | None


def unknown_migrations(applied: Collection[Migration]) -> list[Migration]:
    """Return the migrations in ``applied`` that this version lacks: a newer one applied them."""
    known = set(_loader().disk_migrations or ())
    return sorted(set(applied) - known)


def tables_after(applied: Collection[Migration]) -> list[Table]:
    """Return every table after exactly these migrations, by name. Raises BackupError for an unknown migration."""
    if unknown := unknown_migrations(applied):
        named = ", ".join(f"{app}.{name}" for app, name in unknown)
        raise BackupError(
            f"A newer version of the service made these tables: this one does not know {named}. "
            "Use that version, or a later one."
        )
    apps = _loader().project_state(list(applied)).apps
    models = apps.get_models(include_auto_created=True)
    tables = [
        Table(
            name=model._meta.db_table,
            columns=tuple(
                Column(str(field.column), _kind(field)) for field in model._meta.local_concrete_fields
            ),
            counter_column=next(
                (
                    str(field.column)
                    for field in model._meta.local_concrete_fields
                    if isinstance(field, AutoField | BigAutoField)
                ),
                None,
            ),
        )
        for model in models
        if model._meta.managed and not model._meta.proxy
    ]
    return sorted(tables, key=lambda table: table.name)


def last_of_each_app(applied: Collection[Migration]) -> list[Migration]:
    """Return the last of the applied migrations of each app: ``migrate`` to these applies exactly all."""
    chosen = set(applied)
    graph = _loader().graph
    return sorted(
        node
        for node in chosen
        if not any(child.key in chosen and child.key[0] == node[0] for child in graph.node_map[node].children)
    )


def newest_migrations() -> list[Migration]:
    return sorted(_loader().disk_migrations or ())


def _loader() -> MigrationLoader:
    return MigrationLoader(None, ignore_no_migrations=True)


def _kind(field: Field[Any, Any]) -> Kind:
    while isinstance(field, ForeignKey):
        field = field.target_field
    return KINDS[field.get_internal_type()]


def lines_of_rows(columns: Sequence[Column], rows: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    """Format rows from SQLite as lines of an archive, in chunks of whole lines."""
    writers = [WRITERS[column.kind] for column in columns]
    lines: list[str] = []
    size = 0
    for row in rows:
        line = "\t".join(
            [NULL if value is None else write(value) for write, value in zip(writers, row, strict=True)]
        )
        lines.append(line)
        size += len(line)
        if size >= CHUNK_BYTES:
            yield ("\n".join(lines) + "\n").encode()
            lines, size = [], 0
    if lines:
        yield ("\n".join(lines) + "\n").encode()


def rows_of_lines(columns: Sequence[Column], chunks: Iterable[bytes]) -> Iterator[list[Any]]:
    """Parse an archive's lines as rows of values for SQLite. Raises ValueError for an invalid line."""
    readers = [READERS[column.kind] for column in columns]
    for line in _whole_lines(chunks):
        yield [
            None if text == NULL else read(text)
            for read, text in zip(readers, line.decode().split("\t"), strict=True)
        ]


def _whole_lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    for chunk in chunks:
        lines = (rest + chunk).split(b"\n")
        rest = lines.pop()
        yield from lines
    if rest:
        raise ValueError("the last line has no end")


def _write_text(value: object) -> str:
    text = str(value)
    if "\\" in text:
        text = text.replace("\\", "\\\\")
    return text.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")


def _read_text(text: str) -> str:
    if "\\" not in text:
        return text
    return ESCAPE.sub(lambda match: ESCAPED.get(match[1], match[1]), text)


def _read_moment(text: str) -> str:
    """Return the time with six digits of a fraction or none, as Django writes it: SQLite compares times as text."""
    whole, _, fraction = text.removesuffix("+00").partition(".")
    return f"{whole}.{fraction:0<{MICROSECOND_DIGITS}}" if fraction else whole


WRITERS: Final[Mapping[Kind, Callable[[Any], str]]] = {
    "integer": str,
    "boolean": lambda value: "t" if value else "f",
    "float": repr,
    "text": _write_text,
    "json": _write_text,
    "date": str,
    # SQLite keeps times in UTC, without saying so.
    "moment": lambda value: f"{value}+00",
    "bytes": lambda value: f"\\\\x{value.hex()}",
}
READERS: Final[Mapping[Kind, Callable[[str], Any]]] = {
    "integer": int,
    "boolean": lambda text: int(text == "t"),
    "float": float,
    "text": _read_text,
    "json": _read_text,
    "date": str,
    "moment": _read_moment,
    "bytes": lambda text: bytes.fromhex(text.removeprefix("\\\\x")),
}
