"""Run each test that failed once more, by itself, when all else is over.

A test that passes then does not fail the run. It is listed at the run's end with the reason of its first failure,
and is mended at its cause. Chance excuses neither an example that Hypothesis falsified, because a second run would
draw others, nor what ``inexcusable`` marks.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

MOST: Final = 5
"""The number of failures up to which tests are run again. More are no accident."""
INEXCUSABLE: Final = "Chance does not excuse this failure"
NEVER_EXCUSED: Final = (INEXCUSABLE, "Failing test case:", "Failing explicit example:")
"""Words of a report; Hypothesis puts its own before the values of a falsified example."""


@contextlib.contextmanager
def inexcusable(what: str) -> Iterator[None]:
    """Do not run a test again that fails in here. ``what`` says what must not happen even once."""
    try:
        yield
    except Exception as error:
        error.add_note(f"{INEXCUSABLE}: {what}.")
        raise


def is_excusable(failure: str) -> bool:
    """Return whether a second run may excuse a failure whose report has this text."""
    return not any(words in failure for words in NEVER_EXCUSED)


@dataclass(frozen=True, slots=True)
class Failure:
    """A test that failed. ``where`` names the database that it ran on, ``reason`` fits in a line."""

    test: str
    where: str
    reason: str
    is_excusable: bool

    def __str__(self) -> str:
        return f"{self.test} {self.where}: {self.reason}"


@dataclass(slots=True)
class SecondRun:
    """The failures of a run: those that a second run excused, and those that count."""

    excused: list[Failure] = field(default_factory=list)
    failed: list[Failure] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Return what the end of a run says of them."""
        lines = [f"FAILED {failure}" for failure in self.failed]
        if self.excused:
            lines += ["Passed when run again. Mend what made each of them fail at first:"]
            lines += [f"  {failure}" for failure in self.excused]
        return lines


def run_again(failures: Sequence[Failure], passes: Callable[[Failure], bool]) -> SecondRun:
    """Run the failed tests again by ``passes``, which returns whether a test passed this time.

    None is run if there are more than ``MOST``.
    """
    second = SecondRun()
    if len(failures) > MOST:
        print(f"{len(failures)} tests failed: more than {MOST}, so none is run again.")
        second.failed.extend(failures)
        return second
    for failure in failures:
        if failure.is_excusable and passes(failure):
            second.excused.append(failure)
        else:
            second.failed.append(failure)
    return second
