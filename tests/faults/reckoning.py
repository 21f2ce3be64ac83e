"""Compares what clients were told with what is stored: nothing confirmed is lost, and nothing is there twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, LiteralString

import psycopg

from tests.faults.ledger import Ledger


@dataclass
class Reckoning:
    """``lost`` and ``doubled`` are sentences, one for each entry."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)


def reckon(database_url: str, ledger: Ledger) -> Reckoning:
    """By SQL over the log and its rows, which shares no code with what wrote them."""
    found = Reckoning()
    with psycopg.connect(database_url) as connection:

        def ask(statement: LiteralString, *values: object) -> Sequence[tuple[Any, ...]]:
            return connection.execute(statement, values).fetchall()

        _compare_pads(found, ledger, ask(DEALS, list(ledger.deals)), ask(STREAMS, list(ledger.deals)))
        stored = Counter(table for (table,) in ask(TABLES))
        ids = dict(ask(IDS, list(ledger.rubbers)))
        for table, rubber in ledger.rubbers.items():
            if ids.get(table) != rubber:
                found.lost.append(f"rubber {rubber} at table {table}")
        tables = [*ledger.rubbers, *(table for file in ledger.files.values() for table in file)]
        found.lost += [f"table {table}" for table in tables if not stored[table]]
        found.doubled += [f"table {table}, {number} times" for table, number in stored.items() if number > 1]
        found.gaps += [
            f"{stream}: {number} entries up to version {last}" for stream, number, last in ask(GAPS)
        ]
        found.doubled += [f"review of rubber {rubber}" for (rubber,) in ask(REVIEWS)]
        unread = {report for (report,) in ask(UNREAD)}
        found.lost += [
            f"file {report} was not read to its end" for report in ledger.files if report in unread
        ]
    return found


DEALS: LiteralString = (
    "SELECT rubber.public_id, entry.key, entry.version, log.kind FROM matches_padentry AS entry"
    " JOIN matches_rubber AS rubber ON rubber.id = entry.rubber_id"
    " LEFT JOIN matches_logentry AS log"
    " ON log.stream = 'rubber:' || rubber.public_id AND log.version = entry.version"
    " WHERE rubber.public_id = ANY(%s)"
)
STREAMS: LiteralString = (
    "SELECT rubber.public_id, count(log.id), rubber.version FROM matches_rubber AS rubber"
    " JOIN matches_logentry AS log ON log.stream = 'rubber:' || rubber.public_id"
    " WHERE rubber.public_id = ANY(%s) GROUP BY rubber.public_id, rubber.version"
)
TABLES: LiteralString = 'SELECT "table" FROM matches_rubber WHERE "table" <> \'\''
IDS: LiteralString = 'SELECT "table", public_id FROM matches_rubber WHERE "table" = ANY(%s)'
GAPS: LiteralString = (
    "SELECT stream, count(*), max(version) FROM matches_logentry GROUP BY stream"
    " HAVING count(*) <> max(version) OR min(version) <> 1"
)
REVIEWS: LiteralString = (
    "SELECT rubber_id FROM matches_review GROUP BY rubber_id, engine_version HAVING count(*) > 1"
)
UNREAD: LiteralString = (
    "SELECT public_id FROM matches_importreport WHERE finished_at IS NULL OR problem <> ''"
)


def _compare_pads(
    found: Reckoning,
    ledger: Ledger,
    entries: Iterable[tuple[Any, ...]],
    streams: Iterable[tuple[Any, ...]],
) -> None:
    """A confirmed key has one row, the version that was told, and an entry of the log; nothing else is in the log."""
    stored: dict[str, Counter[tuple[str, int]]] = {}
    for rubber, key, version, kind in entries:
        stored.setdefault(rubber, Counter())[key, version] += 1
        if kind is None:
            found.lost.append(f"version {version} of rubber {rubber} is not in its log")
    for rubber, told in ledger.deals.items():
        rows = stored.get(rubber, Counter())
        for key, version in told.items():
            if not rows[key, version]:
                found.lost.append(f"entry {key} of rubber {rubber}, confirmed as version {version}")
        found.doubled += [
            f"entry {key} of rubber {rubber}" for (key, _), number in rows.items() if number > 1
        ]
        found.doubled += [
            f"entry {key} of rubber {rubber}, never confirmed" for key, _ in rows if key not in told
        ]
    for rubber, number, version in streams:
        # The first entry opened it.
        if number != version or number != 1 + len(ledger.deals[rubber]):
            told_of = 1 + len(ledger.deals[rubber])
            found.doubled.append(f"rubber {rubber}: {number} entries in its log, {told_of} told")
