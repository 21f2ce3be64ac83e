"""The shipped tables of calls: looked up, unchanged by the names of plain suits, and hard to exploit."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from random import Random

import numpy as np
import pytest

from worker.review import data_files
from worker.review.data_files import WrongTableError
from worker.review.equilibrium import calls_data
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


def test_a_file_that_was_changed_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stored = calls_at_equilibrium()
    steps = stored.steps.copy()
    steps[0, 0, 0, 0] ^= 1
    monkeypatch.setattr(data_files, "files", lambda _: tmp_path)
    folder = tmp_path / "data"
    folder.mkdir()
    source = Path(calls_data.__file__).parents[1] / "data"
    (folder / calls_data.HEADER).write_text((source / calls_data.HEADER).read_text("utf-8"), "utf-8")
    (folder / calls_data.DATA).write_bytes(pack(steps))
    calls_at_equilibrium.cache_clear()
    try:
        with pytest.raises(WrongTableError, match="--calls"):
            calls_at_equilibrium()
    finally:
        calls_at_equilibrium.cache_clear()


def test_the_checksum_does_not_depend_on_the_compression() -> None:
    steps = np.zeros((1, 2, RANKS, KINDS), np.uint8)
    other = steps.copy()
    other[0, 1, 2, 3] = 1
    assert checksum_of(pack(steps)) != checksum_of(pack(other))


def test_calls_do_not_depend_on_the_names_of_the_plain_suits() -> None:
    random = Random(2)
    for _ in range(300):
        turned = random.randrange(RANKS)
        cards = random.sample([card for card in range(32) if card != turned], 5)
        suits = [sum(1 << card for card in cards) >> shift & 0xFF for shift in (0, 8, 16, 24)]
        score = random.randrange(5), random.randrange(5)
        for role in (ELDER, DEALER):
            steps = {
                how_often(role, suits[0] | one << 8 | two << 16 | three << 24, turned, score)
                for one, two, three in permutations(suits[1:])
            }
            assert len(steps) == 1


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
