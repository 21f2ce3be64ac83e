"""Number the kinds of hand that a player can hold beside a turn-up.

A *kind* is all hands that differ only in the names of the plain suits. Trumps are spades, as in
``worker.review.policy``. The turn-up is out of the pack, so the seven trumps that are left are *closed up*: each
trump above the turn-up takes the place of the next lower one. The numbering is therefore the same for every
turn-up: 31,913 kinds, 0 to 31,912, of 169,911 hands. Kinds are in the order of their masks.

``hand_of`` returns one hand of a kind, ``kind_of`` the kind of any hand.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE
from worker.review.strength import hand_number, next_set, number_parts
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int

KINDS: Final = 31_913
"""The number of kinds of hand for each turn-up."""
HANDS: Final = comb(31, HAND_SIZE)
"""The number of hands that a player can hold beside a turn-up: 169,911."""
_SUBSETS: Final = comb(32, HAND_SIZE)
_MISSING: Final = 0x80
"""The place of the trump that a hand with closed trumps never has."""


class Kinds(NamedTuple):
    """The look-up tables of the numbering.

    - ``hand[kind]``: the first hand of each kind, with closed trumps. Its plain suits are in falling order.
    - ``weight[kind]``: the number of hands of each kind. The sum is ``HANDS``.
    - ``number``: the kind of each hand with closed trumps, indexed by ``strength.hand_number``.
    - ``part``: what ``strength.hand_number`` needs.
    """

    hand: NDArray[np.int64]
    weight: NDArray[np.int64]
    number: NDArray[np.int16]
    part: NDArray[np.int32]


@compiled
def close_trumps(hand: int, turned: int) -> int:
    """Return the hand after trumps above rank ``turned`` have moved down by one. ``hand`` has no such trump."""
    above = 0xFF & ~((1 << turned + 1) - 1)
    return hand & ~above | (hand & above) >> 1


@compiled
def open_trumps(hand: int, turned: int) -> int:
    """Return the hand after the inverse of ``close_trumps``."""
    above = 0x7F & ~((1 << turned) - 1)
    return hand & ~above | (hand & above) << 1


@compiled
def kind_of(kinds: Kinds, hand: int, turned: int) -> int:
    """Return the kind of a hand of five cards. ``turned`` is the rank of the turn-up."""
    return as_int(kinds.number[hand_number(kinds.part, close_trumps(hand, turned))])


@compiled
def hand_of(kinds: Kinds, kind: int, turned: int) -> int:
    """Return the first hand of a kind. ``turned`` is the rank of the turn-up."""
    return open_trumps(as_int(kinds.hand[kind]), turned)


@cache
def hand_kinds() -> Kinds:
    """Return the tables of the numbering. They are computed once for each process, in less than a second."""
    part = number_parts()
    kinds = Kinds(np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64), np.full(_SUBSETS, -1, np.int16), part)
    _fill(kinds, np.array(list(permutations((8, 16, 24))), np.int64))
    for array in kinds:
        array.flags.writeable = False
    return kinds


@compiled
def _fill(kinds: Kinds, orders: NDArray[np.int64]) -> None:
    """Number the hands of closed trumps in the order of their masks.

    ``orders`` are the orders of the plain suits, as shifts.
    """
    kind = 0
    hand = 31
    for _ in range(_SUBSETS):
        one, two, three = hand >> 8 & 0xFF, hand >> 16 & 0xFF, hand >> 24
        if hand & _MISSING == 0 and one >= two >= three:
            kinds.hand[kind] = hand
            for order in range(len(orders)):
                shifts = orders[order]
                other = hand & 0xFF | one << shifts[0] | two << shifts[1] | three << shifts[2]
                number = hand_number(kinds.part, other)
                if kinds.number[number] < 0:
                    kinds.number[number] = kind
                    kinds.weight[kind] += 1
            kind += 1
        hand = next_set(hand)
