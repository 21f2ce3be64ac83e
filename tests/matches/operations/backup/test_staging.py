"""The place apart is the only one that a restore works in, whatever stands between it and the database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import DatabaseError, connection
from pytest_django import DjangoDbBlocker

from matches.operations.backup.errors import BackupError
from matches.operations.backup.postgres import connected
from matches.operations.backup.restore import restore_backup
from matches.operations.backup.staging import room_apart
from tests.matches.operations.backup.archives import FIRST_RELEASE
from tests.matches.operations.backup.database_files import on_file
from tests.matches.operations.backup.poolers import without_options
from tests.support.connected import connected_to

END_THE_RESTORE = """
SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory'
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
MIGRATIONS = "SELECT app, name FROM django_migrations ORDER BY id"


@pytest.fixture
def pooled(
    fresh_database: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """This process works in a migrated database through a pooler; the database's own address."""
    server = urlsplit(fresh_database)
    with without_options(server.hostname or "127.0.0.1", server.port or 5432) as port:
        monkeypatch.setitem(connection.settings_dict, "HOST", "127.0.0.1")
        monkeypatch.setitem(connection.settings_dict, "PORT", str(port))
        with django_db_blocker.unblock(), connected_to(fresh_database):
            yield fresh_database


@pytest.mark.postgres
def test_a_restore_behind_a_pooler_that_drops_its_schema_is_refused_and_changes_nothing(pooled: str) -> None:
    with psycopg.connect(pooled, autocommit=True) as session:
        before = session.execute(MIGRATIONS).fetchall()
        with pytest.raises(BackupError, match="leads to public where ecarte_restore was asked for"):
            restore_backup(FIRST_RELEASE, replace=True)
        assert session.execute(MIGRATIONS).fetchall() == before
        assert session.execute(
            "SELECT count(*) FROM pg_namespace WHERE nspname = 'ecarte_restore'"
        ).fetchone() == (0,)


def test_a_file_that_another_program_reads_keeps_its_place_and_all_that_is_beside_it(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    home = tmp_path / "home.sqlite3"

    def restore() -> None:
        with room_apart() as room:
            with room.inside(), connection.cursor() as cursor:
                cursor.execute("CREATE TABLE restored (id integer)")
            room.move_in(replace=True)

    with django_db_blocker.unblock(), on_file(home), closing(sqlite3.connect(home)) as reading:
        reading.executescript("PRAGMA journal_mode=WAL; CREATE TABLE before (id integer);")
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM before").fetchall()
        with pytest.raises(BackupError, match=r"Another program has .*home\.sqlite3 open: close it"):
            restore()
        assert home.with_name("home.sqlite3-wal").stat().st_size > 0
        assert connection.introspection.table_names() == ["before"]
        reading.rollback()
        restore()
        assert connection.introspection.table_names() == ["restored"]
    assert {file.name for file in tmp_path.iterdir()} == {"home.sqlite3", "running"}


@pytest.mark.postgres
def test_a_room_that_somebody_else_cleared_away_is_entered_by_nobody(
    fresh_database: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), connected_to(fresh_database), room_apart() as room:
        with psycopg.connect(fresh_database, autocommit=True) as session:
            session.execute("DROP SCHEMA ecarte_restore")
        with pytest.raises(BackupError, match="leads to no schema"), room.inside():
            pass


@pytest.mark.postgres
def test_what_went_wrong_in_a_room_is_told_though_it_cannot_be_cleared(
    fresh_database: str, django_db_blocker: DjangoDbBlocker
) -> None:
    def fail() -> None:
        with room_apart(), psycopg.connect(fresh_database, autocommit=True) as session:
            session.execute(END_THE_RESTORE)
            raise OSError("no space")

    with django_db_blocker.unblock(), connected_to(fresh_database):
        with pytest.raises(OSError, match="no space"):
            fail()
        with room_apart() as room, room.inside():
            assert connection.introspection.table_names() == []


@pytest.mark.postgres
def test_errors_of_a_connection_beside_are_told_as_those_of_any_other(
    fresh_database: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with (
        django_db_blocker.unblock(),
        connected_to(fresh_database),
        pytest.raises(DatabaseError, match="division by zero"),
        connected() as session,
    ):
        session.execute("SELECT 1 / 0")
