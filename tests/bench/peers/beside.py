"""A figure of several runs, and the same runs of ours beside it."""

from __future__ import annotations

import importlib
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Final, TypeAlias

from tests.bench import Figure, MissingServiceError
from tests.support.figures import number

RUNS: Final = 7
"""The number of measurements of each thing, after a first one that does not count."""
HEAD: Final = (
    "| what | what it gives | median | half of the runs | ours, times as good |",
    "|---|---|--:|--:|--:|",
)

Quartiles: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Beside(Figure):
    """A figure with its median as `value`, and `quartiles` between which half of the runs lie.

    `gives`: what it checks or finds out, since peers do not all do the same. `ratio`: how many times better ours
    was, turn by turn; under 1 the peer wins. None if there is nothing to compare, or the two can't be divided.
    """

    gives: str = ""
    quartiles: Quartiles | None = None
    ratio: float | None = None
    ratio_quartiles: Quartiles | None = None

    def __str__(self) -> str:
        text = f"{self.name} ({self.gives}): {number(self.value)} {self.unit}"
        if self.quartiles is not None:
            text += f", half of the runs {_between(self.quartiles)}"
        if self.ratio is not None and self.ratio_quartiles is not None:
            text += f"; ours is {number(self.ratio)} times as good ({_between(self.ratio_quartiles)})"
        return text


def beside(
    name: str,
    values: Sequence[float],
    unit: str,
    *,
    gives: str,
    ours: Sequence[float] | None = None,
    theirs: Sequence[float] | None = None,
) -> Beside:
    """Return the figure of `values`, a value a run: a peer's beside `ours`, or ours beside `theirs`, or by itself."""
    times = None
    if ours is not None:
        times = ratios(ours, values, unit)
    elif theirs is not None:
        times = ratios(values, theirs, unit)
    return Beside(
        name,
        statistics.median(values),
        unit,
        gives=gives,
        quartiles=_quartiles(values),
        ratio=None if times is None else statistics.median(times),
        ratio_quartiles=None if times is None else _quartiles(times),
    )


def ratios(ours: Sequence[float], theirs: Sequence[float], unit: str) -> list[float]:
    """Return how many times better ours was in each run: more of a rate, or less of any other unit."""
    is_rate = Figure("", 0.0, unit).is_rate
    return [(a / b if is_rate else b / a) for a, b in zip(ours, theirs, strict=True)]


def _quartiles(values: Sequence[float]) -> Quartiles | None:
    if len(values) < 2:
        return None
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, high


def seconds_in_turn(
    *works: Callable[[], object], runs: int = RUNS, clock: Callable[[], float] = time.process_time
) -> list[list[float]]:
    """Return the seconds of each work in each of `runs` rounds, in which one follows the other.

    A round before them does not count. By default `clock` measures the processor time of all cores together.
    """
    took: list[list[float]] = [[] for _ in works]
    for number_of_round in range(runs + 1):
        for work, seconds in zip(works, took, strict=True):
            started = clock()
            work()
            if number_of_round:
                seconds.append(clock() - started)
    return took


def peer(name: str) -> ModuleType:
    """Return the module of that name. Raises ``MissingServiceError``, with instructions, if it is not installed."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        raise MissingServiceError(
            f"{name} is not installed here: `manage.py bench` measures in an environment that has it"
        ) from missing


def table(figures: Sequence[Beside]) -> str:
    return "\n".join([*HEAD, *map(_row, figures)])


def _row(figure: Beside) -> str:
    times = "" if figure.ratio is None else f"**{number(figure.ratio)}**"
    if figure.ratio_quartiles is not None:
        times += f" ({_between(figure.ratio_quartiles)})"
    cells = [
        figure.name,
        figure.gives,
        f"{number(figure.value)} {figure.unit}",
        "" if figure.quartiles is None else _between(figure.quartiles),
        times,
    ]
    return "| " + " | ".join(cells) + " |"


def _between(quartiles: Quartiles) -> str:
    return f"{number(quartiles[0])} to {number(quartiles[1])}"
