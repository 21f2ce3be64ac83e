"""The results of hands at La Triomphe, against the solver's table queried hand by hand."""

from __future__ import annotations

import zlib
from random import Random

import numpy as np
import pytest

from scoring.cards import cards_of, parse_card, parse_cards
from tests.worker.review.offers_reference import STEP, shares_counted, shares_kept
from worker.review.offer_hands import packed, stored
from worker.review.strength import Measured


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("leads", [True, False])
def test_a_hand_fares_as_it_does_against_every_hand(seed: int, leads: bool) -> None:
    *own, turn_up = Random(seed).sample(range(32), 6)
    counted = shares_counted(own, turn_up, leads=leads)
    assert shares_kept(own, turn_up, leads=leads) == tuple(number // STEP for number in counted)


@pytest.mark.parametrize(
    ("own", "turn_up", "leads", "none", "vole"),
    [
        # The five highest trumps lead and can't lose; nor do they as the dealer's.
        ("HKQJAT", "H7", True, 0, 65_780),
        ("HKQJAT", "H7", False, 0, 65_780),
        # Low cards and no trump.
        ("S87.D87.C7", "HK", False, None, 0),
    ],
)
def test_hands_that_are_plain_to_see(
    own: str, turn_up: str, leads: bool, none: int | None, vole: int
) -> None:
    shares = shares_kept(cards_of(parse_cards(own)), parse_card(turn_up), leads=leads)
    assert shares[2] == vole // STEP
    if none is not None:
        assert shares[0] == none


def test_what_is_shipped_is_packed_as_it_is_read() -> None:
    flat = np.frombuffer(zlib.decompress(stored()), np.uint8).reshape(2, 2, 8, -1)
    none, vole = (np.ascontiguousarray(kinds.transpose(2, 0, 1)) for kinds in flat)
    assert packed(Measured(none, none, vole)) == stored()
