"""How five cards fare at La Triomphe, where nothing is exchanged: how often they lose every trick, and win them all.

Counted as the strength of a hand is (``worker.review.strength``): both hands seen, over the 65,780 hands that may lie
against it, kept in steps of ``STEP`` for each rank of the turn-up, for the elder hand and for the dealer. Trumps are
spades. How often they make the point is that strength itself.
"""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.review.strength import (
    RANKS,
    SETS_OF_FIVE,
    STEP,
    Strength,
    count_tricks,
    is_first_of_its_kind,
    next_set,
    spread_out,
    strengths,
)
from worker.solver.compiling import compiled
from worker.solver.numbering import MOST_CARDS
from worker.solver.table import Table, solver_table

DATA: Final = "offers.bin"


class Fares(NamedTuple):
    """``point`` as ``strengths`` gives it; ``none`` and ``vole`` the same of no trick and of all five."""

    point: Strength
    none: Strength
    vole: Strength


@compiled
def _measure(table: Table, none: NDArray[np.uint8], vole: NDArray[np.uint8]) -> int:
    """Fill ``[kind, role, rank]``, kinds in the order of their masks; returns how many kinds there are."""
    hand = 31
    kind = 0
    tricks = np.zeros(MOST_CARDS + 1, np.int64)
    for _ in range(SETS_OF_FIVE):
        if is_first_of_its_kind(hand):
            if kind < len(none):
                for rank in range(RANKS):
                    if hand >> rank & 1:
                        continue
                    possible = 0xFFFF_FFFF & ~(hand | 1 << rank)
                    for role in range(2):
                        tricks[:] = 0
                        count_tricks(table, hand, 0, possible, 0, role == 0, tricks)
                        none[kind, role, rank] = tricks[0] // STEP
                        vole[kind, role, rank] = tricks[MOST_CARDS] // STEP
            kind += 1
        hand = next_set(hand)
    return kind


def measure_fares() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """``[kinds, 2, 8]`` of no trick, and of all: every hand up to the names of plain suits. Takes some seconds."""
    table = solver_table()
    empty = np.zeros((0, 2, RANKS), np.uint8)
    number = _measure(table, empty, empty)
    none, vole = np.zeros((number, 2, RANKS), np.uint8), np.zeros((number, 2, RANKS), np.uint8)
    _measure(table, none, vole)
    return none, vole


def packed(none: NDArray[np.uint8], vole: NDArray[np.uint8]) -> bytes:
    """The file: by role and turn-up, which lie close together, so that it is small."""
    both = np.stack([none, vole])
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
