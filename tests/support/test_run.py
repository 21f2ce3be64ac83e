"""`manage.py test` itself: which database each of its passes is on, and what it counts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections import Counter
from pathlib import Path

import psycopg
import pytest

from ecarte_site.setup.environment import PROJECT
from tests.support import leftovers, postgres
from tests.support.once_more import Failure, SecondRun
from tests.support.run import (
    ALL,
    COMPILING,
    FIRST,
    NO_TESTS,
    Outcome,
    compiled_modules_kept,
    files_with,
    parse_run,
    verdict,
)
from tests.support.variables import COUNTS_FILE, DATA_DIR, ON_SQLITE, RUN, SERVER_URL

OURS = (
    COUNTS_FILE,
    DATA_DIR,
    ON_SQLITE,
    RUN,
    SERVER_URL,
    "DATABASE_URL",
    "REDIS_URL",
    "CI",
    "PYTEST_ADDOPTS",
    "PYTEST_DEBUG_TEMPROOT",
)
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


def start_tests(folder: Path, text: str, *options: str) -> subprocess.Popen[str]:
    """Start a run of its own over a file with this text."""
    file = folder / "test_probe.py"
    file.write_text(text)
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in OURS and not name.startswith("PYTEST_")
    }
    # The file lies outside the project, which would otherwise not be asked for its configuration.
    project = ["-c", str(PROJECT / "pyproject.toml"), "--rootdir", str(PROJECT)]
    # The run that this test is part of goes through the migrations; its own only need tables.
    quick = ["-n", "0", "--no-migrations"]
    command = [sys.executable, str(PROJECT / "manage.py"), "test", *quick, *project, *options, str(file)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )


def finish(process: subprocess.Popen[str]) -> subprocess.CompletedProcess[str]:
    output, errors = process.communicate()
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)


def run_tests(folder: Path, statement: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Run the two passes over a file of two tests; the run, and the databases that the first test met."""
    place = folder / "databases"
    result = finish(
        start_tests(folder, (WITH_DATABASE + STATEMENT).format(place=str(place), statement=statement))
    )
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
    (line,) = [line for line in result.stdout.splitlines()[-3:] if line.startswith("FAILED ")]
    assert line.endswith("::test_without_mark on PostgreSQL: ValueError: of this kind")
    assert not list(tmp_path.glob("__pycache__"))


HERE = "tests/support/test_run.py"
DIFFERING, CORE = "mark.core(differs=True)", "mark.core"


@pytest.mark.parametrize(
    ("arguments", "chosen", "mark", "names_tests"),
    [
        ([], FIRST, DIFFERING, False),
        (["-x"], FIRST, DIFFERING, False),
        (["--all"], ALL, CORE, False),
        ([HERE], ALL, CORE, True),
        ([f"{HERE}::test_verdict"], ALL, CORE, True),
        (["-k", "verdict"], ALL, CORE, True),
    ],
)
def test_selects_the_first_run_all_or_what_is_named(
    arguments: list[str], chosen: str, mark: str, names_tests: bool
) -> None:
    """On SQLite the files alone are read that have its mark. Named tests show what a failed assertion compared."""
    run = parse_run(arguments)
    on_sqlite = f"{mark.removeprefix('mark.')} and not postgres and {chosen}"
    assert (run.postgres, run.sqlite, run.allows_skips) == (chosen, on_sqlite, True)
    marked = [] if run.names_paths else files_with(mark)
    assert run.arguments_on_sqlite == (*run.arguments, *marked)
    assert "tests/scoring/test_cards.py" not in marked
    assert (run.quick_options == ()) == names_tests


def test_marks_may_be_named() -> None:
    run = parse_run(["-m", "e2e or long"])
    assert (run.postgres, run.sqlite) == ("e2e or long", "core and not postgres and (e2e or long)")


def test_every_mark_of_the_main_path_is_written_in_its_file(request: pytest.FixtureRequest) -> None:
    """No test gets the mark from a conftest.py or a base class, where the search for files would miss it."""
    marked = {PROJECT / name for name in files_with("mark.core")}
    assert {item.path for item in request.session.items if item.get_closest_marker("core")} <= marked


def test_its_own_arguments_are_kept_from_pytest() -> None:
    run = parse_run(["--all", "--fail-on-skip", "-x", "-m", "e2e", HERE])
    assert (run.arguments, run.allows_skips) == (("-x", HERE), False)
    assert not parse_run([], is_ci=True).allows_skips


FAILURE = Failure("tests/test_x.py::test_x", "on PostgreSQL", "ValueError", is_excusable=True)


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
    outcomes = [Outcome(each, Counter(), ()) for each in statuses]
    outcomes.append(Outcome(0, Counter(counts), ()))
    failed = SecondRun(failed=[FAILURE] * counts.get("failed", 0))
    found, _counts, lines = verdict(outcomes, failed, allows_skips=allows_skips)
    assert (found, lines) == (status, [message] if message else [])


@pytest.mark.parametrize("status", [0, 1, 2])
def test_what_passed_when_run_again_counts_as_passed_unless_pytest_itself_failed(status: int) -> None:
    outcome = Outcome(status, Counter(passed=4, failed=1), (FAILURE,))
    found, counts, _lines = verdict([outcome], SecondRun(excused=[FAILURE]), allows_skips=False)
    assert (found, counts["passed"], counts["failed"]) == (2 if status == 2 else 0, 5, 0)


def test_arguments_without_the_paths_of_tests_are_kept_for_a_second_run() -> None:
    run = parse_run(
        ["-x", "-c", "pyproject.toml", "--rootdir", ".", "-k", "verdict", f"{HERE}::test_verdict"]
    )
    assert run.options == ("-x", "-c", "pyproject.toml", "--rootdir", ".", "-k", "verdict")
    assert run.names_paths


def failing_once(folder: Path, *bodies: str) -> str:
    """Return the text of a file of tests. ``first()`` is true in a test's first run alone."""
    text = f"""
        import inspect, pathlib, threading
        from hypothesis import given, strategies
        from tests.support.once_more import inexcusable

        def first():
            place = pathlib.Path({str(folder)!r}) / f"began-{{inspect.stack()[1].function}}"
            is_first = not place.exists()
            place.touch()
            return is_first
    """
    tests = [f"def test_{number}():\n    {body}\n" for number, body in enumerate(bodies)]
    return textwrap.dedent(text) + "\n" + "\n".join(tests)


def passed_when_run_again(output: str) -> list[str]:
    lines = iter(output.splitlines())
    listed = []
    for line in lines:
        if line.startswith("Passed when run again"):
            for after in lines:
                if not after.startswith("  "):
                    break
                listed.append(after.strip())
    return listed


@pytest.mark.e2e
def test_a_test_that_fails_once_is_listed_and_one_that_fails_twice_is_not_excused(tmp_path: Path) -> None:
    text = failing_once(tmp_path, "assert not first(), 'by chance'", "pass")
    result = finish(start_tests(tmp_path, text))
    assert (result.returncode, last_line(result)) == (0, "2 passed, 0 failed, 0 skipped"), result.stdout
    [line] = passed_when_run_again(result.stdout)
    assert line.partition("test_0 on PostgreSQL: ")[2].startswith("AssertionError: by chance")
    result = finish(start_tests(tmp_path, failing_once(tmp_path, "assert False, 'always'", "pass")))
    assert (result.returncode, last_line(result)) == (1, "1 passed, 1 failed, 0 skipped")
    assert passed_when_run_again(result.stdout) == []


@pytest.mark.e2e
def test_chance_excuses_no_falsified_example_and_nothing_that_must_not_happen_once(tmp_path: Path) -> None:
    drawn = "\n    ".join(
        [
            "is_first = first()",
            "@given(strategies.integers())",
            "def check(number):",
            "    assert not is_first",
            "check()",
        ]
    )
    lost = "\n    ".join(["with inexcusable('an entry was lost'):", "    assert not first()"])
    result = finish(start_tests(tmp_path, failing_once(tmp_path, drawn, lost)))
    assert result.returncode == 1
    assert passed_when_run_again(result.stdout) == []
    assert "Once more" not in result.stdout


@pytest.mark.e2e
def test_a_test_that_hangs_is_ended_with_the_stacks_of_all_threads(tmp_path: Path) -> None:
    body = "\n    ".join(
        [
            "threading.Thread(target=threading.Event().wait, name='the other one', daemon=True).start()",
            "threading.Event().wait()",
        ]
    )
    result = finish(start_tests(tmp_path, failing_once(tmp_path, body, "pass"), "--timeout", "1"))
    assert (result.returncode, last_line(result)) == (1, "1 passed, 1 failed, 0 skipped")
    assert "stacks of all threads" in result.stdout
    assert "the other one:" in result.stdout
    assert "MainThread:" in result.stdout


HELD = """
import os, pathlib, subprocess, sys, threading
import pytest
from tests.support import postgres, redis_server, template

FOLDER = pathlib.Path({folder!r})

def hold(moment):
    if not (FOLDER / moment).exists():
        (FOLDER / moment).write_text(os.environ["TEST_RUN"])
        threading.Event().wait()

hold("collecting")

@pytest.mark.core(differs=True)
def test_a_database(db):
    from django.db import connection
    hold("in a transaction" if connection.vendor == "postgresql" else "on SQLite")

def test_b_programs():
    waiting = subprocess.Popen([sys.executable, "-c", "import threading; threading.Event().wait()"])
    server = redis_server.RedisServer(redis_server.find_program())
    server.start()
    hold("with programs")
    server.close()
    waiting.kill()

def test_c_template(monkeypatch):
    server = os.environ["TEST_SERVER_URL"]
    monkeypatch.setattr(template.subprocess, "run", lambda *args, **options: hold("with half a template"))
    postgres.drop_database(server, template._make(server))
"""
MOMENTS = ("collecting", "in a transaction", "with programs", "with half a template", "on SQLite")


@pytest.mark.e2e
@pytest.mark.long
def test_runs_that_were_killed_leave_nothing_to_the_next(postgres_server: str, tmp_path: Path) -> None:
    killed = []
    for moment in MOMENTS:
        process = start_tests(tmp_path, HELD.format(folder=str(tmp_path)))
        place = tmp_path / moment
        while not place.exists() or not place.read_text():
            assert process.poll() is None, finish(process).stdout
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        process.wait()
        killed.append(place.read_text())
        assert leftovers.folder_of(killed[-1]).exists()
        assert killed[-1] in dict(leftovers.programs()).values()
    assert len(set(killed)) == len(MOMENTS)
    result = finish(start_tests(tmp_path, HELD.format(folder=str(tmp_path))))
    assert (result.returncode, last_line(result)) == (0, "4 passed, 0 failed, 0 skipped"), result.stdout
    assert databases_of(postgres_server, killed) == []
    assert [pid for pid, run in leftovers.programs() if run in killed] == []
    assert [run for run in killed if leftovers.folder_of(run).exists()] == []


def databases_of(server: str, runs: list[str]) -> list[str]:
    with psycopg.connect(server) as connection:
        names = [name for (name,) in connection.execute("SELECT datname FROM pg_database").fetchall()]
    return [name for name in names if any(f"{postgres.PREFIX}{run}_" in name for run in runs)]


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
