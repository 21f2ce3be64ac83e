"""Decisions that are remembered: equal keys for equivalent decisions, and best cards that come back."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np

from scoring.cards import mask_of
from worker.review.equilibrium.memo import MISSING, Memo, key_of, make_memo, recall, remember
from worker.review.kernels import NO_LEAD


def key(
    memo: Memo, masks: tuple[int, int, int, int], lead: int = NO_LEAD, rest: int = 0
) -> tuple[int, list[int]]:
    shifts = np.empty(4, np.int64)
    return key_of(memo, masks, lead, rest, shifts), shifts.tolist()


def random_masks(random: Random) -> tuple[int, int, int, int]:
    pack = random.sample(range(32), 26)
    own = mask_of(tuple(pack[:4]))
    return own, mask_of(tuple(pack[4:20])), mask_of(tuple(pack[:22])), mask_of(tuple(pack[4:24]))


def renamed(mask: int, order: tuple[int, ...]) -> int:
    return mask & 0xFF | sum((mask >> 8 * at & 0xFF) << order[at - 1] for at in (1, 2, 3))


def test_the_names_of_plain_suits_do_not_matter_but_trumps_and_the_rest_do() -> None:
    random, memo = Random(1), make_memo(4)
    for _ in range(200):
        masks = random_masks(random)
        lead = random.choice([NO_LEAD, *(card for card in range(32) if not masks[0] >> card & 1)])
        names = set()
        for order in permutations((8, 16, 24)):
            one, two, three, four = (renamed(mask, order) for mask in masks)
            moved = lead if lead < 8 else renamed(1 << lead, order).bit_length() - 1
            names.add(key(memo, (one, two, three, four), moved)[0])
        assert len(names) == 1
        assert key(memo, masks, lead, 1)[0] not in names
        assert key(memo, masks[1:] + masks[:1], lead)[0] not in names
        swapped = tuple(mask & 0xFFFF0000 | mask >> 8 & 0xFF | (mask & 0xFF) << 8 for mask in masks)
        if swapped != masks and lead == NO_LEAD:
            assert key(memo, (swapped[0], swapped[1], swapped[2], swapped[3]))[0] not in names


def test_ranks_close_up_over_cards_that_are_gone() -> None:
    memo = make_memo(4)
    high, low = 0b1000_0001 << 8, 0b0000_0011 << 8
    assert key(memo, (high, 0, 0, 0))[0] == key(memo, (low, 0, 0, 0))[0]
    # A card in between that may be in the other hand keeps them apart.
    assert key(memo, (high, 0b0001_0000 << 8, 0, 0))[0] != key(memo, (low, 0b0001_0000 << 8, 0, 0))[0]


def test_best_cards_are_recalled_for_every_name_of_the_suits() -> None:
    random, memo = Random(2), make_memo(12)
    for _ in range(200):
        masks = random_masks(random)
        own = masks[0]
        # Two plain suits that are alike may change places: the best card must not be in one of them alone.
        codes = [tuple(mask >> shift & 0xFF for mask in masks) for shift in (8, 16, 24)]
        if len(set(codes)) < 3:
            continue
        best = 0
        while not best:
            best = own & random.getrandbits(32)
        shifts = np.empty(4, np.int64)
        number = key_of(memo, masks, NO_LEAD, 3, shifts)
        assert recall(memo, number, own, shifts) == MISSING
        remember(memo, number, own, best, shifts)
        for order in permutations((8, 16, 24)):
            one, two, three, four = (renamed(mask, order) for mask in masks)
            again = key_of(memo, (one, two, three, four), NO_LEAD, 3, shifts)
            assert recall(memo, again, one, shifts) == renamed(best, order)
