"""Deals played with hands seen and hidden, and stored part by part."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from scoring.cards import HAND_SIZE
from worker.review.equilibrium import sampled_deals
from worker.review.equilibrium.sampled_deals import EXCHANGES, REFUSES, STANDS, WAYS, play_part, play_parts
from worker.review.policy import outcome_of, policy_of


def test_a_seed_gives_the_same_deals_whatever_was_played_before() -> None:
    first = play_part(5, 40)
    play_part(6, 40)
    assert (play_part(5, 40) == first).all()


def test_deals_are_whole_and_outcomes_are_those_of_the_hands() -> None:
    rows = play_part(7, 200)
    table = policy_of().table
    for row in rows:
        elder, dealer, turned = (int(row[name]) for name in ("elder", "dealer", "turned"))
        assert elder.bit_count() == dealer.bit_count() == HAND_SIZE
        assert not elder & dealer
        assert not (elder | dealer) >> turned & 1
        assert row["seen"][STANDS] == outcome_of(table, elder, dealer, turned, 1)
        assert row["seen"][REFUSES] == outcome_of(table, elder, dealer, turned, 2)
        for way in range(WAYS):
            # Whoever marks the king, it is the same however the cards are played.
            assert row["seen"][way] // 5 == row["hidden"][way] // 5
        # Nobody pays two for a point after an exchange: four marks are a vole's.
        assert row["hidden"][EXCHANGES] % 5 != 2


def test_parts_that_were_stored_are_not_played_again(tmp_path: Path) -> None:
    sampled_deals.play_parts(tmp_path, 1, 9, deals=8)
    (stored,) = tmp_path.iterdir()
    changed = np.load(stored)
    changed["hidden"] = 0
    np.save(stored, changed)
    (tmp_path / "deals-9-00001.new").write_bytes(b"stopped half way")
    rows = play_parts(tmp_path, 2, 9, deals=8)
    assert not rows["hidden"][:8].any()
    assert (rows[8:] == play_part(10, 8)).all()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deals-9-00000.npy", "deals-9-00001.npy"]
