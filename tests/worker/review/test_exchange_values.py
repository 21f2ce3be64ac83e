"""Compare how deals end after the first acceptance: the shipped table, and deals played from the cards themselves."""

from __future__ import annotations

from random import Random

import numpy as np

from scoring.cards import PACK, mask_of
from tests.support.examples import in_two_sizes
from worker.review.chain import marks_of
from worker.review.exchange_values import (
    CELLS,
    ERROR,
    POSSIBLE,
    UNITS,
    cell_of,
    exchange_table,
    pack,
    read_stored,
)
from worker.review.policy import ELDER_PUTS_OUT, KEEPERS, OUTCOMES, policy_of
from worker.review.worlds import value_of_state

MARKS = np.array([sum(own - other for own, other in marks_of(outcome)) for outcome in range(OUTCOMES)])


def test_every_pair_of_kept_cards_has_a_whole() -> None:
    totals = exchange_table().shares.sum(axis=1)
    assert set(totals.tolist()) == {0, UNITS}
    # Counted apart: seven trumps and three kings, of which nobody keeps more than five.
    assert (totals > 0).sum() == 142_096
    assert (
        not exchange_table()
        .shares[:, [outcome for outcome in range(OUTCOMES) if outcome not in POSSIBLE]]
        .any()
    )


def test_the_file_is_read_as_it_was_written() -> None:
    assert pack(exchange_table().shares) == read_stored()


def test_a_cell_is_that_of_all_hands_that_keep_the_same() -> None:
    """Names of plain suits and cards that are discarded say nothing; each turn-up and each king does."""
    ternary = exchange_table().ternary
    one = cell_of(ternary, 0x80_00_80_05, 0x00_80_01_02, 4)
    assert one == cell_of(ternary, 0x80_80_00_05, 0x01_00_80_02, 4)
    others = [(0x80_00_00_05, 0x80_00_02, 4), (0x80_00_80_05, 0x02, 4), (0x80_00_80_05, 0x80_00_02, 5)]
    assert one not in [cell_of(ternary, *other) for other in others]
    assert max(cell_of(ternary, 0x7F, 0, 7), cell_of(ternary, 0, 0x7F, 7)) < CELLS


@in_two_sizes("hands", 60, 400)
def test_random_hands_end_as_the_table_has_it(hands: int) -> None:
    """The difference in marks is that of the discarded cards and of the samples, and nought on average."""
    random = Random(5)
    differences = []
    for seed in range(hands):
        turned = random.randrange(8)
        ten = random.sample([card for card in range(32) if card != turned], 10)
        elder, dealer = mask_of(ten[:5]), mask_of(ten[5:])
        counts = np.zeros(OUTCOMES, np.int64)
        unseen = PACK & ~(elder | dealer | 1 << turned)
        value_of_state(
            policy_of(), elder, dealer, 0, 0, unseen, turned, ELDER_PUTS_OUT, 1, 0, 0, 0, seed, 10_000, counts
        )
        cell = cell_of(exchange_table().ternary, elder & KEEPERS, dealer & KEEPERS, turned)
        assert cell == cell_of(exchange_table().ternary, elder, dealer, turned)
        differences.append(MARKS @ (exchange_table().shares[cell] / UNITS - counts / counts.sum()))
    assert np.sqrt(np.mean(np.square(differences))) < 3 * ERROR
    assert abs(np.mean(differences)) < 4 * np.std(differences) / np.sqrt(hands)
