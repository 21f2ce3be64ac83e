"""Remember the best cards of decisions that were made before (compiled).

A decision is described by up to four masks, the card led, and a number for everything else. Ranks are closed up
over cards that are in none of the masks, and the plain suits are sorted. Decisions that differ only in the names of
plain suits or in cards that are gone therefore have the same *key*. A memo has a fixed size: a newer decision
replaces an older one in the same slot. Keys are hashes of 64 bits.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from worker.solver.compiling import compiled
from worker.solver.kernels import as_int

MISSING: Final = 0
"""The result of ``recall`` for a decision that is not in the memo. A decision always has a best card."""
_SUIT: Final = 0xFF
_MIX: Final = 0x1E3779B97F4A7C15

Masks: TypeAlias = tuple[int, int, int, int]


class Memo(NamedTuple):
    """A fixed number of slots for decisions.

    - ``keys[slot]``: the key of the decision in the slot, or 0.
    - ``best[slot]``: its best cards, as places in the hand in canonical order.
    - ``closed[pool, byte]``: the byte of a suit after its ranks are closed up to those of ``pool``.
    """

    keys: NDArray[np.int64]
    best: NDArray[np.uint8]
    closed: NDArray[np.uint8]


def make_memo(bits: int) -> Memo:
    """Return an empty memo of two to the power of ``bits`` slots."""
    return Memo(np.zeros(1 << bits, np.int64), np.zeros(1 << bits, np.uint8), _list_closed())


@cache
def _list_closed() -> NDArray[np.uint8]:
    """Return ``Memo.closed``."""
    closed = np.zeros((256, 256), np.uint8)
    pools = np.arange(256)
    place = np.zeros(256, np.int64)
    for rank in range(8):
        in_pool = pools >> rank & 1
        for byte in range(256):
            closed[:, byte] |= ((byte >> rank & in_pool) << place).astype(np.uint8)
        place += in_pool
    closed.flags.writeable = False
    return closed


@compiled
def key_of(memo: Memo, masks: Masks, lead: int, rest: int, shifts: NDArray[np.int64]) -> int:
    """Return the key of a decision, and store in ``shifts`` the shifts of the suits in canonical order.

    - ``masks``: the player's hand first, then other cards on which the decision depends.
    - ``lead``: the card led, or a negative number.
    - ``rest``: everything else on which the decision depends, in one number.
    """
    codes = np.empty(4, np.int64)
    for suit in range(4):
        shift = suit << 3
        led = 1 << (lead & 7) if lead >= 0 and lead >> 3 == suit else 0
        pool = (masks[0] | masks[1] | masks[2] | masks[3]) >> shift & _SUIT | led
        # A byte for the card led and for each mask, with closed ranks.
        code = as_int(memo.closed[pool, led])
        for i in range(4):
            code = code << 8 | as_int(memo.closed[pool, masks[i] >> shift & _SUIT])
        codes[suit] = code
        shifts[suit] = shift
    # Sort the three plain suits by their codes, the highest first.
    for last in (3, 2):
        for suit in range(1, last):
            if codes[suit] < codes[suit + 1]:
                codes[suit], codes[suit + 1] = codes[suit + 1], codes[suit]
                shifts[suit], shifts[suit + 1] = shifts[suit + 1], shifts[suit]
    key = rest + 1
    for suit in range(4):
        key = (key ^ as_int(codes[suit])) * _MIX
        key ^= key >> 29
    # A key of 0 marks an empty slot.
    return key | 1


@compiled
def recall(memo: Memo, key: int, own: int, shifts: NDArray[np.int64]) -> int:
    """Return the best cards of a decision as a mask, or ``MISSING``. ``key`` and ``shifts`` come from ``key_of``."""
    slot = key >> 1 & len(memo.keys) - 1
    if memo.keys[slot] != key:
        return MISSING
    places = as_int(memo.best[slot])
    best = 0
    for suit in range(4):
        shift = as_int(shifts[suit])
        for card in range(shift, shift + 8):
            if own >> card & 1:
                best |= (places & 1) << card
                places >>= 1
    return best


@compiled
def remember(memo: Memo, key: int, own: int, best: int, shifts: NDArray[np.int64]) -> None:
    """Store the cards ``best`` of ``own`` for a decision. ``key`` and ``shifts`` come from ``key_of``."""
    places = 0
    place = 0
    for suit in range(4):
        shift = as_int(shifts[suit])
        for card in range(shift, shift + 8):
            if own >> card & 1:
                places |= (best >> card & 1) << place
                place += 1
    slot = key >> 1 & len(memo.keys) - 1
    memo.keys[slot] = key
    memo.best[slot] = places
