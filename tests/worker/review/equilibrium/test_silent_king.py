"""The king of trumps announced or kept back, tried in deals that are played hidden."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.cards import HAND_SIZE, PACK, parse_card, parse_cards
from worker.review.equilibrium.silent_king import CLOSE, SilentKing, value_silence
from worker.review.kernels import NO_LEAD
from worker.review.knowledge import Knowledge
from worker.review.strength import DEALER, ELDER

SPADES = 0
NINE = parse_card("S9")
OWN = parse_cards("SK8.HA9.D7")
POINTS = np.array([-2.0, -1, -1, 2, 2, 2])
"""The elder hand stood, so that the dealer's point counts two."""
DECIDES = np.array([0.0, 0, 0, 1, 1, 1])
"""The point decides the game."""


def known(lead: str = "") -> Knowledge:
    gone = OWN | 1 << NINE | (1 << parse_card(lead) if lead else 0)
    return Knowledge(0, PACK & ~gone, HAND_SIZE - (1 if lead else 0))


def king(lead: str = "", seat: int = DEALER, own: int = OWN, trump: int = SPADES) -> SilentKing:
    card = parse_card(lead) if lead else NO_LEAD
    return SilentKing(seat, own, 0, card, trump, 2, 1 if seat == DEALER else 2)


def test_where_the_mark_is_idle_silence_may_win_but_hardly_loses() -> None:
    values = value_silence(king("HK"), known("HK"), np.array([DECIDES, DECIDES]), POINTS)
    assert values.chances[1] - values.chances[0] > -3 * max(values.error, CLOSE)
    assert 0 < values.error < 0.02
    for marks, chance in zip((values.marks[0] - 1, values.marks[1]), values.chances, strict=True):
        # The tricks are worth two marks if the point is won, otherwise -1 or -2.
        assert 4 * chance - 2 <= marks <= 3 * chance - 1 + 1e-9


def test_a_mark_that_wins_the_game_is_worth_all_of_it() -> None:
    values = value_silence(king("HK"), known("HK"), np.array([np.ones(6), DECIDES]), POINTS)
    assert values.chances[0] == 1
    assert values.chances[1] < 1


def test_the_suit_of_trumps_does_not_matter() -> None:
    """Spades and hearts change places."""
    worth = np.array([DECIDES, DECIDES])

    def swapped(mask: int) -> int:
        return mask & ~0xFFFF | mask >> 8 & 0xFF | (mask & 0xFF) << 8

    here = known("CA")
    there = Knowledge(0, swapped(here.possible), here.size)
    spades = value_silence(king("CA"), here, worth, POINTS)
    hearts = value_silence(king("CA", own=swapped(OWN), trump=1), there, worth, POINTS)
    assert hearts == spades


def test_the_elder_hand_leads_the_best_card_by_either_choice() -> None:
    values = value_silence(king(seat=ELDER), known(), np.array([DECIDES, DECIDES]), POINTS)
    assert 0 < values.chances[0] < 1
    assert abs(values.chances[1] - values.chances[0]) < 0.15


@pytest.mark.soak
def test_silence_at_four_to_three_gains_two_hundredths_over_all_hands() -> None:
    """The measured gain is .0223, give or take .0010."""
    random = np.random.default_rng(4)
    gains = []
    for _ in range(400):
        pack = random.permutation([card for card in range(32) if card != 7]).tolist()
        own = 1 << 7 | sum(1 << card for card in pack[:4])
        turned = next(card for card in pack[4:] if card < 7)
        lead = next(card for card in pack[5:] if card != turned)
        fits = Knowledge(0, PACK & ~(own | 1 << turned | 1 << lead), HAND_SIZE - 1)
        choice = SilentKing(DEALER, own, 0, lead, SPADES, turned, 1)
        values = value_silence(choice, fits, np.array([DECIDES, DECIDES]), POINTS)
        gains.append(values.chances[1] - values.chances[0])
    assert 0.005 < float(np.mean(gains)) < 0.05
