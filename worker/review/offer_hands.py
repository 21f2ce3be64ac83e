"""How five cards fare at La Triomphe, where nothing is exchanged: how often they lose every trick, and win them all.

Counted with the strength of a hand (``worker.review.strength``) and kept as it is: both hands seen, over the 65,780
hands that may lie against it. How often they make the point is that strength itself.
"""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np

from worker.review.strength import RANKS, Measured, Strength, spread_out, strengths

DATA: Final = "offers.bin"


class Fares(NamedTuple):
    """``point`` as ``strengths`` gives it; ``none`` and ``vole`` the same of no trick and of all five."""

    point: Strength
    none: Strength
    vole: Strength


def packed(measured: Measured) -> bytes:
    """The file: by role and turn-up, which lie close together, so that it is small."""
    both = np.stack([measured.none, measured.vole])
    return zlib.compress(np.ascontiguousarray(both.transpose(0, 2, 3, 1)).tobytes(), 9)


def stored() -> bytes:
    """The file as it is shipped."""
    return files("worker.review").joinpath("data", DATA).read_bytes()


@cache
def fares() -> Fares:
    """The three, loaded once a process (and shared by the processes forked after it)."""
    flat = np.frombuffer(zlib.decompress(stored()), np.uint8).reshape(2, 2, RANKS, -1)
    none, vole = (np.ascontiguousarray(kinds.transpose(2, 0, 1)) for kinds in flat)
    return Fares(strengths(), spread_out(none), spread_out(vole))
