"""The table of every position of card play with both hands seen, built on first use.

Values are the numbers of tricks that a side wins from the current trick on, if both play their best:

- ``best[number]``: the leader's tricks.
- ``leads[number]``: the leader's tricks with each possible lead, three bits a card.
- ``replies[number, place of the card led]``: the follower's tricks with each possible reply, three bits a
  card, 7 for a card that law 43 forbids.

``number`` is that of the position (``worker.solver.numbering``). The *place* of a card is its index in the
hand, sorted by trumps, then the other suits S H D C, low to high within a suit; the value of the first card
is in the lowest three bits.
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
    """The arrays of the table, and the numbering by which they are indexed."""

    numbering: Numbering
    best: NDArray[np.uint8]
    leads: NDArray[np.uint16]
    replies: NDArray[np.uint16]


@cache
def solver_table() -> Table:
    """Return the table of all positions of card play, with their best results.

    A process builds it once, and shares it with processes that it forks later.
    """
    numbering, pairs = number_positions()
    best = np.zeros(POSITIONS, np.uint8)
    leads = np.zeros(POSITIONS, np.uint16)
    replies = np.zeros((POSITIONS, MOST_CARDS), np.uint16)
    _freeze(*numbering)
    build_values(numbering, pairs, _SPADES, best, leads, replies)
    _freeze(best, leads, replies)
    return Table(numbering, best, leads, replies)


def solved(leader: CardMask, follower: CardMask, trump: Suit) -> int:
    """Return the number of tricks that the leader can force with both hands seen. The hands must be valid."""
    table = solver_table()
    number = position_number(table.numbering, leader, follower, trump, leader.bit_count())
    return int(table.best[number])


def _freeze(*arrays: NDArray[Any]) -> None:
    for values in arrays:
        values.flags.writeable = False


@cache
def checksum() -> str:
    """Return the SHA-256, in hexadecimal, of every value of the table, in the order of the positions'
    numbers.

    The checksum is the same on every machine.
    """
    table = solver_table()
    digest = hashlib.sha256()
    for values in (table.best, table.leads, table.replies):
        digest.update(values.astype(values.dtype.newbyteorder("<")).tobytes())
    return digest.hexdigest()
