"""Cards weighed with both hands seen afterwards, beside the search in which nobody sees the other's hand."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import cards_of
from scoring.check import check_file
from scoring.checked import CheckedRubber
from scoring.deal_course import Course
from tests.bench import SEASON, Figure, best_seconds, show
from worker.review.choice import Choice, choices_of
from worker.review.hidden_play import hidden_totals
from worker.review.kernels import BEST, NO_LEAD, tally_choices
from worker.review.knowledge import Knowledge
from worker.review.worth import marks_by_tricks, worth_of_tricks
from worker.solver.table import solver_table

FROM_TRICK = 3
VERDICT = 0.1
"""Marks from which a loss counts as a mistake here."""

BUDGET = {(2, "lead"): 0.2, (3, "reply"): 5.0, (3, "lead"): 5.0}
"""Milliseconds for one decision, by the cards left and the player's place in the trick."""

ROUNDING = 1e-9


class Position(NamedTuple):
    choice: Choice
    trump: int
    known: Knowledge
    worth: NDArray[np.int64]

    @property
    def kind(self) -> tuple[int, str]:
        return self.choice.own.bit_count(), "lead" if self.choice.lead == NO_LEAD else "reply"


def main() -> list[Figure]:
    with SEASON.open("rb") as stream:
        season = list(check_file(stream))
    positions = list(late_choices(season))
    figures = [Figure("choices of cards at tricks 3 to 5 of the season", len(positions), "choices")]
    compared = []
    for kind in sorted({position.kind for position in positions}):
        alike = [position for position in positions if position.kind == kind]
        pairs = [
            (marks_lost(seen_values(position), position), marks_lost(hidden, position))
            for position in alike
            if (hidden := hidden_values(position)) is not None
        ]
        compared += pairs
        name = f"{kind[1]} with {kind[0]} cards"
        figures.append(Figure(f"{name}, by the search", len(pairs), f"choices of {len(alike)}"))
        if pairs:
            figures += differences(name, pairs)
            figures.append(Figure(f"{name}, one search", milliseconds(alike), "ms", budget=BUDGET.get(kind)))
            figures.append(Figure(f"{name}, the slowest search", slowest_milliseconds(alike), "ms"))
    figures += differences("all of them", compared)
    return show(figures)


def late_choices(season: list[CheckedRubber]) -> Iterator[Position]:
    for rubber in season:
        for game in rubber.games:
            for deal in game.deals:
                if deal.depth == "play":
                    yield from late_choices_of(deal.course)


def late_choices_of(course: Course) -> Iterator[Position]:
    if course.trump is None or course.vulnerable is None or course.incidents:
        return
    for choice in choices_of(course):
        if choice.trick >= FROM_TRICK and len(choice.known) == 1:
            marks = marks_by_tricks(choice.player, choice.won, choice.total, course.vulnerable, frozenset())
            yield Position(choice, course.trump, choice.known[0], worth_of_tricks(marks))


def seen_values(position: Position) -> list[float]:
    """Return mean marks of each lawful card, both hands seen afterwards."""
    tally = np.zeros((BEST + 1, 6), np.int64)
    choice, known = position.choice, position.known
    hands = tally_choices(
        solver_table(),
        choice.own,
        choice.lead,
        position.trump,
        known.certain,
        known.possible & ~known.certain,
        tally,
    )
    means = tally[:, : len(position.worth)] @ position.worth / hands
    return [float(means[card]) for card in cards_of(choice.lawful)]


def hidden_values(position: Position) -> list[float] | None:
    return hidden_totals(position.choice, position.trump, [(position.known, position.worth)])


class Loss(NamedTuple):
    """``best``: the places of the cards worth most. ``lost``: what the card played lost against them."""

    best: frozenset[int]
    lost: float


def marks_lost(values: list[float], position: Position) -> Loss:
    most = max(values)
    best = frozenset(place for place, value in enumerate(values) if value > most - ROUNDING)
    return Loss(best, most - values[cards_of(position.choice.lawful).index(position.choice.chosen)])


def differences(name: str, pairs: list[tuple[Loss, Loss]]) -> list[Figure]:
    count: Counter[str] = Counter()
    for seen, hidden in pairs:
        count["best"] += seen.best.isdisjoint(hidden.best)
        count["set"] += seen.best != hidden.best
        count["verdict"] += is_mistake(seen) != is_mistake(hidden)
    between = sum(abs(seen.lost - hidden.lost) for seen, hidden in pairs) / len(pairs)
    percent = 100 / len(pairs)
    return [
        Figure(f"{name}, no best card in common", count["best"] * percent, "%"),
        Figure(f"{name}, not the same best cards", count["set"] * percent, "%"),
        Figure(f"{name}, a mistake by one alone", count["verdict"] * percent, "%"),
        Figure(f"{name}, mean difference of the losses", between, "marks"),
    ]


def is_mistake(loss: Loss) -> bool:
    return loss.lost > VERDICT - ROUNDING


def milliseconds(positions: list[Position]) -> float:
    return (
        best_seconds(lambda: [hidden_values(position) for position in positions], runs=3)
        / len(positions)
        * 1e3
    )


def slowest_milliseconds(positions: list[Position]) -> float:
    def seconds(position: Position) -> float:
        started = time.process_time()
        hidden_values(position)
        return time.process_time() - started

    return min(max(seconds(position) for position in positions) for _ in range(3)) * 1e3


if __name__ == "__main__":
    main()
