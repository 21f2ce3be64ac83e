"""The last three tricks at the equilibrium, against the definition written out and against the review's search."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from scoring.cards import CardMask, cards_of, parse_cards
from tests.worker.review.equilibrium.endings_reference import (
    Chances,
    Hand,
    Hands,
    History,
    best_value,
    hands_of,
    value_of,
)
from worker.review.equilibrium.endings import (
    Ending,
    close_up,
    count_pairs,
    ending_of,
    make_game,
    new_plan,
    worth_of,
)
from worker.review.equilibrium.endings_response import (
    evaluate,
    make_even,
    opponents,
    pairs_of_hands,
    respond,
    search_plan,
    solve,
)
from worker.review.equilibrium.endings_types import FOLLOWER, LEADER, Game, Plan
from worker.review.hidden_play import weigh_hidden
from worker.review.kernels import NO_LEAD
from worker.review.knowledge import Knowledge

ALL_KNOWN_TO_BOTH = Ending(parse_cards("S789.H789.D78"), parse_cards("S789.H789.D78"))
VOID_OF_HEARTS = Ending(parse_cards("S789T.H789.D7"), parse_cards("S789T.D7"))
EQUAL_SUITS = Ending(parse_cards("S78.H78.D78.C78"), parse_cards("S7.H78.D78.C78"))
KING_SHOWN = Ending(parse_cards("S789.H789.D78.C7"), parse_cards("S78.H789.D78.C7"), parse_cards("S9"), 0)
ENDINGS = [ALL_KNOWN_TO_BOTH, VOID_OF_HEARTS, EQUAL_SUITS, KING_SHOWN]
EVEN = worth_of(1, "none")
AHEAD = worth_of(2, "none")


def named(game: Game, ending: Ending, plan: Plan) -> Chances:
    """Return a plan of the solver by the cards themselves."""
    cards = sorted(cards_of(ending.leader | ending.follower))
    numbers = {card: number for number, card in enumerate(cards)}

    def chances(player: int, hand: Hand, history: History) -> dict[int, float]:
        own = [numbers[card] for card in sorted(hand)]
        played = [numbers[card] for card in history]
        if played and game.twin[played[0]] != played[0]:
            swap = game.swap[played[0]]
            own, played = [int(swap[card]) for card in own], [int(swap[card]) for card in played]
        shares = shares_of(player, sorted(own), played)
        if history and game.twin[numbers[history[0]]] != numbers[history[0]]:
            shares = {int(swap[card]): share for card, share in shares.items()}
        return {cards[number]: share for number, share in shares.items()}

    def shares_of(player: int, own: list[int], played: list[int]) -> dict[int, float]:
        if len(own) == 3:
            row = game.number[player, *own]
            shares = plan.reply[played[0], row] if played else plan.lead[row]
            return dict(zip(own, map(float, shares), strict=True))
        if len(own) == 1:
            return {own[0]: 1.0}
        pair = game.pair[own[0], own[1]]
        if len(played) == 2:
            share = float(plan.second[played[0], played[1], pair])
            return {own[0]: share, own[1]: 1 - share}
        lead = played[2]
        share = float(plan.last[played[0], played[1], lead, pair])
        ranks = [game.rank[lead, card] for card in own]
        if ranks[0] != ranks[1]:
            share = float(ranks[0] > ranks[1])
        return {own[0]: share, own[1]: 1 - share}

    return chances


def hands_in(ending: Ending) -> Hands:
    return (
        hands_of(ending.leader, ending.leader_certain),
        hands_of(ending.follower, ending.follower_certain),
    )


def random_plan(game: Game, seed: int) -> Plan:
    """Return a plan of chance, the same for suits that can be interchanged."""
    random = np.random.default_rng(seed)
    plan = new_plan(game)
    plan.second[:] = random.random(plan.second.shape)
    plan.last[:] = random.random(plan.last.shape)
    plan.reply[:] *= random.random(plan.reply.shape) + 0.1
    plan.reply[:] /= plan.reply.sum(axis=2, keepdims=True)
    for hand in range(len(plan.lead)):
        own = game.hands[LEADER, hand]
        weights = [1.0 + int(game.twin[card] % 3) for card in own]
        plan.lead[hand] = np.array(weights) / sum(weights)
    return plan


@pytest.mark.parametrize("worth", [EVEN, AHEAD], ids=["even", "ahead"])
@pytest.mark.parametrize("ending", ENDINGS)
def test_values_and_best_responses_are_those_of_the_definition(ending: Ending, worth: list[float]) -> None:
    game = make_game(ending, np.asarray(worth))
    plan = random_plan(game, 1)
    chances, marks = named(game, ending, plan), [float(each) for each in worth]
    assert evaluate(game, plan) == pytest.approx(value_of(hands_in(ending), marks, chances))
    for player in (LEADER, FOLLOWER):
        expected = best_value(hands_in(ending), marks, chances, player)
        assert respond(game, plan, player)[0] == pytest.approx(expected)


@pytest.mark.parametrize("ending", ENDINGS)
def test_nobody_gains_against_a_solved_ending(ending: Ending) -> None:
    game = make_game(ending, AHEAD)
    plan = solve(game, 200)
    chances, marks = named(game, ending, plan), [float(each) for each in AHEAD]
    gains = [best_value(hands_in(ending), marks, chances, player) for player in (LEADER, FOLLOWER)]
    assert sum(gains) < 0.002
    disturbed = plan._replace(lead=make_even(game, np.roll(plan.lead, 1, axis=1)))
    gains = [
        best_value(hands_in(ending), marks, named(game, ending, disturbed), player)
        for player in (LEADER, FOLLOWER)
    ]
    assert sum(gains) > 0.01


@pytest.mark.parametrize("worth", [EVEN, AHEAD], ids=["even", "ahead"])
@pytest.mark.parametrize("ending", ENDINGS)
def test_search_as_a_plan_plays_the_cards_of_the_search(ending: Ending, worth: list[float]) -> None:
    game = make_game(ending, np.asarray(worth))
    chances = named(game, ending, search_plan(game))
    hands = hands_in(ending)
    for hand in hands[LEADER]:
        assert cards_played(chances(LEADER, hand, ())) == best_by_search(ending, worth, hand, NO_LEAD), hand
    random = Random(1)
    for hand in random.sample(hands[FOLLOWER], 10):
        for lead in cards_of(ending.leader & ~mask(hand)):
            expected = best_by_search(ending, worth, hand, lead)
            assert cards_played(chances(FOLLOWER, hand, (lead,))) == expected, (hand, lead)


def cards_played(chances: dict[int, float]) -> set[int]:
    played = {card for card, share in chances.items() if share}
    assert all(chances[card] == pytest.approx(1 / len(played)) for card in played)
    return played


def best_by_search(ending: Ending, worth: list[float], hand: Hand, lead: int) -> set[int]:
    own = mask(hand)
    leads = lead == NO_LEAD
    units = np.array([round(each) for each in worth], np.int64)
    views = [
        Knowledge(certain, possible, 3)
        for certain, possible in (
            (ending.leader_certain, ending.leader),
            (ending.follower_certain, ending.follower),
        )
    ]
    if not leads:
        views.reverse()
        units = -units[::-1]
        views[1] = views[1]._replace(
            certain=views[1].certain & ~(1 << lead), possible=views[1].possible & ~(1 << lead), size=2
        )
    own_view, their_view = views
    known = their_view._replace(possible=their_view.possible & ~own)
    if not known.worlds:
        return set(hand)
    weighed = weigh_hidden(own, lead, 0, known, (own_view, their_view), units)
    most = max(value for value, _ in weighed.values())
    return {card for card, (value, _) in weighed.items() if value > most - 1e-9}


def mask(hand: Hand) -> CardMask:
    return sum(1 << card for card in hand)


@pytest.mark.parametrize("ending", ENDINGS)
def test_hands_are_counted(ending: Ending) -> None:
    game = make_game(ending, EVEN)
    leaders, followers = hands_in(ending)
    assert count_pairs(ending) == pairs_of_hands(game)
    assert opponents(game, LEADER).sum() == opponents(game, FOLLOWER).sum() == count_pairs(ending)
    assert count_pairs(ending) == sum(not one & other for one in leaders for other in followers)


def test_ranks_are_closed_up_and_plain_suits_are_interchangeable() -> None:
    one = Ending(parse_cards("H7K.S89.C7.D789"), parse_cards("H7.C7J.D8"), parse_cards("HK"), 0)
    other = Ending(parse_cards("C7K.D89.S7.H789"), parse_cards("C7.S7J.H8"), parse_cards("CK"), 0)
    assert close_up(one, 1) == close_up(other, 3)
    assert close_up(one, 1) != close_up(one, 3)
    closed = close_up(one, 1)
    assert closed == close_up(closed)
    assert closed.leader_certain == parse_cards("S8")
    views = Knowledge(one.leader_certain, one.leader, 3), Knowledge(0, one.follower, 3)
    assert ending_of(*views, 1) == closed


def test_marks_are_those_of_the_laws() -> None:
    assert EVEN.tolist() == [-1, -1, 1, 1]
    assert AHEAD.tolist() == [-1, 1, 1, 2]
    assert worth_of(2, "leader").tolist() == [-2, 1, 1, 2]
    assert worth_of(2, "follower").tolist() == [-1, 2, 2, 2]
