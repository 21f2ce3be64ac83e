"""Drawn deals: whole packs, the ends of the policy's functions, and the shipped chances by another road."""

from __future__ import annotations

import json
from importlib.resources import files

import numpy as np
import pytest
from numpy.typing import NDArray

from worker.review.chain import SCORES
from worker.review.chances import DATA
from worker.review.equilibrium import deal_samples
from worker.review.equilibrium.call_worths import ALL_SCORES, Values, solve_scores
from worker.review.equilibrium.calls import count_outcomes
from worker.review.equilibrium.deal_samples import Deals, ends_with_hands_seen, sample_kinds
from worker.review.equilibrium.hands import HANDS, hand_kinds, hand_of, kind_of
from worker.review.equilibrium.policy_calls import policy_frequencies
from worker.review.policy import ELDER_PUTS_OUT, OUTCOMES, STOCK, go_on, outcome_of, policy_of
from worker.review.strength import DEALER, ELDER, RANKS

SOME_KINDS = np.array([0, 77, 5_000, 31_912])


def values_of_the_policy(deals: int, turn_ups: range = range(RANKS)) -> Values:
    """Return the values at every score if both players follow the published policy, by drawn deals."""
    shares = np.zeros((SCORES, SCORES, OUTCOMES))
    for turned in turn_ups:
        samples = sample_kinds(ELDER, turned, deals, 100 + turned, ends_with_hands_seen)
        for score in ALL_SCORES:
            proposes, accepts = (policy_frequencies(role, turned, score) for role in (ELDER, DEALER))
            counts = count_outcomes(samples, hand_kinds().weight / HANDS, proposes, accepts)
            shares[score] += counts / len(turn_ups)
    return solve_scores(shares)


@pytest.mark.parametrize("deals", [8, pytest.param(64, marks=pytest.mark.soak)])
def test_the_policy_s_chances_and_marks_are_those_of_the_shipped_chain(deals: int) -> None:
    values = values_of_the_policy(deals)
    text = files("worker.review").joinpath("data", DATA["ecarte"]).read_text("utf-8")
    shipped = {key: np.array(value) for key, value in json.loads(text)["hands_seen"].items()}
    assert np.abs(values.chance - shipped["chance"]).max() < (0.0005 if deals >= 64 else 0.0015)
    assert values.chance[0, 0] == pytest.approx(shipped["chance"][0, 0], abs=0.0005)
    assert np.abs(values.marks - shipped["marks"]).max() < 0.005
    assert np.abs(values.stake - shipped["stake"]).max() < 0.004


@pytest.mark.parametrize("role", [ELDER, DEALER])
def test_each_deal_is_a_whole_pack(role: int) -> None:
    turned = 4
    given: list[Deals] = []

    def keep(deals: Deals, rank: int) -> NDArray[np.uint16]:
        assert rank == turned
        given.append(deals)
        return ends_with_hands_seen(deals, rank)

    samples = sample_kinds(role, turned, 5, 3, keep, SOME_KINDS)
    (deals,) = given
    own, other = (deals.elder, deals.dealer) if role == ELDER else (deals.dealer, deals.elder)
    for place in range(len(SOME_KINDS) * 5):
        cards = [int(card) for card in deals.stock[place]]
        assert len(set(cards)) == STOCK
        both = int(own[place]), int(other[place])
        assert both[0] == hand_of(hand_kinds(), int(SOME_KINDS[place // 5]), turned)
        assert sum(1 << card for card in cards) + both[0] + both[1] + (1 << turned) == 0xFFFF_FFFF
        assert samples.other.flat[place] == kind_of(hand_kinds(), both[1], turned)


def test_ends_are_what_the_policy_makes_of_each_call() -> None:
    policy, turned = policy_of(), 2
    random = np.random.default_rng(5)
    packs = [random.permutation([card for card in range(32) if card != turned]) for _ in range(300)]
    deals = Deals(
        np.array([sum(1 << int(card) for card in pack[:5]) for pack in packs]),
        np.array([sum(1 << int(card) for card in pack[5:10]) for pack in packs]),
        np.array([pack[10:] for pack in packs], np.uint8),
    )
    ends = ends_with_hands_seen(deals, turned).tolist()
    for elder, dealer, stock, end in zip(
        deals.elder.tolist(), deals.dealer.tolist(), deals.stock, ends, strict=True
    ):
        assert end & 15 == outcome_of(policy.table, elder, dealer, turned, 1)
        assert end >> 4 & 15 == outcome_of(policy.table, elder, dealer, turned, 2)
        rest = stock.astype(np.int64)
        # After the first exchange the policy does not look at the score.
        for points in ((0, 0), (4, 4)):
            after = go_on(policy, elder, dealer, rest, STOCK, turned, ELDER_PUTS_OUT, 1, 0, *points)
            assert end >> 8 == after


def test_samples_do_not_depend_on_the_size_of_the_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = sample_kinds(DEALER, 7, 6, 9, ends_with_hands_seen, SOME_KINDS)
    monkeypatch.setattr(deal_samples, "_AT_ONCE", 7)
    parts = sample_kinds(DEALER, 7, 6, 9, ends_with_hands_seen, SOME_KINDS)
    assert (whole.other == parts.other).all()
    assert (whole.ends == parts.ends).all()
    other = sample_kinds(DEALER, 7, 6, 10, ends_with_hands_seen, SOME_KINDS)
    assert (whole.ends != other.ends).any()
