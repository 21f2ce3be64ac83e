"""Data of an earlier release under the tables of this one."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from ecarte_site.setup.environment import PROJECT
from matches.models import LogEntry, Rubber
from matches.services.rebuild import Rebuild
from tests.matches.web.records import import_text, make_club, text

FIRST_RELEASE = [("matches", "0001_start")]
ROWS_OF_FIRST_RELEASE = """
INSERT INTO matches_club (id, public_id, slug, name, time_zone, currency, is_public, reviews_open, created_at)
    VALUES (1, 'c1', 'portland', 'Portland', 'UTC', 'EUR', 1, 0, '2026-11-14 20:00:00');
INSERT INTO matches_event (id, public_id, club_id, name, created_at, log_position, standings_position)
    VALUES (1, 'e1', 1, 'Cup', '2026-11-14 20:00:00', 2, 0);
INSERT INTO matches_logentry (id, stream, version, kind, payload, at, reason, key) VALUES
    (1, 'event:e1', 1, 'event.opened', '{"club": "c1", "name": "Cup"}', '2026-11-14 20:00:00', '', 'a'),
    (2, 'rubber:r1', 1, 'rubber.imported', '{"event": "e1"}', '2026-11-14 20:00:00', '', 'b');
"""


def migrate(targets: list[tuple[str, str]]) -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)


def newest() -> list[tuple[str, str]]:
    return [node for node in MigrationExecutor(connection).loader.graph.leaf_nodes() if node[0] == "matches"]


@pytest.fixture
def upgraded(transactional_db: None) -> Iterator[None]:
    """Two clubs' records as the first release left them, brought up to date; the tables are put right after."""
    import_text(make_club(), text(), text("Clay", "Whist"))
    import_text(make_club("garrick"), text())
    try:
        migrate(FIRST_RELEASE)
        migrate(newest())
        yield
    finally:
        migrate(newest())


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("upgraded")
def test_each_entry_stands_in_its_clubs_log() -> None:
    stands_in = {
        entry.stream.partition(":")[2]: entry.club.slug for entry in LogEntry.objects.select_related("club")
    }
    for rubber in Rubber.objects.select_related("club", "event"):
        assert stands_in[rubber.public_id] == rubber.club.slug
        assert stands_in[rubber.event.public_id] == rubber.club.slug
        assert rubber.changed_at == rubber.entered_at
    assert len(stands_in) == LogEntry.objects.count() == 5


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("upgraded")
def test_log_still_says_what_is_stored() -> None:
    assert list(Rebuild(write=False).differences()) == []


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("upgraded")
def test_log_is_still_guarded() -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LogEntry.objects.update(reason="another")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LogEntry.objects.all().delete()


@pytest.mark.core
def test_database_file_of_the_first_release_is_brought_up_to_date_and_guarded(tmp_path: Path) -> None:
    environment = {**os.environ, "ECARTE_DATA_DIR": str(tmp_path)}
    for name in ("DATABASE_URL", "REDIS_URL"):
        environment.pop(name, None)
    command = [sys.executable, str(PROJECT / "manage.py"), "migrate", "--verbosity", "0"]
    subprocess.run([*command, "matches", "0001"], check=True, env=environment)
    with closing(sqlite3.connect(tmp_path / "ecarte.sqlite3")) as database:
        # A constraint of the clubs asks for it; Django gives it to its own connections.
        database.create_function("REGEXP", 2, lambda pattern, value: re.search(pattern, value) is not None)
        database.executescript(ROWS_OF_FIRST_RELEASE)

        subprocess.run(command, check=True, env=environment)

        assert database.execute("SELECT club_id FROM matches_logentry").fetchall() == [(1,), (1,)]
        for change in ("UPDATE matches_logentry SET reason = 'x'", "DELETE FROM matches_logentry"):
            with pytest.raises(sqlite3.DatabaseError, match="append-only"):
                database.execute(change)
