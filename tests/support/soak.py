"""`manage.py soak`: the long tests, every property on many examples, then every benchmark for docs/benchmarks.md.

    manage.py soak [--no-tests] [--no-bench] [NAME ...]
    manage.py soak NAME ... --against REV

With names, only those modules of tests/bench are measured and only their tables change. With a commit, they run by
turns here and there, five times each, and the page stays as it is. The other commit has a worktree and an environment
of its own, but the tests of now, so that a module that it lacks runs there too, as long as that uses the service over
HTTP, by commands, or by functions that the commit has.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ecarte_site.setup.environment import PROJECT
from tests.bench import Figure, reference_seconds
from tests.support import figures, postgres, redis_server, run
from tests.support.measure import NOT_HERE
from tests.support.packages import MissingServiceError
from tests.support.redis_server import RedisServer
from tests.support.variables import LONG_RUN

TURNS: Final = 5
HOURS: Final = 4 * 3600
"""The seconds after which a long test is taken to hang."""
HERE: Final = "the working tree"
MAKING: Final = (
    "import sys; from ecarte_site.setup.environment import ensure_environment; "
    "print(ensure_environment(sys.argv[1]))"
)

Rows = list[dict[str, Any]]

PAGE = PROJECT / "docs" / "benchmarks.md"
BENCHMARKS = PROJECT / "tests" / "bench"


def main(arguments: Sequence[str]) -> int:
    """Run the tests and benchmarks. Return the tests' exit status, else 1 if a benchmark failed."""
    parser = argparse.ArgumentParser(prog="manage.py soak", description="Long tests and benchmarks.")
    parser.add_argument("--no-tests", action="store_true", help="measure only")
    parser.add_argument("--no-bench", action="store_true", help="test only")
    options, known = parse_names(parser, BENCHMARKS, arguments)
    if options.against:
        return measured_against([f"tests.bench.bench_{name}" for name in options.names], options.against)
    status = 0
    if not options.no_tests and not options.names:
        # One at a time: the long tests watch memory and kill processes.
        os.environ[LONG_RUN] = "1"
        limits = ["-o", f"timeout={HOURS}", "-o", f"faulthandler_timeout={HOURS + 60}"]
        status = run.main(["-m", "soak or hypothesis", "-n", "0", *limits])
    if not options.no_bench:
        status = _measure(options.names or known) or status
    return status


def parse_names(
    parser: argparse.ArgumentParser, folder: Path, arguments: Sequence[str]
) -> tuple[argparse.Namespace, list[str]]:
    """Parse names of benchmarks and a commit to compare with; return the names of all benchmarks in ``folder``, too.

    Exits with a message if a name is unknown, or if there is a commit without a name.
    """
    known = sorted(path.stem.removeprefix("bench_") for path in folder.glob("bench_*.py"))
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure: {', '.join(known)}")
    parser.add_argument("--against", metavar="REV", help="measure here and at that commit by turns")
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(known):
        parser.error(f"no benchmark is called {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    if options.against and not options.names:
        parser.error("--against wants the names of benchmarks")
    return options, known


def measured_against(modules: Sequence[str], revision: str, *options: str, lock: str = "dev.txt") -> int:
    """Measure ``modules`` here and at ``revision`` by turns; the exit status."""
    try:
        with run.compiled_modules_kept(), services() as running:
            compare(modules, revision, running, *options, lock=lock)
    except NotComparedError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


class NotComparedError(Exception):
    """There is no such commit or no environment for it, or the module can't run at one of the two."""


def compare(
    modules: Sequence[str], revision: str, services: Mapping[str, str], *options: str, lock: str = "dev.txt"
) -> None:
    """Print both medians of each figure of ``modules`` and their ratio.

    Raises ``NotComparedError``, for a module that can't run at one of the two as well.
    """
    with checked_out(revision, lock) as (folder, python):
        for module in modules:
            print(f"\n{module.rpartition('bench_')[2]}, {TURNS} times by turns", flush=True)
            here: list[Rows] = []
            there: list[Rows] = []
            for _ in range(TURNS):
                here.append(_measured_at(module, services, options, HERE, PROJECT, Path(sys.executable)))
                there.append(_measured_at(module, services, options, revision, folder, python))
            print("\n".join(beside(here, there, revision)), flush=True)


def beside(here: Sequence[Rows], there: Sequence[Rows], revision: str) -> list[str]:
    """Return a table of each figure that both have: its medians, and ours over theirs."""
    others = _medians(there)
    lines = [f"| what | here | {revision} | here over {revision} |", "|---|--:|--:|--:|"]
    for (name, unit), ours in _medians(here).items():
        theirs = others.get((name, unit))
        theirs_text = "" if theirs is None else f"{figures.number(theirs)} {unit}"
        ratio = f"{ours / theirs:.2f}" if theirs else ""
        lines.append(f"| {name} | {figures.number(ours)} {unit} | {theirs_text} | {ratio} |")
    return lines


def _medians(runs: Sequence[Rows]) -> dict[tuple[str, str], float]:
    values: dict[tuple[str, str], list[float]] = {}
    for rows in runs:
        for row in rows:
            values.setdefault((row["name"], row["unit"]), []).append(row["value"])
    return {key: statistics.median(figures) for key, figures in values.items()}


def _measured_at(
    module: str, services: Mapping[str, str], options: Sequence[str], where: str, folder: Path, python: Path
) -> Rows:
    rows = measured(module, services, *options, folder=folder, python=python)
    if not rows:
        raise NotComparedError(f"{module} can't run at {where}; the reason stands above.")
    return rows


@contextlib.contextmanager
def checked_out(revision: str, lock: str, *, project: Path = PROJECT) -> Iterator[tuple[Path, Path]]:
    """Give a folder with ``project`` at ``revision``, but with the tests of now, and the Python of its environment.

    Raises ``NotComparedError``.
    """
    with tempfile.TemporaryDirectory(prefix="ecarte-against-") as place:
        folder = Path(place) / "project"
        _run(["git", "worktree", "add", "--detach", str(folder), revision], project, f"no commit {revision}")
        try:
            shutil.rmtree(folder / "tests", ignore_errors=True)
            shutil.copytree(project / "tests", folder / "tests", ignore=shutil.ignore_patterns("__pycache__"))
            making = [sys.executable, "-c", MAKING, lock]
            python = _run(making, folder, f"no environment for {revision}").splitlines()[-1]
            yield folder, Path(python)
        finally:
            subprocess.run(
                ["git", "worktree", "remove", "--force", str(folder)],
                cwd=project,
                capture_output=True,
                check=False,
            )


def _run(command: Sequence[str], folder: Path, problem: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotComparedError(f"{problem}: {done.stderr.strip()}")
    return done.stdout.strip()


def _measure(names: Sequence[str]) -> int:
    reference = reference_seconds()
    page = figures.put_section(PAGE.read_text(encoding="utf-8"), "this run", _circumstances(reference))
    failed = 0
    with run.compiled_modules_kept(), services() as running:
        for name in names:
            print(f"\n{name}", flush=True)
            rows = measured(f"tests.bench.bench_{name}", running)
            if rows is None:
                failed = 1
            elif rows:
                measures = [Figure(**row) for row in rows]
                table = figures.table(measures, reference)
                page = figures.put_section(page, name, f"{measured_when()}.\n\n{table}")
                PAGE.write_text(page, encoding="utf-8")
    print(f"\nThe figures are in {PAGE.relative_to(PROJECT)}.")
    return failed


def measured(
    module: str,
    services: Mapping[str, str],
    *options: str,
    folder: Path = PROJECT,
    python: Path = Path(sys.executable),
) -> list[dict[str, Any]] | None:
    """Return the fields of each figure of a module, run in a process of its own with a fresh database of the
    services.

    It runs in ``folder``, the project or another commit of it, by that one's ``python``. The list is empty if the
    module reports that it can't run here. None if it failed.
    """
    with contextlib.ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory())
        environment = {**os.environ, **services, "ECARTE_DATA_DIR": data}
        if "TEST_DATABASE_URL" in services:
            fresh = postgres.fresh_database(services["TEST_DATABASE_URL"])
            environment["TEST_DATABASE_URL"] = stack.enter_context(fresh)
        place = Path(data) / "figures.json"
        command = [str(python), "-m", "tests.support.measure", module, str(place), *options]
        status = subprocess.run(command, cwd=folder, env=environment, check=False).returncode
        if status == NOT_HERE:
            return []
        if status:
            return None
        rows: list[dict[str, Any]] = json.loads(place.read_text(encoding="utf-8"))
        return rows


@contextlib.contextmanager
def services() -> Iterator[dict[str, str]]:
    """Yield the services that benchmarks may use, as far as they are available."""
    urls: dict[str, str] = {}
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(MissingServiceError):
            server = postgres.find()
            stack.callback(server.close)
            urls["TEST_DATABASE_URL"] = server.url
        with contextlib.suppress(MissingServiceError):
            redis = RedisServer(redis_server.find_program())
            stack.callback(redis.close)
            redis.start()
            urls["TEST_REDIS_URL"] = redis.url
        yield urls


def _circumstances(reference: float) -> str:
    return (
        f"{measured_when()}: {os.cpu_count()} cores, "
        f"{platform.system()} {platform.machine()}, Python {platform.python_version()}. "
        f"The reference loop takes {reference * 1000:.0f} ms here."
    )


def measured_when() -> str:
    """Return today's date, and the commit if there is one."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=PROJECT, capture_output=True, text=True, check=False
    ).stdout.strip()
    today = datetime.datetime.now(datetime.UTC).date()
    return f"Measured on {today}{f' at {commit}' if commit else ''}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
