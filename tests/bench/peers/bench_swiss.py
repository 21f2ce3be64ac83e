"""Swiss rounds of 64 and 128 players beside py4swiss (Dutch system), by the protocol of
``tests.bench.bench_swiss``.
"""

from __future__ import annotations

from typing import Final

from tests.bench import show
from tests.bench.bench_swiss import timed_rounds
from tests.bench.peers import Beside, beside

ROUNDS: Final = {64: 6, 128: 7}
EVENTS: Final = 5


def main(*, small: bool = False) -> list[Beside]:
    timed_rounds(8, 1, events=1)  # both engines loaded
    figures = []
    for size, rounds in {8: 3}.items() if small else ROUNDS.items():
        timed = timed_rounds(size, rounds, events=1 if small else EVENTS)
        what = f"a round of {size}, {len(timed.ours)} rounds"
        figures += [
            beside(f"{what}, ours", timed.ours, "ms", gives="pairs, colours, a reason for each pair"),
            beside(f"{what}, py4swiss", timed.theirs, "ms", gives="pairs, colours", ours=timed.ours),
        ]
    return show(figures)


if __name__ == "__main__":
    main()
