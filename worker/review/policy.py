"""The published policy: how both players are taken to go on, wherever a value before the play stands on it.

Version ``POLICY_VERSION``. Both players:

- propose and accept by the strength of their five cards as they are: the number of hands, of all that may lie
  against them, from which they make the point with both hands seen (``worker.review.strength``). The elder stands, the
  dealer refuses, from the shares in ``SHARES`` on: another one for the first proposal, where law 49 makes the loser pay
  two, and another where it can't, the adversary having four points already; and another where the king of trumps is in
  hand or turned up, so that the adversary can't take it (with it the elder proposes whatever he holds);
- put out every card that is neither a trump nor a king, as the treatise advises, as far as the stock goes; an elder
  who has nothing to put out stands;
- announce the king always;
- play their best from the first lead with both hands seen.

In these kernels trumps are spades (``strength.trumps_first``) and what comes of a deal is an *outcome*, 0..14:
``5 * king + tricks``, king 0 nobody's, 1 the elder's, 2 the dealer's; tricks 0 two points to the dealer, 1 one point to
him, 2 nothing, 3 one point to the elder, 4 two. ``worker.review.outcomes`` gives them their worth.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE
from scoring.marks import GAME_POINTS, MAJORITY_OF_TRICKS
from worker.review.strength import HANDS, STEP, Strength, hand_number, strengths
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int, count_cards, position_number
from worker.solver.table import Table, solver_table

OUTCOMES: Final = 15
STOCK: Final = 21

ELDER_CALLS: Final = 0
DEALER_REPLIES: Final = 1
ELDER_PUTS_OUT: Final = 2
DEALER_PUTS_OUT: Final = 3
PLAY: Final = 4

FOUR: Final = GAME_POINTS - 1

FIRST: Final = 0
FIRST_FREE: Final = 1
LATER: Final = 2

Shares: TypeAlias = tuple[tuple[tuple[float, float], ...], ...]

SHARES: Final[Shares] = (
    # The elder stands. From above one on: never, he proposes whatever he holds.
    ((0.66, 1.01), (0.42, 0.70), (0.50, 0.50)),
    # The dealer refuses.
    ((0.46, 0.66), (0.40, 0.44), (0.46, 0.46)),
)
"""``[role][first proposal, first where the adversary has four, later][king safe]``: of the hands won against.

Moving one of them either way gains its player, at the scores where it counts, hardly a hundredth of a mark or of the
game: ``python -m worker.review.tables --moves`` prints how much.
"""

KEEPERS: Final = 0xFF | 0x80808000
"""Trumps and kings."""
_KING: Final = 0x80


class Policy(NamedTuple):
    """What the kernels look up to follow the policy; ``limits`` as ``thresholds`` gives them."""

    table: Table
    strength: Strength
    limits: NDArray[np.int64]


@cache
def policy_of(shares: Shares = SHARES) -> Policy:
    """The published policy, or one with other shares; made once a process."""
    limits = thresholds(shares)
    limits.flags.writeable = False
    return Policy(solver_table(), strengths(), limits)


def thresholds(shares: Shares = SHARES) -> NDArray[np.int64]:
    """``[role, call, king]``: the shares in the steps of the table of strengths, rounded up."""
    return np.ceil(np.array(shares) * HANDS / STEP).astype(np.int64)


@compiled
def is_strong(
    policy: Policy,
    role: int,
    hand: int,
    turned: int,
    call: int,
) -> bool:
    """Whether the elder stands, the dealer refuses, on these five cards; ``turned`` is the rank of the turn-up."""
    safe = 1 if hand & _KING or turned == 7 else 0
    won = as_int(policy.strength.value[role, turned, hand_number(policy.strength.part, hand)])
    return won >= as_int(policy.limits[role, call, safe])


@compiled
def cards_to_put_out(hand: int) -> int:
    return hand & ~KEEPERS


@compiled
def lowest_cards(cards: int, number: int) -> int:
    """So many of the cards, those of the lowest rank first."""
    chosen = 0
    for rank in range(8):
        for suit in range(4):
            bit = 1 << (8 * suit + rank)
            if cards & bit and number > 0:
                chosen |= bit
                number -= 1
    return chosen


@compiled
def exchanged(hand: int, out: int, stock: NDArray[np.int64], left: int) -> int:
    """The hand with as many cards from the end of ``stock[:left]`` in the place of ``out``."""
    hand &= ~out
    for place in range(left - count_cards(out), left):
        hand |= 1 << stock[place]
    return hand


@compiled
def outcome_of(
    table: Table,
    elder: int,
    dealer: int,
    turned: int,
    vulnerable: int,
) -> int:
    """What comes of the play; ``vulnerable`` by law 49: 0 nobody, 1 the elder, 2 the dealer."""
    king = 0
    if turned == 7 or dealer & _KING:
        king = 2
    elif elder & _KING:
        king = 1
    tricks = as_int(table.best[position_number(table.numbering, elder, dealer, 0, HAND_SIZE)])
    if tricks == HAND_SIZE or (tricks >= MAJORITY_OF_TRICKS and vulnerable == 2):
        return 5 * king + 4
    if tricks >= MAJORITY_OF_TRICKS:
        return 5 * king + 3
    if tricks == 0 or vulnerable == 1:
        return 5 * king
    return 5 * king + 1


@compiled
def go_on(
    policy: Policy,
    elder: int,
    dealer: int,
    stock: NDArray[np.int64],
    left: int,
    turned: int,
    phase: int,
    gives: int,
    vulnerable: int,
    elder_points: int,
    dealer_points: int,
) -> int:
    """The outcome when both follow the policy from ``phase`` on.

    ``stock[:left]``: its cards, the next at the end. ``gives``: acceptances so far. The points are those before the
    deal; a king turned up counts from the start. ``vulnerable`` as it is by now.
    """
    free_elder = 1 if dealer_points + (1 if turned == 7 else 0) >= FOUR else 0
    free_dealer = 1 if elder_points >= FOUR else 0
    while phase != PLAY:
        if phase == ELDER_CALLS:
            call = LATER if gives else free_elder
            if left == 0 or cards_to_put_out(elder) == 0 or is_strong(policy, 0, elder, turned, call):
                if gives == 0:
                    vulnerable = 1
                break
            phase = DEALER_REPLIES
        if phase == DEALER_REPLIES:
            call = LATER if gives else free_dealer
            if is_strong(policy, 1, dealer, turned, call):
                if gives == 0:
                    vulnerable = 2
                break
            gives += 1
            phase = ELDER_PUTS_OUT
        if phase == ELDER_PUTS_OUT:
            out = cards_to_put_out(elder)
            if out == 0:
                out = lowest_cards(elder, 1)
            if count_cards(out) > left:
                out = lowest_cards(out, left)
            elder = exchanged(elder, out, stock, left)
            left -= count_cards(out)
            phase = DEALER_PUTS_OUT
        if phase == DEALER_PUTS_OUT:
            out = cards_to_put_out(dealer)
            if count_cards(out) > left:
                out = lowest_cards(out, left)
            dealer = exchanged(dealer, out, stock, left)
            left -= count_cards(out)
            phase = ELDER_CALLS
    return outcome_of(policy.table, elder, dealer, turned, vulnerable)


@compiled
def next_random(state: NDArray[np.uint64]) -> int:
    """SplitMix64 (Steele, Lea and Flood 2014), the upper 31 bits."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return as_int((z ^ (z >> np.uint64(31))) >> np.uint64(33))


@compiled
def shuffle(cards: NDArray[np.int64], first: int, last: int, state: NDArray[np.uint64]) -> None:
    """Fisher and Yates over ``cards[first:last]``."""
    for place in range(last - 1, first, -1):
        other = first + (next_random(state) * (place - first + 1) >> 31)
        cards[place], cards[other] = cards[other], cards[place]


@compiled
def deal_many(
    policy: Policy,
    elder_points: int,
    dealer_points: int,
    seed: int,
    deals: int,
    counts: NDArray[np.int64],
) -> None:
    """Deal ``deals`` deals at random and play them by the policy; add to ``counts[rank of the turn-up, outcome]``."""
    state = np.array([seed], np.uint64)
    pack = np.arange(32)
    stock = np.zeros(STOCK, np.int64)
    for _ in range(deals):
        shuffle(pack, 0, 32, state)
        turned = pack[10] & 7
        trump = pack[10] >> 3
        elder = 0
        dealer = 0
        for place in range(5):
            elder |= 1 << card_trumps_first(pack[place], trump)
            dealer |= 1 << card_trumps_first(pack[5 + place], trump)
        for place in range(STOCK):
            stock[place] = card_trumps_first(pack[11 + place], trump)
        outcome = go_on(
            policy, elder, dealer, stock, STOCK, turned,
            ELDER_CALLS, 0, 0, elder_points, dealer_points,
        )  # fmt: skip
        counts[turned, outcome] += 1


@compiled
def card_trumps_first(card: int, trump: int) -> int:
    """The card with the trump suit and spades in each other's place."""
    suit = card >> 3
    if suit == trump:
        return card & 7
    return card & 7 | trump << 3 if suit == 0 else card
