"""Answers known beforehand: the totals over all deals, and the sample positions."""

from __future__ import annotations

import json
from functools import cache
from math import comb
from random import Random

import numpy as np

from scoring.cards import SUITS, format_card, parse_cards
from tests.samples import SAMPLES
from tests.worker.solver import naive
from worker.solver import solve_leads, solve_many, table_checksum

ALL_DEALS = comb(31, 5) * comb(26, 5)
DEALS_BY_TRICKS = [825_635_965, 1_744_046_127, 2_249_934_434, 2_688_257_840, 2_613_384_168, 1_055_487_046]


def test_totals_over_all_deals_given_one_turn_up() -> None:
    """A position represents every way to choose its suits' cards, from seven trumps and three whole suits."""
    random = Random(1)

    @cache
    def masks(suit: int, owners: str) -> tuple[int, int]:
        """Return the leader's and the follower's cards of a suit, at random ranks."""
        cards = [8 * suit + rank for rank in sorted(random.sample(range(8), len(owners)))]
        leader, follower = (
            sum(1 << card for card, by in zip(cards, owners, strict=True) if by == side) for side in "LF"
        )
        return leader, follower

    deals, leaders, followers = [], [], []
    for position in naive.every_position(5):
        trumps, *plain = map(len, position)
        deals.append(comb(7, trumps) * comb(8, plain[0]) * comb(8, plain[1]) * comb(8, plain[2]))
        suits = [masks(suit, owners) for suit, owners in enumerate(position)]
        leaders.append(sum(leader for leader, _ in suits))
        followers.append(sum(follower for _, follower in suits))
    tricks = solve_many(
        np.array(leaders, np.uint32), np.array(followers, np.uint32), np.zeros(len(deals), np.uint8)
    )
    totals = [int(np.array(deals)[tricks == won].sum()) for won in range(6)]
    assert totals == DEALS_BY_TRICKS
    assert sum(totals) == ALL_DEALS


def test_sample_positions() -> None:
    rows = [json.loads(line) for line in (SAMPLES / "positions.jsonl").read_text().splitlines()]
    for row in rows:
        leader, follower = parse_cards(row["leader"]), parse_cards(row["follower"])
        leads = solve_leads(leader, follower, SUITS.index(row["trump"]))
        tricks_by_card = {format_card(card): tricks for card, tricks in leads.items()}
        assert (list(tricks_by_card.items()), max(tricks_by_card.values())) == (
            list(row["cards"].items()),
            row["best"],
        )
    assert len(rows) == 600


def test_checksum_names_the_values() -> None:
    """Stored reviews carry it: a change here means that every stored review was judged by another table."""
    assert table_checksum() == "8a9e93b3fde9dff5ce351925a4260407d36b4dd229ee03d4ec16d5f0e95a1b14"
