"""Deals played while neither hand is seen: every decision against a slow reference, and a measured gap."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from scoring.cards import mask_of
from tests.support.examples import in_two_sizes
from tests.worker.review.equilibrium.hidden_deal_reference import HiddenDeal, best_cards, marks
from worker.review.equilibrium.hidden_deal import HiddenPlay, hidden_play, make_hidden_play, play_hidden
from worker.review.kernels import NO_LEAD


def random_deal(random: Random, *, is_king_kept_back: bool = False) -> HiddenDeal:
    """Return a deal of random cards. A player holds the king of trumps if it is to be kept back."""
    pack = random.sample(range(32), 32)
    if is_king_kept_back:
        pack.remove(7)
        pack.insert(random.randrange(10), 7)
    turned = next(card for card in pack[10:] if card < 8)
    rest = [card for card in pack[10:] if card != turned]
    numbers = (0, 0) if random.random() < 0.4 else (random.randint(1, 5), random.randint(0, 5))
    return HiddenDeal(
        (mask_of(tuple(pack[:5])), mask_of(tuple(pack[5:10]))),
        (mask_of(tuple(rest[: numbers[0]])), mask_of(tuple(rest[10 : 10 + numbers[1]]))),
        turned,
        random.randrange(3),
        is_king_kept_back,
    )


def played(
    play: HiddenPlay, deal: HiddenDeal, seed: int, first_lead: int = NO_LEAD
) -> tuple[int, list[int], list[int]]:
    """Return the elder hand's tricks, the best cards at every decision, and the cards played."""
    tricks = play_hidden(
        play, *deal.hands, *deal.out, deal.turned, deal.vulnerable, first_lead, deal.is_king_kept_back,
        np.array([seed], np.uint64),
    )  # fmt: skip
    return tricks, play.log[:, 0].tolist(), play.log[:, 1].tolist()


@pytest.mark.parametrize("is_king_kept_back", [False, True])
@in_two_sizes("number", 24, 200)
def test_every_card_of_random_deals_is_one_of_the_best_by_the_reference(
    number: int, is_king_kept_back: bool
) -> None:
    random = Random(f"hidden deals {is_king_kept_back}")
    for seed in range(number):
        deal = random_deal(random, is_king_kept_back=is_king_kept_back)
        with hidden_play() as play:
            _, best, cards = played(play, deal, seed)
        assert best == best_cards(deal, cards), deal


def test_the_names_of_plain_suits_and_a_small_memo_change_nothing() -> None:
    """A memo of sixteen decisions and few plans forget all the time: the best cards are the same."""
    random = Random("suits")
    forgetful, other_play = make_hidden_play(4, 128), make_hidden_play(16, 1024)
    for seed in range(60):
        deal = random_deal(random)
        small, large = (played(play, deal, seed) for play in (forgetful, other_play))
        assert small == large
        shifts = random.sample((8, 16, 24), 3)

        def renamed(hand: int, shifts: list[int] = shifts) -> int:
            return hand & 0xFF | sum((hand >> 8 * at & 0xFF) << shifts[at - 1] for at in (1, 2, 3))

        (one, two), (out, other_out) = deal.hands, deal.out
        other = deal._replace(hands=(renamed(one), renamed(two)), out=(renamed(out), renamed(other_out)))
        first = played(other_play, other, seed)[1][0]
        assert first == renamed(large[1][0])


def test_a_lead_that_is_given_is_the_first_card() -> None:
    random = Random("given")
    play = make_hidden_play(16, 1024)
    for seed in range(40):
        deal = random_deal(random)
        lead = random.choice([card for card in range(32) if deal.hands[0] >> card & 1])
        _, best, cards = played(play, deal, seed, lead)
        assert cards[0] == lead
        assert best[1:] == best_cards(deal, cards)[1:]


def test_marks_are_those_of_laws_48_and_49() -> None:
    play = make_hidden_play(4, 128)
    for vulnerable in range(3):
        for tricks in range(6):
            assert play.worth[vulnerable, 0, tricks] == marks(vulnerable, tricks)
            assert play.worth[vulnerable, 1, 5 - tricks] == -marks(vulnerable, tricks)
