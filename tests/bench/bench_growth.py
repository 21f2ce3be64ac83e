"""What a deal leaves behind in the database: rows, bytes of rows and of indexes, and bytes of its log.

A season over and over, two deals in three of it recorded card by card, read by ``import_egn`` into PostgreSQL, then
reviewed, rated and honoured by the workers until nothing is owed. Nothing was corrected, and all tables are vacuumed:
what is measured is what the records take, without much of the room that changes leave.
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
from tests.bench.bench_import import _season as season
from tests.bench.bench_import import manage
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
"""What a table belongs to; whatever else there is counts as the rest."""
REST: Final = "the rest"
SIZES: Final[LiteralString] = """
    SELECT relname, reltuples::bigint, pg_table_size(oid), pg_indexes_size(oid)
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""


@dataclass(slots=True)
class Lies:
    """Rows, and bytes of rows (with what is kept out of line) and of indexes."""

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
        # Whoever starts a worker has it look for all that is owed.
        with running(variables, folder, settings="ecarte_site.settings") as site:
            site.wait_until_ready()
            wait_until_idle(site, variables["REDIS_URL"])
        after = sizes(variables["DATABASE_URL"])
    figures = list(_figures(grown(before, after), imported))
    show(figures)
    return figures


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
    """Of each table of ours, after a vacuum."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")
        rows = connection.execute(SIZES).fetchall()
    return {
        name: Lies(max(count, 0), table, indexes)
        for name, count, table, indexes in rows
        if name.startswith(OURS)
    }


def grown(before: dict[str, Lies], after: dict[str, Lies]) -> dict[str, Lies]:
    """What each table has more than it had, where that is anything."""
    found = {}
    for name, now in after.items():
        was = before.get(name, Lies())
        more = Lies(now.rows - was.rows, now.table - was.table, now.indexes - was.indexes)
        if more != Lies():
            found[name] = more
    return found


def log_bytes(database: str) -> int:
    """How much the database has written to its own log by now, by whomever."""
    with psycopg.connect(database) as connection:
        row = connection.execute("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn").fetchone()
    return int(row[0]) if row else 0


if __name__ == "__main__":
    main()
