"""The place apart is the only one that a restore works in, whatever stands between it and the database."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from matches.services.backup.errors import BackupError
from matches.services.backup.restore import restore_backup
from matches.services.backup.rooms import room_apart
from tests.matches.services.backup.archives import FIRST_RELEASE
from tests.matches.services.backup.poolers import without_options
from tests.support.connected import connected_to

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


@pytest.mark.postgres
def test_a_room_that_somebody_else_cleared_away_is_entered_by_nobody(
    fresh_database: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), connected_to(fresh_database), room_apart() as room:
        with psycopg.connect(fresh_database, autocommit=True) as session:
            session.execute("DROP SCHEMA ecarte_restore")
        with pytest.raises(BackupError, match="leads to no schema"), room.inside():
            pass
