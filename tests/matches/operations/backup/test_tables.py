from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection

from matches.operations.backup.errors import BackupError
from matches.operations.backup.tables import (
    last_of_each_app,
    newest_migrations,
    tables_after,
    unknown_migrations,
)


@pytest.mark.core(differs=True)
@pytest.mark.django_db
def test_every_table_of_the_database_is_in_a_backup_with_every_column() -> None:
    found = {
        table.name: {column.name for column in table.columns} for table in tables_after(newest_migrations())
    }
    with connection.cursor() as cursor:
        there = {
            name: {column.name for column in connection.introspection.get_table_description(cursor, name)}
            for name in connection.introspection.table_names(cursor)
        }
    assert there.pop("django_migrations")
    assert found == there


def test_every_table_whose_rows_are_counted_says_so() -> None:
    counted = {table.name for table in tables_after(newest_migrations()) if table.numbered == "id"}
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
