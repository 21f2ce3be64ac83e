"""Look up how a deal ends after the first acceptance, by the trumps and kings that both players keep.

After the first acceptance the policy of reviews discards every card that is neither a trump nor a king. What follows
depends on the cards kept, and hardly on the others: they leave both hands, and are missing in the stock from which both
draw. ``exchanges.bin`` therefore has the distribution of outcomes for each pair of kept cards, the mean over all cards
that may have been discarded with them. ``python -m worker.review.tables --exchanges`` makes it
(``worker.review.exchange_study``).

A *cell* is such a pair: for each trump but the turn-up whether the elder hand keeps it, the dealer, or neither, and how
many kings of plain suits each of the two keeps. Trumps are spades, and outcomes are those of ``worker.review.policy``.
"""

from __future__ import annotations

import hashlib
import zlib
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.review.data_files import WrongTableError, read_bytes
from worker.review.policy import OUTCOMES
from worker.review.strength import RANKS
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int, count_cards

DATA: Final = "exchanges.bin"
TRUMPS: Final = RANKS - 1
PLAIN_KINGS: Final = 3
CELLS: Final = RANKS * 3**TRUMPS * (PLAIN_KINGS + 1) ** 2
POSSIBLE: Final = tuple(outcome for outcome in range(OUTCOMES) if outcome % 5 != 2)
"""The outcomes that a deal played to its end can have."""
UNITS: Final = 255
ERROR: Final = 0.02
"""The standard error of a value from the table, in marks: what the discarded cards change, measured over random hands
(docs/equilibrium.md).
"""
_DIGEST: Final = 32


class Exchanges(NamedTuple):
    """The shipped table.

    - ``shares[cell, outcome]``: how often a deal ends so, in 255ths. The sum of a cell that can't be is 0.
    - ``ternary[byte]``: the number whose ternary digits are the bits of a byte of seven trumps.
    """

    shares: NDArray[np.uint8]
    ternary: NDArray[np.int64]


@compiled
def cell_of(ternary: NDArray[np.int64], elder: int, dealer: int, turned: int) -> int:
    """Return the cell of the trumps and kings of two hands. ``turned`` is the rank of the turn-up."""
    low = (1 << turned) - 1
    elder_trumps = elder & low | elder >> 1 & 0x7F & ~low
    dealer_trumps = dealer & low | dealer >> 1 & 0x7F & ~low
    trumps = as_int(ternary[elder_trumps]) + 2 * as_int(ternary[dealer_trumps])
    kings = 4 * count_cards(elder & 0x80808000) + count_cards(dealer & 0x80808000)
    return (turned * 2187 + trumps) * 16 + kings


def ternary_numbers() -> NDArray[np.int64]:
    """Return for each byte of seven bits the number whose ternary digits are its bits."""
    digits = np.arange(1 << TRUMPS)[:, None] >> np.arange(TRUMPS) & 1
    numbers: NDArray[np.int64] = digits @ 3 ** np.arange(TRUMPS)
    return numbers


def packed(shares: NDArray[np.uint8]) -> bytes:
    """Return the contents of the data file: a SHA-256 of the bytes, then the bytes compressed, outcome by outcome."""
    columns = np.ascontiguousarray(shares[:, POSSIBLE].T).tobytes()
    return hashlib.sha256(columns).digest() + zlib.compress(columns, 9)


def unpacked(contents: bytes) -> Exchanges:
    """Return the table in the contents of the data file.

    Raises ``WrongTableError`` if it does not match its checksum.
    """
    columns = zlib.decompress(contents[_DIGEST:])
    if hashlib.sha256(columns).digest() != contents[:_DIGEST]:
        raise WrongTableError(
            f"worker/review/data/{DATA} is damaged: make it again by python -m worker.review.tables --exchanges"
        )
    shares = np.zeros((CELLS, OUTCOMES), np.uint8)
    shares[:, POSSIBLE] = np.frombuffer(columns, np.uint8).reshape(len(POSSIBLE), CELLS).T
    table = Exchanges(shares, ternary_numbers())
    for array in table:
        array.flags.writeable = False
    return table


def stored() -> bytes:
    """Return the contents of the data file that is shipped with the package."""
    return read_bytes(DATA)


@cache
def exchanges() -> Exchanges:
    """Return the shipped table. A process loads it once."""
    return unpacked(stored())
