"""The numbering of kinds of hand beside a turn-up."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import pytest

from worker.review.equilibrium.hands import (
    HANDS,
    KINDS,
    close_trumps,
    hand_kinds,
    hand_of,
    kind_of,
    open_trumps,
)

RANKS = range(8)


def key_of(hand: int) -> tuple[int, tuple[int, ...]]:
    """Return what two hands have in common if they differ only in the names of the plain suits."""
    return hand & 0xFF, tuple(sorted(hand >> shift & 0xFF for shift in (8, 16, 24)))


def test_every_hand_of_one_turn_up_has_the_kind_of_its_suits() -> None:
    """The nine of trumps turned up: all 169,911 hands by plain enumeration."""
    kinds = hand_kinds()
    turned = 2
    pack = [card for card in range(32) if card != turned]
    kind_by_key: dict[tuple[int, tuple[int, ...]], int] = {}
    counted = [0] * KINDS
    for cards in combinations(pack, 5):
        hand = sum(1 << card for card in cards)
        kind = kind_of(kinds, hand, turned)
        assert kind_by_key.setdefault(key_of(hand), kind) == kind
        counted[kind] += 1
    assert len(kind_by_key) == len(set(kind_by_key.values())) == KINDS
    assert counted == kinds.weight.tolist()
    assert sum(counted) == HANDS == 169_911


@pytest.mark.parametrize("turned", RANKS)
def test_the_first_hand_of_a_kind_has_that_kind(turned: int) -> None:
    kinds = hand_kinds()
    for kind in range(0, KINDS, 7):
        hand = hand_of(kinds, kind, turned)
        assert hand >> turned & 1 == 0
        assert kind_of(kinds, hand, turned) == kind


@pytest.mark.parametrize("turned", RANKS)
def test_the_names_of_plain_suits_do_not_matter(turned: int) -> None:
    kinds = hand_kinds()
    random = Random(turned)
    for _ in range(200):
        hand = sum(1 << card for card in random.sample([each for each in range(32) if each != turned], 5))
        suits = [hand >> shift & 0xFF for shift in (8, 16, 24)]
        numbers = {
            kind_of(kinds, hand & 0xFF | one << 8 | two << 16 | three << 24, turned)
            for one, two, three in permutations(suits)
        }
        assert len(numbers) == 1


@pytest.mark.parametrize("turned", RANKS)
def test_trumps_close_up_over_the_turn_up(turned: int) -> None:
    for trumps in range(256):
        if trumps >> turned & 1 == 0:
            closed = close_trumps(trumps, turned)
            assert closed < 128
            assert closed.bit_count() == trumps.bit_count()
            assert open_trumps(closed, turned) == trumps
