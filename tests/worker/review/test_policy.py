"""The policy's kernels against the same policy in plain Python, and their own dice."""

from __future__ import annotations

from functools import cache
from math import ceil, sqrt
from random import Random

import numpy as np
import pytest

from scoring.cards import mask_of, parse_card
from tests.support.examples import in_two_sizes
from tests.worker.review import policy_reference as reference
from tests.worker.review.deals import NAMES
from tests.worker.review.policy_reference import Count, Result, Table, follow_policy
from tests.worker.review.test_strength import enumerated
from worker.review.policy import (
    OUTCOMES,
    SHARES,
    STOCK,
    deal_many,
    go_on,
    next_random,
    policy_of,
    shuffle,
    thresholds,
)
from worker.review.strength import HANDS, STEP, tricks_against_all, trumps_first

ROLES = ("", "elder", "dealer")
BY_TRICKS = ((0, 2), (0, 1), (0, 0), (1, 0), (2, 0))


@cache
def counted(hand: frozenset[str], turn_up: str, leads: bool) -> int:
    """Count by the solver's table."""
    tricks = tricks_against_all(
        mask_of([parse_card(card) for card in hand]),
        "SHDC".index(turn_up[0]),
        leads=leads,
        elsewhere=1 << parse_card(turn_up),
    )
    return int(tricks[3:].sum())


def written_out(hand: frozenset[str], turn_up: str, leads: bool) -> int:
    """Count the same by enumeration and naive search."""
    own = [NAMES.index(card) for card in hand]
    possible = [NAMES.index(card) for card in NAMES if card not in hand and card != turn_up]
    tricks = enumerated(own, "SHDC".index(turn_up[0]), leads=leads, possible=possible, certain=[])
    return sum(tricks[3:])


def random_table(random: Random, *, left: int = STOCK) -> Table:
    pack = random.sample(NAMES, 32)
    score = random.randrange(5), random.randrange(5)
    return Table(set(pack[:5]), set(pack[5:10]), pack[11 : 11 + left], pack[10], score)


def went(table: Table, start: int) -> Result:
    """Return the outcome of a deal as the kernels compute it."""
    trump = "SHDC".index(table.trump)
    elder, dealer = (
        trumps_first(mask_of([parse_card(card) for card in hand]), trump)
        for hand in (table.elder, table.dealer)
    )
    stock = [trumps_first(1 << parse_card(card), trump).bit_length() - 1 for card in reversed(table.stock)]
    cards, turned = np.array([*stock, *[0] * (32 - len(stock))]), parse_card(table.turn_up) % 8
    about = (start, table.gives, ROLES.index(table.loser), *table.score)
    return came_of(go_on(policy_of(), elder, dealer, cards, len(stock), turned, *about))


def came_of(outcome: int) -> Result:
    return Result(ROLES[outcome // 5], *BY_TRICKS[outcome % 5])


def compare(
    random: Random, tables: int, *, start: int, left: int = STOCK, count: Count = counted
) -> set[Result]:
    results = set()
    for _ in range(tables):
        table = random_table(random, left=left)
        if start != reference.CALL:
            table.gives = 0 if start == reference.REPLY and random.random() < 0.5 else random.randint(1, 3)
        if start == reference.PLAY:
            table.loser = random.choice(ROLES)
        text = str(table)
        result = went(table, start)
        assert result == follow_policy(table, count, start=start), text
        results.add(result)
    return results


@in_two_sizes("deals", 800, 2_500)
def test_whole_deals_go_as_the_policy_says(deals: int) -> None:
    results = compare(Random(1), deals, start=reference.CALL)
    assert len(results) == 12


@pytest.mark.parametrize("start", range(5))
def test_deals_go_on_from_anywhere_as_the_policy_says(start: int) -> None:
    compare(Random(start), 300, start=start)


@pytest.mark.parametrize("left", range(7))
def test_a_stock_that_runs_out_is_shared_as_the_policy_says(left: int) -> None:
    compare(Random(left), 60, start=left % 4, left=left)


@pytest.mark.soak
def test_deals_go_as_the_policy_says_when_every_hand_is_written_out() -> None:
    compare(Random(9), 20, start=reference.CALL, count=written_out)


@in_two_sizes("few", 400, 2_000)
def test_deals_at_random_come_to_what_the_policy_makes_of_them(few: int) -> None:
    """Frequencies agree within 4.5 standard errors."""
    counts = np.zeros((8, OUTCOMES), np.int64)
    number = 200_000
    deal_many(policy_of(), 1, 2, 7, number, counts)
    assert counts.sum() == number
    rank_error = sqrt(number / 8 * 7 / 8)
    assert np.abs(counts.sum(axis=1) - number / 8).max() < 4.5 * rank_error
    random = Random(5)
    tables = [random_table(random) for _ in range(few)]
    for table in tables:
        table.score = 1, 2
    results = [follow_policy(table, counted) for table in tables]
    for outcome, share in enumerate((counts.sum(axis=0) / number).tolist()):
        frequency = results.count(came_of(outcome)) / len(results)
        assert abs(frequency - share) <= 4.5 * sqrt(share * (1 - share) / len(results))


def test_from_a_share_on_is_rounded_up_to_the_table_s_steps() -> None:
    limits = thresholds()
    assert limits.shape == (2, 3, 2)
    for role, calls in enumerate(SHARES):
        for call, shares in enumerate(calls):
            for safe, share in enumerate(shares):
                assert limits[role, call, safe] == ceil(share * HANDS / STEP)
    assert limits[0, 0, 1] > HANDS // STEP


def test_the_dice_are_split_mix_64() -> None:
    """Its published first values for the seed 1234567."""
    published = (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    )
    state = np.array([1234567], np.uint64)
    assert [next_random(state) for _ in published] == [each >> 33 for each in published]


def test_every_card_comes_to_every_place() -> None:
    """Frequencies agree within 4.5 standard errors; cards outside the shuffled part stay in place."""
    state = np.array([3], np.uint64)
    number = 20_000
    counts = np.zeros((8, 8))
    for _ in range(number):
        cards = np.arange(12)
        shuffle(cards, 2, 10, state)
        assert cards[[0, 1, 10, 11]].tolist() == [0, 1, 10, 11]
        counts[np.arange(8), cards[2:10] - 2] += 1
    assert np.abs(counts - number / 8).max() < 4.5 * sqrt(number / 8 * 7 / 8)
