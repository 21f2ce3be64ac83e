"""The strength of five cards at La Triomphe, where nothing is exchanged: how often they lose or win every trick.

It is counted and stored like the strength of a hand at écarté (``worker.review.strength``), which is how
often the hand makes the point: with both hands seen, over the 65,780 hands that the opponent may have.
"""

from __future__ import annotations

import zlib
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from worker.review.data_files import read_bytes
from worker.review.strength import RANKS, Measured, Strength, spread_out, strengths

DATA: Final = "offers.bin"


class Fares(NamedTuple):
    """Three tables of how often each hand makes the point, wins no trick, or wins all five.

    Each table has the form that ``strengths`` returns.
    """

    point: Strength
    none: Strength
    vole: Strength


def packed(measured: Measured) -> bytes:
    """Return the bytes of the data file that stores ``measured``.

    Values of one role and turn-up are adjacent, so that they compress well.
    """
    both = np.stack([measured.none, measured.vole])
    return zlib.compress(np.ascontiguousarray(both.transpose(0, 2, 3, 1)).tobytes(), 9)


def stored() -> bytes:
    """Return the contents of the data file that is shipped with the package."""
    return read_bytes(DATA)


@cache
def fares() -> Fares:
    """Return the tables of how often each hand makes the point, wins no trick, or wins all five.

    A process loads the tables once, and shares them with processes that it forks later.
    """
    flat = np.frombuffer(zlib.decompress(stored()), np.uint8).reshape(2, 2, RANKS, -1)
    none, vole = (np.ascontiguousarray(kinds.transpose(2, 0, 1)) for kinds in flat)
    return Fares(strengths(), spread_out(none), spread_out(vole))
