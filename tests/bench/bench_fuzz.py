"""A million inputs, made by a fuzzer that is guided by the branches they take, for reader and engine.

Six fuzzers, as many at a time as there are cores, each with a seed of its own. An input that breaks a promise
(tests/fuzz/target.py) is left in tests/fuzz/finds, where the tests run it from then on, and this module fails.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

from tests.bench import Figure, MissingServiceError, show
from tests.fuzz import NOTES
from tests.fuzz.fuzzer import IS_HERE, Run, run_fuzzer

INPUTS = 1_000_000
FUZZERS = 6


def main() -> list[Figure]:
    if not IS_HERE:
        raise MissingServiceError("atheris comes built for Linux on x86-64 alone; the fuzz is left out")
    each = NOTES * -(-INPUTS // (FUZZERS * NOTES))
    with ThreadPoolExecutor(min(FUZZERS, os.cpu_count() or 1)) as pool:
        runs = list(pool.map(lambda seed: run_fuzzer(each, seed=seed), range(1, FUZZERS + 1)))
    for run in runs:
        if not run.found_nothing:
            raise AssertionError(f"the fuzz found something, and left it in tests/fuzz/finds:\n{run.report}")
    figures = [
        Figure("inputs", sum(run.notes[-1].inputs for run in runs), "inputs"),
        Figure("inputs that broke a promise", 0, "inputs"),
        Figure(
            "branches of reader and engine taken, the best run", max(run.branches for run in runs), "branches"
        ),
        Figure("inputs kept for a branch that was new, all runs", sum(run.kept for run in runs), "inputs"),
        Figure("each fuzzer", min(run.notes[-1].inputs / run.notes[-1].seconds for run in runs), "inputs/s"),
        Figure(
            "the slowest input", 1000 * max(run.notes[-1].slowest_seconds for run in runs), "ms", budget=5_000
        ),
        *_memory(runs),
    ]
    return show(figures)


def _memory(runs: list[Run]) -> list[Figure]:
    """Measure the run that grew most. Resident memory holds the fuzzer's corpus as well; Python's blocks do not."""
    worst = max(runs, key=lambda run: run.notes[-1].resident_kib / run.notes[1].resident_kib)
    first, last = worst.notes[1], worst.notes[-1]
    return [
        Figure(f"resident after {first.inputs:,} inputs", first.resident_kib / 1024, "MiB"),
        Figure(f"resident after {last.inputs:,} inputs", last.resident_kib / 1024, "MiB"),
        Figure(
            "blocks of Python's memory at the end over then", last.blocks / first.blocks, "times", budget=1.1
        ),
    ]


if __name__ == "__main__":
    main()
