"""Benchmarks: one module here measures one thing, and no test asserts a time.

The protocol, for a module `tests/bench/bench_<subject>.py`:

    from tests.bench import Figure, show

    def main() -> list[Figure]:
        figures = [Figure("read, laws and marks", 11_250.0, "deals/s", budget=10_000.0)]
        return show(figures)

    if __name__ == "__main__":
        main()

`python -m tests.bench.bench_<subject>` prints the figures of one module; `manage.py soak` runs every module's
`main` in a process of its own and writes all figures into docs/benchmarks.md. A module needs no argument and
brings its own data; one that needs a service reads `TEST_DATABASE_URL` or `TEST_REDIS_URL` (`manage.py soak`
sets both), and raises `MissingServiceError` with the reason where it has none.

Units are plain words. A unit that ends in "/s" is a rate, and more is better; a unit of `TIMES` is a time,
and less is better; of any other unit (MiB, queries) less is better too, and its budget is all it is held to.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tests.support.packages import MissingServiceError

__all__ = [
    "SEASON",
    "TIMES",
    "Figure",
    "MissingServiceError",
    "best_seconds",
    "mib_of",
    "records_of",
    "reference_seconds",
    "seconds_of",
    "show",
]

SEASON = Path(__file__).parents[1] / "data" / "samples" / "season.egn"
RUBBER_START = re.compile(r'^\[EGN "', re.MULTILINE)
TIMES = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
"""Units of time, in seconds."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure: the median or best of several runs, as its name states."""

    name: str
    value: float
    unit: str
    budget: float | None = None
    """The budget in docs/inside.md, in the same unit; None if it sets none."""

    @property
    def is_rate(self) -> bool:
        return self.unit.endswith("/s")

    @property
    def share_of_budget(self) -> float | None:
        """Return how many times better the figure is than its budget; 1 meets it."""
        if self.budget is None or not self.value or not self.budget:
            return None
        return self.value / self.budget if self.is_rate else self.budget / self.value

    def per_reference(self, reference_seconds: float) -> float | None:
        """Return the figure in units of `reference_seconds()`, which travels between machines as no time
        does; None for neither rate nor time.
        """
        if self.is_rate:
            return self.value * reference_seconds
        if self.unit in TIMES:
            return self.value * TIMES[self.unit] / reference_seconds
        return None

    def __str__(self) -> str:
        share = self.share_of_budget
        budget = (
            "" if share is None else f"  (budget {self.budget:,.6g} {self.unit}: {share:.2f} times as good)"
        )
        return f"{self.name}: {self.value:,.6g} {self.unit}{budget}"


AnyFigure = TypeVar("AnyFigure", bound=Figure)


def show(figures: Iterable[AnyFigure]) -> list[AnyFigure]:
    """Print one line a figure as it comes, and return all of them."""
    rows = []
    for figure in figures:
        print(figure, flush=True)
        rows.append(figure)
    return rows


def seconds_of(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def mib_of(process: int, name: str = "VmRSS") -> float:
    """Return a value of a process's status in MiB: ``VmRSS`` is its current memory, ``VmHWM`` its peak (man 5 proc)."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(status.partition(f"{name}:")[2].split()[0]) / 1024


def records_of(file: Path) -> list[str]:
    """Return the rubbers of a file, each as it is written there."""
    text = file.read_text(encoding="utf-8")
    starts = [match.start() for match in RUBBER_START.finditer(text)]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def best_seconds(work: Callable[[], object], runs: int = 5) -> float:
    """Return the processor seconds that `work` uses, the best of `runs`."""
    best = float("inf")
    for _ in range(runs):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def reference_seconds(runs: int = 5) -> float:
    """Return the seconds of a fixed loop of plain Python on one core of this machine, the best of `runs`."""

    def loop() -> int:
        total = 0
        for number in range(1_000_000):
            total ^= (number * 2_654_435_761) & 0xFFFF
        return total

    return best_seconds(loop, runs)
