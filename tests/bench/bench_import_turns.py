"""How long a small file waits for a worker that is importing another club's season of 60,000 rubbers.

The worker is a real one with one process, on PostgreSQL and Redis. The season is uploaded first. Once some of it is
stored, another club's file of twenty rubbers is uploaded, too long to be read during the request. Beside it, in the
same run: the same file while no other is being read.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping

from ecarte_site.setup.environment import PROJECT
from tests.bench import Figure, show
from tests.bench.bench_import import django_services
from tests.support.processes import stop

RUBBERS = 60_000
FEW_RUBBERS = 20
PADDING_BYTES = 8_000
"""A comment of this length in each of the few rubbers makes their file longer than what is read during a request."""
STORED_FIRST = 500
PATIENCE_SECONDS = 600.0
WORKER = ("-m", "celery", "-A", "ecarte_site", "worker", "-c", "1", "-Q", "bulk", "--loglevel", "warning")


def main() -> list[Figure]:
    with django_services() as environment:
        return show(measured(environment))


def measured(environment: Mapping[str, str]) -> Iterator[Figure]:
    from matches.exchange.imports.uploads import receive_upload
    from matches.models import Club, ImportReport, Rubber, User

    clubs = [Club.objects.create(name=name, slug=name.lower()) for name in ("Portland", "Carlton")]
    owner = User.objects.create(email="owner@example.org")

    def upload(club: Club, content: str) -> ImportReport:
        return receive_upload(club, content.encode(), "season.egn", by=owner)

    def is_read(report: ImportReport) -> bool:
        return ImportReport.objects.filter(pk=report.pk, content=None, finished_at__isnull=False).exists()

    worker = subprocess.Popen(
        [sys.executable, *WORKER],
        env=dict(environment),
        cwd=PROJECT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        small = upload(clubs[1], few_rubbers("first"))
        _wait(lambda: is_read(small))
        started = time.perf_counter()
        small = upload(clubs[1], few_rubbers("alone"))
        _wait(lambda: is_read(small))
        alone = time.perf_counter() - started
        season = upload(clubs[0], "".join(short_rubber(str(number)) for number in range(RUBBERS)))
        _wait(lambda: Rubber.objects.filter(club=clubs[0]).count() >= STORED_FIRST)
        started = time.perf_counter()
        small = upload(clubs[1], few_rubbers("beside"))
        _wait(lambda: is_read(small))
        beside = time.perf_counter() - started
        assert not is_read(season), "the season was read before the small file: nothing was measured"
        assert Rubber.objects.filter(club=clubs[1]).count() == 3 * FEW_RUBBERS
    finally:
        stop(worker)
    yield Figure(
        f"{FEW_RUBBERS} rubbers until imported, another club's {RUBBERS:,} under way",
        beside,
        "s",
        budget=10.0,
    )
    yield Figure("over the same file by itself", beside / alone, "times as long")


def short_rubber(table: str, comment: str = "") -> str:
    """Return a rubber of one game, recorded by the results of its deals alone."""
    return (
        f'[EGN "1"]\n[Date "2026.11.14"]\n[Table "{table}"]\n[A "Boiteau"]\n[B "Walker"]\n[BestOf "1"]\n\n'
        f"Game 1 cut A=CK B=D8\n1. A =B5 {comment}\n2. B =B3\n3. A =B4\n#0-5\n##0-1\n\n"
    )


def few_rubbers(name: str) -> str:
    comment = "{" + "slow play " * (PADDING_BYTES // 10) + "}"
    return "".join(short_rubber(f"{name} {number}", comment) for number in range(FEW_RUBBERS))


def _wait(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < deadline, "the worker did not read the file"
        time.sleep(0.02)


if __name__ == "__main__":
    main()
