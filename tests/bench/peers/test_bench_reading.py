"""Records of three games and their readers, as far as they can be tested without the peers."""

from __future__ import annotations

import pytest

from tests.bench.peers.bench_reading import judge_rubbers, rates, read_rubbers, rows
from tests.bench.peers.records import egn_rubber, pbn_board

pytestmark = pytest.mark.long


def test_rubbers_are_within_the_laws_and_one_card_twice_is_not() -> None:
    text = "\n".join(egn_rubber(seed) for seed in range(5))
    assert (judge_rubbers(text), read_rubbers(text)) == (5, 5)
    unlawful = "\n".join(egn_rubber(seed, unlawful=True) for seed in range(5))
    assert (judge_rubbers(unlawful), read_rubbers(unlawful)) == (0, 5)


def test_an_unlawful_board_has_one_card_twice() -> None:
    played = pbn_board(3, unlawful=True).split("[Play")[1].split()[1:]
    assert (len(played), len(set(played))) == (52, 51)


def test_rates_are_of_the_whole_text() -> None:
    amounts = rates("a bb\nccc\n", 1, [0.5])
    assert amounts == {"records/s": [2.0], "tokens/s": [6.0], "bytes/s": [18.0]}
    assert [row.ratio for row in rows("theirs", "", amounts, ours=amounts)] == [1.0, 1.0, 1.0]
