"""One migrated database for a whole run, to copy: applying every migration takes longer than most tests."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

from ecarte_site.setup.environment import PROJECT
from tests.support import postgres
from tests.support.variables import DATA_DIR


def migrated_database(server_url: str) -> str:
    """The address of an empty, migrated database to which nobody is connected.

    The first process of the run that asks makes it, and the others wait for it; `drop` is for who began the run.
    """
    with (_folder() / "template.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        place = _place()
        if not place.exists():
            place.write_text(_make(server_url), encoding="utf-8")
        return place.read_text(encoding="utf-8")


def drop(server_url: str) -> None:
    """Drop the run's database to copy, if any test has asked for it."""
    if _place().exists():
        postgres.drop_database(server_url, postgres.name_of_database(_place().read_text(encoding="utf-8")))


def _make(server_url: str) -> str:
    name = postgres.database_name(of_process=_runs_own_process())
    postgres.create_database(server_url, name)
    url = postgres.with_database(server_url, name)
    command = [sys.executable, str(PROJECT / "manage.py"), "migrate", "--verbosity", "0"]
    subprocess.run(command, check=True, env={**os.environ, "DATABASE_URL": url})
    return url


def _folder() -> Path:
    return Path(os.environ[DATA_DIR])


def _place() -> Path:
    return _folder() / "template"


def _runs_own_process() -> int:
    """The process that outlives the run's workers: a database is a leftover once the process in its name is gone."""
    return os.getppid() if os.environ.get("PYTEST_XDIST_WORKER") else os.getpid()
