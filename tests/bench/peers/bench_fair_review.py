"""The value of each card over all hands that the opponent can hold, counted exactly, beside samples of them.

Both answer the mean marks of each lawful card, if every hand that fits is equally likely and both hands are
seen from then on. The sampler searches some of the hands by alpha-beta, in plain Python and compiled by
Numba.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from scoring.check import check_file
from scoring.checked import CheckedRubber
from tests.bench import show
from tests.bench.bench_hidden import ROUNDING, Position, is_mistake, marks_lost, seen_values
from tests.bench.bench_review import recorded_deals
from tests.bench.peers import RUNS, Beside, beside, seconds_in_turn
from tests.bench.peers.alpha_beta import Values, compiled_values, plain_values, sampled_hands
from worker.review import warm
from worker.review.card_play import card_decisions
from worker.review.choice import choices_of
from worker.review.worth import marks_by_tricks, worth_of_tricks

SEASON: Final = Path(__file__).parents[2] / "data" / "samples" / "season.egn"
SAMPLES: Final = (20, 100, 1_000)
DECISIONS: Final = 100
BY_PYTHON: Final = 20
"""The number of decisions for Python, which takes some sixty times as long as the search compiled by Numba."""
MARKS: Final = "marks of each card"


def main(*, small: bool = False) -> list[Beside]:
    warm()
    with SEASON.open("rb") as stream:
        season = list(check_file(stream))
    runs = 2 if small else RUNS
    samples = SAMPLES[:1] if small else SAMPLES
    positions = card_positions(season, 6 if small else DECISIONS)
    few = positions[: 2 if small else BY_PYTHON]
    figures = [
        *compared("by Numba", compiled_values(), positions, samples, runs=runs, with_errors=True),
        *compared("by Python", plain_values(), few, samples, runs=runs, with_errors=False),
        whole_review(season, deals=5 if small else 200, runs=runs),
    ]
    return show(figures)


def card_positions(season: Sequence[CheckedRubber], count: int) -> list[Position]:
    """Return ``count`` random decisions from all regular deals, at any trick."""
    positions = []
    for deal, _ in recorded_deals(list(season)):
        course = deal.course
        if course.trump is None or course.vulnerable is None or course.incidents:
            continue
        for choice in choices_of(course):
            if len(choice.known) == 1:
                marks = marks_by_tricks(choice.player, choice.won, choice.total, course.vulnerable)
                positions.append(Position(choice, course.trump, choice.known[0], worth_of_tricks(marks)))
    return Random(5).sample(positions, count)


def whole_review(season: Sequence[CheckedRubber], *, deals: int, runs: int) -> Beside:
    judged = list(recorded_deals(list(season)))[:deals]
    decisions = sum(len(card_decisions(deal.course, stakes)) for deal, stakes in judged)
    (seconds,) = seconds_in_turn(
        lambda: [card_decisions(deal.course, stakes) for deal, stakes in judged], runs=runs
    )
    return beside(
        "the review of a decision, all hands",
        [1e3 * each / decisions for each in seconds],
        "ms",
        gives="marks, chances, reasons",
    )


class Sampled:
    """Runs of the sampler over the same decisions, each run with a seed of its own."""

    def __init__(self, values: Values, positions: Sequence[Position], samples: int) -> None:
        self._values = values
        self._positions = positions
        self._samples = samples
        self.estimates: list[list[list[float]]] = []

    def run(self) -> None:
        random = Random(1_000 * self._samples + len(self.estimates))
        self.estimates.append(
            [
                self._values(position, sampled_hands(position.known, self._samples, random))
                for position in self._positions
            ]
        )


def compared(
    how: str,
    values: Values,
    positions: Sequence[Position],
    samples: Sequence[int],
    *,
    runs: int,
    with_errors: bool,
) -> list[Beside]:
    exact = [seen_values(position) for position in positions]
    samplers = [Sampled(values, positions, number) for number in samples]
    ours, *theirs = seconds_in_turn(
        lambda: [seen_values(position) for position in positions],
        *(sampler.run for sampler in samplers),
        runs=runs,
    )
    share = 1e3 / len(positions)
    exact_ms = [share * each for each in ours]
    figures = [beside(f"all hands, {len(positions)} decisions", exact_ms, "ms", gives=f"{MARKS}, exact")]
    for number, sampler, seconds in zip(samples, samplers, theirs, strict=True):
        name = f"{number:,} samples, alpha-beta"
        took = [share * each for each in seconds]
        figures.append(beside(f"{name} {how}", took, "ms", gives=MARKS, ours=exact_ms))
        if with_errors:
            figures += errors(name, exact, sampler.estimates[1:], positions)
    return figures


def errors(
    name: str, exact: list[list[float]], runs: list[list[list[float]]], positions: Sequence[Position]
) -> list[Beside]:
    percent = 100 / len(positions)
    off, other, verdicts = [], [], []
    for run in runs:
        pairs = list(zip(exact, run, positions, strict=True))
        cards = sum(len(values) for values in exact)
        off.append(
            sum(abs(a - b) for true, false, _ in pairs for a, b in zip(true, false, strict=True)) / cards
        )
        other.append(percent * sum(not _finds_a_best(true, false) for true, false, _ in pairs))
        verdicts.append(
            percent
            * sum(
                is_mistake(marks_lost(true, position)) != is_mistake(marks_lost(false, position))
                for true, false, position in pairs
            )
        )
    return [
        beside(name, off, "marks", gives="mean error of a card's marks"),
        beside(name, other, "%", gives="decisions whose best card is not the best"),
        beside(name, verdicts, "%", gives="decisions where a loss of 0.1 marks is seen by one alone"),
    ]


def _finds_a_best(exact: list[float], estimated: list[float]) -> bool:
    return exact[estimated.index(max(estimated))] > max(exact) - ROUNDING


if __name__ == "__main__":
    main()
