"""Runs: how often something came one time after another. Each rubber is looked at once, however many ask for it."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """Where in a club's play something was. ``at`` counts its rubbers in the order of play; ``rubber`` is its key.

    ``game`` and ``deal`` are numbers of the record, None where the whole rubber or game is meant.
    """

    at: int
    rubber: int
    game: int | None = None
    deal: int | None = None

    @property
    def order(self) -> tuple[int, int, int]:
        """What is meant as a whole is over when its last part is, and stands behind all of them."""
        return self.at, _or_last(self.game), _or_last(self.deal)


class Run(NamedTuple):
    """So many, from the first to the last of them."""

    length: int
    first: Place
    last: Place


class Stretch:
    """A player's chances in one rubber, in order: runs of those that came off, and how they hang on others.

    ``is_begun``: nothing ended a run before the first of ``runs``, which goes on with what was open before;
    ``is_open``: nothing ended the last of them; ``count`` is the number of chances that are on record.
    """

    __slots__ = ("_is_ended", "count", "is_begun", "is_open", "runs")

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self.count = 0
        self.is_begun = False
        self.is_open = False
        self._is_ended = False

    @property
    def is_empty(self) -> bool:
        return not self.runs and not self._is_ended

    def came_off(self, place: Place) -> None:
        self.count += 1
        if self.is_open:
            length, first, _ = self.runs[-1]
            self.runs[-1] = Run(length + 1, first, place)
            return
        if not self.runs:
            self.is_begun = not self._is_ended
        self.runs.append(Run(1, place, place))
        self.is_open = True

    def failed(self) -> None:
        """It did not come off."""
        self.count += 1
        self.is_open = False
        self._is_ended = True

    def ended(self) -> None:
        """Nobody knows whether it came off: no run goes on across that, and it is no chance on record."""
        self.is_open = False
        self._is_ended = True


class LongestRuns:
    """Each player's longest run; of several as long, the one that was complete first."""

    def __init__(self) -> None:
        self.best: dict[int, Run] = {}
        self._open: dict[int, Run] = {}

    def take(self, player: int, stretch: Stretch) -> None:
        """What came next in the order of play."""
        if stretch.is_empty:
            return
        before = self._open.pop(player, None)
        if not stretch.runs:
            return
        runs = stretch.runs
        if before is not None and stretch.is_begun:
            runs = [Run(before.length + runs[0].length, before.first, runs[0].last), *runs[1:]]
        self._offer(player, runs[0] if len(runs) == 1 else max(runs, key=_length))
        if stretch.is_open:
            self._open[player] = runs[-1]

    def _offer(self, player: int, run: Run) -> None:
        best = self.best.get(player)
        if best is None or run.length > best.length:
            self.best[player] = run


def _length(run: Run) -> int:
    return run.length


def _or_last(number: int | None) -> int:
    return 1_000_000_000 if number is None else number
