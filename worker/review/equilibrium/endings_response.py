"""Solve the last three tricks by predictive CFR+, and measure what plans lose against best responses.

The players learn in turn, regrets never fall below zero, and the next gains are predicted to be like the last
(predictive CFR+: Farina, Kroer and Sandholm 2021). The plan is the average over all iterations, weighted by their
square.
"""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.review.equilibrium.endings import (
    CARDS,
    new_plan,
    new_room,
    no_regrets,
)
from worker.review.equilibrium.endings_types import (
    CHOOSE,
    EVALUATE,
    FOLLOWER,
    LEADER,
    LEARN,
    RESPOND,
    Game,
    Plan,
    Room,
)
from worker.review.equilibrium.endings_walk import add_to_sums, divide_sums, walk

ITERATIONS: Final = 32
Modes = tuple[int, int, int]


def solve(game: Game, iterations: int = ITERATIONS) -> Plan:
    """Return the average plan after this many iterations."""
    plan, room, regrets = new_plan(game), new_room(game), no_regrets(game)
    sums = Plan(*(np.zeros_like(each) for each in plan))
    learn = (LEARN, LEARN, LEARN)
    for iteration in range(iterations):
        for player in (LEADER, FOLLOWER):
            walk(game, plan, regrets, player, learn, False, room)
        add_to_sums(game, plan, (iteration + 1.0) ** 2, room, sums)
    divide_sums(game, room, sums)
    return sums._replace(lead=make_even(game, sums.lead))


def make_even(game: Game, lead: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean of leads over all ways to interchange equal plain suits.

    What is learned is the same for equal suits but for rounding errors. Values of leads that are not their own twin
    are exact only for a plan that is the same in every figure.
    """
    hands = game.hands[LEADER, : game.many[LEADER]]
    total = np.zeros(lead.shape)
    ways = _interchanges(game)
    for cards in ways:
        moved = cards[hands]
        rows = game.number[LEADER, moved[:, 0], moved[:, 1], moved[:, 2]]
        places = moved.argsort(axis=1).argsort(axis=1)
        total += lead[rows[:, np.newaxis], places]
    return (total / len(ways)).astype(np.float32)


def _interchanges(game: Game) -> list[NDArray[np.int64]]:
    """Return every way to interchange equal plain suits, each as the new number of every card."""
    ways = [np.arange(len(game.twin))]
    swaps = [game.swap[card] for card in np.flatnonzero(game.twin != np.arange(len(game.twin)))]
    known = {tuple(ways[0].tolist())}
    for way in ways:
        for swap in swaps:
            again = swap[way]
            if tuple(again.tolist()) not in known:
                known.add(tuple(again.tolist()))
                ways.append(again)
    return ways


def search_plan(game: Game) -> Plan:
    """Return the plan of the review's search with hidden hands, ``worker.review.hidden_play``.

    At each turn every hand of the opponent that fits is equally likely, and equally good cards are played
    equally often.
    """
    plan, room, regrets = new_plan(game), new_room(game), no_regrets(game)
    # Choices are made backwards: replies to the fourth trick, leads to it, replies to the third, and leads to it.
    # Each step has the parameters ``player``, ``modes`` and ``is_open`` of ``walk``.
    steps: list[tuple[int, Modes, bool]] = [
        (LEADER, (EVALUATE, EVALUATE, CHOOSE), True),
        (FOLLOWER, (EVALUATE, EVALUATE, CHOOSE), True),
        (LEADER, (EVALUATE, CHOOSE, EVALUATE), True),
        (FOLLOWER, (EVALUATE, CHOOSE, EVALUATE), True),
        (FOLLOWER, (CHOOSE, EVALUATE, EVALUATE), True),
        (LEADER, (CHOOSE, EVALUATE, EVALUATE), False),
    ]
    for player, modes, is_open in steps:
        walk(game, plan, regrets, player, modes, is_open, room)
    return plan


def respond(game: Game, plan: Plan, player: int) -> tuple[float, Room]:
    """Return the value of the player's best response to a plan, a pair of hands, and the value of each choice."""
    room = new_room(game)
    modes = (RESPOND, RESPOND, RESPOND)
    total = walk(game, plan, no_regrets(game), player, modes, False, room)
    return total / pairs_of_hands(game), room


def evaluate(game: Game, plan: Plan) -> float:
    """Return the leader's value of a plan that both players follow, a pair of hands."""
    modes = (EVALUATE, EVALUATE, EVALUATE)
    total = walk(game, plan, no_regrets(game), LEADER, modes, False, new_room(game))
    return total / pairs_of_hands(game)


def pairs_of_hands(game: Game) -> int:
    """Return the number of pairs of hands without a card in common."""
    return int(opponents(game, LEADER).sum())


def opponents(game: Game, player: int) -> NDArray[np.int64]:
    """Return, for each hand of the player, the number of the opponent's hands that fit beside it."""
    cards = len(game.suit_start)
    # Inclusion and exclusion over the subsets of a hand: how many of the opponent's hands contain each subset.
    theirs = game.hands[1 - player, : game.many[1 - player]]
    doubles = np.zeros((cards, cards), np.int64)
    for one, two in product(range(CARDS), repeat=2):
        np.add.at(doubles, (theirs[:, one], theirs[:, two]), 1)
    singles = doubles.diagonal()
    hands = game.hands[player, : game.many[player]]
    low, middle, high = hands.T
    same = game.number[1 - player, low, middle, high] >= 0
    fitting: NDArray[np.int64] = (
        len(theirs)
        - singles[hands].sum(axis=1)
        + doubles[low, middle]
        + doubles[low, high]
        + doubles[middle, high]
        - same
    )
    return fitting


def lawful_replies(game: Game, lead: int) -> NDArray[np.bool_]:
    """Return which cards of each of the follower's hands are lawful replies; none of a hand with the card led."""
    hands = game.hands[FOLLOWER, : game.many[FOLLOWER]]
    ranks = game.rank[lead, hands]
    lawful: NDArray[np.bool_] = (ranks == ranks.max(axis=1, keepdims=True)) & (hands != lead).all(
        axis=1, keepdims=True
    )
    return lawful


def count_reach(game: Game, plan: Plan) -> NDArray[np.float64]:
    """Return how often a plan leads each card against each hand of the follower: the sum over the leader's hands.

    Leads that are not their own twin are left out.
    """
    # If every outcome is worth one mark to the follower, the value of a reply is how often they get to make it.
    worth = np.array([[-1.0], [1.0]])
    counting = game._replace(
        rest_worth=np.broadcast_to(worth, game.rest_worth.shape).copy(),
        pay=np.broadcast_to(worth.reshape(2, 1, 1, 1), game.pay.shape).copy(),
    )
    _, room = respond(counting, plan, FOLLOWER)
    reach: NDArray[np.float64] = room.replies.max(axis=2)
    return reach
