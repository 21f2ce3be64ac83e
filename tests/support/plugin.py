"""Point the settings at the tests' own services before Django reads them, and count the run's outcomes.

Loaded with `-p`, since pytest-django reads the settings before any conftest.py. `manage.py test` finds or starts
PostgreSQL and passes it in TEST_SERVER_URL; a plain `pytest` uses a server that responds here, and a database file
if none does. No broker is set: tasks that a test enqueues in its own process stay there. Importing this module has
effects, so nothing but pytest may import it.
"""

from __future__ import annotations

import atexit
import json
import logging
import os
import shutil
import sys
import tempfile
import threading
import traceback
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from tests.support import distribution, leftovers, postgres
from tests.support.examples import examples
from tests.support.once_more import INEXCUSABLE, is_excusable
from tests.support.variables import COUNTS_FILE, DATA_DIR, ON_SQLITE, RUN, SERVER_URL

REASON_LENGTH = 200


def _point_settings() -> None:
    """Idempotent: a worker of a parallel run inherits what its controller has set."""
    if DATA_DIR in os.environ:
        return
    if RUN not in os.environ:
        # Pytest by itself: it prunes its folders, which somebody may want to look into after the run.
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())
    leftovers.begin_run()
    folder = tempfile.mkdtemp(prefix="ecarte-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ[DATA_DIR] = os.environ["ECARTE_DATA_DIR"] = folder
    for name in ("DEBUG", "ALLOWED_HOSTS", "SITE_URL", "EMAIL_URL", "HAS_MAIL", "REDIS_URL"):
        os.environ.pop(name, None)
    if os.environ.get(ON_SQLITE):
        os.environ.pop("DATABASE_URL", None)
        return
    os.environ.setdefault("SECRET_KEY", "for tests alone")
    if SERVER_URL not in os.environ:
        if os.environ.get("DATABASE_URL"):
            # A developer's own choice: Django puts test_ before the name of the database that it works in.
            os.environ[SERVER_URL] = postgres.with_database(os.environ["DATABASE_URL"], "postgres")
            return
        running = postgres.find_running()
        os.environ[SERVER_URL] = running.url if running else ""
    if server := os.environ[SERVER_URL]:
        os.environ["DATABASE_URL"] = postgres.with_database(server, postgres.database_name())
    else:
        os.environ.pop("DATABASE_URL", None)


_point_settings()
# Benchmarks measure durations: a test on a slow machine must fail for wrong results alone.
hypothesis_settings.register_profile(
    "untimed",
    deadline=None,
    max_examples=examples(25, many=200),
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis_settings.load_profile("untimed")


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    """Keep the log lines of requests and tasks out of reports of failures: a hundred of them would hide the cause."""
    logging.getLogger().setLevel(logging.WARNING)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Apply the consequences of marks to tests.

    Those that need PostgreSQL are skipped if the settings name another database.
    """
    distribution.put_long_ones_first(items)
    for item in items:
        if item.get_closest_marker("postgres") and not os.environ.get("DATABASE_URL"):
            item.add_marker(pytest.mark.skip("no PostgreSQL: none configured, none running"))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> distribution.FilesTogether:
    return distribution.FilesTogether(config, log)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to the report what a second run must know, and the stacks of all threads if a time limit was reached."""
    if call.excinfo is not None and "from pytest-timeout" in str(call.excinfo.value):
        item.add_report_section(call.when, "stacks of all threads", "\n".join(_stacks()))
    report = yield
    if report.failed and item.get_closest_marker("sweep"):
        report.user_properties.append((INEXCUSABLE, "a sweep failed"))
    return report


def _stacks() -> list[str]:
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    return [
        f"{names.get(ident, 'a thread without a name')}:\n{''.join(traceback.format_stack(frame))}"
        for ident, frame in sys._current_frames().items()
    ]


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Write how many tests passed, failed and were skipped, and what is known of each failure, to a file.

    Programs that run pytest more than once read it.
    """
    place = os.environ.get(COUNTS_FILE)
    if not place:
        return
    stats = terminalreporter.stats
    failures: dict[str, dict[str, object]] = {}
    for report in (*stats.get("failed", []), *stats.get("error", [])):
        # The id of a test outside the project lacks its file.
        test = f"{report.location[0]}{report.nodeid}" if report.nodeid.startswith("::") else report.nodeid
        # A test may fail and then fail to clean up.
        known = failures.setdefault(
            report.nodeid, {"test": test, "reason": _reason(report), "is_excusable": True}
        )
        text = f"{report.longrepr} {report.user_properties}"
        known["is_excusable"] = known["is_excusable"] and is_excusable(text)
    counts = {
        "passed": len({report.nodeid for report in stats.get("passed", [])} - failures.keys()),
        "failed": len(failures),
        "skipped": len(stats.get("skipped", [])) + len(stats.get("xfailed", [])),
    }
    Path(place).write_text(
        json.dumps({"counts": counts, "failures": list(failures.values())}), encoding="ascii"
    )


def _reason(report: Any) -> str:
    """Return why a test failed, in a line."""
    crash = getattr(report.longrepr, "reprcrash", None)
    reason = crash.message if crash else str(report.longrepr)
    return " ".join(reason.split())[:REASON_LENGTH]
