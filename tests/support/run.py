"""`manage.py test`: run all tests on PostgreSQL, then those that depend on the database on SQLite.

    manage.py test [--all] [--fail-on-skip] [pytest's arguments]

The run starts or finds its own services. A plain run is for every change: all quick tests, and a few of those that
drive a browser or start programs. `--all` runs every test but the soak's. If tests are selected, by a path, by `-k`
or by `-m`, those run. Missing tools are installed if possible; otherwise their tests are skipped, with the reason.
`--fail-on-skip`, or CI=true in the environment, makes a skipped test a failed run.

At the end each failed test runs once more by itself, in a process of its own (`once_more`). The run begins by removing
what runs that were killed have left (`leftovers`).
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
from tests.support import chromium, gettext_tools, leftovers, postgres, redis_server
from tests.support.once_more import Failure, SecondRun, run_again
from tests.support.packages import MissingServiceError
from tests.support.processes import Service
from tests.support.variables import COUNTS_FILE, ON_SQLITE, SERVER_URL

ALL: Final = "not soak"
FIRST: Final = "not soak and not long and (not e2e or e2e(first=True))"
"""The marker expression of a plain run. The marks are explained in pyproject.toml."""
NO_TESTS = 5
OPTIONS_WITH_PATHS: Final = frozenset(
    {"-c", "--config-file", "--rootdir", "--basetemp", "--confcutdir", "--ignore", "--deselect"}
)
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
    def options(self) -> tuple[str, ...]:
        """The arguments that name no tests."""
        paths = set(_places_of_paths(self.arguments))
        return tuple(argument for place, argument in enumerate(self.arguments) if place not in paths)

    @property
    def quick_options(self) -> tuple[str, ...]:
        """The options of a run of all tests: a failed assertion does not show its values, as the second run does.

        Preparing every assertion to show them takes half of the time before the first test.
        """
        selects = self.names_paths or "-k" in self.arguments
        return () if selects else ("--assert=plain",)

    @property
    def arguments_on_sqlite(self) -> tuple[str, ...]:
        """The same arguments, plus the files that use the mark if no path is named: others are not even imported."""
        mark = "mark.core(differs=True)" if self.sqlite.startswith("core(differs=True)") else "mark.core"
        return self.arguments if self.names_paths else (*self.arguments, *files_with(mark))


def parse_run(arguments: Sequence[str], *, is_ci: bool = False) -> Run:
    """Read the arguments of `manage.py test`."""
    own = [argument for argument in arguments if argument not in ("--all", "--fail-on-skip")]
    strict = "--fail-on-skip" in arguments or is_ci
    names_paths = bool(_places_of_paths(own))
    if "-m" in own:
        place = own.index("-m")
        chosen = own[place + 1]
        del own[place : place + 2]
        return Run(tuple(own), chosen, f"core and not postgres and ({chosen})", not strict, names_paths)
    if names_paths or "-k" in own or "--all" in arguments:
        return Run(tuple(own), ALL, f"core and not postgres and {ALL}", not strict, names_paths)
    return Run(tuple(own), FIRST, f"core(differs=True) and not postgres and {FIRST}", not strict)


def _places_of_paths(arguments: Sequence[str]) -> list[int]:
    """Return the places of the arguments that are paths of tests, and no option's value."""
    return [
        place
        for place, argument in enumerate(arguments)
        if Path(argument.partition("::")[0]).exists()
        and not (place and arguments[place - 1] in OPTIONS_WITH_PATHS)
    ]


def files_with(mark: str) -> list[str]:
    """Return the test files that contain ``mark``, as paths from the project's folder."""
    files = sorted((PROJECT / "tests").rglob("test_*.py"))
    return [str(file.relative_to(PROJECT)) for file in files if mark in file.read_text(encoding="utf-8")]


@dataclass(frozen=True, slots=True)
class Pass:
    """One way of pytest through the tests, on one database. ``options`` are its arguments without paths."""

    title: str
    arguments: tuple[str, ...]
    options: tuple[str, ...]
    chosen: str
    settings: dict[str, str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a pass ended: pytest's exit status, the numbers of tests by result, and the failures."""

    status: int
    counts: Counter[str]
    failures: tuple[Failure, ...]


def main(arguments: Sequence[str]) -> int:
    """Run the tests. Return 0 if all that could run passed (and, on request, none was skipped)."""
    started = time.monotonic()
    run = parse_run(arguments, is_ci=os.environ.get("CI", "").lower() in ("1", "true"))
    leftovers.begin_run()
    _prepare_programs()
    with compiled_modules_kept(), _kernels_compiled(run):
        server = _find_postgres()
        try:
            outcomes, second = _run_passes(server, run)
        finally:
            if server is not None:
                server.close()
    for line in second.lines():
        print(line)
    status, counts, lines = verdict(outcomes, second, allows_skips=run.allows_skips)
    for line in lines:
        print(line)
    print(f"Tests took {time.monotonic() - started:.0f} s in all.")
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return status


def _run_passes(server: Service | None, run: Run) -> tuple[list[Outcome], SecondRun]:
    """Run all tests, those that depend on the database on SQLite, then those that failed once more."""
    settings = {SERVER_URL: server.url} if server else {ON_SQLITE: "1"}
    title = "on PostgreSQL" if server else "on SQLite"
    arguments = (*run.quick_options, *run.arguments)
    passes = [Pass(title, arguments, run.options, run.postgres, settings)]
    outcomes = [_pytest(passes[0])]
    if server is not None and outcomes[0].status in (0, 1, NO_TESTS):
        arguments = (*run.quick_options, *run.arguments_on_sqlite)
        on_sqlite = Pass("on SQLite", arguments, run.options, run.sqlite, {ON_SQLITE: "1"})
        passes.append(on_sqlite)
        outcomes.append(_pytest(on_sqlite))
    by_title = {each.title: each for each in passes}

    def passes_now(failure: Failure) -> bool:
        of = by_title[failure.where]
        counts = _pytest(of, only=failure.test).counts
        return counts["passed"] == 1 and not counts["failed"]

    failures = [failure for outcome in outcomes for failure in outcome.failures]
    return outcomes, run_again(failures, passes_now)


def verdict(
    outcomes: Sequence[Outcome], second: SecondRun, *, allows_skips: bool
) -> tuple[int, Counter[str], list[str]]:
    """Return a run's exit status, its counts, and lines that explain a status which is none of pytest's.

    A test that passed when it was run again counts as passed. The status of a pass is 0 if all of its failures did.
    """
    counts: Counter[str] = sum((outcome.counts for outcome in outcomes), Counter())
    counts["passed"] += len(second.excused)
    counts["failed"] -= len(second.excused)
    failed = [outcome.status for outcome in outcomes if not _is_excused(outcome, second)]
    lines = []
    if not failed and not counts["passed"] and not counts["skipped"]:
        lines.append("No test was selected.")
        failed = [NO_TESTS]
    if counts["skipped"] and not allows_skips:
        lines.append(f"{counts['skipped']} tests were skipped, and this run allows none.")
        failed = failed or [1]
    return (failed[0] if failed else 0), counts, lines


def _is_excused(outcome: Outcome, second: SecondRun) -> bool:
    if outcome.status in (0, NO_TESTS):
        return True
    is_only_of_tests = outcome.status == 1 and bool(outcome.failures)
    return is_only_of_tests and all(failure in second.excused for failure in outcome.failures)


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


def _pytest(of: Pass, *, only: str = "") -> Outcome:
    """Run pytest in parallel, or the test ``only`` by itself. The plugin writes down what became of the tests."""
    print(f"\nOnce more {of.title}: {only}" if only else f"\n{of.title[0].upper()}{of.title[1:]}", flush=True)
    parallel = ["-n", str(min(os.cpu_count() or 1, 8)), "--dist", "loadscope", "--no-loadscope-reorder"]
    arguments = [*of.options, "-n", "0", only] if only else [*parallel, *of.arguments]
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")
    }
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "counts.json"
        environment |= {**of.settings, COUNTS_FILE: str(place)}
        command = [sys.executable, "-m", "pytest", "-rfEs", *arguments, "-m", of.chosen]
        status = subprocess.run(command, cwd=PROJECT, env=environment, check=False).returncode
        if not place.exists():
            return Outcome(status, Counter(), ())
        report = json.loads(place.read_text())
    failures = [
        Failure(test=each["test"], where=of.title, reason=each["reason"], is_excusable=each["is_excusable"])
        for each in report["failures"]
    ]
    return Outcome(status, Counter(report["counts"]), tuple(failures))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
