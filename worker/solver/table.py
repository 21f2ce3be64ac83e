"""The table of every position of card play with both hands seen, built on first use.

Values are tricks still to come, this one included, when both sides play their best from there:

- ``best[number]``: the leader's tricks.
- ``leads[number]``: the leader's tricks with each of his leads, three bits a card.
- ``replies[number, place of the card led]``: the follower's tricks with each of his replies, three bits a
  card, 7 for a card that law 43 does not let him play.

Cards have their *place* in the order trumps, then the other suits S H D C, low to high within a suit; the
first card's value is in the lowest three bits.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import CardMask, Suit
from worker.solver.kernels import build_values, position_number
from worker.solver.numbering import MOST_CARDS, POSITIONS, Numbering, number_positions

_SPADES = 0


class Table(NamedTuple):
    numbering: Numbering
    best: NDArray[np.uint8]
    leads: NDArray[np.uint16]
    replies: NDArray[np.uint16]


@cache
def solver_table() -> Table:
    """The table, built once a process (and shared by the processes forked after it)."""
    numbering, pairs = number_positions()
    best = np.zeros(POSITIONS, np.uint8)
    leads = np.zeros(POSITIONS, np.uint16)
    replies = np.zeros((POSITIONS, MOST_CARDS), np.uint16)
    _freeze(*numbering)
    build_values(numbering, pairs, _SPADES, best, leads, replies)
    _freeze(best, leads, replies)
    return Table(numbering, best, leads, replies)


def solved(leader: CardMask, follower: CardMask, trump: Suit) -> int:
    """The tricks that the leader can force; the hands are taken as valid."""
    table = solver_table()
    number = position_number(table.numbering, leader, follower, trump, leader.bit_count())
    return int(table.best[number])


def _freeze(*arrays: NDArray[Any]) -> None:
    for values in arrays:
        values.flags.writeable = False


@cache
def checksum() -> str:
    """SHA-256 over every value, in the order of the numbering: the same on every machine."""
    table = solver_table()
    digest = hashlib.sha256()
    for values in (table.best, table.leads, table.replies):
        digest.update(values.astype(values.dtype.newbyteorder("<")).tobytes())
    return digest.hexdigest()
