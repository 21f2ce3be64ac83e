"""`manage.py test` itself: which database each of its passes is on, and what it counts."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from ecarte_site.setup.environment import PROJECT
from tests.support.run import (
    ALL,
    COMPILING,
    FIRST,
    NO_TESTS,
    compiled_modules_kept,
    files_with,
    parse_run,
    verdict,
)
from tests.support.variables import COUNTS_FILE, DATA_DIR, ON_SQLITE, SERVER_URL

OURS = (COUNTS_FILE, DATA_DIR, ON_SQLITE, SERVER_URL, "DATABASE_URL", "REDIS_URL", "CI", "PYTEST_ADDOPTS")
WITH_DATABASE = """
import sys
import pytest
from django.db import connection

@pytest.mark.core(differs=True)
@pytest.mark.django_db
def test_which_database():
    connection.ensure_connection()
    with open({place!r}, "a") as file:
        file.write(connection.vendor + chr(10))
    assert not sys.dont_write_bytecode
"""
STATEMENT = """
def test_without_mark():
    {statement}
"""


def run_tests(folder: Path, statement: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Run the two passes over a file of two tests; the run, and the databases that the first test met."""
    place = folder / "databases"
    file = folder / "test_probe.py"
    file.write_text((WITH_DATABASE + STATEMENT).format(place=str(place), statement=statement))
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in OURS and not name.startswith("PYTEST_")
    }
    # The file lies outside the project, which would otherwise not be asked for its configuration.
    project = ["-c", str(PROJECT / "pyproject.toml"), "--rootdir", str(PROJECT)]
    # The run that this test is part of goes through the migrations; its own only need tables.
    quick = ["-n", "0", "--no-migrations"]
    command = [sys.executable, str(PROJECT / "manage.py"), "test", *quick, *project, str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    return result, place.read_text().split() if place.exists() else []


def last_line(result: subprocess.CompletedProcess[str]) -> str:
    return result.stdout.strip().splitlines()[-1]


@pytest.mark.e2e(first=True)
def test_runs_on_postgresql_and_what_differs_again_on_sqlite_and_tells_failures_at_the_end(
    postgres_server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if Python must not write beside the sources, it compiles them once and stores the result elsewhere."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    result, databases = run_tests(tmp_path, "raise ValueError('of this' + chr(10) + 'kind')")
    assert databases == ["postgresql", "sqlite"], result.stdout + result.stderr
    assert (result.returncode, last_line(result)) == (1, "2 passed, 1 failed, 0 skipped")
    (line,) = [line for line in result.stdout.splitlines()[-5:] if line.startswith("FAILED ")]
    assert line.endswith("::test_without_mark: ValueError: of this kind")
    assert not list(tmp_path.glob("__pycache__"))


HERE = "tests/support/test_run.py"


@pytest.mark.parametrize(
    ("arguments", "postgres", "sqlite"),
    [
        ([], FIRST, f"core(differs=True) and not postgres and {FIRST}"),
        (["-x"], FIRST, f"core(differs=True) and not postgres and {FIRST}"),
        (["--all"], ALL, f"core and not postgres and {ALL}"),
        ([HERE], ALL, f"core and not postgres and {ALL}"),
        ([f"{HERE}::test_verdict"], ALL, f"core and not postgres and {ALL}"),
        (["-k", "verdict"], ALL, f"core and not postgres and {ALL}"),
        (["-m", "e2e or long"], "e2e or long", "core and not postgres and (e2e or long)"),
    ],
)
def test_selects_the_first_run_all_or_what_is_named(arguments: list[str], postgres: str, sqlite: str) -> None:
    run = parse_run(arguments)
    assert (run.postgres, run.sqlite, run.allows_skips) == (postgres, sqlite, True)


@pytest.mark.parametrize(
    ("arguments", "on_sqlite"),
    [
        ([], "mark.core(differs=True)"),
        (["--all"], "mark.core"),
        (["-k", "verdict"], "mark.core"),
        ([HERE], None),
    ],
)
def test_reads_on_sqlite_the_files_alone_that_have_its_mark(
    arguments: list[str], on_sqlite: str | None
) -> None:
    run = parse_run(arguments)
    marked = [] if on_sqlite is None else files_with(on_sqlite)
    assert run.arguments_on_sqlite == (*run.arguments, *marked)
    assert "tests/scoring/test_cards.py" not in marked


def test_every_mark_of_the_main_path_is_written_in_its_file(request: pytest.FixtureRequest) -> None:
    """No test gets the mark from a conftest.py or a base class, where the search for files would miss it."""
    marked = {PROJECT / name for name in files_with("mark.core")}
    assert {item.path for item in request.session.items if item.get_closest_marker("core")} <= marked


def test_its_own_arguments_are_kept_from_pytest() -> None:
    run = parse_run(["--all", "--fail-on-skip", "-x", "-m", "e2e", HERE])
    assert (run.arguments, run.allows_skips) == (("-x", HERE), False)
    assert not parse_run([], is_ci=True).allows_skips


@pytest.mark.parametrize(
    ("statuses", "counts", "allows_skips", "status", "message"),
    [
        ([0, 0], {"passed": 2}, True, 0, ""),
        ([0, NO_TESTS], {"passed": 1}, False, 0, ""),
        ([1, 0], {"passed": 1, "failed": 1}, True, 1, ""),
        ([0, 1], {"passed": 1, "failed": 1}, True, 1, ""),
        ([2], {}, True, 2, ""),
        ([NO_TESTS, NO_TESTS], {}, True, NO_TESTS, "No test was selected."),
        ([0, 0], {"passed": 1, "skipped": 3}, True, 0, ""),
        ([0, 0], {"passed": 1, "skipped": 3}, False, 1, "3 tests were skipped, and this run allows none."),
        ([2, 0], {"skipped": 1}, False, 2, "1 tests were skipped, and this run allows none."),
    ],
)
def test_verdict(
    statuses: list[int], counts: dict[str, int], allows_skips: bool, status: int, message: str
) -> None:
    assert verdict(statuses, Counter(counts), allows_skips=allows_skips) == (
        status,
        [message] if message else [],
    )


@pytest.mark.parametrize("elsewhere", [False, True])
def test_modules_are_compiled_once_for_a_run_that_is_to_leave_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: bool
) -> None:
    """Compiled modules are in a temporary folder, deleted after the run, or in the one that was named."""
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
        output = subprocess.run(
            importing, cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout.split()
        assert list(Path(output[0]).rglob("compiled_here.*.pyc"))
    assert output[1] == "True"
    assert Path(output[0]).exists() == elsewhere
    assert not (tmp_path / "__pycache__").exists()
    assert {name: os.environ.get(name) for name in COMPILING} == {
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPYCACHEPREFIX": named.get("PYTHONPYCACHEPREFIX"),
    }
