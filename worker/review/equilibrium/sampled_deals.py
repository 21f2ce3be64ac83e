"""Play random deals both with the hands seen and hidden, and keep what happened for later counts (compiled).

Each deal is played in three ways: the elder hand stands; the dealer refuses at once; both exchange, then go on by the
published policy. Whatever either player calls first, the deal goes on in one of these ways, so three plays serve every
score and every first call. ``worker.review.equilibrium.call_values`` and ``hidden_chances`` count them.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE
from worker.review.equilibrium.hidden_deal import HiddenPlay, hidden_play, play_hidden
from worker.review.kernels import NO_LEAD
from worker.review.policy import (
    ELDER_PUTS_OUT,
    FIRST,
    FIRST_FREE,
    STOCK,
    Policy,
    card_trumps_first,
    cards_to_put_out,
    exchange_cards,
    is_strong,
    outcome_of_tricks,
    policy_of,
    shuffle,
)
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int, position_number

STANDS: Final = 0
REFUSES: Final = 1
EXCHANGES: Final = 2
WAYS: Final = 3
"""The number of ways in which each deal is played: ``STANDS``, ``REFUSES`` and ``EXCHANGES``."""

DEAL: Final = np.dtype(
    [
        ("elder", np.uint32),
        ("dealer", np.uint32),
        ("turned", np.uint8),
        ("calls", np.uint8),
        ("seen", np.uint8, WAYS),
        ("hidden", np.uint8, WAYS),
    ]
)
"""A deal that was played. ``elder`` and ``dealer`` are the hands dealt, with spades as trumps; ``seen`` and ``hidden``
the outcomes (``worker.review.policy``) of the three ways. ``calls`` has four bits: whether the elder hand would stand,
and the dealer refuse, at a first call; then the same if the opponent has four points."""
PART: Final = 1 << 13
"""The number of deals in a part."""

_VULNERABLE: Final = (1, 2, 0)
"""The player against whom the point counts two in each way: the elder hand, the dealer, nobody."""


@compiled
def play_deals(
    play: HiddenPlay,
    policy: Policy,
    seed: int,
    elders: NDArray[np.uint32],
    dealers: NDArray[np.uint32],
    turn_ups: NDArray[np.uint8],
    calls: NDArray[np.uint8],
    seen: NDArray[np.uint8],
    hidden: NDArray[np.uint8],
) -> None:
    """Deal and play random deals, one for each row of the arrays, which become the members of ``DEAL``."""
    state = np.array([seed], np.uint64)
    pack = np.arange(32)
    stock = np.zeros(STOCK, np.int64)
    for row in range(len(elders)):
        # Cards 0 to 4 are the elder hand's, 5 to 9 the dealer's, 10 is the turn-up, and the others are the stock.
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
        elders[row], dealers[row], turn_ups[row] = elder, dealer, turned
        # The bits of ``DEAL``'s ``calls``: two for a first call, two more if the opponent has four points.
        made = 0
        for call in (FIRST, FIRST_FREE):
            if cards_to_put_out(elder) == 0 or is_strong(policy, 0, elder, turned, call):
                made |= 1 << 2 * call
            if is_strong(policy, 1, dealer, turned, call):
                made |= 2 << 2 * call
        calls[row] = made
        for way in range(WAYS):
            hands = (elder, dealer, 0, 0, _VULNERABLE[way])
            if way == EXCHANGES:
                hands = exchange_cards(
                    policy, elder, dealer, stock, STOCK, turned, ELDER_PUTS_OUT, 1, 0, 0, 0
                )
            table = policy.table
            best = as_int(table.best[position_number(table.numbering, hands[0], hands[1], 0, HAND_SIZE)])
            seen[row, way] = outcome_of_tricks(hands[0], hands[1], turned, hands[4], best)
            tricks = play_hidden(
                play, hands[0], hands[1], hands[2], hands[3], turned, hands[4], NO_LEAD, False, state
            )
            hidden[row, way] = outcome_of_tricks(hands[0], hands[1], turned, hands[4], tricks)


def play_part(seed: int, deals: int = PART) -> NDArray[np.void]:
    """Return ``deals`` random deals, an array of type ``DEAL``. A seed always gives the same deals."""
    columns = {name: np.zeros((deals, *DEAL[name].shape), DEAL[name].base) for name in DEAL.names or ()}
    with hidden_play(is_long=True) as play:
        play_deals(
        play, policy_of(), seed,
        columns["elder"], columns["dealer"], columns["turned"], columns["calls"], columns["seen"], columns["hidden"],
    )  # fmt: skip
    rows = np.zeros(deals, DEAL)
    for name, values in columns.items():
        rows[name] = values
    return rows


def play_parts(folder: Path, parts: int, seed: int, deals: int = PART) -> NDArray[np.void]:
    """Return the deals of all parts, ``deals`` in each.

    A part that ``folder`` has already is read, any other is played and stored. The work can therefore be stopped at
    any time and started again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for part in range(parts):
        path = folder / f"deals-{seed}-{part:05}.npy"
        if not path.exists():
            unfinished = path.with_suffix(".new")
            with unfinished.open("wb") as stream:
                np.save(stream, play_part(seed + part, deals))
            os.replace(unfinished, path)
            print(f"hidden deals: part {part + 1} of {parts}", flush=True)
        rows.append(np.load(path))
    return np.concatenate(rows)
