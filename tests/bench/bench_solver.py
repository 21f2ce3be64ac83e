"""Card play looked up in arrays, beside a plain search of the same positions; whole deals graded with both hands seen;
and how soon a worker can begin.
"""

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

from scoring.cards import CARD_NAMES, HAND_SIZE, beats
from tests.bench import Figure, best_seconds, show
from tests.worker.solver import naive
from tests.worker.solver.naive import position_of
from worker.solver import grade_deals, solve_leads_many, solve_many, solve_replies_many, warm
from worker.solver.kernels import NO_CARD
from worker.solver.table import solver_table

ROWS = 1_000_000
SEARCHED = 20
GRADED = 200_000

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
        graded_figure(columns),
        *start_figures("solve", "from worker.solver import warm; warm()", kept=2.0, compiled=5.0),
        *start_figures("review", "from worker.review import warm; warm()"),
    ]
    return show(figures)


def random_deals(rows: int) -> Columns:
    random = np.random.default_rng(81_500)
    cards = np.argsort(random.random((rows, 32)), axis=1)
    leaders, followers = (
        (np.uint32(1) << cards[:, start:end].astype(np.uint32)).sum(axis=1, dtype=np.uint32)
        for start, end in pairwise((0, 5, 10))
    )
    return leaders, followers, random.integers(0, 4, rows).astype(np.uint8)


def searched_seconds(columns: Columns) -> float:
    """Return the seconds for a position searched from nothing; the results must be the table's."""
    tricks = solve_many(*columns)
    rows = Random(1).sample(range(len(tricks)), SEARCHED)
    started = time.process_time()
    for row in rows:
        leader, follower = (
            [card for card in range(32) if int(column[row]) >> card & 1] for column in columns[:2]
        )
        naive.forget()
        if naive.forced(position_of(leader, follower, int(columns[2][row]))) != tricks[row]:
            raise AssertionError(f"table and search differ on row {row}")
    return (time.process_time() - started) / SEARCHED


def table_build_seconds() -> float:
    def build() -> None:
        solver_table.cache_clear()
        solver_table()

    return best_seconds(build)


def graded_figure(columns: Columns) -> Figure:
    """Grade in hindsight what every card of a deal lost, each deal played at random within the laws."""
    leaders, followers, trumps = columns[0][:GRADED], columns[1][:GRADED], columns[2][:GRADED]
    cards = played_at_random(leaders, followers, trumps)
    lost, tricks = grade_deals(leaders, followers, trumps, cards)
    if not lost.any() or tricks.max() > HAND_SIZE:
        raise AssertionError("deals played at random were graded as if they were not")
    seconds = best_seconds(lambda: grade_deals(leaders, followers, trumps, cards))
    return Figure("hindsight grading of whole deals", GRADED / seconds, "deals/s", budget=500e3)


def played_at_random(
    leaders: NDArray[np.uint32], followers: NDArray[np.uint32], trumps: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Return ``[n, 10]``: the cards in the order of play."""
    pack = range(len(CARD_NAMES))
    wins = np.array([[[beats(reply, lead, trump) for reply in pack] for lead in pack] for trump in range(4)])
    random = np.random.default_rng(43)
    cards = []
    for cards_left in range(HAND_SIZE, 0, -1):
        lead = card_at(leaders, random.integers(0, cards_left, len(leaders)))
        is_lawful = solve_replies_many(leaders, followers, trumps, lead) != NO_CARD
        reply = card_at(followers, (random.random(is_lawful.shape) * is_lawful).argmax(axis=1))
        cards += [lead, reply]
        leaders, followers = leaders & ~bit_of(lead), followers & ~bit_of(reply)
        follower_leads = wins[trumps, lead, reply]
        leaders, followers = (
            np.where(follower_leads, followers, leaders),
            np.where(follower_leads, leaders, followers),
        )
    return np.stack(cards, axis=1)


def card_at(hands: NDArray[np.uint32], places: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the card at each place, the lowest bit at 0."""
    in_hand = hands[:, None] >> np.arange(len(CARD_NAMES), dtype=np.uint32) & 1
    cards: NDArray[np.uint8] = (in_hand.cumsum(axis=1) > places[:, None]).argmax(axis=1).astype(np.uint8)
    return cards


def bit_of(cards: NDArray[np.uint8]) -> NDArray[np.uint32]:
    return np.uint32(1) << cards.astype(np.uint32)


def start_figures(
    task: str, program: str, *, kept: float | None = None, compiled: float | None = None
) -> list[Figure]:
    """Measure a fresh Python until it is ready, with kernels cached by an earlier run, and without."""
    with tempfile.TemporaryDirectory() as folder:
        seconds = []
        for _ in range(3):
            started = time.perf_counter()
            subprocess.run(
                [sys.executable, "-c", program], check=True, env={**os.environ, "NUMBA_CACHE_DIR": folder}
            )
            seconds.append(time.perf_counter() - started)
    cold, *warm_starts = seconds
    return [
        Figure(f"worker ready to {task}, kernels kept", min(warm_starts), "s", budget=kept),
        Figure(f"worker ready to {task}, kernels compiled", cold, "s", budget=compiled),
    ]


if __name__ == "__main__":
    main()
