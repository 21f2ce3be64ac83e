"""The value of hands: counted exactly, and over orders of the stock, against plain Python."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import sqrt
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.cards import mask_of, parse_card
from tests.worker.review import policy_reference as reference
from tests.worker.review.deals import NAMES
from tests.worker.review.policy_reference import Table, exchange, follow_policy, lowest, plain_cards, stays
from tests.worker.review.test_policy import came_of, counted, random_table
from worker.review.policy import OUTCOMES, policy_of
from worker.review.strength import trumps_first
from worker.review.worlds import count_refusing, value_of_state

FIRST, FREE = 0, 1


@pytest.mark.parametrize("call", [FIRST, FREE])
def test_hands_that_propose_are_counted_out(call: int) -> None:
    """Few cards are left to the elder, so that all possible hands can be written out."""
    random = Random(call)
    score = (0, 4) if call == FREE else (0, 0)
    for _ in range(4):
        *cards, turned = random.sample(range(32), 18)
        turned_up = turned % 8
        cards = [card for card in cards if card != turned_up]
        dealer, unseen = cards[:5], cards[5:]
        counts = np.zeros(OUTCOMES, np.int64)
        number = count_refusing(policy_of(), mask_of(dealer), mask_of(unseen), 0, turned_up, call, counts)
        expected: Counter[reference.Result] = Counter()
        for elder in combinations(unseen, 5):
            table = Table(
                {NAMES[card] for card in elder},
                {NAMES[card] for card in dealer},
                ["SA"],
                NAMES[turned_up],
                score,
            )
            if plain_cards(table, table.elder) and not stays(table, "elder", counted):
                table.loser = "dealer"
                expected[follow_policy(table, counted, start=reference.PLAY)] += 1
        assert {came_of(at): each for at, each in enumerate(counts.tolist()) if each} == expected
        assert number == expected.total() > 0


def shares_of(counts: NDArray[np.int64]) -> dict[reference.Result, float]:
    return {came_of(at): each / int(counts.sum()) for at, each in enumerate(counts.tolist())}


def assert_alike(counts: NDArray[np.int64], results: list[reference.Result]) -> None:
    """Frequencies agree within 4.5 standard errors of the difference."""
    for each, share in shares_of(counts).items():
        frequency = results.count(each) / len(results)
        both = (share * int(counts.sum()) + frequency * len(results)) / (int(counts.sum()) + len(results))
        error = sqrt(both * (1 - both) * (1 / int(counts.sum()) + 1 / len(results)))
        assert abs(frequency - share) <= 4.5 * error


@pytest.mark.parametrize(
    ("phase", "gives", "out_of"),
    [
        (reference.CALL, 0, ""),
        (reference.DEALER_EXCHANGES, 1, "elder"),
        (reference.CALL, 1, "dealer"),
        (reference.DEALER_EXCHANGES, 1, ""),
    ],
)
def test_a_state_is_worth_what_comes_of_its_stocks(phase: int, gives: int, out_of: str) -> None:
    random = Random(phase + len(out_of))
    for _ in range(2):
        table = random_table(random)
        trump = "SHDC".index(table.trump)
        table.gives = gives
        hands = {"elder": table.elder, "dealer": table.dealer}
        out = lowest(table, hands[out_of])[:2] if out_of else []
        gone: dict[str, list[str]] = {"elder": [], "dealer": [], out_of: out}
        elder, dealer, elder_out, dealer_out, stock = (
            trumps_first(mask_of([parse_card(card) for card in cards]), trump)
            for cards in (table.elder, table.dealer, gone["elder"], gone["dealer"], table.stock)
        )
        counts = np.zeros(OUTCOMES, np.int64)
        about = (parse_card(table.turn_up) % 8, phase, gives, 0, *table.score)
        value_of_state(policy_of(), elder, dealer, elder_out, dealer_out, stock, *about, 1, 4_000, counts)
        results = []
        for _ in range(1_000):
            stock_again = random.sample(table.stock, len(table.stock))
            again = replace(table, elder=set(table.elder), dealer=set(table.dealer), stock=stock_again)
            if out_of:
                exchange(again, again.elder if out_of == "elder" else again.dealer, out)
            results.append(follow_policy(again, counted, start=phase))
        assert counts.sum() == 4_000
        assert_alike(counts, results)
