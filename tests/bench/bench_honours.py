"""Records and honours of a club with a million deals on PostgreSQL: found from scratch, compared, written, and read.

The club is the one of ``bench_statistics``: ten seasons of the sample's rubbers, over and over under new ids.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from ecarte_site.setup.environment import PROJECT
from tests.bench import Figure, show
from tests.bench.bench_import import services
from tests.bench.bench_statistics import fill

if TYPE_CHECKING:
    from matches.models import Club

DEALS: Final = 1_000_000
RUNS: Final = 5
PEAK_OF_FINDING: Final = """
import re

import django

django.setup()

from matches.models import Club
from matches.figures.write_honours import expected_rows


def peak():
    with open("/proc/self/status") as status:
        return int(re.search(r"VmHWM:\\s+(\\d+) kB", status.read())[1])


club = Club.objects.get()
before = peak()
expected_rows(club)
print(peak() - before)
"""


def main() -> list[Figure]:
    with services() as variables:
        os.environ.update(variables, DJANGO_SETTINGS_MODULE="ecarte_site.settings")
        import django

        django.setup()
        figures = [*measured(DEALS), _memory()]
    show(figures)
    return figures


def measured(deals: int) -> Iterator[Figure]:
    """Fill a club with so many deals, and find its records."""
    from django.db import connection

    from matches.models import Club, Deal

    club = Club.objects.create(slug="portland", name="Portland")
    fill(club, deals)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    yield from _found(club, Deal.objects.count())
    yield from _read(club)


def _found(club: Club, deals: int) -> Iterator[Figure]:
    from matches.figures.pending_honours import owe_honours
    from matches.figures.write_honours import write_honours
    from matches.models import Honour

    owe_honours([club.pk])
    seconds = _seconds(lambda: write_honours(club.pk))
    lines = Honour.objects.count()
    yield Figure(f"records of {deals:,} deals found and {lines:,} lines written", seconds, "s")
    owe_honours([club.pk])
    yield Figure("found again, nothing changed", _seconds(lambda: write_honours(club.pk)), "s")


def _read(club: Club) -> Iterator[Figure]:
    from matches.figures.pending_honours import clubs_owed_honours
    from matches.figures.queries.honours import bases_of, honours_of
    from matches.figures.queries.seasons import events_of
    from matches.rules.figures.seasons import Season

    last = bases_of(club)[1].season or 0
    asked: list[tuple[str, Callable[[], object]]] = [
        ("records of all time read", lambda: list(honours_of(club, None))),
        ("honours of a season read", lambda: list(honours_of(club, last))),
        ("events of a season", lambda: list(events_of(club, Season(last, club.season_month))[:20])),
        ("the question whose honours are owed", lambda: list(clubs_owed_honours())),
    ]
    for name, work in asked:
        taken = statistics.median(_seconds(work) for _ in range(RUNS))
        yield Figure(f"{name}, median of {RUNS}", 1_000 * taken, "ms")


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _memory() -> Figure:
    """Of a process of its own: one that filled the club had more before, and would not grow."""
    finding = [sys.executable, "-c", PEAK_OF_FINDING]
    done = subprocess.run(finding, cwd=PROJECT, capture_output=True, check=True)
    return Figure("memory that it took", int(done.stdout) / 1024, "MiB")


if __name__ == "__main__":
    main()
