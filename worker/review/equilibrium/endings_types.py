"""Hold the last three tricks from one public position as arrays, and decide single choices (compiled).

Cards are numbered from 0 in the order of the suits, trumps first, low to high. A hand of two is a *pair* and
has a number. After a trick the play of the last two depends on nothing but the *reach* of both players' pairs: how
often a player's own choices lead to each of them. The winner of the trick leads again; they are the *first* player
of the last two tricks, the other is the *second*. All values are to the player whose choice it is, summed over
the hands of the opponent with their reach (counterfactual values).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.solver.compiling import compiled
from worker.solver.kernels import as_int

LEADER: Final = 0
FOLLOWER: Final = 1

EVALUATE: Final = 0
"""The player plays by their own plan; nothing is stored."""
LEARN: Final = 1
"""The player plays by their own plan, which then moves towards what would have been better (CFR+)."""
RESPOND: Final = 2
"""The player plays best against the opponent's plan; nothing is stored."""
CHOOSE: Final = 3
"""The player's plan becomes the best cards, equally good ones equally often."""

_EQUAL: Final = 1e-6
_NOTHING: Final = 1e-6
"""Regrets up to this sum are rounding errors of choices that are worth the same."""


class Game(NamedTuple):
    """The last three tricks from one public position, as arrays.

    - ``suit_start[card]``, ``suit_end[card]``: the first card of the suit, and the first of the next suit;
      ``trumps`` is the number of trumps.
    - ``wins[lead, reply]``: 1 if the reply wins the trick.
    - ``rank[lead, reply]``: how law 43 ranks replies to a lead. A card is a lawful reply if no card in the
      hand ranks higher.
    - ``pair[card, card]``: the number of a pair; ``low[number]`` and ``high[number]`` are its cards.
    - ``twin[card]``: the card that takes its place if equal plain suits are interchanged, in the first of these
      suits; ``copies[card]`` is how many cards have this twin. ``swap[card]`` interchanges the two suits.
    - ``may_hold[player, card]``: 1 if the player may have the card.
    - ``hands[player]``: the hands of three that fit, one a row, low to high; ``many[player]`` is their number.
    - ``number[player, card, card, card]``: the row of a hand, or -1.
    - ``worth[tricks]``: marks of the leader for winning that many of the three tricks.
    - ``rest_worth[first, tricks]``: marks of the first player of the last two tricks for winning that many of them.
    - ``pay[first, won, theirs, kept]``: marks of the first player, after the second has won the fourth trick or not,
      if the last cards are ``theirs`` and the first player's ``kept``. A card doesn't beat itself.
    """

    suit_start: NDArray[np.int64]
    suit_end: NDArray[np.int64]
    trumps: int
    wins: NDArray[np.int8]
    rank: NDArray[np.int8]
    pair: NDArray[np.int64]
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    twin: NDArray[np.int64]
    copies: NDArray[np.int64]
    swap: NDArray[np.int64]
    may_hold: NDArray[np.int8]
    hands: NDArray[np.int64]
    many: NDArray[np.int64]
    number: NDArray[np.int32]
    worth: NDArray[np.float64]
    rest_worth: NDArray[np.float64]
    pay: NDArray[np.float64]


class Plan(NamedTuple):
    """The frequency with which each card is played, for both players.

    - ``lead[hand, place]``: the leads of a hand of three, by the card's place in the hand.
    - ``reply[lead, hand, place]``: the replies to a lead.
    - ``second[lead, reply, pair]``: how often the winner of the trick leads the lower card of the pair.
    - ``last[lead, reply, second lead, pair]``: how often the other player replies with the lower card.
    """

    lead: NDArray[np.float32]
    reply: NDArray[np.float32]
    second: NDArray[np.float32]
    last: NDArray[np.float32]


class Regrets(NamedTuple):
    """The gain that each choice would have brought so far, never below zero; indexed as in ``Plan``, by choice last."""

    lead: NDArray[np.float32]
    reply: NDArray[np.float32]
    second: NDArray[np.float32]
    last: NDArray[np.float32]


class Room(NamedTuple):
    """Working memory of ``walk``, in which it also leaves the values of leads and of replies.

    - ``leads[hand, place]`` and ``replies[lead, hand, place]``: the player's values after ``walk``.
    - ``leader[pair]`` and ``follower[reply, pair]``: the reach of the pairs that are left after the card led now;
      ``leads_fit`` and ``replies_fit`` have 1 for those that can be left.
    - ``reach[player, pair]``: the reach of the pairs after the trick. ``fitting[player]`` is the number of pairs that
      the player may have then, followed by their numbers; ``holds[player, card]`` is 1 for the cards in them.
    - ``answers[reply, pair]`` and ``pairs[pair]``: the player's values of pairs after each reply, and after this trick.
    - ``values[lead, kept]``: the value to the first player of leading one card of a pair to the fourth trick.
    - ``sums``, ``kept`` and ``base``: what ``first_values`` and ``second_values`` add up for one lead.
    """

    leads: NDArray[np.float64]
    replies: NDArray[np.float64]
    leader: NDArray[np.float64]
    follower: NDArray[np.float64]
    reach: NDArray[np.float64]
    answers: NDArray[np.float64]
    values: NDArray[np.float64]
    pairs: NDArray[np.float64]
    sums: NDArray[np.float64]
    kept: NDArray[np.float64]
    base: NDArray[np.float64]
    leads_fit: NDArray[np.int8]
    replies_fit: NDArray[np.int8]
    holds: NDArray[np.int8]
    fitting: NDArray[np.int64]


@compiled
def place_in(hand: NDArray[np.int64], card: int) -> int:
    """Return the place of a card in a hand of three."""
    if hand[0] == card:
        return 0
    return 1 if hand[1] == card else 2


@compiled
def as_float(value: np.floating[Any]) -> float:
    return np.float64(value)


@compiled
def lawful_places(game: Game, hand: NDArray[np.int64], lead: int) -> int:
    """Return the places of the lawful replies in a hand of three, as a mask; 0 if the hand has the card led."""
    most = -32
    lawful = 0
    for place in range(3):
        if hand[place] == lead:
            return 0
        rank = as_int(game.rank[lead, hand[place]])
        if rank > most:
            most = rank
            lawful = 1 << place
        elif rank == most:
            lawful |= 1 << place
    return lawful


@compiled
def lower_share(game: Game, lead: int, low: int, high: int, share: float) -> float:
    """Return how often the lower of two cards is the reply, where ``share`` is how often it is if both may be."""
    if game.rank[lead, low] == game.rank[lead, high]:
        return share
    return 1.0 if game.rank[lead, low] > game.rank[lead, high] else 0.0


@compiled
def learn(
    values: NDArray[np.float64],
    value: float,
    lawful: int,
    share: NDArray[np.float32],
    regrets: NDArray[np.float32],
) -> None:
    """Add what each place would have gained over ``value`` to the regrets, and set the shares for the next time.

    The next gains are predicted to be the same as these. Shares are in proportion to the regrets after them.
    """
    total = 0.0
    choices = 0
    for place in range(3):
        if lawful >> place & 1:
            gain = values[place] - value
            regrets[place] = max(0.0, as_float(regrets[place]) + gain)
            share[place] = max(0.0, as_float(regrets[place]) + gain)
            total += as_float(share[place])
            choices += 1
    for place in range(3):
        if lawful >> place & 1 == 0:
            share[place] = 0.0
        elif total > _NOTHING:
            share[place] = as_float(share[place]) / total
        else:
            share[place] = 1.0 / choices


@compiled
def decide(
    values: NDArray[np.float64],
    lawful: int,
    mode: int,
    share: NDArray[np.float32],
    regrets: NDArray[np.float32],
) -> float:
    """Return the value of a choice of three places, and change ``share`` and ``regrets`` as ``mode`` says."""
    if mode in (RESPOND, CHOOSE):
        best = -1e300
        for place in range(3):
            if lawful >> place & 1:
                best = max(best, values[place])
        if mode == CHOOSE:
            equal = 0
            for place in range(3):
                if lawful >> place & 1 and values[place] > best - _EQUAL:
                    equal += 1
            for place in range(3):
                good = lawful >> place & 1 and values[place] > best - _EQUAL
                share[place] = 1.0 / equal if good else 0.0
        return best
    value = 0.0
    for place in range(3):
        if lawful >> place & 1:
            value += share[place] * values[place]
    if mode == LEARN:
        learn(values, value, lawful, share, regrets)
    return value


@compiled
def decide_between(
    low: float, high: float, share: float, mode: int, regrets: NDArray[np.float32]
) -> tuple[float, float]:
    """Return the value of a choice between two cards, and how often the lower one is played from now on."""
    if mode == RESPOND:
        return max(low, high), share
    if mode == CHOOSE:
        if abs(low - high) <= _EQUAL:
            return low, 0.5
        return (low, 1.0) if low > high else (high, 0.0)
    value = share * low + (1.0 - share) * high
    if mode == LEARN:
        low_gain = low - value
        high_gain = high - value
        regrets[0] = max(0.0, as_float(regrets[0]) + low_gain)
        regrets[1] = max(0.0, as_float(regrets[1]) + high_gain)
        for_low = max(0.0, as_float(regrets[0]) + low_gain)
        total = for_low + max(0.0, as_float(regrets[1]) + high_gain)
        share = for_low / total if total > _NOTHING else 0.5
    return value, share
