"""Evenings at random, each step held against a table kept by hand, and how fast one long evening is derived."""

from __future__ import annotations

import time

from matches.rules.sittings.fold import derive_sitting
from tests.bench import Figure, best_seconds, show
from tests.matches.rules.sittings.evenings import Evening, french
from tests.matches.rules.sittings.test_random_evenings import EVENINGS, check_evening

CHECKED = 20_000
GAMES = 60


def long_evening() -> Evening:
    evening = french(*(f"p{number}" for number in range(8)))
    for number in range(GAMES):
        a, b = evening.state.seats
        bettors = [waiting.player for waiting in evening.state.queue[:4]]
        evening.stake((a, a, 200), (b, b, 300))
        evening.stake(*((player, (a, b)[place % 2], 150) for place, player in enumerate(bettors)))
        evening.play((a, b)[number % 3 == 0])
    return evening


def main() -> list[Figure]:
    started = time.process_time()
    for seed in range(EVENINGS, EVENINGS + CHECKED):
        check_evening(seed)
    checked = time.process_time() - started
    evening = long_evening()
    seconds = best_seconds(lambda: derive_sitting(evening.facts, evening.results))
    figures = [
        Figure(f"{CHECKED:,} evenings at random, each step checked against a naive table", checked, "s"),
        Figure(f"an evening of {GAMES} games, {len(evening.facts)} facts, derived", seconds * 1e3, "ms"),
    ]
    return show(figures)


if __name__ == "__main__":
    main()
