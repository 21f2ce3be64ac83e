"""Start a site with the demonstration club, on the same evening each time, with its database open to this process."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import django
import time_machine

from ecarte_site.setup.environment import PROJECT
from tests.support.processes import free_port, stop
from tests.support.site import CONFIGURATION, read_until_ready, start_process

EVENING: Final = datetime(2026, 11, 28, 19, 30, tzinfo=UTC)
"""The clock's time when the site starts: a Saturday, two weeks after the first evening of the demonstration."""
PATIENCE_SECONDS: Final = 1800
LOOK_EVERY_SECONDS: Final = 2


@dataclass(frozen=True, slots=True)
class EveningSite:
    url: str


@contextlib.contextmanager
def evening_site(folder: Path) -> Iterator[EveningSite]:
    """Run the site with its data in ``folder``, and stop it at the end.

    This process is set up for the same database. Until the end the clocks of both go on from ``EVENING``.
    """
    for name in CONFIGURATION:
        os.environ.pop(name, None)
    clock, offset = folder / "clock", EVENING - datetime.now(UTC)
    clock.write_text(str(offset.total_seconds()))
    data, port = folder / "data", free_port()
    os.environ["PYTHONPATH"] = str(PROJECT)
    program = [sys.executable, "-m", "tests.faults.skewed", str(clock), "ecarte_site.embedded"]
    process = start_process([*program, "--host", "127.0.0.1", "--port", str(port), "--data-dir", str(data)])
    try:
        address = re.search(r"http://localhost:\d+", read_until_ready(process, PATIENCE_SECONDS))
        assert address is not None
        os.environ |= {
            "ECARTE_DATA_DIR": str(data),
            "SITE_URL": address[0],
            "DJANGO_SETTINGS_MODULE": "ecarte_site.settings",
            # Playwright keeps an event loop in this thread, and in it Django refuses its database.
            "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
            "LOG_LEVEL": "WARNING",
        }
        with time_machine.travel(datetime.now(UTC) + offset):
            django.setup()
            yield EveningSite(address[0])
    finally:
        stop(process)


def wait_until_idle() -> None:
    """Wait until the site's worker has nothing left to do. Raises TimeoutError."""
    from matches.operations.status import PENDING_KINDS, amounts

    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        counts = amounts()
        pending = {kind: counts[kind].number for kind in PENDING_KINDS if counts[kind].number}
        # The drawing that a page shows never ends.
        if pending.keys() <= {"draws"}:
            return
        if time.monotonic() > deadline:
            raise TimeoutError(f"The worker still has to do {pending}")
        print(f"  waiting for {pending}", end="\r", file=sys.stderr, flush=True)
        time.sleep(LOOK_EVERY_SECONDS)
