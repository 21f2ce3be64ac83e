"""Draw random deals for each kind of hand, and find how each deal ends after each pair of calls.

A deal ends in one of three ways: the elder hand stands, the dealer refuses the first proposal, or the dealer
accepts it. The outcome of each is one of ``worker.review.policy``'s, 0 to 14. The three outcomes of a deal are
its *ends*, packed into one number: ``stands | refuses << 4 | accepts << 8``. They do not depend on the score,
so one sample serves every score.

How a deal goes on after the calls is decided by a function of type ``FindEnds``. ``ends_with_hands_seen`` is the
one for play by the published policy, with both hands seen from the first lead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE
from worker.review.equilibrium.hands import KINDS, Kinds, hand_kinds, hand_of, kind_of
from worker.review.policy import ELDER_PUTS_OUT, STOCK, Policy, go_on, outcome_of, policy_of, shuffle
from worker.review.strength import ELDER
from worker.solver.compiling import compiled

_AT_ONCE: Final = 1 << 16
"""The number of deals for which ends are found at once: their stocks take about a megabyte."""
_BITS: Final = 4


class Deals(NamedTuple):
    """Dealt hands with the trump suit as spades, and the stocks beside them.

    - ``elder`` and ``dealer``: the hands, as masks.
    - ``stock[deal]``: the 21 cards of the stock; the last is drawn first.
    """

    elder: NDArray[np.int64]
    dealer: NDArray[np.int64]
    stock: NDArray[np.uint8]


FindEnds: TypeAlias = Callable[[Deals, int], NDArray[np.uint16]]
"""A function that returns the ends of deals, given the deals and the rank of the turn-up."""


class Samples(NamedTuple):
    """Deals drawn for some kinds of hand of one role, as many for each kind.

    - ``other[kind, deal]``: the kind of the opponent's hand.
    - ``ends[kind, deal]``: the ends of the deal.
    """

    other: NDArray[np.uint16]
    ends: NDArray[np.uint16]


def ends_with_hands_seen(deals: Deals, turned: int) -> NDArray[np.uint16]:
    """Return the ends of deals if both players follow the policy, with both hands seen from the first lead."""
    ends = np.zeros(len(deals.elder), np.uint16)
    _find_ends(policy_of(), deals, turned, ends)
    return ends


def sample_kinds(
    role: int,
    turned: int,
    number: int,
    seed: int,
    find_ends: FindEnds,
    which: NDArray[np.int64] | None = None,
) -> Samples:
    """Draw ``number`` deals for every kind of hand, or for those of ``which``.

    ``role`` is the role of the player who holds the hand, ``turned`` the rank of the turn-up. All hands of the
    opponent are equally likely.
    """
    parts = [part for _, part in sample_in_parts(role, turned, number, seed, find_ends, which)]
    return Samples(
        np.concatenate([part.other for part in parts]), np.concatenate([part.ends for part in parts])
    )


def sample_in_parts(
    role: int,
    turned: int,
    number: int,
    seed: int,
    find_ends: FindEnds,
    which: NDArray[np.int64] | None = None,
) -> Iterator[tuple[NDArray[np.int64], Samples]]:
    """Yield the samples of ``sample_kinds`` in parts, each with the kinds for which it was drawn.

    The samples do not depend on the size of the parts.
    """
    kinds = hand_kinds()
    drawn = np.arange(KINDS) if which is None else which
    step = max(1, _AT_ONCE // number)
    state = np.array([seed], np.uint64)
    for start in range(0, len(drawn), step):
        part = drawn[start : start + step]
        size = len(part) * number
        deals = Deals(np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros((size, STOCK), np.uint8))
        other = np.zeros(size, np.uint16)
        _draw(kinds, role, turned, part, number, state, deals, other)
        ends = find_ends(deals, turned)
        yield part, Samples(other.reshape(-1, number), ends.reshape(-1, number))


def kinds_of(hands: NDArray[np.int64], turned: int) -> NDArray[np.uint16]:
    """Return the kind of each hand."""
    numbers = np.zeros(len(hands), np.uint16)
    _find_kinds(hand_kinds(), hands, turned, numbers)
    return numbers


@compiled
def _find_kinds(kinds: Kinds, hands: NDArray[np.int64], turned: int, numbers: NDArray[np.uint16]) -> None:
    for at in range(len(hands)):
        numbers[at] = kind_of(kinds, hands[at], turned)


@compiled
def _draw(
    kinds: Kinds,
    role: int,
    turned: int,
    which: NDArray[np.int64],
    number: int,
    state: NDArray[np.uint64],
    deals: Deals,
    other: NDArray[np.uint16],
) -> None:
    """Fill ``deals`` with ``number`` deals for each kind of hand in ``which``, and ``other`` with the opponent's kinds.

    ``role`` has the hands of these kinds, and ``turned`` is the rank of the turn-up. ``state`` is that of the random
    numbers.
    """
    rest = np.zeros(STOCK + HAND_SIZE, np.int64)
    place = 0
    for kind in which:
        own = hand_of(kinds, kind, turned)
        left = 0
        for card in range(32):
            if (own | 1 << turned) >> card & 1 == 0:
                rest[left] = card
                left += 1
        for _ in range(number):
            shuffle(rest, 0, STOCK + HAND_SIZE, state)
            theirs = 0
            for at in range(STOCK, STOCK + HAND_SIZE):
                theirs |= 1 << rest[at]
            for at in range(STOCK):
                deals.stock[place, at] = rest[at]
            deals.elder[place] = own if role == ELDER else theirs
            deals.dealer[place] = theirs if role == ELDER else own
            other[place] = kind_of(kinds, theirs, turned)
            place += 1


@compiled
def _find_ends(policy: Policy, deals: Deals, turned: int, ends: NDArray[np.uint16]) -> None:
    stock = np.zeros(STOCK, np.int64)
    for deal in range(len(ends)):
        elder, dealer = deals.elder[deal], deals.dealer[deal]
        for at in range(STOCK):
            stock[at] = deals.stock[deal, at]
        stands = outcome_of(policy.table, elder, dealer, turned, 1)
        refuses = outcome_of(policy.table, elder, dealer, turned, 2)
        accepts = go_on(policy, elder, dealer, stock, STOCK, turned, ELDER_PUTS_OUT, 1, 0, 0, 0)
        ends[deal] = stands | refuses << _BITS | accepts << 2 * _BITS
