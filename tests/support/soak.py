"""`manage.py soak`: the long tests, every property on many examples, then every benchmark for docs/benchmarks.md.

    manage.py soak [--no-tests] [--no-bench] [NAME ...]
    manage.py soak NAME ... --against REV

With names, only those modules of tests/bench are measured and only their tables change. With a commit, they run by
turns here and there (`tests.support.against`), and the page stays as it is.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ecarte_site.setup.environment import PROJECT
from tests.bench import Figure, reference_seconds
from tests.support import figures, postgres, redis_server, run
from tests.support.measure import NOT_HERE
from tests.support.packages import MissingServiceError
from tests.support.redis_server import RedisServer
from tests.support.variables import LONG_RUN

PAGE = PROJECT / "docs" / "benchmarks.md"
BENCHMARKS = PROJECT / "tests" / "bench"


def main(arguments: Sequence[str]) -> int:
    """The exit status: that of the tests, else 1 where a benchmark failed."""
    known = sorted(path.stem.removeprefix("bench_") for path in BENCHMARKS.glob("bench_*.py"))
    parser = argparse.ArgumentParser(prog="manage.py soak", description="Long tests and benchmarks.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"benchmarks to run: {', '.join(known)}")
    parser.add_argument("--no-tests", action="store_true", help="measure only")
    parser.add_argument("--no-bench", action="store_true", help="test only")
    parser.add_argument("--against", metavar="REV", help="measure here and at that commit by turns")
    options = parser.parse_args(arguments)
    unknown = set(options.names) - set(known)
    if unknown:
        parser.error(f"no benchmark is called {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    if options.against:
        if not options.names:
            parser.error("--against wants the names of benchmarks")
        return measured_against([f"tests.bench.bench_{name}" for name in options.names], options.against)
    status = 0
    if not options.no_tests and not options.names:
        # One at a time: the long tests watch memory and kill processes.
        os.environ[LONG_RUN] = "1"
        status = run.main(["-m", "soak or hypothesis", "-n", "0"])
    if not options.no_bench:
        status = _measure(options.names or known) or status
    return status


def measured_against(modules: Sequence[str], revision: str, *options: str, lock: str = "dev.txt") -> int:
    """Measure ``modules`` here and at ``revision`` by turns; the exit status."""
    from tests.support.against import NotComparedError, compare

    try:
        with run.compiled_modules_kept(), services() as running:
            compare(modules, revision, running, *options, lock=lock)
    except NotComparedError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


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
    """Return the fields of each figure of a module, run in a process of its own with a fresh database of the services.

    It runs in ``folder``, the project or another commit of it, by that one's ``python``. Empty where it can't run
    here, which it says; None where it failed.
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
    """The services that benchmarks may use, as far as they are to be had."""
    found: dict[str, str] = {}
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(MissingServiceError):
            server = postgres.find()
            stack.callback(server.close)
            found["TEST_DATABASE_URL"] = server.url
        with contextlib.suppress(MissingServiceError):
            redis = RedisServer(redis_server.find_program())
            stack.callback(redis.close)
            redis.start()
            found["TEST_REDIS_URL"] = redis.url
        yield found


def _circumstances(reference: float) -> str:
    return (
        f"{measured_when()}: {os.cpu_count()} cores, "
        f"{platform.system()} {platform.machine()}, Python {platform.python_version()}. "
        f"The reference loop takes {reference * 1000:.0f} ms here."
    )


def measured_when() -> str:
    """Today, and the commit where there is one."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=PROJECT, capture_output=True, text=True, check=False
    ).stdout.strip()
    today = datetime.datetime.now(datetime.UTC).date()
    return f"Measured on {today}{f' at {commit}' if commit else ''}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
