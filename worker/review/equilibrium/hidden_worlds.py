"""Try silence about the king of trumps against random hands of the opponent, and play on hidden (compiled).

Hands are drawn from those that fit what the player knows, all equally likely. The opponent's discards are not drawn:
they play as if they had seen only their hand and what both know. Trumps are spades.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE
from worker.review.equilibrium.hidden_deal import HiddenPlay, play_hidden
from worker.review.kernels import NO_LEAD
from worker.review.policy import next_random
from worker.review.strength import ELDER
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int, count_cards


@compiled
def draw_hand(certain: int, possible: int, size: int, state: NDArray[np.uint64]) -> int:
    """Return a random hand of ``size`` cards: all of ``certain``, the others from ``possible``."""
    hand = certain
    rest = possible & ~certain
    for _ in range(size - count_cards(certain)):
        skipped = next_random(state) * count_cards(rest) >> 31
        cards = rest
        for _ in range(skipped):
            cards &= cards - 1
        card = cards & -cards
        hand |= card
        rest &= ~card
    return hand


@compiled
def try_silence(
    play: HiddenPlay,
    seat: int,
    own: int,
    out: int,
    certain: int,
    possible: int,
    lead: int,
    turned: int,
    vulnerable: int,
    seed: int,
    tricks: NDArray[np.uint8],
) -> None:
    """Store the tricks of the player who has the king: ``tricks[world, 0]`` if they announce it, else ``[world, 1]``.

    - ``seat``: the player's, ``ELDER`` or ``DEALER``.
    - ``own`` and ``out``: the player's cards, and those that they discarded.
    - ``certain`` and ``possible``: what the player knows of the opponent's cards, but for ``lead``.
    - ``lead``: the card that the opponent led, or ``NO_LEAD`` if the player leads.
    """
    state = np.array([seed], np.uint64)
    led = 0 if lead == NO_LEAD else 1 << lead
    for world in range(len(tricks)):
        theirs = led | draw_hand(certain, possible, HAND_SIZE - count_cards(led), state)
        hands = (own, theirs, out, 0) if seat == ELDER else (theirs, own, 0, out)
        for silent in range(2):
            won = play_hidden(
                play, hands[0], hands[1], hands[2], hands[3], turned, vulnerable, lead, silent == 1, state
            )
            tricks[world, silent] = won if seat == ELDER else HAND_SIZE - won


@compiled
def play_silent_dealers(
    play: HiddenPlay,
    elders: NDArray[np.uint32],
    dealers: NDArray[np.uint32],
    turn_ups: NDArray[np.uint8],
    seed: int,
    tricks: NDArray[np.uint8],
) -> None:
    """Play deals in which the elder hand stands and the dealer has the king.

    Store in ``tricks[deal]`` the dealer's tricks with the king announced, then with the king kept back.
    """
    state = np.array([seed], np.uint64)
    for row in range(len(elders)):
        elder, dealer, turned = as_int(elders[row]), as_int(dealers[row]), as_int(turn_ups[row])
        for silent in range(2):
            won = play_hidden(play, elder, dealer, 0, 0, turned, 1, NO_LEAD, silent == 1, state)
            tricks[row, silent] = HAND_SIZE - won
