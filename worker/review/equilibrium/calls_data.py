"""Look up the equilibrium of the first call and the first reply, which is shipped as data.

``python -m worker.review.tables --calls`` computes the data (``worker.review.equilibrium.calls_study``):

- ``calls.bin``: how often each kind of hand proposes or accepts, in steps of a twentieth, compressed. There are
  fewer tables than scores: a table serves several scores where this costs little.
- ``calls.json``: which table serves which score, the chances of winning if both players call so, the assumptions, the
  measured gains of best responses, and the checksum of ``calls.bin``.
"""

from __future__ import annotations

import hashlib
import zlib
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.review.chain import SCORES
from worker.review.data_files import WrongTableError, read_bytes, read_json
from worker.review.equilibrium.calls import Frequencies
from worker.review.equilibrium.hands import KINDS, hand_kinds, kind_of
from worker.review.strength import RANKS

DATA: Final = "calls.bin"
HEADER: Final = "calls.json"
STEPS: Final = 20
"""The number of steps in which a frequency is stored."""


class Calls(NamedTuple):
    """The equilibrium at every score.

    - ``steps[table, role, rank of the turn-up, kind]``: how often the kind of hand proposes or accepts, in
      steps of a twentieth.
    - ``served[elder hand's points, dealer's points]``: the table for each score.
    - ``header``: the contents of ``calls.json``.
    """

    steps: NDArray[np.uint8]
    served: NDArray[np.int64]
    header: dict[str, Any]


@cache
def calls_at_equilibrium() -> Calls:
    """Return the shipped tables. A process loads them once.

    Raises ``WrongTableError`` if they do not match their checksum.
    """
    header, packed = read_json(HEADER), read_bytes(DATA)
    if (actual := checksum_of(packed)) != header["checksum"]:
        raise WrongTableError(
            f"worker/review/data/{HEADER} says {header['checksum']}, but {DATA} comes to {actual}:"
            " make both again by python -m worker.review.tables --calls"
        )
    steps = unpack(packed)
    served = np.array(header["tables"], np.int64).reshape(SCORES, SCORES)
    return Calls(steps, served, header)


def how_often(role: int, hand: int, turned: int, score: tuple[int, int]) -> float:
    """Return how often the equilibrium proposes, or accepts, with a hand of five cards.

    ``role`` is 0 for the elder hand, 1 for the dealer; ``hand`` has the trump suit as spades; ``turned`` is the rank
    of the turn-up; ``score`` is (elder hand's, dealer's) points before the deal.
    """
    calls = calls_at_equilibrium()
    table = calls.served[score]
    return int(calls.steps[table, role, turned, kind_of(hand_kinds(), hand, turned)]) / STEPS


def frequencies_at(calls: Calls, role: int, turned: int, score: tuple[int, int]) -> Frequencies:
    """Return how often every kind of hand proposes, or accepts."""
    return from_steps(calls.steps[calls.served[score], role, turned])


def to_steps(frequencies: Frequencies) -> NDArray[np.uint8]:
    return np.rint(frequencies * STEPS).astype(np.uint8)


def from_steps(steps: NDArray[np.uint8]) -> Frequencies:
    return (steps / np.float32(STEPS)).astype(np.float32)


def pack(steps: NDArray[np.uint8]) -> bytes:
    """Return the contents of ``calls.bin`` for ``steps[table, role, rank of the turn-up, kind]``."""
    return zlib.compress(np.ascontiguousarray(steps).tobytes(), 9)


def unpack(packed: bytes) -> NDArray[np.uint8]:
    """Return the frequencies in the contents of ``calls.bin``, in steps. The array is read-only."""
    return np.frombuffer(zlib.decompress(packed), np.uint8).reshape(-1, 2, RANKS, KINDS)


def checksum_of(packed: bytes) -> str:
    """Return the SHA-256 of the frequencies in the contents of ``calls.bin``, whatever their compression."""
    return hashlib.sha256(unpack(packed).tobytes()).hexdigest()
