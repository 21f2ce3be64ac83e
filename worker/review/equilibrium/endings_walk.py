"""Walk the public tree of the last three tricks for one player, and average plans (compiled)."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.review.equilibrium.endings_last_two import first_values, lead_again, second_values
from worker.review.equilibrium.endings_types import (
    FOLLOWER,
    LEADER,
    Game,
    Plan,
    Regrets,
    Room,
    as_float,
    decide,
    lawful_places,
    place_in,
)
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int

_ALL_PLACES: Final = 0b111
"""The places of a hand of three, as a mask: any card may be led."""


@compiled
def walk(
    game: Game,
    plan: Plan,
    regrets: Regrets,
    player: int,
    modes: tuple[int, int, int],
    is_open: bool,
    room: Room,
) -> float:
    """Compute what every choice of one player is worth against the opponent's plan, and decide as ``modes`` say.

    ``modes`` are those of the third trick, of leads to the fourth, and of replies to it. If ``is_open``, the
    opponent's plan of the third trick is ignored: every hand that fits is equally likely. Return the sum of the
    values of the player's hands.
    """
    cards = len(game.suit_start)
    value = 0.0
    room.leads[:] = 0.0
    room.replies[:] = 0.0
    for lead in range(cards):
        if game.may_hold[LEADER, lead] == 0 or game.twin[lead] != lead:
            continue
        reach_after_lead(game, plan, lead, is_open, room)
        room.answers[:] = 0.0
        for reply in range(cards):
            if reply == lead or game.may_hold[FOLLOWER, reply] == 0:
                continue
            if not reach_after_reply(game, reply, player, room):
                continue
            first = FOLLOWER if game.wins[lead, reply] else LEADER
            room.pairs[:] = 0.0
            second, last = plan.second[lead, reply], plan.last[lead, reply]
            if player == first:
                first_values(game, room, first, last)
                lead_again(game, room, player, modes[1], second, regrets.second[lead, reply])
            else:
                second_values(game, room, first, second, modes[2], last, regrets.last[lead, reply])
            if player == FOLLOWER:
                room.answers[reply] = room.pairs
            else:
                _add_to_leads(game, lead, room)
        if player == FOLLOWER:
            value += game.copies[lead] * _decide_replies(game, plan, regrets, lead, modes[0], room)
    if player == LEADER:
        _copy_to_twins(game, room)
        for hand in range(game.many[LEADER]):
            value += decide(room.leads[hand], _ALL_PLACES, modes[0], plan.lead[hand], regrets.lead[hand])
    return value


@compiled
def _add_to_leads(game: Game, lead: int, room: Room) -> None:
    """Add the values of the leader's pairs to those of leading ``lead`` from a hand of three."""
    pairs = room.fitting[LEADER]
    for place in range(1, pairs[0] + 1):
        low = game.low[pairs[place]]
        high = game.high[pairs[place]]
        place_of_lead = (1 if low < lead else 0) + (1 if high < lead else 0)
        room.leads[game.number[LEADER, lead, low, high], place_of_lead] += room.pairs[pairs[place]]


@compiled
def _copy_to_twins(game: Game, room: Room) -> None:
    """Store the values of leads that are not their own twin, from the hands with the two suits interchanged."""
    for hand in range(game.many[LEADER]):
        cards = game.hands[LEADER, hand]
        for place in range(3):
            twin = game.twin[cards[place]]
            if twin != cards[place]:
                swap = game.swap[cards[place]]
                other = game.number[LEADER, swap[cards[0]], swap[cards[1]], swap[cards[2]]]
                room.leads[hand, place] = room.leads[other, place_in(game.hands[LEADER, other], twin)]


@compiled
def reach_after_lead(game: Game, plan: Plan, lead: int, is_open: bool, room: Room) -> None:
    """Store the reach of both players' pairs after ``lead``, and which pairs fit."""
    room.follower[:] = 0.0
    room.replies_fit[:] = 0
    for hand in range(game.many[FOLLOWER]):
        cards = game.hands[FOLLOWER, hand]
        lawful = lawful_places(game, cards, lead)
        for place in range(3):
            if lawful >> place & 1:
                number = game.pair[cards[(place + 1) % 3], cards[(place + 2) % 3]]
                room.replies_fit[cards[place], number] = 1
                room.follower[cards[place], number] = (
                    1.0 if is_open else as_float(plan.reply[lead, hand, place])
                )
    room.leader[:] = 0.0
    room.leads_fit[:] = 0
    for number in range(len(game.low)):
        low = game.low[number]
        high = game.high[number]
        if low != lead and high != lead and game.number[LEADER, lead, low, high] >= 0:
            hand = as_int(game.number[LEADER, lead, low, high])
            place = (1 if low < lead else 0) + (1 if high < lead else 0)
            room.leads_fit[number] = 1
            room.leader[number] = 1.0 if is_open else as_float(plan.lead[hand, place])


@compiled
def reach_after_reply(game: Game, reply: int, player: int, room: Room) -> bool:
    """Store the reach of both players' pairs after a trick, and which pairs and cards fit.

    Return whether the choices of the opponent of ``player`` ever lead here.
    """
    room.reach[LEADER] = 0.0
    room.reach[FOLLOWER] = room.follower[reply]
    room.fitting[:, 0] = 0
    room.holds[:] = 0
    total = 0.0
    for number in range(len(game.low)):
        low = game.low[number]
        high = game.high[number]
        if room.replies_fit[reply, number]:
            _add_pair(room, FOLLOWER, low, high, number)
        if room.leads_fit[number] and low != reply and high != reply:
            _add_pair(room, LEADER, low, high, number)
            room.reach[LEADER, number] = room.leader[number]
        total += room.reach[1 - player, number]
    return total > 0.0


@compiled
def _add_pair(room: Room, player: int, low: int, high: int, number: int) -> None:
    """Add a pair, and its two cards, to those that the player may have."""
    room.holds[player, low] = 1
    room.holds[player, high] = 1
    room.fitting[player, 0] += 1
    room.fitting[player, room.fitting[player, 0]] = number


@compiled
def _decide_replies(game: Game, plan: Plan, regrets: Regrets, lead: int, mode: int, room: Room) -> float:
    """Return the sum of the values of the follower's hands after ``lead``, and decide the replies."""
    total = 0.0
    for hand in range(game.many[FOLLOWER]):
        cards = game.hands[FOLLOWER, hand]
        lawful = lawful_places(game, cards, lead)
        if lawful == 0:
            continue
        values = room.replies[lead, hand]
        for place in range(3):
            if lawful >> place & 1:
                number = game.pair[cards[(place + 1) % 3], cards[(place + 2) % 3]]
                values[place] = room.answers[cards[place], number]
        total += decide(values, lawful, mode, plan.reply[lead, hand], regrets.reply[lead, hand])
    return total


@compiled
def add_to_sums(game: Game, plan: Plan, weight: float, room: Room, sums: Plan) -> None:
    """Add a plan to weighted sums, each choice by how often the player's own choices lead there."""
    cards = len(game.suit_start)
    for hand in range(game.many[LEADER]):
        for place in range(3):
            sums.lead[hand, place] += weight * plan.lead[hand, place]
    for lead in range(cards):
        if game.may_hold[LEADER, lead] == 0 or game.twin[lead] != lead:
            continue
        for hand in range(game.many[FOLLOWER]):
            for place in range(3):
                sums.reply[lead, hand, place] += weight * plan.reply[lead, hand, place]
        reach_after_lead(game, plan, lead, False, room)
        for reply in range(cards):
            if reply == lead or game.may_hold[FOLLOWER, reply] == 0:
                continue
            reach_after_reply(game, reply, LEADER, room)
            first = FOLLOWER if game.wins[lead, reply] else LEADER
            second, last = sums.second[lead, reply], sums.last[lead, reply]
            for number in room.fitting[first, 1 : room.fitting[first, 0] + 1]:
                second[number] += weight * room.reach[first, number] * plan.second[lead, reply, number]
            for number in room.fitting[1 - first, 1 : room.fitting[1 - first, 0] + 1]:
                share = weight * room.reach[1 - first, number]
                for card in range(cards):
                    if share > 0.0 and room.holds[first, card]:
                        last[card, number] += share * plan.last[lead, reply, card, number]


@compiled
def divide_sums(game: Game, room: Room, sums: Plan) -> None:
    """Turn weighted sums into the average plan, in place. Where a player never got, their choices are even."""
    cards = len(game.suit_start)
    for lead in range(cards):
        if game.may_hold[LEADER, lead] == 0 or game.twin[lead] != lead:
            continue
        reach_after_lead(game, sums, lead, False, room)
        for reply in range(cards):
            if reply == lead or game.may_hold[FOLLOWER, reply] == 0:
                continue
            reach_after_reply(game, reply, LEADER, room)
            first = FOLLOWER if game.wins[lead, reply] else LEADER
            second, last = sums.second[lead, reply], sums.last[lead, reply]
            for number in range(len(game.low)):
                second[number] = _divide(as_float(second[number]), room.reach[first, number])
                for card in range(cards):
                    last[card, number] = _divide(as_float(last[card, number]), room.reach[1 - first, number])
        for hand in range(game.many[FOLLOWER]):
            lawful = lawful_places(game, game.hands[FOLLOWER, hand], lead)
            _divide_row(sums.reply[lead, hand], lawful)
    for hand in range(game.many[LEADER]):
        _divide_row(sums.lead[hand], _ALL_PLACES)


@compiled
def _divide(part: float, whole: float) -> float:
    return min(1.0, part / whole) if whole > 0.0 else 0.5


@compiled
def _divide_row(row: NDArray[np.float32], lawful: int) -> None:
    """Divide the sums of a hand's choices by their total. ``lawful`` has a bit for each lawful place."""
    total = as_float(row[0]) + as_float(row[1]) + as_float(row[2])
    choices = (lawful & 1) + (lawful >> 1 & 1) + (lawful >> 2 & 1)
    for place in range(3):
        if lawful >> place & 1:
            row[place] = row[place] / total if total > 0.0 else 1.0 / choices
