"""The policy of La Triomphe, against its own words: hand by hand, and over every hand of a small world."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE, Player
from scoring.marks import MAJORITY_OF_TRICKS, tricks_mark
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

CALLS = {
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


@pytest.mark.parametrize(("phase", "bound"), [(PLAY, "none"), (DEALER_REFUSED, "B"), (ELDER_REFUSED, "A")])
def test_tricks_are_worth_what_the_engine_marks(phase: int, bound: str) -> None:
    """A is the elder; ``bound`` refused the point."""
    for tricks in range(HAND_SIZE + 1):
        winner: Player = "A" if tricks >= MAJORITY_OF_TRICKS else "B"
        mark = tricks_mark(winner, max(tricks, HAND_SIZE - tricks), bound, "triomphe")
        marks = mark.points if mark.player == "A" else -mark.points
        assert MARKS[result_by_tricks(tricks, phase)] == marks


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


def test_nobody_offers_the_point_that_loses_the_game() -> None:
    worth = worth_at((0, 4))
    hopeless = trumps_first(sum(1 << card for card in (0, 1, 16, 17, 24)), 1)
    assert not does_offer(offer_policy(), 0, hopeless, 7, worth)
    assert does_offer(offer_policy(), 0, hopeless, 7, IN_MARKS)


def test_who_wins_the_game_by_one_point_takes_it() -> None:
    # The five highest trumps: by marks the vole is worth more, with four points it is not.
    best = 0b11111000
    assert does_refuse(offer_policy(), 0, best, 0, IN_MARKS)
    assert not does_refuse(offer_policy(), 0, best, 0, worth_at((4, 0)))


def counted(
    world: Sequence[int], worth: NDArray[np.float64], heard: int, *, is_elder: bool
) -> NDArray[np.int64]:
    """Return counts as ``[of SAID, result]``. ``world`` is five own cards, the turn-up, and the unseen cards."""
    own, turn_up, unseen = (
        sum(1 << card for card in world[:5]),
        world[5],
        sum(1 << card for card in world[6:]),
    )
    counts = np.zeros((len(CALLS), RESULTS), np.int64)
    trump = turn_up // 8
    hands = count_results(
        offer_policy(),
        is_elder,
        trumps_first(own, trump),
        trumps_first(unseen, trump),
        turn_up % 8,
        worth,
        heard,
        np.array(list(CALLS), np.int64),
        counts,
    )
    assert counts.sum(axis=1).tolist() == [hands] * len(CALLS)
    return counts


@pytest.mark.parametrize("is_elder", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_every_hand_of_a_small_world_is_counted(seed: int, is_elder: bool) -> None:
    world = Random(seed).sample(range(32), 14)
    own, turn_up, unseen = world[:5], world[5], world[6:]
    worth = worth_at((1, 2))
    counts = counted(world, worth, ELDER_SPEAKS, is_elder=is_elder)
    by_role = (tuple(worth[0]), tuple(worth[1]))
    for row, calls in zip(counts, CALLS.values(), strict=True):
        assert row.sum() == 56
        marks, mean_of = reference.means(own, unseen, turn_up, by_role, calls, is_elder=is_elder)
        assert row @ np.array(MARKS) / 56 == pytest.approx(marks)
        own_worth = by_role[0 if is_elder else 1]
        assert row @ np.array(own_worth) / 56 == pytest.approx(mean_of(own_worth))


@pytest.mark.parametrize(
    ("heard", "is_elder"), [(ELDER_OFFERED, False), (DEALER_SPEAKS, False), (DEALER_OFFERED, True)]
)
def test_hands_that_would_have_spoken_otherwise_are_not_counted(heard: int, is_elder: bool) -> None:
    worth, partial = worth_at((1, 2)), set()
    for seed in range(12):
        world = Random(seed).sample(range(32), 14)
        counts = counted(world, worth, heard, is_elder=is_elder)
        fit = reference.hands_that_say(
            CALLS[heard],
            world[6:],
            world[5],
            (tuple(worth[0]), tuple(worth[1])),
            is_elder=is_elder,
        )
        assert counts[0].sum() == len(fit)
        partial.add(0 < len(fit) < 56)
    assert True in partial


def test_deals_at_random_are_the_same_for_the_same_seed() -> None:
    runs = []
    for seed in (1, 1, 2):
        counts = np.zeros(RESULTS, np.int64)
        deal_offers(offer_policy(), IN_MARKS, seed, 2_000, counts)
        runs.append(counts.tolist())
    assert runs[0] == runs[1] != runs[2]
    assert sum(runs[0]) == 2_000
