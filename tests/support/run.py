"""`manage.py test`: run all tests on PostgreSQL, then those that depend on the database on SQLite.

    manage.py test [--all] [--fail-on-skip] [pytest's arguments]

The run starts or finds its own services. A plain run is for every change: all quick tests, and a few of those that
drive a browser or start programs. `--all` runs every test but the soak's. If tests are selected, by a path, by `-k`
or by `-m`, those run. Missing tools are installed if possible; otherwise their tests are skipped, with the reason.
`--fail-on-skip`, or CI=true in the environment, makes a skipped test a failed run.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ecarte_site.setup.environment import PROJECT
from tests.support import chromium, gettext_tools, postgres, redis_server
from tests.support.packages import MissingServiceError
from tests.support.processes import Service
from tests.support.variables import COUNTS_FILE, ON_SQLITE, SERVER_URL

ALL: Final = "not soak"
FIRST: Final = "not soak and not long and (not e2e or e2e(first=True))"
"""The marker expression of a plain run. The marks are explained in pyproject.toml."""
NO_TESTS = 5
COMPILING = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")


@dataclass(frozen=True, slots=True)
class Run:
    """The arguments for pytest, and the expression for its `-m` on each database."""

    arguments: tuple[str, ...]
    postgres: str
    sqlite: str
    allows_skips: bool
    names_paths: bool = False

    @property
    def arguments_on_sqlite(self) -> tuple[str, ...]:
        """The same arguments, plus the files that use the mark if no path is named: others are not even imported."""
        mark = "mark.core(differs=True)" if self.sqlite.startswith("core(differs=True)") else "mark.core"
        return self.arguments if self.names_paths else (*self.arguments, *files_with(mark))


def parse_run(arguments: Sequence[str], *, is_ci: bool = False) -> Run:
    """Read the arguments of `manage.py test`."""
    own = [argument for argument in arguments if argument not in ("--all", "--fail-on-skip")]
    strict = "--fail-on-skip" in arguments or is_ci
    names_paths = any(Path(argument.partition("::")[0]).exists() for argument in own)
    if "-m" in own:
        place = own.index("-m")
        chosen = own[place + 1]
        del own[place : place + 2]
        return Run(tuple(own), chosen, f"core and not postgres and ({chosen})", not strict, names_paths)
    if names_paths or "-k" in own or "--all" in arguments:
        return Run(tuple(own), ALL, f"core and not postgres and {ALL}", not strict, names_paths)
    return Run(tuple(own), FIRST, f"core(differs=True) and not postgres and {FIRST}", not strict)


def files_with(mark: str) -> list[str]:
    """Return the test files that contain ``mark``, as paths from the project's folder."""
    files = sorted((PROJECT / "tests").rglob("test_*.py"))
    return [str(file.relative_to(PROJECT)) for file in files if mark in file.read_text(encoding="utf-8")]


def main(arguments: Sequence[str]) -> int:
    """Run the tests. Return 0 if all that could run passed (and, on request, none was skipped)."""
    started = time.monotonic()
    run = parse_run(arguments, is_ci=os.environ.get("CI", "").lower() in ("1", "true"))
    counts: Counter[str] = Counter()
    failures: list[str] = []
    _prepare_programs()
    with compiled_modules_kept(), _kernels_compiled(run):
        server = _find_postgres()
        try:
            statuses = [_everything(server, run, counts, failures)]
            if server is not None and statuses[0] in (0, 1, NO_TESTS):
                title = "What databases may differ in, on SQLite"
                statuses.append(
                    _pytest(title, run.arguments_on_sqlite, run.sqlite, {ON_SQLITE: "1"}, counts, failures)
                )
        finally:
            if server is not None:
                server.close()
    for failure in failures:
        print(f"FAILED {failure}")
    status, lines = verdict(statuses, counts, allows_skips=run.allows_skips)
    for line in lines:
        print(line)
    print(f"Tests took {time.monotonic() - started:.0f} s in all.")
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return status


def verdict(statuses: Sequence[int], counts: Counter[str], *, allows_skips: bool) -> tuple[int, list[str]]:
    """Return the exit status of pytest runs with these statuses, and lines that explain it if it is none of theirs."""
    failed = [status for status in statuses if status not in (0, NO_TESTS)]
    lines = []
    if not failed and not counts["passed"] and not counts["skipped"]:
        lines.append("No test was selected.")
        failed = [NO_TESTS]
    if counts["skipped"] and not allows_skips:
        lines.append(f"{counts['skipped']} tests were skipped, and this run allows none.")
        failed = failed or [1]
    return (failed[0] if failed else 0), lines


@contextlib.contextmanager
def compiled_modules_kept() -> Iterator[None]:
    """Keep compiled modules for this run alone, if the environment forbids storing them beside the sources.

    Tests and benchmarks start a hundred programs, and compiling the imports of one takes longer than most of them
    run.
    """
    kept = {name: value for name in COMPILING if (value := os.environ.pop(name, None)) is not None}
    with tempfile.TemporaryDirectory(prefix="ecarte-compiled-") as folder:
        if kept:
            os.environ["PYTHONPYCACHEPREFIX"] = kept.get("PYTHONPYCACHEPREFIX") or folder
        try:
            yield
        finally:
            os.environ.pop("PYTHONPYCACHEPREFIX", None)
            os.environ.update(kept)


@contextlib.contextmanager
def _kernels_compiled(run: Run) -> Iterator[None]:
    """Compile the review's kernels beside the collection of all tests, or each process that needs them would do it."""
    if run.names_paths or run.postgres not in (ALL, FIRST):
        yield
        return
    with subprocess.Popen([sys.executable, "-c", "import worker.review; worker.review.warm()"], cwd=PROJECT):
        yield


def _prepare_programs() -> None:
    programs: dict[str, Callable[[], str]] = {
        "Redis": lambda: f"a server for each test that wants one, from {redis_server.find_program()}",
        "GNU gettext": lambda: gettext_tools.find(may_install=True),
        "Browser": lambda: chromium.find(may_install=True),
    }
    for name, find in programs.items():
        try:
            print(f"{name}: {find()}")
        except MissingServiceError as missing:
            print(f"{name}: {missing}; its tests are skipped")


def _find_postgres() -> Service | None:
    try:
        server = postgres.find()
    except MissingServiceError as missing:
        print(f"PostgreSQL: {missing}; the tests run on SQLite")
        return None
    print(f"PostgreSQL: {server.how}")
    return server


def _everything(server: Service | None, run: Run, counts: Counter[str], failures: list[str]) -> int:
    title = "On PostgreSQL" if server else "On SQLite"
    settings = {SERVER_URL: server.url} if server else {ON_SQLITE: "1"}
    return _pytest(title, run.arguments, run.postgres, settings, counts, failures)


def _pytest(
    title: str,
    arguments: Sequence[str],
    chosen: str,
    settings: dict[str, str],
    counts: Counter[str],
    failures: list[str],
) -> int:
    """Run pytest, and add to ``counts`` and ``failures`` what its plugin wrote down; pytest's own status."""
    print(f"\n{title}", flush=True)
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")
    }
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "counts.json"
        environment |= {**settings, COUNTS_FILE: str(place)}
        parallel = ["-n", str(min(os.cpu_count() or 1, 8)), "--dist", "loadscope", "--no-loadscope-reorder"]
        command = [sys.executable, "-m", "pytest", "-rfEs", *parallel, *arguments, "-m", chosen]
        status = subprocess.run(command, cwd=PROJECT, env=environment, check=False).returncode
        if place.exists():
            report = json.loads(place.read_text())
            counts.update(report["counts"])
            failures += report["failures"]
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
