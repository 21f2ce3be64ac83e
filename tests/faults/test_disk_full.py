"""A disk that fills while a file is imported: stored data is whole, the failure is reported, and the import resumes."""

from __future__ import annotations

import os
import re
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ecarte_site.setup.environment import PROJECT
from tests.faults.records import numbered_file

pytestmark = pytest.mark.long

RUBBERS = 250
ROOM_BYTES = 200 << 10
"""The size in bytes beyond which writes to a file of the database are refused, as on a full disk."""


def manage(environment: dict[str, str], *arguments: object, most_bytes: int = 0) -> tuple[int, str]:
    """Exit status and output of manage.py; no file that it writes may grow beyond ``most_bytes``."""

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, resource.RLIM_INFINITY))

    done = subprocess.run(
        [sys.executable, str(PROJECT / "manage.py"), *map(str, arguments)],
        env=environment,
        text=True,
        capture_output=True,
        check=False,
        preexec_fn=bound if most_bytes else None,
    )
    return done.returncode, done.stdout + done.stderr


def test_disk_that_fills_during_an_import_leaves_whole_rubbers_and_a_plain_word(tmp_path: Path) -> None:
    unset = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "TEST_SERVER_URL")
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    environment["ECARTE_DATA_DIR"] = str(tmp_path)
    assert manage(environment, "migrate", "--verbosity", "0")[0] == 0
    database = tmp_path / "ecarte.sqlite3"
    file = tmp_path / "evenings.egn"
    file.write_bytes(numbered_file([f"disk.{number}" for number in range(RUBBERS)]))
    status, output = manage(environment, "import_egn", file, most_bytes=database.stat().st_size + ROOM_BYTES)
    assert status != 0
    assert "Traceback" not in output
    assert "disk" in output
    with sqlite3.connect(database) as connection:
        # The constraints use what Django adds to the language.
        connection.create_function("regexp", 2, lambda pattern, text: bool(re.search(pattern, text)))
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        (stored,) = connection.execute("SELECT count(*) FROM matches_rubber").fetchone()
    assert stored < RUBBERS
    assert "no difference" in manage(environment, "rebuild")[1]
    status, output = manage(environment, "import_egn", file)
    assert status == 0, output
    with sqlite3.connect(database) as connection:
        tables = connection.execute('SELECT count(*), count(DISTINCT "table") FROM matches_rubber').fetchall()
    assert tables == [(RUBBERS, RUBBERS)]
