"""`manage.py test`: everything on PostgreSQL, then the main path again on SQLite, with services of its own.

What is missing on the machine is installed where it can be and skipped, with the reason, where it can't.
Arguments go to pytest as they are; `--fail-on-skip`, or CI=true in the environment, makes a skipped test a
failed run.
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
from collections.abc import Iterator, Sequence
from pathlib import Path

from ecarte_site.setup.environment import PROJECT
from tests.support import chromium, gettext_tools, postgres, redis_server
from tests.support.packages import MissingServiceError
from tests.support.processes import Service
from tests.support.variables import COUNTS_FILE, ON_SQLITE, SERVER_URL

NO_TESTS = 5
"""pytest's exit status where its arguments select no test."""
COMPILING = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")


def main(arguments: Sequence[str]) -> int:
    """Run the tests; 0 when all that could run passed (and, if asked for, none was skipped)."""
    started = time.monotonic()
    strict = "--fail-on-skip" in arguments or os.environ.get("CI", "").lower() in ("1", "true")
    arguments = [argument for argument in arguments if argument != "--fail-on-skip"]
    counts: Counter[str] = Counter()
    failures: list[str] = []
    _prepare_programs()
    with compiled_modules_kept():
        server = _find_postgres()
        try:
            statuses = [_everything(server, arguments, counts, failures)]
            if server is not None and statuses[0] in (0, 1, NO_TESTS):
                statuses.append(_main_path_on_sqlite(arguments, counts, failures))
        finally:
            if server is not None:
                server.close()
    for failure in failures:
        print(f"FAILED {failure}")
    failed = [status for status in statuses if status not in (0, NO_TESTS)]
    if not failed and not counts["passed"] and not counts["skipped"]:
        print("No test was selected.")
        failed = [NO_TESTS]
    if strict and counts["skipped"]:
        print(f"{counts['skipped']} tests were skipped, and this run allows none.")
        failed = failed or [1]
    print(f"Tests took {time.monotonic() - started:.0f} s in all.")
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return failed[0] if failed else 0


@contextlib.contextmanager
def compiled_modules_kept() -> Iterator[None]:
    """Keep what Python compiles, for this run alone, where the environment says to keep nothing beside the sources.

    Tests and benchmarks start a hundred programs, and compiling what one imports takes longer than most of them run.
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


def _prepare_programs() -> None:
    """Have Redis, gettext and a browser on the machine before the tests look for them."""
    try:
        print(f"Redis: a server for each test that wants one, from {redis_server.find_program()}")
    except MissingServiceError as missing:
        print(f"Redis: {missing}; its tests are skipped")
    try:
        print(f"GNU gettext: {gettext_tools.find(may_install=True)}")
    except MissingServiceError as missing:
        print(f"GNU gettext: {missing}; its tests are skipped")
    try:
        print(f"Browser: {chromium.find(may_install=True)}")
    except MissingServiceError as missing:
        print(f"Browser: {missing}; its tests are skipped")


def _find_postgres() -> Service | None:
    try:
        server = postgres.find()
    except MissingServiceError as missing:
        print(f"PostgreSQL: {missing}; the tests run on SQLite")
        return None
    print(f"PostgreSQL: {server.how}")
    return server


def _everything(
    server: Service | None, arguments: Sequence[str], counts: Counter[str], failures: list[str]
) -> int:
    title = "All tests, on PostgreSQL" if server else "All tests, on SQLite"
    settings = {SERVER_URL: server.url} if server else {ON_SQLITE: "1"}
    return _pytest(title, arguments, settings, counts, failures)


def _main_path_on_sqlite(arguments: Sequence[str], counts: Counter[str], failures: list[str]) -> int:
    arguments = list(arguments)
    chosen = "core and not postgres and not soak"
    if "-m" in arguments:
        place = arguments.index("-m")
        chosen = f"core and not postgres and ({arguments[place + 1]})"
        del arguments[place : place + 2]
    title = "The main path again, on SQLite"
    return _pytest(title, [*arguments, "-m", chosen], {ON_SQLITE: "1"}, counts, failures)


def _pytest(
    title: str,
    arguments: Sequence[str],
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
        command = [sys.executable, "-m", "pytest", "-rfEs", *parallel, *arguments]
        status = subprocess.run(command, cwd=PROJECT, env=environment, check=False).returncode
        if place.exists():
            told = json.loads(place.read_text())
            counts.update(told["counts"])
            failures += told["failures"]
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
