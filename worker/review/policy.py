"""The policy of thresholds: how both players are assumed to go on before the play, but for first calls in reviews.

Its version is ``THRESHOLDS_VERSION``. In reviews the first call and the first reply follow the equilibrium instead
(``worker.review.first_calls``); everything after them follows this policy. Both players:

- propose and accept by the strength of their five cards as they are. The strength is the number of hands, of
  all that the opponent may have, against which they make the point with both hands seen
  (``worker.review.strength``). The elder hand stands, or the dealer refuses, if the share of these hands is
  at least the one in ``SHARES``. These shares differ for the first proposal, where law 49 makes the loser pay
  two, for a first proposal where it can't because the opponent already has four points, and for later ones.
  They also differ if the king of trumps is in the hand or turned up, so that the opponent can't draw it; the
  elder hand then always makes the first proposal, unless the dealer has four points (counting a king turned
  up) or the elder hand has nothing to discard;
- discard every card that is neither a trump nor a king, as the treatise advises, as far as the stock allows;
  an elder hand with nothing to discard stands;
- always announce the king;
- play their best from the first lead with both hands seen.

In these compiled functions trumps are spades (``strength.trumps_first``), and the result of a deal is an
*outcome*, 0 to 14: ``5 * king + tricks``. ``king`` is 0 if nobody has it, 1 for the elder hand, 2 for the
dealer. ``tricks`` is 0 for two points to the dealer, 1 for one point to the dealer, 2 for nothing, 3 for one
point to the elder hand, 4 for two. ``worker.review.outcomes`` gives their worth.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE
from scoring.marks import GAME_POINTS, MAJORITY_OF_TRICKS
from worker.review.strength import HANDS, KING_OF_TRUMPS, STEP, Strength, hand_number, strengths
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
    # The elder stands. A share above one means never: the elder proposes whatever the hand.
    ((0.66, 1.01), (0.42, 0.70), (0.50, 0.50)),
    # The dealer refuses.
    ((0.46, 0.66), (0.40, 0.44), (0.46, 0.46)),
)
"""The share of won hands from which the elder hand stands, or the dealer refuses.

The table is indexed ``[role][first proposal, first if the opponent has four points, later][king safe]``. A
player whose shares were moved in either direction would gain hardly a hundredth of a mark, or of the game, at
the scores that matter: ``python -m worker.review.tables --moves`` prints the gains.
"""

KEEPERS: Final = 0xFF | 0x80808000
"""The cards that the policy never discards: trumps (spades) and kings."""


class Policy(NamedTuple):
    """The data that the compiled functions of this module need to apply the policy.

    - ``limits``: the result of ``thresholds``.
    - ``first_calls[role, rank of the turn-up, number of the hand]``: how often the first call goes on, in steps of a
      twentieth. It is empty if first calls follow the thresholds, too (``worker.review.first_calls``).
    """

    table: Table
    strength: Strength
    limits: NDArray[np.int64]
    first_calls: NDArray[np.uint8]


@cache
def policy_of(shares: Shares = SHARES) -> Policy:
    """Return the data of the policy whose calls all follow thresholds, by default the published ones.

    ``worker.review.first_calls.policy_at`` returns the policy that reviews use. The result is cached for each
    process.
    """
    limits = thresholds(shares)
    limits.flags.writeable = False
    none = np.zeros((0, 0, 0), np.uint8)
    none.flags.writeable = False
    return Policy(solver_table(), strengths(), limits, none)


def thresholds(shares: Shares = SHARES) -> NDArray[np.int64]:
    """Return ``shares`` in steps of the table of strengths, rounded up, as ``[role, call, king safe]``."""
    return np.ceil(np.array(shares) * HANDS / STEP).astype(np.int64)


@compiled
def is_strong(
    policy: Policy,
    role: int,
    hand: int,
    turned: int,
    call: int,
) -> bool:
    """Return whether the elder hand stands, or the dealer refuses, with these five cards.

    ``role`` is 0 for the elder hand, 1 for the dealer; ``turned`` is the rank of the turn-up; ``call`` is
    ``FIRST``, ``FIRST_FREE`` or ``LATER``.
    """
    return is_above(policy.strength.value, policy.strength.part, policy.limits, role, hand, turned, call)


@compiled
def is_above(
    value: NDArray[np.uint8],
    part: NDArray[np.int32],
    limits: NDArray[np.int64],
    role: int,
    hand: int,
    turned: int,
    call: int,
) -> bool:
    """Return what ``is_strong`` returns, given the arrays of the policy and of its strengths that it needs.

    Numba counts the references to every array of a tuple at each use. In loops it is three times as fast to take the
    arrays out of the policy once.
    """
    safe = 1 if hand & KING_OF_TRUMPS or turned == 7 else 0
    return as_int(value[role, turned, hand_number(part, hand)]) >= as_int(limits[role, call, safe])


@compiled
def cards_to_put_out(hand: int) -> int:
    return hand & ~KEEPERS


@compiled
def lowest_cards(cards: int, number: int) -> int:
    """Return the ``number`` cards of the lowest ranks among ``cards``, as a mask."""
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
    """Return the hand with the cards ``out`` replaced by as many from the end of ``stock[:left]``."""
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
    """Return the outcome of the play with both hands seen.

    ``vulnerable`` is the player against whom the point counts two (law 49): 0 nobody, 1 the elder hand, 2 the
    dealer.
    """
    tricks = as_int(table.best[position_number(table.numbering, elder, dealer, 0, HAND_SIZE)])
    return outcome_of_tricks(elder, dealer, turned, vulnerable, tricks)


@compiled
def outcome_of_tricks(elder: int, dealer: int, turned: int, vulnerable: int, tricks: int) -> int:
    """Return the outcome if the elder hand won ``tricks`` tricks, and the king in either hand was marked."""
    king = 0
    if turned == 7 or dealer & KING_OF_TRUMPS:
        king = 2
    elif elder & KING_OF_TRUMPS:
        king = 1
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
    """Return the outcome of a deal if both players follow the policy from ``phase`` on, with both hands seen.

    The parameters are those of ``exchange_cards``.
    """
    exchanged_hands = exchange_cards(
        policy, elder, dealer, stock, left, turned, phase, gives, vulnerable, elder_points, dealer_points
    )
    return outcome_of(policy.table, exchanged_hands[0], exchanged_hands[1], turned, exchanged_hands[4])


@compiled
def exchange_cards(
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
) -> tuple[int, int, int, int, int]:
    """Return the state at the first lead if both players follow the policy from ``phase`` on.

    The state is the elder hand's cards, the dealer's cards, the cards that the elder hand and the dealer
    discarded from ``phase`` on, and the player against whom the point counts two.

    - ``stock[:left]``: the cards of the stock; the last is drawn first.
    - ``gives``: the number of acceptances so far.
    - ``vulnerable``: the player against whom the point counts two so far.
    - ``elder_points`` and ``dealer_points``: the points before the deal. A king turned up counts from the
      start.
    """
    return exchange_by(
        policy.strength.value, policy.strength.part, policy.limits, elder, dealer, stock, left, turned, phase,
        gives, vulnerable, elder_points, dealer_points,
    )  # fmt: skip


@compiled
def exchange_by(
    value: NDArray[np.uint8],
    part: NDArray[np.int32],
    limits: NDArray[np.int64],
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
) -> tuple[int, int, int, int, int]:
    """Return what ``exchange_cards`` returns. The arrays are those of ``is_above``."""
    free_elder = 1 if dealer_points + (1 if turned == 7 else 0) >= FOUR else 0
    free_dealer = 1 if elder_points >= FOUR else 0
    elder_out = 0
    dealer_out = 0
    while phase != PLAY:
        if phase == ELDER_CALLS:
            call = LATER if gives else free_elder
            if (
                left == 0
                or cards_to_put_out(elder) == 0
                or is_above(value, part, limits, 0, elder, turned, call)
            ):
                if gives == 0:
                    vulnerable = 1
                break
            phase = DEALER_REPLIES
        if phase == DEALER_REPLIES:
            call = LATER if gives else free_dealer
            if is_above(value, part, limits, 1, dealer, turned, call):
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
            elder_out |= out
            left -= count_cards(out)
            phase = DEALER_PUTS_OUT
        if phase == DEALER_PUTS_OUT:
            out = cards_to_put_out(dealer)
            if count_cards(out) > left:
                out = lowest_cards(out, left)
            dealer = exchanged(dealer, out, stock, left)
            dealer_out |= out
            left -= count_cards(out)
            phase = ELDER_CALLS
    return elder, dealer, elder_out, dealer_out, vulnerable


@compiled
def next_random(state: NDArray[np.uint64]) -> int:
    """Return the upper 31 bits of the next SplitMix64 number (Steele, Lea and Flood 2014)."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return as_int((z ^ (z >> np.uint64(31))) >> np.uint64(33))


@compiled
def shuffle(cards: NDArray[np.int64], first: int, last: int, state: NDArray[np.uint64]) -> None:
    """Shuffle ``cards[first:last]`` in place by the method of Fisher and Yates."""
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
    """Deal ``deals`` random deals and play them by the policy. Count them in ``counts[rank of the turn-up,
    outcome]``.
    """
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
    """Return the number of a card after the trump suit and spades have changed places."""
    suit = card >> 3
    if suit == trump:
        return card & 7
    return card & 7 | trump << 3 if suit == 0 else card
