"""Card play looked up in arrays, beside a plain search of the same positions; and how soon a worker can begin."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from random import Random

import numpy as np
from numpy.typing import NDArray

from tests.bench import Figure, best_seconds, show
from tests.worker.solver import naive
from tests.worker.solver.hands import position_of
from worker.solver import solve_leads_many, solve_many, warm
from worker.solver.table import solver_table

ROWS = 1_000_000
SEARCHED = 20

Columns = tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint8]]


def main() -> list[Figure]:
    warm()
    columns = random_deals(ROWS)
    table_seconds = best_seconds(lambda: solve_many(*columns)) / ROWS
    search_seconds = searched_seconds(columns)
    figures = [
        Figure("positions of five cards solved in arrays", 1 / table_seconds, "positions/s", budget=50e6),
        Figure("every lead of them", ROWS / best_seconds(lambda: solve_leads_many(*columns)), "positions/s"),
        Figure("positions of five cards solved by plain search", 1 / search_seconds, "positions/s"),
        Figure("time for a position, by the table over by search", table_seconds / search_seconds, "of 1"),
        Figure("table of 81,500 positions built, kernels loaded", table_build_seconds(), "s"),
        *start_figures(),
    ]
    show(figures)
    return figures


def random_deals(rows: int) -> Columns:
    """Hands of five cards each, trumps at random."""
    random = np.random.default_rng(81_500)
    cards = np.argsort(random.random((rows, 32)), axis=1)
    leaders, followers = (
        (np.uint32(1) << cards[:, start:end].astype(np.uint32)).sum(axis=1, dtype=np.uint32)
        for start, end in pairwise((0, 5, 10))
    )
    return leaders, followers, random.integers(0, 4, rows).astype(np.uint8)


def searched_seconds(columns: Columns) -> float:
    """Seconds a position, each searched from nothing; the answers must be the table's."""
    tricks = solve_many(*columns)
    rows = Random(1).sample(range(len(tricks)), SEARCHED)
    started = time.process_time()
    for row in rows:
        leader, follower = (
            [card for card in range(32) if int(column[row]) >> card & 1] for column in columns[:2]
        )
        naive.forced.cache_clear()
        if naive.forced(position_of(leader, follower, int(columns[2][row]))) != tricks[row]:
            raise AssertionError(f"table and search differ on row {row}")
    return (time.process_time() - started) / SEARCHED


def table_build_seconds() -> float:
    def build() -> None:
        solver_table.cache_clear()
        solver_table()

    return best_seconds(build)


def start_figures() -> list[Figure]:
    """A fresh Python until the first answer: with kernels kept from an earlier run, and without."""
    program = (
        "from worker.solver import solve_leads; from worker.review import warm; solve_leads(1, 2, 0); warm()"
    )
    with tempfile.TemporaryDirectory() as folder:
        seconds = []
        for _ in range(3):
            started = time.perf_counter()
            subprocess.run(
                [sys.executable, "-c", program], check=True, env={**os.environ, "NUMBA_CACHE_DIR": folder}
            )
            seconds.append(time.perf_counter() - started)
    cold, *kept = seconds
    return [
        Figure("worker ready to solve and review, kernels kept", min(kept), "s", budget=2.0),
        Figure("worker ready to solve and review, kernels compiled", cold, "s", budget=5.0),
    ]


if __name__ == "__main__":
    main()
