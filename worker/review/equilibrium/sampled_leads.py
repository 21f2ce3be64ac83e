"""Try every first lead of random deals, with both hands seen after it and in hidden play (compiled).

The deals are those of the policy at love-all. The dealer's hand is drawn again several times, all hands that the elder
hand may meet equally likely.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE, PACK
from worker.review.equilibrium.hidden_deal import HiddenPlay, hidden_play, play_hidden
from worker.review.equilibrium.hidden_worlds import draw_hand
from worker.review.policy import (
    ELDER_CALLS,
    STOCK,
    Policy,
    card_trumps_first,
    exchange_cards,
    next_random,
    policy_of,
    shuffle,
)
from worker.solver.compiling import compiled
from worker.solver.kernels import VALUE_BITS, VALUE_MASK, as_int, place_of, position_number

LEAD: Final = np.dtype(
    [
        ("deal", np.uint32),
        ("hand", np.uint32),
        ("turned", np.uint8),
        ("vulnerable", np.uint8),
        ("lead", np.uint8),
        ("change", np.float32),
        ("other", np.float32),
    ]
)
"""A lead that was tried. ``change`` is its value in hidden play less that with both hands seen, in marks, in the mean
over ``WORLDS`` hands of the dealer; ``other`` the same over as many other hands."""
WORLDS: Final = 2
PART: Final = 1 << 11
"""The number of deals in a part."""


@compiled
def try_leads(
    play: HiddenPlay,
    policy: Policy,
    seed: int,
    deals: int,
    hands: NDArray[np.uint32],
    turn_ups: NDArray[np.uint8],
    sides: NDArray[np.uint8],
    changes: NDArray[np.float32],
) -> None:
    """Fill a row of each array for every deal. ``changes[deal, place, half]`` is the change of the lead at a place."""
    state = np.array([seed], np.uint64)
    pack = np.arange(32)
    stock = np.zeros(STOCK, np.int64)
    for row in range(deals):
        shuffle(pack, 0, 32, state)
        turned = pack[10] & 7
        trump = pack[10] >> 3
        elder = 0
        dealer = 0
        for place in range(HAND_SIZE):
            elder |= 1 << card_trumps_first(pack[place], trump)
            dealer |= 1 << card_trumps_first(pack[HAND_SIZE + place], trump)
        for place in range(STOCK):
            stock[place] = card_trumps_first(pack[11 + place], trump)
        ready = exchange_cards(policy, elder, dealer, stock, STOCK, turned, ELDER_CALLS, 0, 0, 0, 0)
        own, out, vulnerable = ready[0], ready[2], ready[4]
        hands[row], turn_ups[row], sides[row] = own, turned, vulnerable
        possible = PACK & ~(own | out | 1 << turned)
        worth = play.worth[vulnerable, 0]
        for half in range(2):
            for _ in range(WORLDS):
                theirs = draw_hand(0, possible, HAND_SIZE, state)
                number = position_number(play.table.numbering, own, theirs, 0, HAND_SIZE)
                values = as_int(play.table.leads[number])
                start = next_random(state)
                cards = own
                for place in range(HAND_SIZE):
                    lead = _lowest_card(cards)
                    cards &= cards - 1
                    # The same random numbers for each lead, so that only the leads make the difference.
                    same = np.array([start], np.uint64)
                    won = play_hidden(play, own, theirs, out, 0, turned, vulnerable, lead, False, same)
                    seen = values >> VALUE_BITS * place_of(own, lead, 0) & VALUE_MASK
                    changes[row, place, half] += (worth[won] - worth[seen]) / WORLDS


@compiled
def _lowest_card(cards: int) -> int:
    card = 0
    while not cards >> card & 1:
        card += 1
    return card


def play_part(seed: int, deals: int = PART) -> NDArray[np.void]:
    """Return every lead of ``deals`` random deals, an array of type ``LEAD``. A seed always gives the same leads."""
    hands, turn_ups = np.zeros(deals, np.uint32), np.zeros(deals, np.uint8)
    sides, changes = np.zeros(deals, np.uint8), np.zeros((deals, HAND_SIZE, 2), np.float32)
    with hidden_play(is_long=True) as play:
        try_leads(play, policy_of(), seed, deals, hands, turn_ups, sides, changes)
    rows = np.zeros((deals, HAND_SIZE), LEAD)
    for row in range(deals):
        hand = int(hands[row])
        rows[row]["lead"] = [card for card in range(32) if hand >> card & 1]
    rows["deal"] = (np.arange(deals) + (seed << 16))[:, None]
    rows["hand"], rows["turned"], rows["vulnerable"] = hands[:, None], turn_ups[:, None], sides[:, None]
    rows["change"], rows["other"] = changes[:, :, 0], changes[:, :, 1]
    return rows.ravel()


def play_parts(folder: Path, parts: int, seed: int, deals: int = PART) -> NDArray[np.void]:
    """Return the leads of all parts, stored in ``folder`` as ``sampled_deals.play_parts`` does."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for part in range(parts):
        path = folder / f"leads-{seed}-{part:05}.npy"
        if not path.exists():
            unfinished = path.with_suffix(".new")
            with unfinished.open("wb") as stream:
                np.save(stream, play_part(seed + part, deals))
            os.replace(unfinished, path)
            print(f"first leads: part {part + 1} of {parts}", flush=True)
        rows.append(np.load(path))
    return np.concatenate(rows)
