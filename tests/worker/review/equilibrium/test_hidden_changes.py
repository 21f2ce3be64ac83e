"""Changes by hidden play for kinds of hand agree with plain sums over made-up deals."""

from __future__ import annotations

import numpy as np
import pytest

from worker.review.equilibrium.call_values import standing_lead_costs
from worker.review.equilibrium.hands import KINDS, hand_kinds, hand_of, kind_of
from worker.review.equilibrium.hidden_changes import Changes, PlayedDeals, played_deals, strength_groups
from worker.review.equilibrium.sampled_deals import DEAL
from worker.review.policy import OUTCOMES
from worker.review.strength import DEALER, ELDER, RANKS

SIZE = 4_000
STEPS = np.arange(OUTCOMES, dtype=np.float64)
"""A worth by which each step of an outcome counts one."""


def random_deals(lost: tuple[int, int, int], noise: int) -> PlayedDeals:
    """Return deals that lose so many steps of an outcome by hidden play, give or take ``noise``, in each way."""
    random = np.random.default_rng(4)
    seen = np.full((SIZE, 3), 8, np.uint8)
    hidden = seen - np.array(lost, np.uint8) + random.integers(-noise, noise + 1, (SIZE, 3))
    return PlayedDeals(
        random.integers(0, RANKS, SIZE).astype(np.uint8),
        random.integers(0, KINDS, SIZE).astype(np.uint16),
        random.integers(0, KINDS, SIZE).astype(np.uint16),
        seen,
        hidden.astype(np.uint8),
    )


def test_played_deals_have_the_kinds_of_their_hands() -> None:
    random = np.random.default_rng(1)
    rows = np.zeros(60, DEAL)
    for row in rows:
        row["turned"] = random.integers(RANKS)
        cards = random.permutation([card for card in range(32) if card != row["turned"]])[:10]
        row["elder"], row["dealer"] = (
            sum(1 << int(card) for card in part) for part in (cards[:5], cards[5:])
        )
    deals = played_deals(rows)
    for row, elder, dealer in zip(rows, deals.elder, deals.dealer, strict=True):
        assert elder == kind_of(hand_kinds(), int(row["elder"]), int(row["turned"]))
        assert dealer == kind_of(hand_kinds(), int(row["dealer"]), int(row["turned"]))


def test_changes_of_shares_are_sums_over_the_deals() -> None:
    deals = random_deals((1, 2, 3), 3)
    proposes, accepts = np.random.default_rng(2).random((2, RANKS, KINDS)).astype(np.float32)
    wanted = np.zeros(OUTCOMES)
    for at in range(SIZE):
        asks = float(proposes[deals.turned[at], deals.elder[at]])
        gives = float(accepts[deals.turned[at], deals.dealer[at]])
        for way, share in enumerate((1 - asks, asks * (1 - gives), asks * gives)):
            wanted[deals.hidden[at, way]] += share / SIZE
            wanted[deals.seen[at, way]] -= share / SIZE
    changes = Changes(deals).of_shares(proposes, accepts)
    assert changes == pytest.approx(wanted, abs=1e-9)
    assert changes.sum() == pytest.approx(0)


def test_a_change_that_is_the_same_in_all_deals_is_that_of_every_kind() -> None:
    deals = random_deals((1, 2, 3), 1)
    proposes, accepts = (np.full((RANKS, KINDS), often, np.float32) for often in (0.5, 0.25))
    changes = Changes(deals).of_means(STEPS, proposes, accepts)
    assert changes[ELDER] == pytest.approx(np.broadcast_to([-1, -2.25], (RANKS, KINDS, 2)), abs=0.2)
    assert changes[DEALER] == pytest.approx(np.broadcast_to([1, 1.5], (RANKS, KINDS, 2)), abs=0.2)


def test_what_one_lead_costs_is_found_again() -> None:
    """Deals in which standing loses a step for each tenth of a mark of the lead's cost."""
    deals = random_deals((0, 0, 0), 0)
    costs = standing_lead_costs()
    members = deals.turned.astype(np.int64) * KINDS + deals.elder
    lost = np.random.default_rng(6).binomial(4, np.clip(-2.5 * costs[members], 0, 1))
    hidden = deals.hidden.copy()
    hidden[:, 0] -= lost.astype(np.uint8)
    even = np.full((RANKS, KINDS), 0.5, np.float32)
    changes = Changes(deals._replace(hidden=hidden)).of_means(STEPS, even, even)
    stands = changes[ELDER, :, :, 0].ravel()
    assert np.corrcoef(stands, costs)[0, 1] > 0.95
    assert not changes[ELDER, :, :, 1].any()


@pytest.mark.parametrize("role", [ELDER, DEALER])
def test_kinds_of_one_group_are_about_equally_strong(role: int) -> None:
    groups = strength_groups(role).reshape(RANKS, KINDS)
    strong = 0b1111_0000 | 1 << 15
    weak = 1 << 8 | 1 << 9 | 1 << 16 | 1 << 17 | 1 << 24
    kinds = [kind_of(hand_kinds(), hand, 3) for hand in (strong, weak)]
    assert groups[3, kinds[0]] > groups[3, kinds[1]]
    sizes = np.bincount(groups.ravel())
    assert sizes.min() > 0
    assert len(sizes) > 30
    assert hand_of(hand_kinds(), kinds[0], 3) == strong
