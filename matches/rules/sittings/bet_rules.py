"""Checks of bets on the next game of a French table, and of beginning a game at either kind of table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches.rules.events.facts import PlayerId
from matches.rules.sittings.act_errors import SittingActError
from matches.rules.sittings.facts import MOST_AMOUNT, Amount
from matches.rules.sittings.french import (
    bets_offered,
    chouette_payload,
    staked_on,
    take_bets_payload,
    total_on,
)
from matches.rules.sittings.seat_rules import check_here
from matches.rules.sittings.state import Bet, SittingState


def check_amount(amount: Any, least: Amount = 1) -> None:
    if type(amount) is not int or not least <= amount <= MOST_AMOUNT:
        raise SittingActError("amount_wrong", least, MOST_AMOUNT)


def check_bet(state: SittingState, payload: Mapping[str, Any]) -> None:
    """Check that a person may place a bet; raise ``SittingActError`` otherwise.

    The bet must be at least the agreed minimum, and nobody may bet on both sides. The two players may bet only on
    themselves. Nobody may bet on a player who has declared la chouette, since that player covers everything alone.
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
    """Check that ``payload`` takes back exactly the larger side's excess; raise ``SittingActError`` otherwise."""
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
    """Check that a seated player may take bets on their opponent; raise ``SittingActError`` otherwise.

    The seated player has precedence over bystanders. If too few bets on the opponent remain for the bystanders who
    bet on the same player, these bystanders take back bets, the latest first (Cavendish, French écarté).
    """
    player, amount = payload["player"], payload["amount"]
    check_may_take(state, player)
    check_amount(amount)
    offered = bets_offered(state, player)
    if amount > offered:
        raise SittingActError("taken_too_much", amount, offered)
    if payload["withdrawn"] != take_bets_payload(state, player, amount)["withdrawn"]:
        raise SittingActError("way_wrong", player)


def check_may_take(state: SittingState, player: PlayerId) -> None:
    """Check that this player may take any bet on their opponent now; raise ``SittingActError`` otherwise."""
    _check_may_cover(state, player, "take_not_seated")
    if not bets_offered(state, player):
        raise SittingActError("nothing_to_take", player)


def check_chouette(state: SittingState, payload: Mapping[str, Any]) -> None:
    """Check that a seated player may cover all bets on their opponent alone; raise ``SittingActError`` otherwise.

    Covering all bets alone is called la chouette. All bystanders who bet on the same player take back their bets.
    """
    player = payload["player"]
    check_may_cover_all(state, player)
    if dict(payload) != chouette_payload(state, player):
        raise SittingActError("chouette_of_bets", player)


def check_may_cover_all(state: SittingState, player: PlayerId) -> None:
    """Check that this player may declare la chouette now; raise ``SittingActError`` otherwise."""
    _check_may_cover(state, player, "chouette_not_seated")


def _check_may_cover(state: SittingState, player: PlayerId, not_seated: str) -> None:
    if state.kind != "french":
        raise SittingActError("only_french")
    check_ready(state)
    if player not in state.seats:
        raise SittingActError(not_seated, player)
    if state.chouette:
        raise SittingActError("chouette_already", state.chouette)


def check_chouette_undone(state: SittingState, _payload: Mapping[str, Any]) -> None:
    if not state.chouette:
        raise SittingActError("no_chouette")


def check_game_begun(state: SittingState, payload: Mapping[str, Any]) -> None:
    """Check that the next game may begin with these players in their seats; raise ``SittingActError`` otherwise.

    It must be the turn of these two players. At a French table, each player must have staked the minimum on
    themselves or have declared la chouette.
    """
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
    """Check that two players are seated and need not cut for the deal; raise ``SittingActError`` otherwise."""
    if state.stage == "cut":
        raise SittingActError("cut_wanted")
    if state.stage != "ready":
        raise SittingActError("people_wanted", _count_missing(state))


def own_bets(state: SittingState, player: PlayerId) -> tuple[Bet, ...]:
    """Return a person's bets that they may take back: none during a game, or after declaring la chouette."""
    if state.game or player == state.chouette:
        return ()
    return tuple(bet for bet in state.bets if bet.player == player)


def still_to_stake(state: SittingState) -> tuple[PlayerId, ...]:
    """Return the seated players who must still stake before the game: less than the minimum, and no chouette."""
    own = {player: total_on(own_bets(state, player), player) for player in state.seats}
    return tuple(
        player for player, amount in own.items() if amount < state.terms["least"] and player != state.chouette
    )


def _count_missing(state: SittingState) -> int:
    places = state.pool.places if state.pool and not state.pool.is_standing else ()
    return sum(not place.player for place in places) or state.seats.count("")


def _check_staked(state: SittingState) -> None:
    """Raise ``SittingActError`` if a player has yet to stake. Uncovered excess on one side does not matter."""
    for player in still_to_stake(state):
        raise SittingActError("stake_wanted", player, state.terms["least"])
