"""Value the play of the last two tricks, for the player who leads to them and for the other (compiled)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from worker.review.equilibrium.endings_types import (
    CHOOSE,
    LEARN,
    Game,
    Room,
    as_float,
    decide_between,
    lower_share,
)
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int


@compiled
def first_values(game: Game, room: Room, first: int, last: NDArray[np.float32]) -> None:
    """Store in ``room.values[lead, kept]`` the value to the first player of leading one card of a pair.

    ``last`` is the plan of the second player.
    """
    cards = len(game.suit_start)
    reach, holds, sums = room.reach[1 - first], room.holds[first], room.sums
    pairs, pay, worth = room.fitting[1 - first], game.pay[first], game.rest_worth[first]
    for lead in range(cards):
        if holds[lead] == 0:
            continue
        sums[:] = 0.0
        wins = game.wins[lead]
        for place in range(1, pairs[0] + 1):
            number = pairs[place]
            mass = reach[number]
            low = game.low[number]
            high = game.high[number]
            if mass == 0.0 or low == lead or high == lead:
                continue
            plays_low = mass * lower_share(game, lead, low, high, as_float(last[lead, number]))
            # Row 0: the reply did not win; row 1: it won; both by the card that is kept. Row 2: the first player
            # has neither card of the pair, so these hands are taken out of what is summed below.
            if plays_low > 0.0:
                won = as_int(wins[low])
                sums[won, high + 1] += plays_low
                sums[2, low] += plays_low * pay[won, high, low]
                sums[2, high] += plays_low * pay[won, high, high]
            if plays_low < mass:
                plays_high = mass - plays_low
                won = as_int(wins[high])
                sums[won, low + 1] += plays_high
                sums[2, low] += plays_high * pay[won, low, low]
                sums[2, high] += plays_high * pay[won, low, high]
        for card in range(cards):
            sums[0, card + 1] += sums[0, card]
            sums[1, card + 1] += sums[1, card]
        for kept in range(cards):
            if kept == lead or holds[kept] == 0:
                continue
            beaten = sums[1, kept] - sums[1, game.suit_start[kept]]
            beaters = sums[0, game.suit_end[kept]] - sums[0, kept + 1]
            if kept < game.trumps:
                beaten += sums[1, cards] - sums[1, game.trumps]
            else:
                beaters += sums[0, game.trumps]
            lost = worth[0] * sums[1, cards] + (worth[1] - worth[0]) * beaten
            won_again = worth[2] * sums[0, cards] - (worth[2] - worth[1]) * beaters
            room.values[lead, kept] = lost + won_again - sums[2, kept]


@compiled
def lead_again(
    game: Game,
    room: Room,
    player: int,
    mode: int,
    share: NDArray[np.float32],
    regrets: NDArray[np.float32],
) -> None:
    """Store in ``room.pairs`` the value of each of the player's pairs to lead from, and decide the leads."""
    pairs = room.fitting[player]
    for place in range(1, pairs[0] + 1):
        number = pairs[place]
        low = game.low[number]
        high = game.high[number]
        room.pairs[number], now = decide_between(
            room.values[low, high], room.values[high, low], as_float(share[number]), mode, regrets[number]
        )
        if mode in (LEARN, CHOOSE):
            share[number] = now


@compiled
def second_values(
    game: Game,
    room: Room,
    first: int,
    lead_share: NDArray[np.float32],
    mode: int,
    last: NDArray[np.float32],
    regrets: NDArray[np.float32],
) -> None:
    """Store in ``room.pairs`` the value to the second player of each of their pairs, and decide their replies.

    ``lead_share`` is the plan of the first player. A player who chooses takes every last card to be equally likely,
    whatever the plan.
    """
    cards = len(game.suit_start)
    holds, kept = room.holds[first], room.kept
    pairs, pay = room.fitting[1 - first], game.pay[first]
    for lead in range(cards):
        if holds[lead] == 0 or _keep_cards(game, room, first, lead, lead_share, mode == CHOOSE) == 0.0:
            continue
        wins, rank = game.wins[lead], game.rank[lead]
        for place in range(1, pairs[0] + 1):
            number = pairs[place]
            low = game.low[number]
            high = game.high[number]
            if low == lead or high == lead:
                continue
            # The first player has neither card: take back what the sum has for the card that is played.
            won = as_int(wins[low])
            plays_low = room.base[won, high] + kept[low] * pay[won, high, low]
            won = as_int(wins[high])
            plays_high = room.base[won, low] + kept[high] * pay[won, low, high]
            if rank[low] > rank[high]:
                room.pairs[number] += plays_low
            elif rank[low] < rank[high]:
                room.pairs[number] += plays_high
            else:
                value, share = decide_between(
                    plays_low, plays_high, as_float(last[lead, number]), mode, regrets[lead, number]
                )
                room.pairs[number] += value
                if mode in (LEARN, CHOOSE):
                    last[lead, number] = share


@compiled
def _keep_cards(
    game: Game, room: Room, first: int, lead: int, lead_share: NDArray[np.float32], is_even: bool
) -> float:
    """Store how often the first player keeps each card beside ``lead``, and the values against these cards.

    ``room.base[won, rest]`` is the value to the second player of keeping ``rest`` after a reply that won or did not,
    summed over all cards kept but ``rest``. Return how often the first player leads ``lead`` at all.
    """
    cards = len(game.suit_start)
    reach, worth = room.reach[first], game.rest_worth[first]
    kept, sums = room.kept, room.sums[0]
    total = 0.0
    sums[0] = 0.0
    for card in range(cards):
        mass = 0.0
        if card != lead:
            number = game.pair[lead, card]
            mass = reach[number]
            if mass > 0.0 and not is_even:
                share = as_float(lead_share[number])
                mass *= share if lead < card else 1.0 - share
        total += mass
        kept[card] = mass
        sums[card + 1] = total
    if total == 0.0:
        return total
    for rest in range(cards):
        beaters = sums[game.suit_end[rest]] - sums[rest + 1]
        beaten = sums[rest] - sums[game.suit_start[rest]]
        if rest < game.trumps:
            beaten += total - sums[game.trumps]
        else:
            beaters += sums[game.trumps]
        others = total - kept[rest]
        room.base[1, rest] = -(worth[0] * others + (worth[1] - worth[0]) * beaters)
        room.base[0, rest] = -(worth[2] * others - (worth[2] - worth[1]) * beaten)
    return total
