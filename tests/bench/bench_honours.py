"""Records and honours of a club with a million deals on PostgreSQL: found from scratch, compared, written, and read.

The club is the one of ``bench_statistics``: ten seasons of the sample's rubbers, over and over under new ids.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from tests.bench import Figure, seconds_of, show
from tests.bench.bench_import import django_services
from tests.bench.bench_statistics import fill
from tests.support.processes import python_output

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
    with django_services():
        return show([*measured(DEALS), _memory()])


def measured(deals: int) -> Iterator[Figure]:
    """Fill a club with ``deals`` deals, and find its records."""
    from django.db import connection

    from matches.models import Club, Deal

    club = Club.objects.create(slug="portland", name="Portland")
    fill(club, deals)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    yield from _find_honours(club, Deal.objects.count())
    yield from _read(club)


def _find_honours(club: Club, deals: int) -> Iterator[Figure]:
    from matches.figures.deferred_updates import mark_honours_pending
    from matches.figures.write_honours import write_honours
    from matches.models import Honour

    mark_honours_pending([club.pk])
    seconds = seconds_of(lambda: write_honours(club.pk))
    lines = Honour.objects.count()
    yield Figure(f"records of {deals:,} deals found and {lines:,} lines written", seconds, "s")
    mark_honours_pending([club.pk])
    yield Figure("found again, nothing changed", seconds_of(lambda: write_honours(club.pk)), "s")


def _read(club: Club) -> Iterator[Figure]:
    from matches.events.event_lists import events_of
    from matches.figures.deferred_updates import clubs_with_pending_honours
    from matches.figures.seasons import bases_of, honours_of
    from matches.rules.figures.seasons import Season

    last = bases_of(club)[1].season or 0
    reads: list[tuple[str, Callable[[], object]]] = [
        ("records of all time read", lambda: list(honours_of(club, None))),
        ("honours of a season read", lambda: list(honours_of(club, last))),
        ("events of a season", lambda: list(events_of(club, Season(last, club.season_month))[:20])),
        ("the question whose honours are owed", lambda: list(clubs_with_pending_honours())),
    ]
    for name, work in reads:
        taken = statistics.median(seconds_of(work) for _ in range(RUNS))
        yield Figure(f"{name}, median of {RUNS}", 1_000 * taken, "ms")


def _memory() -> Figure:
    """Measure the memory in a process of its own: the one that filled the club has used more, and would not grow."""
    kib = int(python_output(os.environ, "-c", PEAK_OF_FINDING))
    return Figure("memory that it took", kib / 1024, "MiB")


if __name__ == "__main__":
    main()
