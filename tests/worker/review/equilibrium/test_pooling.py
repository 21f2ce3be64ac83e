"""Means of many groups from a sample that has few of each."""

from __future__ import annotations

import numpy as np
import pytest

from worker.review.equilibrium.hands import HANDS, KINDS, hand_kinds, hand_of
from worker.review.equilibrium.pooling import hand_levels, pooled_means
from worker.review.strength import RANKS


def test_means_that_differ_are_found_and_chance_is_held_back() -> None:
    random = np.random.default_rng(1)
    coarse = np.arange(1_000) // 100
    levels = [np.zeros(1_000, np.int64), coarse, np.arange(1_000)]
    true = 0.3 + 0.2 * random.standard_normal(10)[coarse] + 0.1 * random.standard_normal(1_000)
    members = random.integers(0, 1_000, 20_000)
    values = true[members] + random.standard_normal(20_000)
    pooled = pooled_means(values, members, levels)
    counts = np.bincount(members, minlength=1_000)
    plain = np.bincount(members, values, minlength=1_000) / np.maximum(counts, 1)
    grouped = np.bincount(coarse[members], values)[coarse] / np.bincount(coarse[members])[coarse]
    errors = [float(((each - true) ** 2).mean()) for each in (pooled, plain, grouped)]
    assert errors[0] < errors[2] < errors[1]


def test_pure_chance_makes_no_difference_between_groups() -> None:
    random = np.random.default_rng(2)
    members = random.integers(0, 5_000, 20_000)
    levels = [np.zeros(5_000, np.int64), np.arange(5_000)]
    pooled = pooled_means(0.1 + random.standard_normal(20_000), members, levels)
    assert pooled.std() < 0.03
    assert pooled.mean() == pytest.approx(0.1, abs=0.03)


def test_what_is_known_beforehand_is_kept_where_the_sample_agrees() -> None:
    start = np.array([0.0, 1.0, 2.0])
    members = np.repeat(np.arange(3), 100)
    pooled = pooled_means(start[members], members, [np.zeros(3, np.int64), np.arange(3)], start)
    assert pooled.tolist() == start.tolist()


def test_a_group_that_the_sample_has_not_met_takes_the_mean_of_the_coarser_one() -> None:
    members = np.repeat(np.arange(2), 50)
    values = np.where(members == 0, 1.0, 3.0) + np.tile([-0.1, 0.1], 50)
    pooled = pooled_means(values, members, [np.zeros(3, np.int64), np.arange(3)])
    assert pooled[2] == pytest.approx(2.0)
    assert pooled[0] == pytest.approx(1.0, abs=0.01)


def test_every_kind_is_in_one_group_of_each_level_and_the_last_level_is_the_kinds() -> None:
    levels = hand_levels()
    sizes = [len(np.unique(level)) for level in levels]
    assert sizes[0] == 1
    assert sizes[-1] == RANKS * KINDS
    assert all(len(level) == RANKS * KINDS for level in levels)
    for finer, coarser in ((2, 1), (4, 2), (4, 3), (5, 4)):
        pairs = np.unique(np.stack([levels[finer], levels[coarser]]), axis=1)
        assert pairs.shape[1] == sizes[finer]


def test_kinds_with_the_same_trumps_are_alike() -> None:
    level = hand_levels()[2].reshape(RANKS, KINDS)
    kinds = hand_kinds()
    for turned in (0, 7):
        trumps = [hand_of(kinds, kind, turned) & 0xFF for kind in range(KINDS)]
        for kind in range(0, KINDS, 1_000):
            alike = level[turned] == level[turned, kind]
            assert alike.tolist() == [each == trumps[kind] for each in trumps]
    assert kinds.weight.sum() == HANDS
