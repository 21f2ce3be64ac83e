"""The policy of La Triomphe, against its own words: hand by hand, and over every hand of a small world."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.worker.review import offers_reference as reference
from worker.review.offer_policy import (
    DEALER_OFFERED,
    DEALER_REFUSED,
    DEALER_SPEAKS,
    DEALER_TOOK,
    ELDER_OFFERED,
    ELDER_REFUSED,
    ELDER_SPEAKS,
    ELDER_TOOK,
    MARKS,
    PLAY,
    RESULTS,
    count_results,
    deal_offers,
    does_offer,
    does_refuse,
    offer_policy,
    result_by_tricks,
    worth_of_results,
)
from worker.review.stakes import Stakes
from worker.review.strength import trumps_first

SAID = {
    ELDER_SPEAKS: "",
    DEALER_SPEAKS: "S",
    PLAY: "SS",
    ELDER_OFFERED: "P",
    DEALER_OFFERED: "SP",
    DEALER_TOOK: "PG",
    ELDER_TOOK: "SPG",
    DEALER_REFUSED: "PR",
    ELDER_REFUSED: "SPR",
}
IN_MARKS = worth_of_results(Stakes("B", None, variant="triomphe"))

# The elder's marks by his tricks, 0 to 5: laws 48 and 49 as La Triomphe has them.
BY_TRICKS = [
    (PLAY, [-2, -1, -1, 1, 1, 2]),
    (DEALER_REFUSED, [-2, 2, 2, 2, 2, 2]),
    (ELDER_REFUSED, [-2, -2, -2, -2, -2, 2]),
]


@pytest.mark.parametrize(("phase", "marks"), BY_TRICKS)
def test_what_tricks_are_worth(phase: int, marks: list[int]) -> None:
    assert [MARKS[result_by_tricks(tricks, phase)] for tricks in range(6)] == marks


def worth_at(score: tuple[int, int]) -> NDArray[np.float64]:
    """B deals; ``score`` is A's and B's."""
    return worth_of_results(Stakes("B", score, variant="triomphe"))


@pytest.mark.parametrize("score", [(0, 0), (3, 3), (4, 0), (0, 4), (2, 3)])
def test_offering_and_refusing_follow_the_stated_rule(score: tuple[int, int]) -> None:
    random, worth = Random(11), worth_at(score)
    agreed = set()
    for _ in range(400):
        *own, turn_up = random.sample(range(32), 6)
        hand = trumps_first(sum(1 << card for card in own), turn_up // 8)
        for role, leads in ((0, True), (1, False)):
            offered = does_offer(offer_policy(), role, hand, turn_up % 8, worth)
            refused = does_refuse(offer_policy(), role, hand, turn_up % 8, worth)
            assert offered == reference.offers(own, turn_up, worth[role], leads=leads)
            assert refused == reference.refuses(own, turn_up, worth[role], leads=leads)
            agreed.add(offered)
    assert score in ((0, 4), (4, 0)) or agreed == {True, False}


def test_nobody_offers_the_point_that_ends_the_game_against_him() -> None:
    worth = worth_at((0, 4))
    hopeless = trumps_first(sum(1 << card for card in (0, 1, 16, 17, 24)), 1)
    assert not does_offer(offer_policy(), 0, hopeless, 7, worth)
    assert does_offer(offer_policy(), 0, hopeless, 7, IN_MARKS)


def test_who_wins_the_game_by_one_point_takes_it() -> None:
    # The five highest trumps: by marks the vole is worth more, with four points it is not.
    best = 0b11111000
    assert does_refuse(offer_policy(), 0, best, 0, IN_MARKS)
    assert not does_refuse(offer_policy(), 0, best, 0, worth_at((4, 0)))


@pytest.mark.parametrize("is_elder", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_every_hand_of_a_small_world_is_counted(seed: int, is_elder: bool) -> None:
    random = Random(seed)
    cards = random.sample(range(32), 14)
    own, turn_up, unseen = cards[:5], cards[5], cards[6:]
    trump, worth = turn_up // 8, worth_at((1, 2))
    counts = np.zeros((len(SAID), RESULTS), np.int64)
    hands = count_results(
        offer_policy(),
        is_elder,
        trumps_first(sum(1 << card for card in own), trump),
        trumps_first(sum(1 << card for card in unseen), trump),
        turn_up % 8,
        worth,
        np.array(list(SAID), np.int64),
        counts,
    )
    assert hands == 56
    assert counts.sum(axis=1).tolist() == [hands] * len(SAID)
    by_role = (tuple(worth[0]), tuple(worth[1]))
    for row, said in zip(counts, SAID.values(), strict=True):
        marks, mean_of = reference.means(own, unseen, turn_up, by_role, said, is_elder=is_elder)
        assert row @ np.array(MARKS) / hands == pytest.approx(marks)
        own_worth = by_role[0 if is_elder else 1]
        assert row @ np.array(own_worth) / hands == pytest.approx(mean_of(own_worth))


def test_deals_at_random_are_the_same_for_the_same_seed() -> None:
    found = []
    for seed in (1, 1, 2):
        counts = np.zeros(RESULTS, np.int64)
        deal_offers(offer_policy(), IN_MARKS, seed, 2_000, counts)
        found.append(counts.tolist())
    assert found[0] == found[1] != found[2]
    assert sum(found[0]) == 2_000
