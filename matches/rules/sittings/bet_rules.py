"""What may be staked on the next game of a French table, and when a game may begin at either sort of table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches.rules.events.facts import PlayerId
from matches.rules.sittings.covering import staked_on, total_on
from matches.rules.sittings.errors import SittingActError
from matches.rules.sittings.facts import MOST_AMOUNT, Amount
from matches.rules.sittings.french import bets_offered, bets_taken, chouette_declared
from matches.rules.sittings.seat_rules import check_here
from matches.rules.sittings.state import Bet, SittingState


def check_amount(amount: Any, least: Amount = 1) -> None:
    if type(amount) is not int or not least <= amount <= MOST_AMOUNT:
        raise SittingActError("amount_wrong", least, MOST_AMOUNT)


def check_bet(state: SittingState, payload: Mapping[str, Any]) -> None:
    """Not below the least; on one side alone, of two who sit his own. Nothing on him who plays la chouette: he covers
    all himself.
    """
    player, on = payload["player"], payload["on"]
    check_here(state, player)
    check_ready(state)
    if on not in state.seats:
        raise SittingActError("bet_on_nobody", on)
    if player in state.seats and player != on:
        raise SittingActError("bet_on_adversary", player)
    if on == state.chouette:
        raise SittingActError("bet_on_chouette", on)
    for bet in own_bets(state, player):
        if bet.on != on:
            raise SittingActError("bet_on_both", player, bet.on)
    check_amount(payload["amount"], state.terms["least"])


def check_withdrawn(state: SittingState, payload: Mapping[str, Any]) -> None:
    player = payload["player"]
    staked = sum(bet.amount for bet in own_bets(state, player))
    if not staked:
        raise SittingActError("not_bet", player)
    if "amount" in payload:
        check_amount(payload["amount"])
        if payload["amount"] > staked:
            raise SittingActError("bet_is_less", player, staked)


def check_levelled(state: SittingState, payload: Mapping[str, Any]) -> None:
    """The excess of the larger side to the penny, from whosever bets on it."""
    larger = next((side for side in state.sides if side.uncovered), None)
    if larger is None:
        raise SittingActError("nothing_uncovered")
    stakes = staked_on(state.bets, larger.player)
    taken: dict[PlayerId, Amount] = {}
    for back in payload["withdrawn"]:
        player = back["player"]
        check_amount(back["amount"])
        taken[player] = taken.get(player, 0) + back["amount"]
        if player not in stakes:
            raise SittingActError("levelled_other_side", player)
        if taken[player] > stakes[player]:
            raise SittingActError("bet_is_less", player, stakes[player])
    if sum(taken.values()) != larger.uncovered:
        raise SittingActError("levelled_wrong", sum(taken.values()), larger.uncovered)


def check_bets_taken(state: SittingState, payload: Mapping[str, Any]) -> None:
    """Allow one of the two who sit to take bets on the other, ahead of bystanders (Cavendish, French écarté).

    The latest of those who bet on the same side give way, as far as the bets left do not go round.
    """
    player, amount = payload["player"], payload["amount"]
    check_may_take(state, player)
    check_amount(amount)
    offered = bets_offered(state, player)
    if amount > offered:
        raise SittingActError("taken_too_much", amount, offered)
    if payload["withdrawn"] != bets_taken(state, player, amount)["withdrawn"]:
        raise SittingActError("way_wrong", player)


def check_may_take(state: SittingState, player: PlayerId) -> None:
    """Raise ``SittingActError`` where this player may not take any bet now."""
    if state.kind != "french":
        raise SittingActError("only_french")
    check_ready(state)
    if player not in state.seats:
        raise SittingActError("take_not_seated", player)
    if state.chouette:
        raise SittingActError("chouette_already", state.chouette)
    if not bets_offered(state, player):
        raise SittingActError("nothing_to_take", player)


def check_chouette(state: SittingState, payload: Mapping[str, Any]) -> None:
    """Allow one of the two who sit to cover all alone. All others on the same side give way."""
    player = payload["player"]
    check_may_cover_all(state, player)
    if dict(payload) != chouette_declared(state, player):
        raise SittingActError("chouette_of_bets", player)


def check_may_cover_all(state: SittingState, player: PlayerId) -> None:
    """Raise ``SittingActError`` where this player may not cover all now."""
    if state.kind != "french":
        raise SittingActError("only_french")
    check_ready(state)
    if player not in state.seats:
        raise SittingActError("chouette_not_seated", player)
    if state.chouette:
        raise SittingActError("chouette_already", state.chouette)


def check_chouette_undone(state: SittingState, _payload: Mapping[str, Any]) -> None:
    if not state.chouette:
        raise SittingActError("no_chouette")


def check_game_begun(state: SittingState, payload: Mapping[str, Any]) -> None:
    """The two whose turn it is, as they sit. At a French table each has his own stake on it, or covers all."""
    check_ready(state)
    if payload["game"] != len(state.games) + 1:
        raise SittingActError("game_number", payload["game"], len(state.games) + 1)
    if (payload["a"], payload["b"]) != state.seats:
        raise SittingActError("game_seats", *state.seats)
    rubber = payload["rubber"]
    if not rubber or any(game.rubber == rubber for game in state.games):
        raise SittingActError("game_rubber")
    if state.kind == "french":
        _check_staked(state)


def may_begin(state: SittingState) -> bool:
    try:
        check_ready(state)
        if state.kind == "french":
            _check_staked(state)
    except SittingActError:
        return False
    return True


def check_ready(state: SittingState) -> None:
    """Two sit, and may begin."""
    if state.stage == "cut":
        raise SittingActError("cut_wanted")
    if state.stage != "ready":
        raise SittingActError("people_wanted", _wanted(state))


def own_bets(state: SittingState, player: PlayerId) -> tuple[Bet, ...]:
    """What he has on the next game and may take back: what la chouette covers is no bet of his own."""
    if state.game or player == state.chouette:
        return ()
    return tuple(bet for bet in state.bets if bet.player == player)


def still_to_stake(state: SittingState) -> tuple[PlayerId, ...]:
    """Of the two who sit at a French table, who has less than the least on himself, and does not cover all."""
    own = {player: total_on(own_bets(state, player), player) for player in state.seats}
    return tuple(
        player for player, amount in own.items() if amount < state.terms["least"] and player != state.chouette
    )


def _wanted(state: SittingState) -> int:
    places = state.pool.places if state.pool and not state.pool.is_standing else ()
    return sum(not place.player for place in places) or state.seats.count("")


def _check_staked(state: SittingState) -> None:
    """Excess over what the other side has is no hindrance: the game may begin uncovered."""
    for player in still_to_stake(state):
        raise SittingActError("stake_wanted", player, state.terms["least"])
