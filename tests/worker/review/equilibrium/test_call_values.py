"""Changes by hidden play in first calls are estimated from played deals, shipped as a table, and looked up."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from scoring.cards import HAND_SIZE, parse_card, parse_cards
from tests.worker.review.equilibrium.played_rows import DEALER, ELDER, played_rows
from worker.review.equilibrium import call_values
from worker.review.equilibrium.call_values import (
    CALLS,
    UNITS,
    estimate_calls,
    hidden_change,
    hidden_gains,
    packed,
    standing_lead_costs,
    stored,
    value_of_mark,
)
from worker.review.equilibrium.hands import HANDS, KINDS, hand_kinds, hand_of, kind_of
from worker.review.knowledge import Knowledge
from worker.review.strength import RANKS
from worker.solver import solve_leads_many

SEVEN = 0


def test_gains_are_in_the_elder_hands_marks_and_kings_cancel() -> None:
    rows = played_rows((0, 0, (3, 4, 11), (0, 1, 13)))
    assert hidden_gains(rows).tolist() == [[-3.0, -3.0, 2.0]]


def test_every_call_is_estimated_from_the_deals_that_it_leads_to() -> None:
    """The elder hand's and the dealer's kinds are met a hundred times; refusing and giving are the dealer's marks."""
    proposes = (SEVEN, 0b0000, (3, 1, 1), (0, 4, 3))
    refused = (SEVEN, 0b0010, (3, 1, 1), (0, 4, 3))
    values = estimate_calls(played_rows(*[proposes, refused] * 50))
    kinds = hand_kinds()
    elder, dealer = (kind_of(kinds, hand, SEVEN) for hand in (ELDER, DEALER))
    assert values[CALLS.index("S"), SEVEN, elder] == pytest.approx(-3, abs=0.05)
    # Half of the dealers refuse (-1 to +2), half give (-1 to +1).
    assert values[CALLS.index("P"), SEVEN, elder] == pytest.approx(2.5, abs=0.1)
    assert values[CALLS.index("R"), SEVEN, dealer] == pytest.approx(-3)
    assert values[CALLS.index("G"), SEVEN, dealer] == pytest.approx(-2)


def test_deals_in_which_the_elder_hand_stands_say_nothing_of_the_dealers_replies() -> None:
    stands = (SEVEN, 0b0001, (3, 1, 1), (3, 4, 3))
    proposes = (SEVEN, 0b0000, (3, 1, 1), (3, 1, 1))
    values = estimate_calls(played_rows(*[stands, proposes] * 50))
    assert not values[CALLS.index("R")].any()
    assert not values[CALLS.index("G")].any()


def test_what_one_lead_costs_against_every_hand_by_plain_counting() -> None:
    kinds = hand_kinds()
    costs = standing_lead_costs().reshape(RANKS, KINDS)
    turned = parse_card("ST")
    own = parse_cards("SQJ.HA8.D7")
    known = Knowledge(0, 0xFFFF_FFFF & ~(own | 1 << turned), HAND_SIZE)
    hands = _hands_of(known)
    tricks = solve_leads_many(np.full(len(hands), own, np.uint32), hands, np.zeros(len(hands), np.uint8))
    worth = np.array([-2, -2, -2, 1, 1, 2])
    every = worth[tricks].max(axis=1).mean()
    one = worth[tricks].mean(axis=0).max()
    assert costs[turned, kind_of(kinds, own, turned)] == pytest.approx(one - every)
    assert costs.max() <= 0


def _hands_of(known: Knowledge) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    bits = [1 << card for card in range(32) if known.possible >> card & 1]
    return np.array([sum(cards) for cards in combinations(bits, known.size)], np.uint32)


def test_the_shipped_table_has_the_sign_of_the_measured_gap() -> None:
    """The elder hand leads without seeing the other hand, so standing is worth less than with both hands seen."""
    table = call_values.call_values()
    assert table.shape == (len(CALLS), RANKS, KINDS)
    weights = hand_kinds().weight / HANDS
    means = dict(zip(CALLS, (table.mean(axis=1) @ weights / UNITS).tolist(), strict=True))
    assert -0.14 < means["S"] < -0.06
    assert means["P"] < 0 < means["G"]
    assert means["R"] > 0


@pytest.mark.parametrize("turned", [1, 7])
def test_a_value_is_looked_up_by_kind(turned: int) -> None:
    for kind in (0, 5_000, 31_000):
        hand = hand_of(hand_kinds(), kind, turned)
        expected = call_values.call_values()[:, turned, kind] / UNITS
        assert [hidden_change(call, hand, turned) for call in CALLS] == expected.tolist()


def test_the_file_is_packed_as_it_is_read() -> None:
    assert packed(call_values.call_values() / UNITS) == stored()


def test_a_mark_is_worth_the_point_between_won_and_lost() -> None:
    chance = np.zeros(15)
    chance[[0, 1, 3, 4]] = 0.1, 0.2, 0.5, 0.6
    chance[10:] = 1.0
    nobody = (1.0, 0.0, 0.0)
    assert value_of_mark("S", chance, nobody) == pytest.approx((0.5 - 0.1) / 3)
    assert value_of_mark("P", chance, nobody) == pytest.approx((0.5 - 0.2) / 2)
    assert value_of_mark("R", 1 - chance, nobody) == pytest.approx((0.6 - 0.2) / 3)
    assert value_of_mark("G", 1 - chance, nobody) == pytest.approx((0.5 - 0.2) / 2)
    # Where the dealer's king has won the game, tricks are worth nothing.
    assert value_of_mark("S", chance, (0.5, 0.0, 0.5)) == pytest.approx((0.5 - 0.1) / 6)
