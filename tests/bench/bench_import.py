"""``import_egn`` of 10,000 rubbers into PostgreSQL, from the start of the command to its last commit.

Reviews are enqueued and not run. Beside it, as a measure of the machine: a plain COPY of as many rows.
"""

from __future__ import annotations

import contextlib
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import LiteralString

import psycopg

from ecarte_site.setup.environment import PROJECT
from scoring.check import check_file
from tests.bench import SEASON, Figure, records_of, seconds_of, show
from tests.support import postgres, redis_server
from tests.support.redis_server import RedisServer

RUBBERS = 10_000
FEW_RUBBERS = 1_000
DEAL = re.compile(r"^\d+\. [AB].*$", re.MULTILINE)


def main() -> list[Figure]:
    with services() as environment, tempfile.TemporaryDirectory() as folder:
        files = {count: season(Path(folder), count) for count in (FEW_RUBBERS, RUBBERS)}
        deals = DEAL.findall(files[RUBBERS].read_text())
        # Maximum over all children so far: the smaller import has to come first.
        _import(files[FEW_RUBBERS], environment)
        few_kib = _peak_kib()
        _empty(environment)
        seconds = _import(files[RUBBERS], environment)
        many_kib = _peak_kib()
        copying = _copy_seconds(deals, environment["DATABASE_URL"])
    figures = [
        Figure(f"import_egn of {RUBBERS:,} rubbers", len(deals) / seconds, "deals/s", budget=3_000.0),
        Figure("import over a plain COPY of as many rows", seconds / copying, "times as long"),
        Figure(f"memory at {RUBBERS:,} rubbers over {FEW_RUBBERS:,}", many_kib / few_kib, "times as much"),
    ]
    return show(figures)


@contextlib.contextmanager
def services() -> Iterator[dict[str, str]]:
    """Yield an environment with a fresh, migrated database and a broker. Raises ``MissingServiceError``
    without them.
    """
    with contextlib.ExitStack() as stack:
        database = os.environ.get("TEST_DATABASE_URL")
        if database is None:
            server = postgres.find()
            stack.callback(server.close)
            database = stack.enter_context(postgres.fresh_database(server.url))
        broker = os.environ.get("TEST_REDIS_URL")
        if broker is None:
            own = RedisServer(redis_server.find_program())
            own.start()
            stack.callback(own.close)
            broker = own.url
        environment = {
            **os.environ,
            "DATABASE_URL": database,
            "REDIS_URL": broker,
            "SECRET_KEY": "for measuring alone",
        }
        manage(environment, "migrate", "--verbosity", "0")
        yield environment


@contextlib.contextmanager
def django_services() -> Iterator[dict[str, str]]:
    """Set Django up on the ``services``, for code that imports it afterwards."""
    with services() as environment:
        os.environ.update(
            environment, DJANGO_SETTINGS_MODULE="ecarte_site.settings", ALLOWED_HOSTS="127.0.0.1"
        )
        import django

        django.setup()
        yield environment


def number_of(database: str, query: LiteralString) -> int:
    with psycopg.connect(database, autocommit=True) as connection:
        row = connection.execute(query).fetchone()
    assert row is not None
    return int(row[0])


def recorded_rubbers() -> Iterator[tuple[str, int]]:
    """Yield the season's rubbers that are recorded card by card, no two alike, each with its number of deals."""
    with SEASON.open("rb") as stream:
        for record, rubber in zip(records_of(SEASON), check_file(stream), strict=True):
            depths = [deal.depth for game in rubber.games for deal in game.deals]
            if set(depths) == {"play"}:
                yield record, len(depths)


def season(folder: Path, rubbers: int) -> Path:
    """Return the season's rubbers over and over, each at a table of its own, so that every one is new."""
    records = records_of(SEASON)
    file = folder / f"season-{rubbers}.egn"
    with file.open("w") as stream:
        for number in range(rubbers):
            record = records[number % len(records)].rstrip("\n")
            stream.write(record.replace('[Table "', f'[Table "{number // len(records)}.', 1) + "\n\n")
    return file


def _import(file: Path, environment: dict[str, str]) -> float:
    return seconds_of(lambda: manage(environment, "import_egn", str(file)))


def _empty(environment: dict[str, str]) -> None:
    with psycopg.connect(environment["DATABASE_URL"]) as connection:
        connection.execute("TRUNCATE matches_club, matches_logentry, matches_importreport CASCADE")


def manage(environment: dict[str, str], *arguments: str) -> None:
    command = [sys.executable, str(PROJECT / "manage.py"), *arguments]
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)


def _peak_kib() -> int:
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


def _copy_seconds(rows: list[str], database: str) -> float:
    with psycopg.connect(database) as connection:
        connection.execute("CREATE TEMP TABLE copied (number bigint, deal text)")
        started = time.perf_counter()
        with connection.cursor().copy("COPY copied FROM STDIN") as copy:
            for number, deal in enumerate(rows):
                copy.write_row((number, deal))
        connection.commit()
        return time.perf_counter() - started


if __name__ == "__main__":
    main()
