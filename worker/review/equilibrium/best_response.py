"""Measure what a best response gains against the calls of one role, with a bracket.

The gain of a role is what it wins a deal by the best call with every kind of hand, over its own frequencies, if
the other role keeps to its frequencies. Zero for both roles is an equilibrium. Calls are compared over drawn
deals, which are not those of the training:

- *high*: the best call is chosen and valued over the same deals. Chance makes the better-looking call look too
  good, so the expectation of this gain is not less than the true one.
- *low*: the best call is chosen over one half of the deals and valued over the other. A call chosen with errors
  is not better than the best one, so the expectation of this gain is not more than the true one.

Gains are means over hands drawn at random. More deals for each hand bring the two ends of the bracket together; more
hands make both more precise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.review.equilibrium.calls import ENDS, GOES_ON, Frequencies, mean_worths
from worker.review.equilibrium.deal_samples import FindEnds, Samples, sample_in_parts
from worker.review.equilibrium.hands import HANDS, KINDS, hand_kinds
from worker.review.strength import DEALER, ELDER

_ROLES: Final = (ELDER, DEALER)


class Profile(NamedTuple):
    """The calls of both roles at one turn-up and score.

    - ``proposes`` and ``accepts``: the frequency for each kind of hand.
    - ``worth``: the worth to the elder hand of each outcome, at this score.
    - ``changes[role, kind, call]``: what is added to the mean worth of each call, or None for nothing.
    """

    proposes: Frequencies
    accepts: Frequencies
    worth: NDArray[np.float64]
    changes: NDArray[np.float32] | None = None

    def own(self, role: int) -> Frequencies:
        return self.proposes if role == ELDER else self.accepts

    def others(self, role: int) -> Frequencies:
        return self.accepts if role == ELDER else self.proposes


class Gain(NamedTuple):
    """The gain a deal of a best response, in the unit of ``Profile.worth``, as a bracket.

    ``low`` and ``high`` are the ends of the bracket: the expectation of ``low`` is not more, and that of ``high``
    not less, than the true gain. ``error`` is the standard error of ``high`` for the choice of hands; that of ``low``
    is about the same.
    """

    low: float
    high: float
    error: float


class Precision(NamedTuple):
    """The number of hands drawn for each role and turn-up, and of deals for each hand."""

    hands: int
    deals: int


def measure_gains(
    profiles: Sequence[Profile], turned: int, precision: Precision, seed: int, find_ends: FindEnds
) -> list[tuple[Gain, Gain]]:
    """Return what the elder hand and the dealer gain by a best response, for each profile.

    ``turned`` is the rank of the turn-up. All profiles are measured over the same deals.
    """
    both = [_measure_role(profiles, role, turned, precision, seed, find_ends) for role in _ROLES]
    return list(zip(*both, strict=True))


def _measure_role(
    profiles: Sequence[Profile], role: int, turned: int, precision: Precision, seed: int, find_ends: FindEnds
) -> list[Gain]:
    """Return the gain of a best response against each profile, for one role and turn-up, from sampled hands."""
    random = np.random.default_rng([seed, role, turned])
    which = random.choice(KINDS, precision.hands, p=hand_kinds().weight / HANDS)
    terms: list[list[NDArray[np.float64]]] = [[] for _ in profiles]
    start = int(random.integers(1 << 62))
    for kinds, samples in sample_in_parts(role, turned, precision.deals, start, find_ends, which):
        halves = _halve(samples)
        for at, profile in enumerate(profiles):
            one, other = (mean_worths(each, role, profile.worth, profile.others(role)) for each in halves)
            if profile.changes is not None:
                one += profile.changes[role, kinds]
                other += profile.changes[role, kinds]
            terms[at].append(gain_terms(one, other, profile.own(role)[kinds].astype(np.float64)))
    return [_mean_gain(np.concatenate(each)) for each in terms]


def _halve(samples: Samples) -> tuple[Samples, Samples]:
    """Return two samples, each with half of the deals of every hand."""
    middle = samples.other.shape[1] // 2
    one, other = (
        Samples(*(np.ascontiguousarray(each[:, part]) for each in samples))
        for part in (slice(0, middle), slice(middle, 2 * middle))
    )
    return one, other


def gain_terms(
    one: NDArray[np.float64], other: NDArray[np.float64], own: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the low and the high gain with each hand, as ``[hand, 2]``.

    ``one[hand, call]`` and ``other[hand, call]`` are the mean worths of the calls in two halves of the deals, ``own``
    the frequencies with which the hands go on.
    """
    first, second = (each[:, GOES_ON] - each[:, ENDS] for each in (one, other))
    both = (first + second) / 2
    low = (_change(own, first) * second + _change(own, second) * first) / 2
    return np.stack([low, _change(own, both) * both], axis=1)


def _change(own: NDArray[np.float64], advantage: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return by how much a best response raises the frequency of going on, given the advantage of going on."""
    return np.where(advantage > 0, 1 - own, -own)


def _mean_gain(terms: NDArray[np.float64]) -> Gain:
    low, high = terms.mean(axis=0).tolist()
    return Gain(low, high, float(terms[:, 1].std(ddof=1) / np.sqrt(len(terms))))
