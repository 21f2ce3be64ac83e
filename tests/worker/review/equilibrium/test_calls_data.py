"""The shipped tables of calls: looked up, unchanged by the names of plain suits, and hard to exploit."""

from __future__ import annotations

import numpy as np
import pytest

from worker.review.equilibrium.calls_data import (
    STEPS,
    calls_at_equilibrium,
    checksum_of,
    frequencies_at,
    from_steps,
    how_often,
    pack,
    to_steps,
    unpack,
)
from worker.review.equilibrium.hands import KINDS, hand_kinds, kind_of
from worker.review.strength import DEALER, ELDER, RANKS


def test_packed_tables_can_be_read_back() -> None:
    steps = np.random.default_rng(1).integers(0, STEPS + 1, (3, 2, RANKS, KINDS)).astype(np.uint8)
    assert (unpack(pack(steps)) == steps).all()


def test_frequencies_are_stored_in_twentieths() -> None:
    frequencies = np.array([0, 0.02, 0.03, 0.5, 0.97, 0.98, 1], np.float32)
    assert to_steps(frequencies).tolist() == [0, 0, 1, 10, 19, 20, 20]
    assert from_steps(to_steps(frequencies)) == pytest.approx([0, 0, 0.05, 0.5, 0.95, 1, 1])


def test_the_checksum_does_not_depend_on_the_compression() -> None:
    steps = np.zeros((1, 2, RANKS, KINDS), np.uint8)
    other = steps.copy()
    other[0, 1, 2, 3] = 1
    assert checksum_of(pack(steps)) != checksum_of(pack(other))


def test_a_look_up_is_an_entry_of_the_table_of_its_score() -> None:
    calls = calls_at_equilibrium()
    hand, turned = 0b111 | 1 << 9 | 1 << 20, 5
    kind = kind_of(hand_kinds(), hand, turned)
    for score in ((0, 0), (3, 3), (4, 4)):
        for role in (ELDER, DEALER):
            assert how_often(role, hand, turned, score) == pytest.approx(
                float(frequencies_at(calls, role, turned, score)[kind])
            )


def test_every_table_serves_a_score() -> None:
    calls = calls_at_equilibrium()
    assert set(calls.served.ravel().tolist()) == set(range(len(calls.steps)))
    assert calls.steps.max() == STEPS
