"""Measure the cost of log lines and metrics for a request: the same pages with them, and without.

One process on SQLite, with nothing between the request and the page. Lines go to a file in memory.

    python -m tests.bench.bench_watching [REQUESTS]
"""

from __future__ import annotations

import io
import logging
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from typing import Final

from tests.bench import SEASON, Figure, records_of, show

REQUESTS: Final = 400
ROUNDS: Final = 7


def main() -> list[Figure]:
    requests = int(sys.argv[1]) if __name__ == "__main__" and len(sys.argv) > 1 else REQUESTS
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            DATABASE_URL=f"sqlite:///{folder}/bench.sqlite3",
            SECRET_KEY="for the benchmark alone",
            ALLOWED_HOSTS="127.0.0.1",
            DJANGO_SETTINGS_MODULE="ecarte_site.settings",
        )
        os.environ.pop("REDIS_URL", None)
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        figures = measure(requests)
    return show(figures)


def measure(requests: int) -> list[Figure]:
    from tests.bench.scenes import Person, import_file

    club = Person("owner@example.org").make_club("Portland")
    with tempfile.NamedTemporaryFile("w", suffix=".egn") as file:
        file.write(records_of(SEASON)[0])
        file.flush()
        import_file(file.name, club)
    rows = []
    for name, path in (("page of a club", f"/clubs/{club}/"), ("page that is not there", "/elsewhere")):
        without, with_ = _compared(path, requests)
        rows += [
            Figure(f"{name}, processor time", 1000 * with_, "ms"),
            Figure(f"{name}: lines and figures add", 1_000_000 * (with_ - without), "µs"),
            Figure(f"{name}: with them, of without", with_ / without, "times"),
        ]
    return rows


def _compared(path: str, requests: int) -> tuple[float, float]:
    """Return the processor seconds per request without and with; medians of rounds that take turns."""
    times: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(ROUNDS):
        for is_watched in (False, True):
            with _set_up(is_watched=is_watched):
                times[is_watched].append(_seconds(path, requests // ROUNDS))
    return statistics.median(times[False]), statistics.median(times[True])


@contextmanager
def _set_up(*, is_watched: bool) -> Iterator[None]:
    from django.conf import settings
    from django.db import connection
    from django.test import override_settings

    from ecarte_site.watching.database import time_statement

    watching = "ecarte_site.watching.requests.RequestMiddleware"
    middleware = [each for each in settings.MIDDLEWARE if is_watched or each != watching]
    logging.getLogger().handlers[0].stream = io.StringIO()  # type: ignore[attr-defined]
    connection.ensure_connection()
    connection.execute_wrappers = [time_statement] if is_watched else []
    with override_settings(MIDDLEWARE=middleware, ALLOWED_HOSTS=["testserver", "127.0.0.1"]):
        yield


def _seconds(path: str, requests: int) -> float:
    from django.test import Client

    client = Client()
    for _ in range(3):
        client.get(path)
    began = process_time()
    for _ in range(requests):
        client.get(path)
    return (process_time() - began) / requests


if __name__ == "__main__":
    main()
