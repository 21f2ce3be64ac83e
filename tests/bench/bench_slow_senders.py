"""Measure a new client's wait next to slow senders, through Caddy as it is shipped, and Caddy's memory.

First 16, then 200 senders of each kind begin a request and send the rest a byte at a time.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from tests.bench import Figure, mib_of, show
from tests.bench.bench_import import manage, services
from tests.support.slow_senders import KINDS, Front, longest_wait, served_in_front, slow_senders

NUMBERS: Final = (16, 200)
SECONDS: Final = 4.0
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
                            figures.append(
                                Figure("Caddy beside 200 full buffers", mib_of(front.caddy.pid), "MiB")
                            )
    return show(figures)


def _longest_wait(front: Front) -> float:
    return longest_wait(front.port, seconds=SECONDS, patience_seconds=60) * 1000


if __name__ == "__main__":
    main()
