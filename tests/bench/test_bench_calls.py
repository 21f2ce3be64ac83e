"""Hands enumerated for the benchmark of calls: every hand of the opponent once, with the means of drawn deals."""

from __future__ import annotations

import numpy as np
import pytest

from tests.bench.bench_calls import enumerate_kind
from worker.review.chances import chances
from worker.review.equilibrium.call_worths import worth_at
from worker.review.equilibrium.calls import mean_worths
from worker.review.equilibrium.deal_samples import ends_with_hands_seen, sample_kinds
from worker.review.equilibrium.hands import KINDS, hand_kinds, hand_of
from worker.review.strength import DEALER, ELDER, HANDS

TURNED = 5
KIND = 20_000
DRAWN = 30_000


@pytest.mark.parametrize("role", [ELDER, DEALER])
def test_drawn_deals_have_the_means_of_all_hands(role: int) -> None:
    whole = enumerate_kind(role, TURNED, KIND, np.random.default_rng(1))
    assert whole.other.shape == (1, HANDS)
    counts = np.bincount(whole.other[0], minlength=KINDS)
    own = hand_of(hand_kinds(), KIND, TURNED)
    apart = np.array([hand_of(hand_kinds(), kind, TURNED) & own == 0 for kind in range(KINDS)])
    assert counts[apart].min() > 0
    assert (counts <= hand_kinds().weight).all()

    drawn = sample_kinds(role, TURNED, DRAWN, 3, ends_with_hands_seen, np.array([KIND]))
    worth = worth_at((0, 0), np.array(chances().hands_seen))
    others = np.random.default_rng(2).random(KINDS).astype(np.float32)
    means = [mean_worths(samples, role, worth, others)[0] for samples in (whole, drawn)]
    # A worth varies by about a fifth from deal to deal.
    assert means[0] == pytest.approx(means[1], abs=5 * 0.2 * np.sqrt(1 / DRAWN + 1 / HANDS))
