"""A club of a million deals backed up and put back by the service's own commands, and by PostgreSQL's in the same run.

Each command is a process of its own, timed from its start to its end; a restore makes every table by its migrations
first. What was put back is compared with what was there, table by table. Where pg_dump or pg_restore is missing, only
ours is told.

    python -m tests.bench.bench_backup [DEALS]
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg
from psycopg import sql

from ecarte_site.setup.environment import PROJECT
from tests.bench import Figure, show
from tests.bench.bench_import import django_services, number_of
from tests.support import postgres

DEALS: Final = 1_000_000
MOST_MIB: Final = 200.0
TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
TIMED: Final = """
import resource, subprocess, sys, time
started = time.perf_counter()
subprocess.run(sys.argv[1:], check=True)
print(time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""A process counts what its parent took as its own peak: this one is small, and has one child."""
NOTED_AFTERWARDS: Final = ("matches_backup", "django_migrations")


@dataclass(frozen=True, slots=True)
class Ran:
    seconds: float
    peak_mib: float


def main() -> list[Figure]:
    deals = int(sys.argv[1]) if __name__ == "__main__" and len(sys.argv) > 1 else DEALS
    with django_services() as variables:
        return show(measured(variables, deals))


def measured(environment: Mapping[str, str], deals: int) -> Iterator[Figure]:
    """Measure a backup and its restoration for a club of ``deals`` deals, written into Django's database."""
    here = environment["DATABASE_URL"]
    stored = _fill(here, deals)
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder) / "ours.zip", Path(folder) / "theirs.dump"
        made = run(_manage("backup", str(ours)), environment)
        with postgres.fresh_database(here) as there:
            put_back = run(_manage("restore", str(ours)), {**environment, "DATABASE_URL": there})
            assert sums(there) == sums(here), "what was put back is not what was there"
        yield Figure(f"{stored:,} deals backed up", stored / made.seconds, "deals/s")
        yield Figure("the file", ours.stat().st_size / (1 << 20), "MiB")
        yield Figure("peak memory of the back-up", made.peak_mib, "MiB", budget=MOST_MIB)
        yield Figure("put back into an empty database", stored / put_back.seconds, "deals/s")
        yield Figure("peak memory of the restore", put_back.peak_mib, "MiB", budget=MOST_MIB)
        if shutil.which("pg_dump") is None or shutil.which("pg_restore") is None:
            return
        dumped = run(["pg_dump", "--format=custom", f"--file={theirs}", f"--dbname={here}"], environment)
        with postgres.fresh_database(here) as there:
            loaded = run(["pg_restore", f"--dbname={there}", str(theirs)], environment)
        yield Figure("pg_dump of the same", stored / dumped.seconds, "deals/s")
        yield Figure("the file of pg_dump", theirs.stat().st_size / (1 << 20), "MiB")
        yield Figure("pg_restore of the same", stored / loaded.seconds, "deals/s")
        yield Figure("our back-up over pg_dump", made.seconds / dumped.seconds, "times as long")
        yield Figure("our restore over pg_restore", put_back.seconds / loaded.seconds, "times as long")


def run(command: list[str], environment: Mapping[str, str]) -> Ran:
    """Run a command and measure it. Raises RuntimeError, with its output, if it fails."""
    timed = [sys.executable, "-I", "-c", TIMED, *command]
    result = subprocess.run(timed, env=dict(environment), capture_output=True, text=True, check=False)
    if result.returncode:
        raise RuntimeError(f"{command} ended with status {result.returncode}: {result.stderr}")
    seconds, peak_kib = result.stdout.split()[-2:]
    return Ran(float(seconds), int(peak_kib) / 1024)


def sums(database: str) -> dict[str, tuple[int, str]]:
    """Return rows and a sum over all values, by table; not of those in which a back-up notes itself."""
    with psycopg.connect(database) as connection:
        names = [str(name) for (name,) in connection.execute(TABLES)]
        asking = sql.SQL("SELECT count(*), coalesce(sum(hashtextextended(t::text, 0)), 0)::text FROM {} AS t")
        checksums = {}
        for name in names:
            if name not in NOTED_AFTERWARDS:
                row = connection.execute(asking.format(sql.Identifier(name))).fetchone()
                assert row is not None
                checksums[name] = (int(row[0]), str(row[1]))
        return checksums


def _fill(database: str, deals: int) -> int:
    from django.db import connection

    from matches.models import Club
    from tests.bench.bench_statistics import fill

    fill(Club.objects.create(slug="portland", name="Portland"), deals)
    connection.close()
    with psycopg.connect(database, autocommit=True) as session:
        session.execute("VACUUM ANALYZE")
    return number_of(database, "SELECT count(*) FROM matches_deal")


def _manage(*arguments: str) -> list[str]:
    return [sys.executable, str(PROJECT / "manage.py"), *arguments]


if __name__ == "__main__":
    main()
