"""Compute the tables of calls: rounds of training, each with the chances that follow from the round before.

A round trains every table at every turn-up, and then counts the outcomes under the tables as they are shipped. The
first round trains with the ends of deals as ``find_ends`` gives them; later ones add what hidden play changes if both
players call as in the round before. Each turn-up of a round is one file in a folder, so that an interrupted run
continues where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import KING_RANK
from scoring.marks import GAME_POINTS, KING_POINTS
from worker.review.chain import SCORES
from worker.review.equilibrium.call_worths import ALL_SCORES, Score, Values, solve_scores, worth_at
from worker.review.equilibrium.calls import (
    average_frequencies,
    count_outcomes,
    new_training,
    train,
)
from worker.review.equilibrium.calls_data import from_steps, to_steps
from worker.review.equilibrium.deal_samples import FindEnds, sample_kinds
from worker.review.equilibrium.hands import HANDS, KINDS, hand_kinds
from worker.review.equilibrium.hidden_changes import Changes
from worker.review.policy import OUTCOMES
from worker.review.strength import DEALER, ELDER, RANKS


class Group(NamedTuple):
    """A table of calls: the score at which it is trained, and the scores that it serves."""

    trained_at: Score
    serves: tuple[Score, ...]


class Plan(NamedTuple):
    """The parameters of a study.

    - ``groups``: the tables to compute.
    - ``rounds``: for each round, how many times new deals are drawn at each turn-up.
    - ``deals``: the number of deals for each kind of hand in one draw.
    - ``iterations``: the number of training iterations on the deals of one draw.
    - ``seed``: the seed of the random numbers.
    """

    groups: tuple[Group, ...]
    rounds: tuple[int, ...]
    deals: int
    iterations: int
    seed: int

    def served(self) -> list[int]:
        """Return, for each of ``ALL_SCORES``, the index in ``groups`` of the table that serves it."""
        return [
            next(at for at, group in enumerate(self.groups) if score in group.serves) for score in ALL_SCORES
        ]


class Study(NamedTuple):
    """The result of a study.

    - ``steps[table, role, rank of the turn-up, kind]``: how often the kind of hand proposes or accepts, in steps of a
      twentieth (``worker.review.equilibrium.calls_data``).
    - ``values``: the values of a game at every score, if both roles call by these tables.
    """

    steps: NDArray[np.uint8]
    values: Values


def run_study(
    plan: Plan,
    chance: NDArray[np.float64],
    find_ends: FindEnds,
    folder: Path,
    changes: Changes | None = None,
    report: Callable[[str], None] = print,
) -> Study:
    """Run all rounds of a study, or what is left of them. Return its result.

    - ``chance``: the chances of winning at every score with which the first round begins.
    - ``find_ends``: how drawn deals end.
    - ``folder``: keeps what is done; it must be empty, or have the files of a study with the same parameters.
    - ``changes``: what hidden play changes in deals that end by ``find_ends``, or None to leave them as they are.
    """
    folder.mkdir(parents=True, exist_ok=True)
    steps = np.zeros((len(plan.groups), 2, RANKS, KINDS), np.uint8)
    values = Values(chance, chance, chance)
    for number, draws in enumerate(plan.rounds):
        paths = [folder / f"round-{number}-turn-up-{turned}.npz" for turned in range(RANKS)]
        means = None
        if number and changes is not None and not all(path.exists() for path in paths):
            means = _change_means(plan, values.chance, steps, changes)
        shares = np.zeros((len(plan.groups), OUTCOMES))
        for turned, path in enumerate(paths):
            if not path.exists():
                started = process_time()
                here = None if means is None else means[:, :, turned]
                _store(path, _train_turn_up(plan, number, draws, turned, values.chance, find_ends, here))
                report(f"round {number + 1}, turn-up {turned}: {process_time() - started:.0f} s")
            with np.load(path) as stored:
                steps[:, :, turned] = stored["steps"]
                shares += stored["shares"] / RANKS
        if changes is not None:
            shares += [changes.of_shares(*from_steps(each)) for each in steps]
        values = solve_scores(shares[plan.served()].reshape(SCORES, SCORES, OUTCOMES))
        report(f"round {number + 1}: the elder hand's chance at love-all is {values.chance[0, 0]:.5f}")
    return Study(steps, values)


def _change_means(
    plan: Plan, chance: NDArray[np.float64], steps: NDArray[np.uint8], changes: Changes
) -> NDArray[np.float32]:
    """Return what hidden play changes for each table, as ``[table, role, rank of the turn-up, kind, call]``.

    ``steps`` are the frequencies of the round before.
    """
    return np.array(
        [
            changes.of_means(worth_at(group.trained_at, chance), *from_steps(each))
            for group, each in zip(plan.groups, steps, strict=True)
        ]
    )


def _store(path: Path, results: tuple[NDArray[np.uint8], NDArray[np.float64]]) -> None:
    """Write a file in one step, so that an interrupted run leaves none that is incomplete."""
    partial = path.with_suffix(".partial")
    with partial.open("wb") as file:
        np.savez_compressed(file, steps=results[0], shares=results[1])
    partial.rename(path)


def _train_turn_up(
    plan: Plan,
    number: int,
    draws: int,
    turned: int,
    chance: NDArray[np.float64],
    find_ends: FindEnds,
    changes: NDArray[np.float32] | None,
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Return the frequencies of every table at one turn-up, and the shares of outcomes with them.

    ``changes[table, role, kind, call]``, if any, is added to the mean worths.
    """
    seeds = np.random.default_rng([plan.seed, number, turned]).integers(1 << 62, size=(draws + 1, 2)).tolist()
    trainings = [new_training(KINDS, KINDS) for _ in plan.groups]
    for draw in range(draws):
        elder, dealer = (
            sample_kinds(role, turned, plan.deals, seeds[draw][role], find_ends) for role in (ELDER, DEALER)
        )
        for at, (group, training) in enumerate(zip(plan.groups, trainings, strict=True)):
            here = None if changes is None else changes[at]
            train(training, elder, dealer, worth_at(group.trained_at, chance), plan.iterations, here)
    steps = np.array(
        [[to_steps(average_frequencies(each, role)) for role in (ELDER, DEALER)] for each in trainings]
    )
    for at, group in enumerate(plan.groups):
        if turned == KING_RANK and group.trained_at[1] + KING_POINTS >= GAME_POINTS:
            # The king turned up ends the game, so that there is nothing to call.
            steps[at] = 0
    fresh = sample_kinds(ELDER, turned, plan.deals, seeds[draws][ELDER], find_ends)
    weight = hand_kinds().weight / HANDS
    shares = [
        count_outcomes(fresh, weight, from_steps(each[ELDER]), from_steps(each[DEALER])) for each in steps
    ]
    return steps, np.array(shares)
