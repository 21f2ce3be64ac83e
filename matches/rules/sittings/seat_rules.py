"""Checks of coming to a table, leaving it and returning, and of who takes a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matches.rules.events.facts import PlayerId
from matches.rules.sittings.act_errors import SittingActError
from matches.rules.sittings.facts import MOST_PEOPLE, CardName
from matches.rules.sittings.pool import is_in_order, lowest
from matches.rules.sittings.state import Person, SittingState
from scoring.cards import CARD_BY_NAME

MOST_ROUNDS = 20
"""The maximum number of rounds of one cut: more ties than will ever happen."""


def check_joined(state: SittingState, payload: Mapping[str, Any]) -> None:
    player: PlayerId = payload["player"]
    if not player:
        raise SittingActError("player_wanted")
    for person in state.people:
        if person.player == player:
            raise SittingActError("here_already" if person.is_here else "was_here", player)
    if len(state.people) >= MOST_PEOPLE:
        raise SittingActError("too_many_people", MOST_PEOPLE)
    if payload.get("only_bets", False) and state.kind != "french":
        raise SittingActError("only_french")


def check_left(state: SittingState, player: PlayerId) -> None:
    """Check that a player may leave the table; raise ``SittingActError`` otherwise.

    Their own game must be conceded or abandoned first; the last player in a pool must share it.
    """
    check_here(state, player)
    check_not_playing(state, player)
    pool = state.pool
    if pool and pool.is_standing:
        holders = [place.player for place in pool.places if place.player]
        if holders == [player]:
            raise SittingActError("last_of_pool", player, pool.number)


def check_returned(state: SittingState, player: PlayerId) -> None:
    if person_of(state, player).is_here:
        raise SittingActError("away_not", player)


def check_stood_aside(state: SittingState, player: PlayerId) -> None:
    _check_only_french(state)
    person = check_here(state, player)
    check_not_playing(state, player)
    if not person.is_playing:
        raise SittingActError("aside_already", player)


def check_stood_in(state: SittingState, player: PlayerId) -> None:
    _check_only_french(state)
    if check_here(state, player).is_playing:
        raise SittingActError("in_already", player)


def check_cut(state: SittingState, payload: Mapping[str, Any]) -> None:
    """Check the cards of a cut for a new pool; raise ``SittingActError`` otherwise.

    The three holders of places cut one card each. Players who tie for the lowest card cut again, until one
    card is lowest. If the other two players tie with each other, they cut again for the deal.
    """
    holders = _check_cut_due(state)
    rounds: Sequence[Mapping[PlayerId, CardName]] = payload["rounds"]
    if not rounds or set(rounds[0]) != holders:
        raise SittingActError("cut_people", 1)
    if len(rounds) > MOST_ROUNDS:
        raise SittingActError("cut_too_often", MOST_ROUNDS)
    for number, cards in enumerate(rounds, start=1):
        _check_cards(cards, number)
    for number in range(2, len(rounds) + 1):
        if not is_in_order(rounds[:number]):
            raise SittingActError("cut_people", number)
    tied = lowest(rounds)
    if len(tied) > 1:
        raise SittingActError("cut_again", tied)


def check_seated(state: SittingState, payload: Mapping[str, Any]) -> None:
    """Check that players may be seated without a cut or out of turn; raise ``SittingActError`` otherwise.

    In a pool the fact names the player who stays out. At a French table it names any two who sit or wait.
    """
    if state.kind == "pool":
        if payload.get("out") not in _check_cut_due(state):
            raise SittingActError("seated_stranger", payload.get("out", ""))
        return
    a, b = payload["a"], payload["b"]
    for player in (a, b):
        if not check_here(state, player).is_playing:
            raise SittingActError("seated_stranger", player)
    if a == b:
        raise SittingActError("seated_with_himself", a)
    if (a, b) == state.seats:
        raise SittingActError("seated_same")


def may_be_seated(state: SittingState) -> bool:
    if state.kind == "pool":
        return state.stage == "cut"
    return sum(person.is_here and person.is_playing for person in state.people) > 1


def check_game_abandoned(state: SittingState, payload: Mapping[str, Any]) -> None:
    if state.game is None:
        raise SittingActError("no_game")
    if payload["game"] != state.game.number:
        raise SittingActError("game_number", payload["game"], state.game.number)


def check_no_pool(state: SittingState) -> None:
    if state.pool and state.pool.is_standing:
        raise SittingActError("pool_standing", state.pool.number)


def check_here(state: SittingState, player: PlayerId) -> Person:
    person = person_of(state, player)
    if not person.is_here:
        raise SittingActError("not_here", player)
    return person


def check_not_playing(state: SittingState, player: PlayerId) -> None:
    if state.game and player in state.game.players:
        raise SittingActError("game_underway", state.game.number)


def person_of(state: SittingState, player: PlayerId) -> Person:
    """Return a person at the table. Raises ``SittingActError`` for a person who never came to this table."""
    try:
        return state.person(player)
    except KeyError:
        raise SittingActError("never_here", player) from None


def _check_only_french(state: SittingState) -> None:
    if state.kind != "french":
        raise SittingActError("only_french")


def _check_cut_due(state: SittingState) -> set[PlayerId]:
    """Return the three who hold places. Raises ``SittingActError`` unless a pool is to be cut for."""
    check_no_pool(state)
    holders = {place.player for place in state.pool.places if place.player} if state.pool else set()
    if state.pool and len(holders) < len(state.pool.places):
        raise SittingActError("people_wanted", len(state.pool.places) - len(holders))
    return holders


def _check_cards(cards: Mapping[PlayerId, CardName], number: int) -> None:
    """Require different cards of one pack, and at least two, in each round."""
    seen: set[CardName] = set()
    for card in cards.values():
        if card not in CARD_BY_NAME:
            raise SittingActError("cut_card", card)
        if card in seen:
            raise SittingActError("cut_card_twice", card)
        seen.add(card)
    if len(cards) < 2:
        raise SittingActError("cut_people", number)
