"""The tables and columns that the database has after some of the migrations, and what kind of value each holds.

Taken from the migrations themselves: a back-up of an older database is read, and put back, by the tables of its time.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from django.db.migrations.loader import MigrationLoader
from django.db.models import AutoField, BigAutoField, Field, ForeignKey

from matches.operations.backup.errors import BackupError

Migration: TypeAlias = tuple[str, str]
"""An application's label and the name of one of its migrations."""
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


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Table:
    """``numbered`` is the column whose values the database itself counts up; None where it counts none."""

    name: str
    columns: tuple[Column, ...]
    numbered: str | None


def unknown_migrations(applied: Collection[Migration]) -> list[Migration]:
    """Those that this version of the service does not have: a newer one made them."""
    known = set(_loader().disk_migrations or ())
    return sorted(set(applied) - known)


def tables_after(applied: Collection[Migration]) -> list[Table]:
    """Every table of the service once exactly these migrations have been applied, by name.

    Raises BackupError for one that this version does not know.
    """
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
            numbered=next(
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
    """Where to migrate to, so that an empty database has these migrations and no others."""
    chosen = set(applied)
    graph = _loader().graph
    return sorted(
        node
        for node in chosen
        if not any(child.key in chosen and child.key[0] == node[0] for child in graph.node_map[node].children)
    )


def newest_migrations() -> list[Migration]:
    """All that this version of the service has."""
    return sorted(_loader().disk_migrations or ())


def _loader() -> MigrationLoader:
    return MigrationLoader(None, ignore_no_migrations=True)


def _kind(field: Field[Any, Any]) -> Kind:
    while isinstance(field, ForeignKey):
        field = field.target_field
    return KINDS[field.get_internal_type()]
