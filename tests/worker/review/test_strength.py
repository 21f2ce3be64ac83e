"""The strength of hands: known counts, plain enumeration, and the table of all of them."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest

from scoring.cards import cards_of, mask_of, parse_card, parse_cards
from tests.worker.solver import naive
from tests.worker.solver.naive import position_of
from worker.review.strength import (
    HANDS,
    STEP,
    hand_number,
    measure_hands,
    packed,
    stored,
    strengths,
    tricks_against_all,
    trumps_first,
)

HEARTS = 1


def enumerated(
    own: list[int], trump: int, *, leads: bool, possible: list[int], certain: list[int]
) -> list[int]:
    """Return ``[tricks]``: hands of all of ``certain`` and the rest from ``possible``, each searched by itself."""
    hands = [0] * 6
    for rest in combinations(possible, 5 - len(certain)):
        theirs = [*certain, *rest]
        if leads:
            hands[naive.forced(position_of(own, theirs, trump))] += 1
        else:
            hands[5 - naive.forced(position_of(theirs, own, trump))] += 1
    return hands


@pytest.mark.soak
def test_a_known_count_by_writing_every_hand_out() -> None:
    own = cards_of(parse_cards("H987.S7.D7"))
    unseen = [card for card in range(32) if card not in own and card != parse_card("HT")]
    assert sum(enumerated(own, HEARTS, leads=True, possible=unseen, certain=[])[3:]) == 37_310


@pytest.mark.parametrize("leads", [True, False])
@pytest.mark.parametrize("known", [0, 1, 2])
def test_agrees_with_enumeration(leads: bool, known: int) -> None:
    """Few cards are left to the opponent, so that all possible hands can be written out."""
    random = Random(10 * known + leads)
    for _ in range(8):
        trump = random.randrange(4)
        cards = random.sample(range(32), 15)
        own, certain, possible = cards[:5], cards[5 : 5 + known], cards[5 + known :]
        elsewhere = (1 << 32) - 1 & ~mask_of(cards)
        tricks = tricks_against_all(
            mask_of(own), trump, leads=leads, elsewhere=elsewhere, certain=mask_of(certain)
        )
        assert tricks.tolist() == enumerated(own, trump, leads=leads, possible=possible, certain=certain)


def test_every_hand_has_its_number() -> None:
    part = strengths().part
    masks = sorted(sum(1 << card for card in hand) for hand in combinations(range(32), 5))
    assert [hand_number(part, mask) for mask in masks] == list(range(len(masks)))


def test_the_table_holds_what_is_counted() -> None:
    value, part = strengths()
    random = Random(2)
    for _ in range(2_000):
        *hand, turned = random.sample(range(32), 6)
        leads = random.random() < 0.5
        # Trumps are spades in the table.
        hand = [card for card in hand if card != turned % 8]
        hand += random.sample([card for card in range(32) if card not in (*hand, turned % 8)], 5 - len(hand))
        tricks = tricks_against_all(mask_of(hand), 0, leads=leads, elsewhere=1 << turned % 8)
        number = hand_number(part, mask_of(hand))
        assert value[0 if leads else 1, turned % 8, number] == tricks[3:].sum() // STEP


def test_the_names_of_plain_suits_make_no_difference() -> None:
    value, part = strengths()
    random = Random(3)
    for _ in range(300):
        hand = random.sample(range(32), 5)
        renamed = [
            mask_of([(0, *plain)[card // 8] * 8 + card % 8 for card in hand])
            for plain in permutations((1, 2, 3))
        ]
        values = [value[:, :, hand_number(part, mask)].tolist() for mask in renamed]
        assert all(each == values[0] for each in values)


def test_a_turn_up_in_the_hand_has_no_strength() -> None:
    value, part = strengths()
    assert not value[:, 7, hand_number(part, parse_cards("SK7.H7.D7.C7"))].any()
    assert value[:, 6, hand_number(part, parse_cards("SK7.H7.D7.C7"))].all()


@pytest.mark.parametrize(
    ("cards", "trump", "turned_round"),
    [
        ("SK7.HQ.DA.C8", 0, "SK7.HQ.DA.C8"),
        ("SK7.HQ.DA.C8", 1, "SQ.HK7.DA.C8"),
        ("SK7.HQ.DA.C8", 2, "SA.HQ.DK7.C8"),
        ("SK7.HQ.DA.CK8", 3, "SK8.HQ.DA.CK7"),
    ],
)
def test_trumps_and_spades_change_places(cards: str, trump: int, turned_round: str) -> None:
    assert trumps_first(parse_cards(cards), trump) == parse_cards(turned_round)
    assert trumps_first(parse_cards(turned_round), trump) == parse_cards(cards)


@pytest.mark.soak
def test_what_is_shipped_is_what_is_measured() -> None:
    assert packed(measure_hands().point) == stored()


def test_every_strength_is_a_share_of_the_hands() -> None:
    assert int(np.max(strengths().value)) <= HANDS // STEP
