"""Check whether a fact may be recorded now, by the rule for its kind and the sitting's state alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final, TypeAlias

from matches.rules.events.facts import PlayerId
from matches.rules.sittings import bet_rules, seat_rules
from matches.rules.sittings.act_errors import SittingActError
from matches.rules.sittings.bet_rules import check_amount
from matches.rules.sittings.facts import (
    CUSTOMS,
    FIRST_STAKES,
    MOST_AMOUNT,
    SHARINGS,
    SITTING_FACT_KINDS,
    SITTING_KINDS,
    SittingFactKind,
    first_stakes,
)
from matches.rules.sittings.seat_rules import check_no_pool
from matches.rules.sittings.state import SittingState

Payload: TypeAlias = Mapping[str, Any]
Rule: TypeAlias = Callable[[SittingState, Payload], None]

OF_POOLS: Final = frozenset({"cut", "pool_shared"})
ABOUT_BETS: Final = frozenset(
    {"bet", "bet_withdrawn", "levelled", "bets_taken", "chouette", "chouette_undone"}
)
OF_FRENCH: Final = ABOUT_BETS | {"stood_aside", "stood_in"}
AFTER_THE_CLOSE: Final = frozenset({"paid", "reopened", "undone"})
BETWEEN_GAMES: Final = OF_POOLS | ABOUT_BETS | {"agreed", "seated", "game_begun", "closed"}
_PAYLOAD_INDEPENDENT: Final = frozenset({"chouette_undone", "pool_shared", "closed", "reopened", "undone"})
"""Kinds whose rules depend on nothing in the payload, except the version to be undone."""


def check_fact(state: SittingState, kind: SittingFactKind, payload: Payload) -> None:
    """Check that a fact, with a payload as in ``facts``, may be recorded now; raise ``SittingActError`` otherwise."""
    _check_time(state, kind)
    _RULES[kind](state, payload)


def acts_that_may_follow(state: SittingState) -> tuple[SittingFactKind, ...]:
    """Return the kinds of facts that may be recorded now, each with at least one possible payload."""
    return tuple(kind for kind in SITTING_FACT_KINDS if _may_follow(state, kind))


def _may_follow(state: SittingState, kind: SittingFactKind) -> bool:
    try:
        _check_time(state, kind)
        if kind in _PAYLOAD_INDEPENDENT:
            _RULES[kind](state, {"version": state.last})
    except SittingActError:
        return False
    condition = _CONDITIONS.get(kind)
    return condition is None or condition(state)


def _check_time(state: SittingState, kind: SittingFactKind) -> None:
    """Check that the sitting's kind, and what has happened in it so far, allow a fact of this kind now."""
    if not state.currency:
        if kind != "opened":
            raise SittingActError("not_opened")
        return
    if state.phase == "closed" and kind not in AFTER_THE_CLOSE:
        raise SittingActError("sitting_closed")
    if kind in OF_POOLS and state.kind != "pool":
        raise SittingActError("only_pool")
    if kind in OF_FRENCH and state.kind != "french":
        raise SittingActError("only_french")
    if kind in BETWEEN_GAMES and state.game:
        raise SittingActError("game_underway", state.game.number)


def _check_opened(state: SittingState, payload: Payload) -> None:
    if state.currency:
        raise SittingActError("opened_already")
    if payload["kind"] not in SITTING_KINDS:
        raise SittingActError("kind_unknown")
    if not str(payload["name"]).strip():
        raise SittingActError("name_wanted")
    if not re.fullmatch("[A-Z]{3}", payload["currency"]):
        raise SittingActError("currency_wrong")
    try:
        date.fromisoformat(payload["date"])
    except ValueError:
        raise SittingActError("date_wrong") from None
    _check_terms(payload["kind"], payload["terms"])


def _check_terms(kind: str, terms: Payload) -> None:
    amount = "stake" if kind == "pool" else "least"
    fields = {amount, "custom"} if kind == "pool" else {amount}
    optional = {"first_stakes"} if kind == "pool" else set()
    for field in sorted(fields ^ (set(terms) - optional)):
        raise SittingActError("terms_wrong", field)
    if type(terms[amount]) is not int or not 1 <= terms[amount] <= MOST_AMOUNT:
        raise SittingActError("terms_wrong", amount)
    if kind == "pool" and terms["custom"] not in CUSTOMS:
        raise SittingActError("terms_wrong", "custom")
    if kind == "pool":
        _check_first_stakes(terms)


def _check_first_stakes(terms: Payload) -> None:
    """Require that the third player pays on coming in, if only the two engaged stake."""
    stakers = first_stakes(terms)
    if stakers not in FIRST_STAKES or (stakers == "engaged" and terms["custom"] != "entrant"):
        raise SittingActError("terms_wrong", "first_stakes")


def _check_agreed(state: SittingState, payload: Payload) -> None:
    """Allow other terms while no pool is being played: all its players came in on the same terms."""
    check_no_pool(state)
    _check_terms(state.kind, payload["terms"])
    if _with_defaults(payload["terms"]) == _with_defaults(state.terms):
        raise SittingActError("terms_same")


def _with_defaults(terms: Payload) -> dict[str, Any]:
    return {**terms, "first_stakes": first_stakes(terms)}


def _check_pool_shared(state: SittingState, payload: Payload) -> None:
    if state.pool is None or not state.pool.is_standing:
        raise SittingActError("pool_not_standing")
    if payload.get("how", "paid") not in SHARINGS:
        raise SittingActError("share_wrong")


def _check_paid(state: SittingState, payload: Payload) -> None:
    payer, payee = payload["from"], payload["to"]
    for player in (payer, payee):
        _check_known(state, player)
    if payer == payee:
        raise SittingActError("paid_himself", payer)
    check_amount(payload["amount"])


def _check_known(state: SittingState, player: PlayerId) -> None:
    if not any(person.player == player for person in state.people):
        raise SittingActError("never_here", player)


def _check_closed(state: SittingState, _payload: Payload) -> None:
    """Raise ``SittingActError`` while a pool is being played or a game is undecided.

    A game can be undecided if its result was disputed after the next game had begun: its stakes are still on the table.
    """
    check_no_pool(state)
    for game in state.games:
        if game.status == "open":
            raise SittingActError("game_undecided", game.number)


def _check_reopened(state: SittingState, _payload: Payload) -> None:
    if state.phase != "closed":
        raise SittingActError("sitting_not_closed")


def _check_undone(state: SittingState, payload: Payload) -> None:
    """Allow undoing the last fact, except the beginning of a game that is over: its result is corrected instead.

    Such a result may also be made void. A game that was abandoned is not continued: its record is void.
    """
    if not state.last or state.last_kind == "opened":
        raise SittingActError("undone_all")
    if payload["version"] != state.last:
        raise SittingActError("undone_another", payload["version"], state.last)
    if state.last_kind == "game_abandoned":
        raise SittingActError("undone_abandoned", state.games[-1].number)
    if state.last_kind == "game_begun" and not state.game:
        raise SittingActError("undone_after_play", state.games[-1].number)


def _allows_anyone(rule: Callable[[SittingState, PlayerId], None]) -> Callable[[SittingState], bool]:
    """Return a test of whether the rule allows the act to anyone at the table."""

    def is_allowed(state: SittingState) -> bool:
        return any(_allows_player(rule, state, person.player) for person in state.people)

    return is_allowed


def _allows_player(
    rule: Callable[[SittingState, PlayerId], None], state: SittingState, player: PlayerId
) -> bool:
    try:
        rule(state, player)
    except SittingActError:
        return False
    return True


def _for_player(rule: Callable[[SittingState, PlayerId], None]) -> Rule:
    return lambda state, payload: rule(state, payload["player"])


_RULES: Final[dict[SittingFactKind, Rule]] = {
    "opened": _check_opened,
    "agreed": _check_agreed,
    "joined": seat_rules.check_joined,
    "left": _for_player(seat_rules.check_left),
    "returned": _for_player(seat_rules.check_returned),
    "stood_aside": _for_player(seat_rules.check_stood_aside),
    "stood_in": _for_player(seat_rules.check_stood_in),
    "cut": seat_rules.check_cut,
    "seated": seat_rules.check_seated,
    "bet": bet_rules.check_bet,
    "bet_withdrawn": bet_rules.check_withdrawn,
    "levelled": bet_rules.check_levelled,
    "bets_taken": bet_rules.check_bets_taken,
    "chouette": bet_rules.check_chouette,
    "chouette_undone": bet_rules.check_chouette_undone,
    "game_begun": bet_rules.check_game_begun,
    "game_abandoned": seat_rules.check_game_abandoned,
    "pool_shared": _check_pool_shared,
    "paid": _check_paid,
    "closed": _check_closed,
    "reopened": _check_reopened,
    "undone": _check_undone,
}
_CONDITIONS: Final[dict[SittingFactKind, Callable[[SittingState], bool]]] = {
    "opened": lambda state: not state.currency,
    "agreed": lambda state: not (state.pool and state.pool.is_standing),
    "left": _allows_anyone(seat_rules.check_left),
    "returned": _allows_anyone(seat_rules.check_returned),
    "stood_aside": _allows_anyone(seat_rules.check_stood_aside),
    "stood_in": _allows_anyone(seat_rules.check_stood_in),
    "cut": lambda state: state.stage == "cut",
    "seated": seat_rules.may_be_seated,
    "bet": lambda state: state.stage == "ready",
    "bet_withdrawn": lambda state: any(bet_rules.own_bets(state, bet.player) for bet in state.bets),
    "levelled": lambda state: any(side.uncovered for side in state.sides),
    "bets_taken": _allows_anyone(bet_rules.check_may_take),
    "chouette": _allows_anyone(bet_rules.check_may_cover_all),
    "game_begun": bet_rules.may_begin,
    "game_abandoned": lambda state: state.game is not None,
    "paid": lambda state: len(state.people) > 1,
}
