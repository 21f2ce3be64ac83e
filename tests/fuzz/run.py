"""Run the fuzzer once in a process of its own: ``python -m tests.fuzz.run RUNS SEED CORPUS FINDS LOG [TARGET]``.

atheris instruments for libFuzzer: it counts the branches of ``scoring`` that are taken and keeps each input that
takes a new one. The LOG gets a line of JSON for each twentieth of the run. An input that raises, or takes longer
than ``SECONDS_ALLOWED`` or more than ``MIB_ALLOWED``, ends the run and is left in the folder FINDS.
"""

from __future__ import annotations

import importlib
import json
import resource
import sys
import time
from pathlib import Path

import atheris
from atheris.import_hook import HookManager

from tests.fuzz import MIB_ALLOWED, NOTES
from tests.fuzz.grammar import change, cross

SECONDS_ALLOWED = 5
LONGEST_INPUT = 500
PAGE_BYTES = 4_096


def mutate(data: bytes, longest: int, seed: int) -> bytes:
    """Mutate the data, by the grammar four times in five, by bytes otherwise."""
    if seed % 5 == 0:
        return bytes(atheris.Mutate(data, longest))
    return change(data, seed)[:longest]


def crossed(first: bytes, second: bytes, longest: int, seed: int) -> bytes:
    return cross(first, second, seed)[:longest]


def resident_kib() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * PAGE_BYTES // 1024


def main(runs: int, seed: int, corpus: str, finds: str, log: str, target: str = "tests.fuzz.target") -> None:
    # Branches alone: following each comparison's values as well would take twice as long, and the grammar knows them.
    with HookManager({"scoring"}, set(), enable_loader_override=True, trace_dataflow=False):
        check_input = importlib.import_module(target).check_input
    done, slowest = 0, 0.0
    started = time.monotonic()
    every = max(1, runs // NOTES)

    def one_input(data: bytes) -> None:
        nonlocal done, slowest
        begun = time.perf_counter()
        check_input(data)
        slowest = max(slowest, time.perf_counter() - begun)
        done += 1
        if done % every == 0:
            note = {
                "inputs": done,
                "seconds": time.monotonic() - started,
                "resident_kib": resident_kib(),
                "blocks": sys.getallocatedblocks(),
                "slowest_seconds": slowest,
            }
            with open(log, "a", encoding="ascii") as notes:
                notes.write(json.dumps(note) + "\n")

    # libFuzzer's own limit looks at the peak, and a new process begins with the peak of the one that started it.
    resource.setrlimit(resource.RLIMIT_DATA, (MIB_ALLOWED << 20, MIB_ALLOWED << 20))
    options = {
        "runs": runs,
        # Nobody else writes to the corpus; reading it again would run what was there beyond ``runs``.
        "reload": 0,
        "seed": seed,
        "max_len": LONGEST_INPUT,
        "timeout": SECONDS_ALLOWED,
        "rss_limit_mb": 0,
        "artifact_prefix": f"{finds}/",
        "print_final_stats": 1,
        "verbosity": 1,
    }
    arguments = [sys.argv[0], *(f"-{name}={value}" for name, value in options.items()), corpus]
    atheris.Setup(arguments, one_input, custom_mutator=mutate, custom_crossover=crossed)
    atheris.Fuzz()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
