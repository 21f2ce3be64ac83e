from __future__ import annotations

import datetime
from pathlib import Path

import psycopg
import pytest

from tests.support import postgres, template

FILES = (
    "matches/migrations/0001_initial.py",
    "matches/models/people.py",
    "ecarte_site/settings.py",
    "requirements/dev.txt",
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("first")
    return tmp_path


@pytest.mark.parametrize("name", FILES)
def test_what_decides_the_tables_decides_the_name(project: Path, name: str) -> None:
    before = template.fingerprint(project)
    (project / name).write_text("second")
    assert template.fingerprint(project) != before
    (project / name).write_text("first")
    assert template.fingerprint(project) == before


def test_template_that_no_run_copied_for_long_is_dropped_by_the_next(postgres_server: str) -> None:
    day = datetime.date(2001, 1, 2)
    name = f"{template.PREFIX}of_tests_{postgres.database_name()}"
    postgres.create_database(postgres_server, name)
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        template._note_use(connection, name, day)
        assert name not in template.unused_since(connection, day)
        assert name in template.unused_since(connection, datetime.date(2001, 1, 3))
        template.migrated_database.__wrapped__(postgres_server)
        left = connection.execute("SELECT FROM pg_database WHERE datname = %s", [name])
        assert left.fetchone() is None
