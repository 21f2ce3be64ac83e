from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import DjangoDbBlocker

from ecarte_site.setup.environment import PROJECT
from matches.models import Backup, Club
from matches.operations.backup.archive import open_archive
from matches.operations.backup.files import NAMED_BY_TIME
from matches.operations.backup.staging import open_staging_area
from tests.support.django_database import connected_to

FIRST_RELEASE = PROJECT / "tests" / "data" / "first-release.zip"
PATIENCE_SECONDS = 120
BEGUN = "SELECT count(*) FROM pg_tables WHERE schemaname = 'ecarte_restore'"

pytestmark = pytest.mark.postgres


def run(*words: str) -> str:
    output = io.StringIO()
    call_command(*words, stdout=output)
    return output.getvalue()


@pytest.mark.django_db
def test_backup_writes_the_file_and_says_what_is_not_in_it(tmp_path: Path) -> None:
    file = tmp_path / "a.zip"
    output = run("backup", str(file))
    made = Backup.objects.get()
    assert f"{file}: " in output
    assert f"in {file.stat().st_size:,} bytes, SHA-256 {made.sha256}.\nNot in it: the secret key." in output
    assert (made.place, made.size) == (str(file), file.stat().st_size)
    with open_archive(file) as archive:
        archive.check()


@pytest.mark.django_db
def test_backup_keeps_the_newest_of_a_folder(tmp_path: Path) -> None:
    for day in (11, 12, 13):
        (tmp_path / f"ecarte-2025-11-{day}T040000Z.zip").write_bytes(b"x")
    output = run("backup", "--keep", "2", str(tmp_path))
    older, newer = sorted(file.name for file in tmp_path.iterdir())
    assert older == "ecarte-2025-11-13T040000Z.zip"
    assert NAMED_BY_TIME.fullmatch(newer)
    assert "Cleared away: ecarte-2025-11-11T040000Z.zip, ecarte-2025-11-12T040000Z.zip." in output


REFUSED = [
    (["backup", "{folder}/there.zip"], r"there\.zip is there already: choose another name"),
    (["backup", "{folder}/none/a.zip"], r"\.a\.zip\.part can't be written \(No such file or directory\)"),
    (["backup", "--keep", "3", "{folder}/none"], "--keep wants a folder, and .*none is none: make it first"),
    (
        ["backup", "--keep", "none", "{folder}"],
        "'none' is not a number of files; write a whole number from 1",
    ),
    (["backup", "--daily", "3 o'clock", "{folder}"], "is not a time of day; write it as 03:30"),
    (["backup", "--daily", "03:30"], "--daily wants the folder that back-ups are to go to"),
    (
        ["backup", "--copy-to", "{folder}", "{folder}/a.zip"],
        "--copy-to wants back-ups that are named by the time",
    ),
    (["restore", "{folder}/none.zip"], r"none\.zip can't be used \(No such file or directory\)"),
    (["restore", "{folder}/there.zip"], r"there\.zip is not a whole back-up: .*The database is as it was"),
    (
        ["restore", str(FIRST_RELEASE)],
        r"is not empty: it has 1 clubs, 1 rows in all\. Restore into an empty one",
    ),
    (["restore", str(FIRST_RELEASE), "--replace", "another"], "not another; nothing was changed"),
    (
        ["restore", str(FIRST_RELEASE), "--replace"],
        "--replace gives up all that the database holds: write --replace",
    ),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("words", "message"), REFUSED)
def test_what_cannot_be_done_is_told_and_nothing_happens(
    words: list[str], message: str, tmp_path: Path
) -> None:
    Club.objects.create(slug="portland", name="Portland")
    (tmp_path / "there.zip").write_bytes(b"mine")
    with pytest.raises(CommandError, match=message):
        run(*(word.format(folder=tmp_path) for word in words))
    assert [file.name for file in tmp_path.iterdir()] == ["there.zip"]
    assert (tmp_path / "there.zip").read_bytes() == b"mine"
    assert Club.objects.count() == 1


@pytest.mark.e2e
def test_a_killed_restore_leaves_the_database_as_it_was_and_the_next_one_clears_up(
    fresh_database: str, django_db_blocker: DjangoDbBlocker
) -> None:
    environment = {**os.environ, "DATABASE_URL": fresh_database, "SECRET_KEY": "for tests alone"}
    command = [sys.executable, str(PROJECT / "manage.py"), "restore", str(FIRST_RELEASE)]
    with (
        psycopg.connect(fresh_database, autocommit=True) as watching,
        subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as restoring,
    ):
        deadline = time.monotonic() + PATIENCE_SECONDS
        while watching.execute(BEGUN).fetchone() == (0,):
            assert restoring.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        restoring.send_signal(signal.SIGKILL)
        restoring.wait()
        assert watching.execute("SELECT count(*) FROM matches_rubber").fetchone() == (0,)
        assert watching.execute("SELECT count(*) FROM django_migrations").fetchone() != (0,)
    with django_db_blocker.unblock(), connected_to(fresh_database):
        # The server may take a moment to see that its client is gone, and lets the lock go then.
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                with open_staging_area() as room, room.inside():
                    assert connection.introspection.table_names() == []
                break
            except Exception as error:
                if "Another restore" not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
        assert Club.objects.count() == 0


@pytest.mark.django_db
def test_backup_copies_to_a_second_place_and_keeps_as_many_there(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
    (second / "ecarte-2025-11-11T040000Z.zip").write_bytes(b"x")
    output = run("backup", "--keep", "1", "--copy-to", str(second), str(first))
    (made,) = (file.name for file in first.iterdir())
    assert f"Copied to {second}: {made}." in output
    assert [file.name for file in second.iterdir()] == [made]
    # docker-compose.yml passes this if no second place is set.
    assert "Copied" not in run("backup", "--copy-to", "", str(first / "b.zip"))
