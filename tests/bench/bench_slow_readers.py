"""Measure a new client's wait next to slow readers, through Caddy as it is shipped, and Caddy's memory.

100 streams of one HTTP/2 connection, or 200 connections, ask at once for the same response and read next to nothing
of it. A new client's longest wait is measured while their requests are answered and after that, and, for
comparison, beside 200 clients that read what they asked for.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import redis

from tests.bench import Figure, mib_of, show
from tests.bench.bench_import import services
from tests.support.slow_reader_site import (
    ADDRESSES,
    Site,
    plain_readers,
    plain_windows,
    readers,
    served_site,
    windows,
)
from tests.support.slow_readers import usual_readers
from tests.support.slow_senders import longest_wait

READINGS = {
    "100 streams, compressed": (windows, 100),
    "100 streams, not compressed": (plain_windows, 100),
    "200 connections, compressed": (readers, 200),
    "200 connections, not compressed": (plain_readers, 200),
}
BUDGET_MS = 1_000.0


def main() -> list[Figure]:
    figures: list[Figure] = []
    memory = 0.0
    with services() as variables, tempfile.TemporaryDirectory() as folder:
        broker = redis.from_url(variables["REDIS_URL"])
        with served_site({**variables, "SECRET_KEY": "for benchmarks alone"}, Path(folder)) as site:
            figures.append(_wait(site, "newcomer, longest wait with nobody else there"))
            for address in ADDRESSES:
                broker.flushdb()  # so that the API does not refuse further requests of the same client
                with usual_readers(site.front.port, 200, site.path(address)):
                    figures.append(_wait(site, f"at first beside 200 usual readers: {address}"))
                for name, (reading, number) in READINGS.items():
                    broker.flushdb()
                    with reading(site, address, number):
                        figures.append(_wait(site, f"at first beside {name}: {address}"))
                        figures.append(_wait(site, f"after 2 s beside {name}: {address}", BUDGET_MS))
                        memory = max(memory, mib_of(site.front.caddy.pid))
        figures.append(Figure("Caddy, at most", memory, "MiB"))
    return show(figures)


def _wait(site: Site, name: str, budget: float | None = None) -> Figure:
    return Figure(name, longest_wait(site.front.port, seconds=2.0) * 1000, "ms", budget=budget)


if __name__ == "__main__":
    main()
