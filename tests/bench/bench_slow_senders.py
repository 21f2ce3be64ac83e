"""How long a newcomer waits beside slow senders, through Caddy as it is shipped, and what Caddy's memory comes to.

PostgreSQL, Redis, gunicorn by the command of docker-compose.yml, and 16, then 200 senders of each kind, who begin a
request and send the rest a byte at a time. Meanwhile a newcomer asks for a page by a new connection, again and again.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Final

import httpx

from tests.bench import Figure, show
from tests.bench.bench_import import manage, services
from tests.support.front import Front, served_in_front
from tests.support.senders import KINDS, slow_senders

NUMBERS: Final = (16, 200)
SECONDS: Final = 4.0
PAGE: Final = "/accounts/login/"
BUDGET_MS: Final = 1_000.0


def main() -> list[Figure]:
    figures: list[Figure] = []
    with services() as variables, tempfile.TemporaryDirectory() as folder:
        manage(variables, "migrate", "--verbosity", "0")
        with served_in_front({**variables, "SECRET_KEY": "for benchmarks alone"}, Path(folder)) as front:
            _longest_wait(front)
            figures.append(
                Figure("newcomer, longest wait with nobody else there", _longest_wait(front), "ms")
            )
            for number in NUMBERS:
                for kind, (start, more) in KINDS.items():
                    with slow_senders(front.port, number, start, more):
                        name = f"newcomer, longest wait beside {number}: {kind}"
                        figures.append(Figure(name, _longest_wait(front), "ms", budget=BUDGET_MS))
                        if number == max(NUMBERS) and kind == "a full buffer":
                            figures.append(Figure("Caddy beside 200 full buffers", _mib(front), "MiB"))
    show(figures)
    return figures


def _longest_wait(front: Front) -> float:
    """Milliseconds, from the connection to the last byte, over some seconds."""
    longest = 0.0
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        started = time.perf_counter()
        assert httpx.get(front.url + PAGE, timeout=60).status_code == 200
        longest = max(longest, time.perf_counter() - started)
    return longest * 1000


def _mib(front: Front) -> float:
    status = Path(f"/proc/{front.caddy.pid}/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


if __name__ == "__main__":
    main()
