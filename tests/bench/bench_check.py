"""Read, laws and marks of the season on one core, and the memory that reading takes as a file grows.

The reference of the same run is ``str.split`` over the same text. The board is what a pad asks after each
card that is entered.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from scoring.board import next_moves
from scoring.check import check_file
from scoring.record import Deal
from tests.bench import SEASON, Figure, best_seconds, show

BOARDS_OF = 50
SMALL_RUBBERS, LARGE_RUBBERS = 10, 10_000

PEAK_OF_CHECKING = """
import re, sys
from scoring.check import check_file
rubbers = sum(1 for _ in check_file(sys.stdin.buffer))
status = open("/proc/self/status").read()
print(rubbers, re.search(r"VmHWM:\\s+(\\d+) kB", status).group(1))
"""


def _rubbers(data: bytes) -> list[bytes]:
    return [rubber.rstrip(b"\n") + b"\n" for rubber in re.split(rb"(?m)^(?=\[EGN )", data) if rubber.strip()]


def repeated(rubbers: list[bytes], count: int) -> bytes:
    """Return a file of ``count`` rubbers, the season over and over."""
    cycles = -(-count // len(rubbers))
    return b"\n".join(islice((rubber for _ in range(cycles) for rubber in rubbers), count))


def _peak_mib(data: bytes) -> float:
    """Return the peak memory of a process that checks ``data`` from a pipe. ``ru_maxrss`` would count the
    parent's, too.
    """
    done = subprocess.run(
        [sys.executable, "-c", PEAK_OF_CHECKING], input=data, capture_output=True, check=True
    )
    _, kib = done.stdout.split()
    return int(kib) / 1024


def boards_of(deals: Sequence[Deal]) -> int:
    """Ask for the next moves after every item of these deals, and return the number of requests."""
    boards = 0
    for deal in deals:
        for count in range(len(deal.items) + 1):
            next_moves(replace(deal, items=deal.items[:count]))
            boards += 1
    return boards


def main() -> list[Figure]:
    data = SEASON.read_bytes()
    everything = list(check_file(io.BytesIO(data)))
    deals = sum(len(game.deals) for rubber in everything for game in rubber.games)
    seconds = best_seconds(lambda: sum(1 for _ in check_file(io.BytesIO(data))))
    text = data.decode()
    split_seconds = best_seconds(lambda: text.replace(",", " ").split())
    full_data = b"\n".join(
        rubber for rubber, checked in zip(_rubbers(data), everything, strict=True) if checked.depth == "play"
    )
    full = [rubber for rubber in everything if rubber.depth == "play"]
    full_deals = sum(len(game.deals) for rubber in full for game in rubber.games)
    full_seconds = best_seconds(lambda: sum(1 for _ in check_file(io.BytesIO(full_data))))
    entered = [checked.deal for rubber in full for game in rubber.games for checked in game.deals][:BOARDS_OF]
    boards = boards_of(entered)
    board_seconds = best_seconds(lambda: boards_of(entered)) / boards
    rubbers = _rubbers(data)
    small, large = _peak_mib(repeated(rubbers, SMALL_RUBBERS)), _peak_mib(repeated(rubbers, LARGE_RUBBERS))
    figures = [
        Figure("read, laws and marks of the season", deals / seconds, "deals/s", budget=10_000),
        Figure(
            "the same, of rubbers recorded card by card", full_deals / full_seconds, "deals/s", budget=10_000
        ),
        Figure("the season in units of splitting its text", seconds / split_seconds, "times"),
        Figure("the board after a card of these", board_seconds * 1e3, "ms", budget=50),
        Figure(f"peak memory, {SMALL_RUBBERS} rubbers", small, "MiB"),
        Figure(f"peak memory, {LARGE_RUBBERS:,} rubbers", large, "MiB"),
        Figure("memory of the large file over the small", large / small, "times", budget=1.1),
    ]
    return show(figures)


if __name__ == "__main__":
    main()
