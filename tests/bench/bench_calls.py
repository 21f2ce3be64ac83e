"""The tables of calls: what best responses gain, with every hand of the opponent enumerated."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE
from tests.bench import Figure, show
from worker.review.equilibrium.best_response import gain_terms
from worker.review.equilibrium.call_worths import Score, worth_at
from worker.review.equilibrium.calls import Frequencies, mean_worths
from worker.review.equilibrium.calls_data import calls_at_equilibrium, frequencies_at
from worker.review.equilibrium.calls_tables import shipped_chance
from worker.review.equilibrium.deal_samples import Deals, Samples, ends_with_hands_seen, kinds_of
from worker.review.equilibrium.hands import HANDS, KINDS, hand_kinds, hand_of
from worker.review.strength import DEALER, ELDER

TURNED = 3
"""The rank of the turn-up at which hands are enumerated."""
ENUMERATED = 300
"""The number of hands of each role that are enumerated."""
SCORES: tuple[Score, ...] = ((0, 0), (3, 3), (4, 4))


def main() -> list[Figure]:
    figures = []
    for score in SCORES:
        for role, gains in enumerate(enumerated_gains(ENUMERATED, score)):
            seat = ("elder hand", "dealer")[role]
            name = f"at {score[0]}-{score[1]} a best response of the {seat} gains, hands seen, all enumerated"
            figures.append(Figure(name, float(gains.mean()), "a deal, one turn-up"))
    return show(figures)


def shipped(role: int, score: Score) -> Frequencies:
    return frequencies_at(calls_at_equilibrium(), role, TURNED, score)


def enumerated_gains(hands: int, score: Score) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what a best response gains with ``hands`` random hands of each role, by all hands of the opponent."""
    worth = worth_at(score, shipped_chance(calls_at_equilibrium()))
    gains = []
    for role in (ELDER, DEALER):
        random = np.random.default_rng([hands, role])
        which = random.choice(KINDS, hands, p=hand_kinds().weight / HANDS)
        own = shipped(role, score)[which].astype(np.float64)
        others = shipped(1 - role, score)
        means = np.concatenate(
            [
                mean_worths(enumerate_kind(role, TURNED, int(kind), random), role, worth, others)
                for kind in which
            ]
        )
        gains.append(gain_terms(means, means, own)[:, 1])
    return gains[0], gains[1]


def enumerate_kind(role: int, turned: int, kind: int, random: np.random.Generator) -> Samples:
    """Return one deal for each of the opponent's 65,780 hands beside a kind of hand, each with a random stock."""
    own = hand_of(hand_kinds(), kind, turned)
    rest = np.array([card for card in range(32) if not (own | 1 << turned) >> card & 1])
    chosen = np.array(list(combinations(range(len(rest)), HAND_SIZE)))
    is_theirs = np.zeros((len(chosen), len(rest)), bool)
    np.put_along_axis(is_theirs, chosen, True, axis=1)
    theirs = (is_theirs * (1 << rest)).sum(axis=1)
    stock = np.broadcast_to(rest, is_theirs.shape)[~is_theirs].reshape(len(chosen), -1)
    mine = np.full(len(chosen), own)
    elder, dealer = (mine, theirs) if role == ELDER else (theirs, mine)
    ends = ends_with_hands_seen(Deals(elder, dealer, random.permuted(stock, axis=1).astype(np.uint8)), turned)
    return Samples(kinds_of(theirs, turned)[None, :], ends[None, :])


if __name__ == "__main__":
    main()
