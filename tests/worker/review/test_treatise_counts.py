"""Hands counted beside the old treatise: the shipped rows are reproduced, and agree with plain enumeration."""

from __future__ import annotations

from itertools import combinations
from math import hypot, sqrt

import numpy as np
import pytest

from scoring.cards import PACK, cards_of, mask_of, parse_cards
from worker.review.treatise import JEUX_DE_REGLE, REFUSALS
from worker.review.treatise_counts import (
    compare_refusing,
    compare_standing,
    count_kings,
    known_counts,
    refusing_outcomes,
    standing_outcomes,
    turn_ups,
)
from worker.review.treatise_page import HANDS, Compared, treatise_page
from worker.solver import solve_leads

FEW_WORLDS = 1 << 12


def test_known_counts_come_out() -> None:
    assert [(row.known, row.makes) for row in known_counts()] == [
        (37_310, 37_310),
        (47_768, 47_768),
        (28_958, 28_958),
    ]


def assert_same(counted: Compared, shipped: Compared) -> None:
    """Exact counts must be equal; sampled figures must agree within four standard errors."""
    exact = ("name", "hand", "lead", "holds", "turn_ups", "makes", "hands", "ends")
    assert [getattr(counted, field) for field in exact] == [getattr(shipped, field) for field in exact]
    assert abs(counted.goes_on - shipped.goes_on) < 4 * hypot(counted.error, shipped.error)
    assert counted.error == pytest.approx(shipped.error * sqrt(16), rel=0.1)


@pytest.mark.parametrize("place", [0, 3, 22, 35])
def test_hands_to_stand_with_come_out_again(place: int) -> None:
    assert_same(compare_standing(JEUX_DE_REGLE[place], FEW_WORLDS, 7), treatise_page().standing[place])


@pytest.mark.parametrize("place", [0, 1, 8, 23])
def test_hands_to_refuse_with_come_out_again(place: int) -> None:
    assert_same(compare_refusing(REFUSALS[place], FEW_WORLDS, 7), treatise_page().refusing[place])


def test_every_trump_but_the_king_and_those_in_hand_may_be_turned_up() -> None:
    assert list(turn_ups(parse_cards("S8Q.HK.D7.C7"))) == [0, 2, 3, 4, 5]
    assert list(turn_ups(parse_cards("SK7.HK.D7.C7"))) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("hand", ["S987.H7.D7", "SKQJAT", "SK7.HQ8.D7", "HQ8.DQ7.CQ"])
def test_standing_is_counted_over_every_hand(hand: str) -> None:
    own = parse_cards(hand)
    turned = next(iter(turn_ups(own)))
    counts = standing_outcomes(own, turned)
    assert counts.sum() == HANDS
    unseen = cards_of(PACK & ~(own | 1 << turned))
    with_king = sum(7 in theirs for theirs in combinations(unseen, 5))
    by_king = counts.reshape(3, 5).sum(axis=1).tolist()
    assert by_king == ([0, HANDS, 0] if own & 0x80 else [HANDS - with_king, 0, with_king])


def test_standing_with_every_high_trump_makes_every_trick() -> None:
    counts = standing_outcomes(parse_cards("SKQJAT"), 0)
    assert counts[9] == HANDS


def test_standing_agrees_with_hands_solved_one_by_one() -> None:
    own, turned = parse_cards("S87.HQ8.D7"), 3
    random = np.random.default_rng(5)
    unseen = cards_of(PACK & ~(own | 1 << turned))
    made = []
    for _ in range(2_000):
        theirs = mask_of([int(card) for card in random.choice(unseen, 5, replace=False)])
        made.append(max(solve_leads(own, theirs, 0).values()) >= 3)
    counts = standing_outcomes(own, turned)
    share = counts.reshape(3, 5)[:, 3:].sum() / HANDS
    assert abs(np.mean(made) - share) < 4 * sqrt(share * (1 - share) / len(made))


def test_refusing_is_counted_over_the_hands_that_would_have_proposed() -> None:
    counts = refusing_outcomes(parse_cards("S987.H7.D7"), 3)
    assert 0 < counts.sum() < HANDS
    # Law 49: against a dealer who refused at once the point counts two, as the vole does.
    assert counts.reshape(3, 5)[:, 3].sum() == 0


@pytest.mark.parametrize("deals", [1 << 14, pytest.param(1 << 16, marks=pytest.mark.soak)])
def test_kings_come_out_again(deals: int) -> None:
    counted, shipped = count_kings(deals, 3), treatise_page().kings
    for own, known in ((counted.dealer, shipped.dealer), (counted.elder, shipped.elder)):
        share = known / shipped.deals
        assert abs(own / deals - share) < 4 * sqrt(share * (1 - share) / deals)
