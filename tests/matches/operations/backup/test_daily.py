from __future__ import annotations

import datetime
import logging
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import time_machine
from django.db import OperationalError

from ecarte_site.setup.environment import PROJECT
from matches.models import Backup
from matches.operations.backup.daily import DailyBackups, copy_backups, next_due, reason_of
from matches.operations.backup.errors import BackupError

AT = datetime.time(3, 30)
DAY = datetime.timedelta(days=1)
MINUTE = datetime.timedelta(minutes=1)
EVENING = datetime.datetime(2026, 11, 13, 19, 10, tzinfo=datetime.UTC)


def at(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(f"2026-11-{text}+00:00")


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def name(moment: datetime.datetime) -> str:
    return f"ecarte-{moment:%Y-%m-%dT%H%M%SZ}.zip"


def put(folder: Path, moment: datetime.datetime) -> None:
    (folder / name(moment)).write_bytes(b"x")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "backups"
    made.mkdir()
    return made


@pytest.mark.parametrize(
    ("newest", "is_own", "due"),
    [
        ("13T03:30:00", True, "14T03:30:00"),
        ("13T03:30:07", True, "14T03:30:00"),
        # Made late: back to the usual time in the next night.
        ("13T19:10:00", True, "14T03:30:00"),
        ("13T03:25:00", True, "14T03:30:00"),
        ("13T01:00:00", True, "13T03:30:00"),
        # The backup was made by a different site, which makes the next one as well.
        ("13T04:00:00", False, "14T04:10:00"),
        ("13T19:10:00", False, "14T19:20:00"),
    ],
)
def test_the_next_back_up_is_due_a_day_later(newest: str, is_own: bool, due: str) -> None:
    assert next_due(at(newest), is_own=is_own, at=AT) == at(due)


@pytest.mark.django_db
def test_one_is_made_at_once_and_then_every_day_at_its_time_and_the_newest_stay(folder: Path) -> None:
    backups = DailyBackups(folder, at=AT, keep=2, copy_to=None)
    put(folder, EVENING - 2 * DAY)
    put(folder, EVENING - DAY - 11 * MINUTE)
    nights = [at("14T03:30:00"), at("15T03:30:00")]
    with time_machine.travel(EVENING, tick=False) as clock:
        assert backups.run_due() == datetime.timedelta(hours=1)
        assert names(folder) == [name(EVENING - DAY - 11 * MINUTE), name(EVENING)]
        clock.move_to(nights[0] - MINUTE)
        assert backups.run_due() == MINUTE
        assert len(names(folder)) == 2
        for night in nights:
            clock.move_to(night)
            backups.run_due()
    assert names(folder) == [name(night) for night in nights]
    assert Backup.objects.count() == 2


@pytest.mark.django_db
def test_a_daily_job_of_the_hosts_own_is_left_alone_and_stood_in_for_when_it_stops(folder: Path) -> None:
    backups = DailyBackups(folder, at=AT, keep=14, copy_to=None)
    cron = [at(f"{day}T04:00:00") for day in range(10, 14)]
    put(folder, cron[0])
    with time_machine.travel(cron[0], tick=False) as clock:
        for moment in cron[1:]:
            # The file is named by the second in which it was begun, and appears when it is whole.
            clock.move_to(moment + datetime.timedelta(seconds=5))
            backups.run_due()
            put(folder, moment)
            clock.move_to(moment + 30 * MINUTE)
            backups.run_due()
        assert names(folder) == [name(moment) for moment in cron]
        clock.move_to(cron[-1] + DAY + 10 * MINUTE)
        backups.run_due()
    assert names(folder)[-1] == name(cron[-1] + DAY + 10 * MINUTE)


@pytest.mark.django_db
def test_a_name_from_the_future_keeps_no_back_up_waiting(folder: Path) -> None:
    put(folder, EVENING + 300 * DAY)
    with time_machine.travel(EVENING, tick=False):
        DailyBackups(folder, at=AT, keep=2, copy_to=None).run_due()
    assert name(EVENING) in names(folder)


@pytest.mark.django_db
def test_each_is_copied_to_the_second_place_and_what_that_one_missed_as_well(
    folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    copies = tmp_path / "copies"
    backups = DailyBackups(folder, at=AT, keep=2, copy_to=copies)
    for days in (3, 2):
        put(folder, EVENING - days * DAY)
    with time_machine.travel(EVENING, tick=False), caplog.at_level(logging.ERROR):
        backups.run_due()
        missing = f"no back-up was copied: {copies} is not a folder: make it first."
        assert caplog.messages == [missing]
        copies.mkdir()
        (copies / "film.mkv").write_bytes(b"mine")
        put(copies, EVENING - 4 * DAY)
        backups.run_due()
    assert names(folder) == [name(EVENING - 2 * DAY), name(EVENING)]
    assert names(copies) == [*names(folder), "film.mkv"]
    copy = copies / name(EVENING)
    assert copy.read_bytes() == (folder / name(EVENING)).read_bytes()
    assert copy.stat().st_mode & 0o777 == 0o600
    assert copy_backups(folder, copies, keep=2) == []
    assert copy_backups(folder, folder, keep=1) == []
    assert len(names(folder)) == 2


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (
            PermissionError(13, "Permission denied", "/backups/.ecarte-2026-11-13T033000Z.zip.part"),
            f"/backups can't be written by user {os.getuid()} (Permission denied): "
            "give it to that user, as docs/backup.md says",
        ),
        (OSError(30, "Read-only file system", "/backups"), "/backups can't be used (Read-only file system)"),
        (OSError(28, "No space left on device"), "the folder can't be used (No space left on device)"),
        (OperationalError("no answer\nfrom db"), "the database can't be read (no answer from db)"),
        (BackupError("A migration runs."), "A migration runs."),
    ],
)
def test_what_keeps_it_from_one_is_said_in_one_line(error: OSError, reason: str) -> None:
    assert reason_of(error) == reason


@pytest.mark.e2e
def test_a_folder_that_takes_nothing_is_reported_in_one_line_and_the_process_stays(
    fresh_database: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    environment = {**os.environ, "DATABASE_URL": fresh_database, "SECRET_KEY": "for tests alone"}
    daily = ["backup", "--daily", "03:30", "--copy-to=", str(tmp_path / "file")]
    command = [sys.executable, "manage.py", *daily]
    with subprocess.Popen(
        command, cwd=PROJECT, env=environment, text=True, stderr=subprocess.PIPE
    ) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert "no back-up was made" in line
        assert "file can't be used (Not a directory)" in line
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert process.stderr.read() == ""
    assert process.returncode == -signal.SIGTERM
