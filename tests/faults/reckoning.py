"""Compare the responses that clients got with the stored data, and count the work that is still pending.

Nothing confirmed may be lost or stored twice. `python -m tests.faults.reckoning SECONDS` waits until no work
is pending, or until no progress was made for that many seconds, and prints the number of pending items of
each kind as JSON. It uses the service's own queries, and triggers no work.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, LiteralString

import psycopg

from tests.faults.ledger import Ledger
from tests.support.processes import python_output


@dataclass
class Reckoning:
    """``lost`` and ``doubled`` are sentences, one for each entry."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)


def reckon(database_url: str, ledger: Ledger) -> Reckoning:
    """Compare by SQL over the log and its rows, which shares no code with the service that wrote them."""
    reckoning = Reckoning()
    with psycopg.connect(database_url) as connection:

        def ask(statement: LiteralString, *values: object) -> Sequence[tuple[Any, ...]]:
            return connection.execute(statement, values).fetchall()

        _compare_pads(reckoning, ledger, ask(DEALS, list(ledger.deals)), ask(STREAMS, list(ledger.deals)))
        stored = Counter(table for (table,) in ask(TABLES))
        ids = dict(ask(IDS, list(ledger.rubbers)))
        for table, rubber in ledger.rubbers.items():
            if ids.get(table) != rubber:
                reckoning.lost.append(f"rubber {rubber} at table {table}")
        tables = [*ledger.rubbers, *(table for file in ledger.files.values() for table in file)]
        reckoning.lost += [f"table {table}" for table in tables if not stored[table]]
        reckoning.doubled += [
            f"table {table}, {number} times" for table, number in stored.items() if number > 1
        ]
        reckoning.gaps += [
            f"{stream}: {number} entries up to version {last}" for stream, number, last in ask(GAPS)
        ]
        reckoning.doubled += [f"review of rubber {rubber}" for (rubber,) in ask(REVIEWS)]
        unread = {report for (report,) in ask(UNREAD)}
        reckoning.lost += [
            f"file {report} was not read to its end" for report in ledger.files if report in unread
        ]
    return reckoning


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
    reckoning: Reckoning,
    ledger: Ledger,
    entries: Iterable[tuple[Any, ...]],
    streams: Iterable[tuple[Any, ...]],
) -> None:
    """Compare confirmed keys with the stored entries.

    Each confirmed key must have one row, the confirmed version, and an entry of the log; the log has no others.
    """
    stored: dict[str, Counter[tuple[str, int]]] = {}
    for rubber, key, version, kind in entries:
        stored.setdefault(rubber, Counter())[key, version] += 1
        if kind is None:
            reckoning.lost.append(f"version {version} of rubber {rubber} is not in its log")
    for rubber, versions in ledger.deals.items():
        rows = stored.get(rubber, Counter())
        for key, version in versions.items():
            if not rows[key, version]:
                reckoning.lost.append(f"entry {key} of rubber {rubber}, confirmed as version {version}")
        reckoning.doubled += [
            f"entry {key} of rubber {rubber}" for (key, _), number in rows.items() if number > 1
        ]
        reckoning.doubled += [
            f"entry {key} of rubber {rubber}, never confirmed" for key, _ in rows if key not in versions
        ]
    for rubber, number, version in streams:
        # The first entry opened it.
        if number != version or number != 1 + len(ledger.deals[rubber]):
            told_of = 1 + len(ledger.deals[rubber])
            reckoning.doubled.append(f"rubber {rubber}: {number} entries in its log, {told_of} told")


def left_owed(environment: Mapping[str, str], patience_seconds: float) -> dict[str, int]:
    """Return the counts of work still pending, by kind, once the patience has run out; empty if none is left."""
    output = python_output(environment, "-m", "tests.faults.reckoning", str(patience_seconds))
    amounts: dict[str, int] = json.loads(output.strip().splitlines()[-1])
    return {kind: number for kind, number in amounts.items() if number}


def main(patience_seconds: float) -> None:
    import django

    django.setup()
    from django.utils import timezone

    from matches.events.draw import draws_to_make
    from matches.events.write_standings import events_with_pending_standings
    from matches.exchange.imports.uploads import uploads_to_read
    from matches.figures.deferred_updates import clubs_to_honour, clubs_with_pending_ratings
    from matches.models import Delivery, Review
    from matches.reviews.claims import reviews_given_up, rubbers_pending_review

    def owed() -> dict[str, int]:
        return {
            "reviews": rubbers_pending_review().count(),
            "reviews in hand": Review.objects.filter(state=Review.State.CLAIMED).count(),
            "reviews given up": reviews_given_up().count(),
            "standings": events_with_pending_standings().count(),
            "files": uploads_to_read().count(),
            "draws": draws_to_make().count(),
            "ratings": clubs_with_pending_ratings().count(),
            "honours": clubs_to_honour(timezone.now()).count(),
            "news": Delivery.objects.filter(state=Delivery.State.WAITING).count(),
        }

    least, deadline = None, time.monotonic() + patience_seconds
    while any((now := owed()).values()) and time.monotonic() < deadline:
        # Whoever gets on with it has time: how much there is to do is no fault.
        if least is None or sum(now.values()) < least:
            least, deadline = sum(now.values()), time.monotonic() + patience_seconds
        time.sleep(0.5)
    print(json.dumps(now))


if __name__ == "__main__":
    main(float(sys.argv[1]))
