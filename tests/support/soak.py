"""`manage.py soak`: the long tests, then every benchmark; its figures go into docs/benchmarks.md.

    manage.py soak [--no-tests] [--no-bench] [NAME ...]

With names, only those modules of tests/bench are measured and only their tables change.
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
from collections.abc import Iterator, Sequence
from pathlib import Path

from ecarte_site.setup.environment import PROJECT
from tests.bench import Figure, reference_seconds
from tests.support import figures, postgres, redis_server, run
from tests.support.measure import NOT_HERE
from tests.support.packages import MissingServiceError
from tests.support.redis_server import RedisServer

PAGE = PROJECT / "docs" / "benchmarks.md"
BENCHMARKS = PROJECT / "tests" / "bench"


def main(arguments: Sequence[str]) -> int:
    """The exit status: that of the tests, else 1 where a benchmark failed."""
    known = sorted(path.stem.removeprefix("bench_") for path in BENCHMARKS.glob("bench_*.py"))
    parser = argparse.ArgumentParser(prog="manage.py soak", description="Long tests and benchmarks.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"benchmarks to run: {', '.join(known)}")
    parser.add_argument("--no-tests", action="store_true", help="measure only")
    parser.add_argument("--no-bench", action="store_true", help="test only")
    options = parser.parse_args(arguments)
    unknown = set(options.names) - set(known)
    if unknown:
        parser.error(f"no benchmark is called {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    status = 0
    if not options.no_tests and not options.names:
        # One at a time: the long tests watch memory and kill processes.
        status = run.main(["-m", "soak", "-n", "0"])
    if not options.no_bench:
        status = _measure(options.names or known) or status
    return status


def _measure(names: Sequence[str]) -> int:
    reference = reference_seconds()
    page = figures.put_section(PAGE.read_text(encoding="utf-8"), "this run", _circumstances(reference))
    failed = 0
    with _services() as services:
        for name in names:
            print(f"\n{name}", flush=True)
            measured = _run_module(name, services)
            if measured is None:
                failed = 1
            elif measured:
                page = figures.put_section(page, name, figures.table(measured, reference))
                PAGE.write_text(page, encoding="utf-8")
    print(f"\nThe figures are in {PAGE.relative_to(PROJECT)}.")
    return failed


def _run_module(name: str, services: dict[str, str]) -> list[Figure] | None:
    """The module's figures; none where it can't run here, None where it failed."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        environment = {**os.environ, **services, "ECARTE_DATA_DIR": folder}
        if "TEST_DATABASE_URL" in services:
            fresh = postgres.fresh_database(services["TEST_DATABASE_URL"])
            environment["TEST_DATABASE_URL"] = stack.enter_context(fresh)
        place = Path(folder) / "figures.json"
        command = [sys.executable, "-m", "tests.support.measure", f"tests.bench.bench_{name}", str(place)]
        status = subprocess.run(command, cwd=PROJECT, env=environment, check=False).returncode
        if status == NOT_HERE:
            return []
        if status:
            return None
        return [Figure(**row) for row in json.loads(place.read_text(encoding="utf-8"))]


@contextlib.contextmanager
def _services() -> Iterator[dict[str, str]]:
    """The services that benchmarks may use, as far as they are to be had."""
    services: dict[str, str] = {}
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(MissingServiceError):
            server = postgres.find()
            stack.callback(server.close)
            services["TEST_DATABASE_URL"] = server.url
        with contextlib.suppress(MissingServiceError):
            redis = RedisServer(redis_server.find_program())
            stack.callback(redis.close)
            redis.start()
            services["TEST_REDIS_URL"] = redis.url
        yield services


def _circumstances(reference: float) -> str:
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=PROJECT, capture_output=True, text=True, check=False
    ).stdout.strip()
    today = datetime.datetime.now(datetime.UTC).date()
    return (
        f"Measured on {today}{f' at {commit}' if commit else ''}: {os.cpu_count()} cores, "
        f"{platform.system()} {platform.machine()}, Python {platform.python_version()}. "
        f"The reference loop takes {reference * 1000:.0f} ms here."
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
