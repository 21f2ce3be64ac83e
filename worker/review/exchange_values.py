"""Look up how a deal ends after the first acceptance, by the trumps and kings that both players keep.

After the first acceptance the policy of reviews discards every card that is neither a trump nor a king. What follows
depends on the cards kept, and hardly on the others, which go out of play and cannot be drawn again. ``exchanges.bin``
therefore has the distribution of outcomes for each pair of kept cards, averaged over all cards that may have been
discarded with them. ``python -m worker.review.tables --exchanges`` makes it
(``worker.review.exchange_study``).

A *cell* is one such pair. It says of each trump except the turn-up whether the elder hand keeps it, the dealer does, or
neither, and how many kings of plain suits each of the two keeps. Trumps are spades, and outcomes are those of
``worker.review.policy``.
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
TRUMPS_IN_PLAY: Final = RANKS - 1
PLAIN_KINGS: Final = 3
_TRUMP_CELLS: Final[int] = 3**TRUMPS_IN_PLAY
_KING_CELLS: Final = (PLAIN_KINGS + 1) ** 2
CELLS: Final = RANKS * _TRUMP_CELLS * _KING_CELLS
POSSIBLE: Final = tuple(outcome for outcome in range(OUTCOMES) if outcome % 5 != 2)
"""The outcomes that a deal played to its end can have: one of the two players then wins the point."""
UNITS: Final = 255
"""Shares are stored in 255ths, one byte each."""
ERROR: Final = 0.02
"""The standard error of a value from the table, in marks, measured over random hands (docs/equilibrium.md). It arises
because the table ignores which cards were discarded.
"""
_DIGEST_BYTES: Final = 32
_KINGS: Final = 0x80808000
"""The kings of the three plain suits, as a mask of cards."""


class Exchanges(NamedTuple):
    """The shipped table.

    - ``shares[cell, outcome]``: the share of the cell's deals that have the outcome, in 255ths; all 0 for an
      impossible cell.
    - ``ternary[byte]``: the number that has in base 3 the digits that ``byte`` has in base 2, for seven trumps.
    """

    shares: NDArray[np.uint8]
    ternary: NDArray[np.int64]


@compiled
def cell_of(ternary: NDArray[np.int64], elder: int, dealer: int, turned: int) -> int:
    """Return the cell of the trumps and kings of two hands.

    ``turned`` is the rank of the turn-up; ``ternary`` is the result of ``ternary_numbers``.
    """
    # Take the bit of the turn-up out of the eight trumps.
    low = (1 << turned) - 1
    elder_trumps = elder & low | elder >> 1 & 0x7F & ~low
    dealer_trumps = dealer & low | dealer >> 1 & 0x7F & ~low
    trumps = as_int(ternary[elder_trumps]) + 2 * as_int(ternary[dealer_trumps])
    kings = (PLAIN_KINGS + 1) * count_cards(elder & _KINGS) + count_cards(dealer & _KINGS)
    return (turned * _TRUMP_CELLS + trumps) * _KING_CELLS + kings


def ternary_numbers() -> NDArray[np.int64]:
    """Return for each number of seven bits the number that has the same digits in base 3."""
    digits = np.arange(1 << TRUMPS_IN_PLAY)[:, None] >> np.arange(TRUMPS_IN_PLAY) & 1
    numbers: NDArray[np.int64] = digits @ 3 ** np.arange(TRUMPS_IN_PLAY)
    return numbers


def pack(shares: NDArray[np.uint8]) -> bytes:
    """Return the contents of the data file: a SHA-256 of the bytes, then the bytes compressed, outcome by outcome."""
    columns = np.ascontiguousarray(shares[:, POSSIBLE].T).tobytes()
    return hashlib.sha256(columns).digest() + zlib.compress(columns, 9)


def unpack(contents: bytes) -> Exchanges:
    """Return the table in the contents of the data file.

    Raises ``WrongTableError`` if it does not match its checksum.
    """
    columns = zlib.decompress(contents[_DIGEST_BYTES:])
    if hashlib.sha256(columns).digest() != contents[:_DIGEST_BYTES]:
        raise WrongTableError(
            f"worker/review/data/{DATA} is damaged: make it again by python -m worker.review.tables --exchanges"
        )
    shares = np.zeros((CELLS, OUTCOMES), np.uint8)
    shares[:, POSSIBLE] = np.frombuffer(columns, np.uint8).reshape(len(POSSIBLE), CELLS).T
    table = Exchanges(shares, ternary_numbers())
    for array in table:
        array.flags.writeable = False
    return table


def read_stored() -> bytes:
    """Return the contents of the data file that is shipped with the package."""
    return read_bytes(DATA)


@cache
def exchange_table() -> Exchanges:
    """Return the shipped table. A process loads it once."""
    return unpack(read_stored())
