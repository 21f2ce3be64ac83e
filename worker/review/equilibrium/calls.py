"""Find the equilibrium of the first call and the first reply, by sampled linear CFR (compiled).

For one turn-up and one score, the elder hand proposes with a frequency for each kind of hand, and the dealer
accepts with another. How a deal goes on after the calls is fixed (``worker.review.equilibrium.deal_samples``),
so these two frequencies are the whole game. Linear CFR (Brown and Sandholm 2019) updates the two roles in turn:
iteration number n has the weight n, in the regrets and in the average that is the result.

Deals are drawn afresh after every few iterations. Regrets may become negative, other than in CFR+: a floor at zero
would forget all samples before it was reached, and the result would fit the noise of the last ones. With 192 deals
for each hand, drawn four times for ten iterations each, a best response gains more than twice as much against the
result if there is a floor.

The outcomes of a deal after each pair of calls are packed into one number (``worker.review.equilibrium.deal_samples``):
``end & 15`` if the elder hand stands, ``end >> 4 & 15`` if the dealer refuses, ``end >> 8`` if the dealer accepts.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.review.equilibrium.deal_samples import Samples
from worker.review.policy import OUTCOMES
from worker.review.strength import DEALER, ELDER
from worker.solver.compiling import compiled

ENDS: Final = 0
GOES_ON: Final = 1
"""The two calls of a role: it ends the exchange (stands, refuses) or goes on with it (proposes, accepts)."""

Frequencies = NDArray[np.float32]
"""The frequency, 0 to 1, with which each kind of hand goes on."""


class Training(NamedTuple):
    """The state of the training for one turn-up and score. The arrays are changed in place.

    - ``regret[role, kind, call]``: the sum over all iterations of the regret times the iteration's number.
    - ``total[role, kind]``: the sum over all iterations of the frequency times the iteration's number.
    - ``iterations[0]``: the number of iterations so far.
    """

    regret: NDArray[np.float32]
    total: NDArray[np.float32]
    iterations: NDArray[np.int64]


def new_training(elder_kinds: int, dealer_kinds: int) -> Training:
    """Return the state before the first iteration, for these numbers of kinds of hand of each role."""
    most = max(elder_kinds, dealer_kinds)
    return Training(
        np.zeros((2, most, 2), np.float32), np.zeros((2, most), np.float32), np.zeros(1, np.int64)
    )


def current_frequencies(training: Training, role: int) -> Frequencies:
    """Return the frequencies in proportion to the positive regrets, or one half if there is none."""
    regret = np.maximum(training.regret[role], 0)
    both = regret.sum(axis=1)
    frequencies: Frequencies = np.full(len(both), 0.5, np.float32)
    np.divide(regret[:, GOES_ON], both, out=frequencies, where=both > 0)
    return frequencies


def average_frequencies(training: Training, role: int) -> Frequencies:
    """Return the frequencies averaged over all iterations: the result of the training."""
    number = int(training.iterations[0])
    weights = max(1, number * (number + 1) // 2)
    frequencies: Frequencies = np.clip(training.total[role] / np.float32(weights), 0, 1)
    return frequencies


def train(
    training: Training,
    elder: Samples,
    dealer: Samples,
    worth: NDArray[np.float64],
    number: int,
    changes: NDArray[np.float32] | None = None,
) -> None:
    """Run ``number`` iterations on drawn deals.

    ``elder`` are the deals drawn for the elder hand's kinds, ``dealer`` those for the dealer's. ``worth`` is the
    worth to the elder hand of each outcome. ``changes[role, kind, call]``, if any, is added to the mean worths.
    """
    samples = (elder, dealer)
    for _ in range(number):
        training.iterations[0] += 1
        weight = np.float32(training.iterations[0])
        for role in (ELDER, DEALER):
            others = current_frequencies(training, 1 - role)
            means = mean_worths(samples[role], role, worth, others)
            kinds = len(means)
            if changes is not None:
                means += changes[role]
            now = current_frequencies(training, role)[:kinds]
            regret = training.regret[role, :kinds]
            expected = means[:, ENDS] * (1 - now) + means[:, GOES_ON] * now
            regret += weight * (means - expected[:, None]).astype(np.float32)
            training.total[role] += weight * current_frequencies(training, role)


def mean_worths(
    samples: Samples, role: int, worth: NDArray[np.float64], others: Frequencies
) -> NDArray[np.float64]:
    """Return the mean worth of each call to the player with each kind of hand, as ``[kind, call]``.

    ``others`` are the frequencies of the other role. The worth of the dealer's calls is the negative of the
    elder hand's, and is weighted by how often the elder hand proposes: it is zero if the dealer is never asked.
    """
    means = np.zeros((len(samples.other), 2))
    if role == ELDER:
        _weigh_elder(samples, worth, others, means)
    else:
        _weigh_dealer(samples, worth, others, means)
    return means


def count_outcomes(
    samples: Samples, weight: NDArray[np.float64], proposes: Frequencies, accepts: Frequencies
) -> NDArray[np.float64]:
    """Return the share of each outcome if both roles call with these frequencies.

    ``samples`` are deals drawn for the elder hand's kinds. ``weight`` is the share of each kind; the result sums
    to the sum of ``weight``.
    """
    counts = np.zeros(OUTCOMES)
    _count(samples, weight, proposes, accepts, counts)
    return counts


@compiled
def _weigh_elder(
    samples: Samples, worth: NDArray[np.float64], accepts: NDArray[np.float32], means: NDArray[np.float64]
) -> None:
    """Fill ``means[kind, call]`` for the elder hand's kinds, if the dealer accepts with these frequencies."""
    other, deal_ends = samples
    kinds, deals = other.shape
    for kind in range(kinds):
        stands, proposes = 0.0, 0.0
        for deal in range(deals):
            end = deal_ends[kind, deal]
            refused = worth[end >> 4 & 15]
            stands += worth[end & 15]
            proposes += refused + accepts[other[kind, deal]] * (worth[end >> 8] - refused)
        means[kind, ENDS] = stands / deals
        means[kind, GOES_ON] = proposes / deals


@compiled
def _weigh_dealer(
    samples: Samples, worth: NDArray[np.float64], proposes: NDArray[np.float32], means: NDArray[np.float64]
) -> None:
    """Fill ``means[kind, call]`` for the dealer's kinds, if the elder hand proposes with these frequencies."""
    other, deal_ends = samples
    kinds, deals = other.shape
    for kind in range(kinds):
        refuses, accepts = 0.0, 0.0
        for deal in range(deals):
            end = deal_ends[kind, deal]
            reach = proposes[other[kind, deal]]
            refuses -= reach * worth[end >> 4 & 15]
            accepts -= reach * worth[end >> 8]
        means[kind, ENDS] = refuses / deals
        means[kind, GOES_ON] = accepts / deals


@compiled
def _count(
    samples: Samples,
    weight: NDArray[np.float64],
    proposes: NDArray[np.float32],
    accepts: NDArray[np.float32],
    counts: NDArray[np.float64],
) -> None:
    """Add the share of each outcome to ``counts``. The other arguments are those of ``count_outcomes``."""
    other, deal_ends = samples
    kinds, deals = other.shape
    for kind in range(kinds):
        share = weight[kind] / deals
        reach = proposes[kind]
        for deal in range(deals):
            end = deal_ends[kind, deal]
            given = reach * accepts[other[kind, deal]]
            counts[end & 15] += share * (1 - reach)
            counts[end >> 4 & 15] += share * (reach - given)
            counts[end >> 8] += share * given
