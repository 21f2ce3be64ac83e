"""Measure the growth of the database per deal: rows, bytes of rows and of indexes, and bytes of its log.

A season over and over is read by ``import_egn`` into PostgreSQL, then reviewed, rated and honoured until no
work is pending. All tables are vacuumed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, LiteralString

import psycopg

from tests.bench import Figure, show
from tests.bench.bench_evening import environment
from tests.bench.bench_import import manage, number_of, season
from tests.bench.open_day.composition import running
from tests.bench.open_day.day import wait_until_idle

RUBBERS: Final = 1_500
OURS: Final = "matches_"
GROUPS: Final = {
    "matches_logentry": "log",
    "matches_rubber": "records",
    "matches_game": "records",
    "matches_deal": "records",
    "matches_incident": "records",
    "matches_tally": "figures",
    "matches_review": "reviews",
    "matches_decision": "reviews",
    "matches_dealreview": "reviews",
    "matches_importreport": "import reports",
    "matches_importline": "import reports",
}
"""The part of the service to which each table belongs. All other tables count as the rest."""
REST: Final = "the rest"
SIZES: Final[LiteralString] = """
    SELECT relname, reltuples::bigint, pg_table_size(oid), pg_indexes_size(oid)
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""


@dataclass(slots=True)
class Lies:
    """The size of a table: rows, and bytes of rows (with those stored out of line) and of indexes."""

    rows: int = 0
    table: int = 0
    indexes: int = 0


def main() -> list[Figure]:
    with environment() as variables, tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        before = sizes(variables["DATABASE_URL"])
        written = log_bytes(variables["DATABASE_URL"])
        manage(variables, "import_egn", str(season(folder, RUBBERS)))
        imported = log_bytes(variables["DATABASE_URL"]) - written
        # A starting worker looks for all pending work.
        with running(variables, folder, settings="ecarte_site.settings") as site:
            site.wait_until_ready()
            wait_until_idle(site, variables["REDIS_URL"])
        after = sizes(variables["DATABASE_URL"])
    figures = list(_figures(grown(before, after), imported))
    return show(figures)


def _figures(tables: dict[str, Lies], imported: int) -> Iterator[Figure]:
    deals = tables["matches_deal"].rows
    yield Figure("deals imported and reviewed", float(deals), "deals")
    groups: dict[str, Lies] = {}
    for name, lies in tables.items():
        group = groups.setdefault(GROUPS.get(name, REST), Lies())
        group.rows += lies.rows
        group.table += lies.table
        group.indexes += lies.indexes
    for name, lies in sorted(groups.items(), key=lambda each: -each[1].table - each[1].indexes):
        yield Figure(f"{name}: rows a deal", lies.rows / deals, "rows")
        yield Figure(f"{name}: bytes a deal", lies.table / deals, "bytes")
        yield Figure(f"{name}: bytes of indexes a deal", lies.indexes / deals, "bytes")
    everything = sum(lies.table + lies.indexes for lies in groups.values())
    yield Figure("all tables and indexes, bytes a deal", everything / deals, "bytes")
    yield Figure("the database's own log of the import, bytes a deal", imported / deals, "bytes")


def sizes(database: str) -> dict[str, Lies]:
    """Vacuum the database and return the size of each table of ours."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")
        rows = connection.execute(SIZES).fetchall()
    return {
        name: Lies(max(count, 0), table, indexes)
        for name, count, table, indexes in rows
        if name.startswith(OURS)
    }


def grown(before: dict[str, Lies], after: dict[str, Lies]) -> dict[str, Lies]:
    growth = {}
    for name, now in after.items():
        was = before.get(name, Lies())
        more = Lies(now.rows - was.rows, now.table - was.table, now.indexes - was.indexes)
        if more != Lies():
            growth[name] = more
    return growth


def log_bytes(database: str) -> int:
    """Return how many bytes the database has written to its write-ahead log so far, by any process."""
    return number_of(database, "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")


if __name__ == "__main__":
    main()
