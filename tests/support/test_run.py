"""`manage.py test` itself: which database each of its passes is on, and what it counts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ecarte_site.setup.environment import PROJECT
from tests.support.run import COMPILING, compiled_modules_kept
from tests.support.variables import COUNTS_FILE, DATA_DIR, ON_SQLITE, SERVER_URL

OURS = (COUNTS_FILE, DATA_DIR, ON_SQLITE, SERVER_URL, "DATABASE_URL", "REDIS_URL", "CI", "PYTEST_ADDOPTS")
WITH_DATABASE = """
import sys
import pytest
from django.db import connection

@pytest.mark.core
@pytest.mark.django_db
def test_which_database():
    connection.ensure_connection()
    with open({place!r}, "a") as file:
        file.write(connection.vendor + chr(10))
    assert not sys.dont_write_bytecode
"""
WITHOUT_DATABASE = """
import pytest

@pytest.mark.core
def test_of_the_main_path():
    pass
"""
"""Making the tables twice takes longer than all the rest: where it is the counts that matter, there are none."""
STATEMENT = """
def test_without_mark():
    {statement}
"""


def run_tests(
    folder: Path, statement: str, *options: str, probe: str = WITHOUT_DATABASE
) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Run the two passes over a file of two tests; the run, and the databases that the first test met."""
    place = folder / "databases"
    file = folder / "test_probe.py"
    file.write_text((probe + STATEMENT).format(place=str(place), statement=statement))
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in OURS and not name.startswith("PYTEST_")
    }
    # The file lies outside the project, which would otherwise not be asked for its configuration.
    project = ["-c", str(PROJECT / "pyproject.toml"), "--rootdir", str(PROJECT)]
    # The run that this test is part of goes through the migrations; its own only need tables.
    quick = ["-n", "0", "--no-migrations"]
    command = [sys.executable, str(PROJECT / "manage.py"), "test", *quick, *project, str(file), *options]
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    return result, place.read_text().split() if place.exists() else []


def last_line(result: subprocess.CompletedProcess[str]) -> str:
    return result.stdout.strip().splitlines()[-1]


@pytest.mark.parametrize("leaves_nothing", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_runs_all_on_postgresql_and_the_main_path_again_on_sqlite(
    postgres_server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leaves_nothing: bool
) -> None:
    """Even where Python is to leave nothing beside the sources, it compiles them once and keeps that elsewhere."""
    if leaves_nothing:
        monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
        monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    result, databases = run_tests(tmp_path, "pass", probe=WITH_DATABASE)
    assert databases == ["postgresql", "sqlite"], result.stdout + result.stderr
    assert (result.returncode, last_line(result)) == (0, "3 passed, 0 failed, 0 skipped")
    assert not (leaves_nothing and list(tmp_path.glob("__pycache__")))


@pytest.mark.parametrize("elsewhere", [False, True])
def test_modules_are_compiled_once_for_a_run_that_is_to_leave_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: bool
) -> None:
    """In a folder of the run's own, which is gone after it, or in the one that was named."""
    named = {"PYTHONPYCACHEPREFIX": str(tmp_path / "named")} if elsewhere else {}
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "compiled_here.py").write_text(
        "import sys; print(sys.pycache_prefix, not sys.dont_write_bytecode)"
    )
    with compiled_modules_kept():
        importing = [sys.executable, "-c", "import compiled_here"]
        said = subprocess.run(
            importing, cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout.split()
        assert list(Path(said[0]).rglob("compiled_here.*.pyc"))
    assert said[1] == "True"
    assert Path(said[0]).exists() == elsewhere
    assert not (tmp_path / "__pycache__").exists()
    assert {name: os.environ.get(name) for name in COMPILING} == {
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPYCACHEPREFIX": named.get("PYTHONPYCACHEPREFIX"),
    }


def test_a_failure_in_either_pass_fails_the_run(postgres_server: str, tmp_path: Path) -> None:
    result, _ = run_tests(tmp_path, "assert False")
    assert (result.returncode, last_line(result)) == (1, "2 passed, 1 failed, 0 skipped")


def test_what_failed_is_told_again_at_the_end_in_a_line(postgres_server: str, tmp_path: Path) -> None:
    result, _ = run_tests(tmp_path, "raise ValueError('of this' + chr(10) + 'kind')")
    (told,) = [line for line in result.stdout.splitlines()[-5:] if line.startswith("FAILED ")]
    assert told.endswith("::test_without_mark: ValueError: of this kind")


@pytest.mark.parametrize(
    ("options", "status"), [pytest.param((), 0, marks=pytest.mark.soak), (("--fail-on-skip",), 1)]
)
def test_a_skip_fails_the_run_where_none_is_allowed(
    postgres_server: str, tmp_path: Path, options: tuple[str, ...], status: int
) -> None:
    result, _ = run_tests(tmp_path, "pytest.skip('no such thing here')", *options)
    assert (result.returncode, last_line(result)) == (status, "2 passed, 0 failed, 1 skipped")
    assert "no such thing here" in result.stdout


def test_a_selection_of_nothing_is_no_success(postgres_server: str, tmp_path: Path) -> None:
    result, databases = run_tests(tmp_path, "pass", "-k", "nothing_is_called_this")
    assert (result.returncode, databases) == (5, [])
    assert "No test was selected." in result.stdout
