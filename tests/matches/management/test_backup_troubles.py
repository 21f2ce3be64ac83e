"""The commands report errors that come from the database itself."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from psycopg import sql
from pytest_django import DjangoDbBlocker

from matches.models import Backup
from matches.operations.backup.archive import open_archive
from tests.matches.operations.backup.archives import FIRST_RELEASE, members, on_file, written
from tests.support import postgres
from tests.support.django_database import connected_to

OLDER = "ecarte-2025-11-13T040000Z.zip"


def errors_of(*words: str) -> str:
    """Run the command and return what it writes to stderr."""
    errors = io.StringIO()
    call_command(*words, stdout=io.StringIO(), stderr=errors)
    return errors.getvalue()


@pytest.mark.postgres
def test_a_backup_of_a_database_that_takes_nothing_is_made_and_older_ones_go(
    postgres_server: str, migrated_database: str, django_db_blocker: DjangoDbBlocker, tmp_path: Path
) -> None:
    """A standby is such a database: it can be read, but not written."""
    (tmp_path / OLDER).write_bytes(b"x")
    like = postgres.name_of_database(migrated_database)
    with postgres.fresh_database(postgres_server, like=like) as url, django_db_blocker.unblock():
        with psycopg.connect(url, autocommit=True) as session:
            name = sql.Identifier(postgres.name_of_database(url))
            session.execute(sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = on").format(name))
        with connected_to(url):
            errors = errors_of("backup", "--keep", "1", str(tmp_path))
            assert Backup.objects.count() == 0
    no_note = "the database took no note of it (cannot execute INSERT in a read-only"
    assert f"The file is whole, but {no_note}" in errors
    (made,) = tmp_path.iterdir()
    assert made.name > OLDER
    with open_archive(made) as archive:
        archive.check()


UNREADABLE = [
    ("DROP TABLE django_migrations", "There is nothing to back up: the database has no tables yet"),
    ("ALTER TABLE django_migrations DROP COLUMN name", r"can't be read \(column \"name\" does not exist"),
    (
        "ALTER TABLE matches_club DROP COLUMN name",
        r"can't be read \(column \"name\" of relation \"matches_club\"",
    ),
    ("DROP TABLE matches_tally", r"can't be read \(relation \"matches_tally\" does not exist"),
]


@pytest.mark.postgres
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("change", "message"), UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_cannot_be_read_on_a_server_is_told_and_no_file_is_left(
    change: str,
    message: str,
    postgres_server: str,
    migrated_database: str,
    django_db_blocker: DjangoDbBlocker,
    tmp_path: Path,
) -> None:
    like = postgres.name_of_database(migrated_database)
    with postgres.fresh_database(postgres_server, like=like) as url, django_db_blocker.unblock():
        with psycopg.connect(url, autocommit=True) as session:
            session.execute(change.encode())
        with connected_to(url), pytest.raises(CommandError, match=message):
            errors_of("backup", str(tmp_path / "a.zip"))
    assert list(tmp_path.iterdir()) == []


NO_DATABASES = [
    (b"", "There is nothing to back up: the database has no tables yet"),
    (b"a letter, and no database" * 99, r"can't be read \(file is not a database\)"),
]


@pytest.mark.parametrize(("content", "message"), NO_DATABASES, ids=["empty", "another file"])
def test_what_is_no_database_file_is_told_and_no_file_is_left(
    content: bytes, message: str, django_db_blocker: DjangoDbBlocker, tmp_path: Path
) -> None:
    home = tmp_path / "home.sqlite3"
    home.write_bytes(content)
    with django_db_blocker.unblock(), on_file(home), pytest.raises(CommandError, match=message):
        errors_of("backup", str(tmp_path / "a.zip"))
    assert list(tmp_path.iterdir()) == [home]


def test_rows_that_a_database_file_will_not_take_are_told_and_it_stays_as_it_was(
    django_db_blocker: DjangoDbBlocker, tmp_path: Path
) -> None:
    twice = with_a_row_twice(tmp_path / "twice.zip", "matches_club")
    home = tmp_path / "data" / "home.sqlite3"
    with (
        django_db_blocker.unblock(),
        on_file(home),
        pytest.raises(CommandError, match=r"would not take it \(UNIQUE constraint failed.* it is as it was"),
    ):
        errors_of("restore", str(twice))
    assert not home.exists()


def test_line_that_is_no_row_is_told_and_the_database_file_stays_as_it_was(
    django_db_blocker: DjangoDbBlocker, tmp_path: Path
) -> None:
    wrong = with_lines(tmp_path / "wrong.zip", "matches_club", lambda lines: lines + b"7\n")
    home = tmp_path / "data" / "home.sqlite3"
    with (
        django_db_blocker.unblock(),
        on_file(home),
        pytest.raises(CommandError, match="a row of matches_club is none that a back-up writes"),
    ):
        errors_of("restore", str(wrong))
    assert not home.exists()


def with_a_row_twice(place: Path, table: str) -> Path:
    return with_lines(place, table, lambda lines: lines + lines.splitlines(keepends=True)[0])


def with_lines(place: Path, table: str, change: Callable[[bytes], bytes]) -> Path:
    """Return the first release's archive with other lines in one table, and valid checksums."""
    content = members(FIRST_RELEASE)
    member = f"tables/{table}.copy"
    content[member] = change(content[member])
    manifest: dict[str, Any] = json.loads(content["manifest.json"])
    for table_entry in manifest["tables"]:
        if table_entry["name"] == table:
            table_entry["rows"] = content[member].count(b"\n")
            table_entry["sha256"] = hashlib.sha256(content[member]).hexdigest()
    return written(place, {**content, "manifest.json": json.dumps(manifest).encode()})
