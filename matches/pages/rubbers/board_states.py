"""Follow things over the steps of a deal, so that a page shows each of them where it is there.

A page has everything that any step shows. It names the steps of each thing in an attribute, from which its script
uncovers the thing; without a script each step is a page of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Timed(Generic[T]):
    """Something that is there at some steps only: ``at`` has them as ``1-4,7``, from 1.

    ``is_now`` is whether it is there at the page's step.
    """

    value: T
    at: str
    is_now: bool


@dataclass(frozen=True, slots=True)
class Looks:
    """The CSS classes of something: ``by_step`` as ``gone:7-13;best:6``, and ``now`` at the page's step."""

    by_step: str
    now: str


class Clock:
    """The steps of a deal, of which the page is at number ``now``, from 1."""

    def __init__(self, steps: int, now: int) -> None:
        self.steps, self.now = steps, now

    def timed(self, value: T, flags: Sequence[bool]) -> Timed[T]:
        return Timed(value, spans(flags), flags[self.now - 1])

    def spread(self, values: Sequence[T | None]) -> tuple[Timed[T], ...]:
        """Return each value once, with all steps that have it. None is left out."""
        distinct = dict.fromkeys(value for value in values if value is not None)
        return tuple(self.timed(value, [each == value for each in values]) for value in distinct)

    def looks(self, classes: Mapping[str, Sequence[bool]]) -> Looks:
        used = {name: flags for name, flags in classes.items() if any(flags)}
        return Looks(
            ";".join(f"{name}:{spans(flags)}" for name, flags in used.items()),
            " ".join(name for name, flags in used.items() if flags[self.now - 1]),
        )


def spans(flags: Sequence[bool]) -> str:
    """Return the numbers of the steps that are true, from 1, in runs: ``1-4,7``."""
    runs: list[list[int]] = []
    for number, flag in enumerate(flags, start=1):
        if flag and runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        elif flag:
            runs.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)
