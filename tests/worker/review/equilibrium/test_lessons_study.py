"""The calls that the old rules get wrong, computed from all kinds of hand."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.cards import parse_cards
from worker.review.equilibrium import lessons_study
from worker.review.equilibrium.hands import KINDS
from worker.review.equilibrium.lessons_study import Compared
from worker.review.strength import DEALER, ELDER


@pytest.mark.parametrize("role", [ELDER, DEALER])
def test_the_mean_loss_of_each_group_counts_by_how_often_it_comes(
    role: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two groups: the old rule ends the exchange with the first, wrongly, and goes on with the second, rightly."""
    members = 8 * KINDS
    groups = (np.arange(members) >= members // 2).astype(np.int64)
    gain = np.where(groups == 0, -0.04, -0.02)
    gain[::2] *= 2
    old = np.where(groups == 0, 0, 1)
    old[-1] = -1
    compared = Compared(gain, np.full(members, 0.9), np.full(members, 1 / members))
    monkeypatch.setattr(lessons_study, "_compare_calls", lambda role, seed: compared)
    monkeypatch.setattr(lessons_study, "_old_calls", lambda role: (old, ["propose"] * members))
    first = lessons_study._lessons_of(role, groups, 1)[0]
    ends, goes_on = ("S", "P") if role == ELDER else ("R", "G")
    assert (first.old, first.right) == (ends, goes_on)
    assert (first.cost, first.share, first.frequency) == (0.06, 0.5, 0.9)
    assert parse_cards(first.hand).bit_count() == 5
