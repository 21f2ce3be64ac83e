"""What may be done at a table when: one rule for each kind of fact, asked before it is put down.

The rules look at the evening as it stands and at nobody's rights. A result needs no leave here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final, TypeAlias

from matches.rules.events.facts import PlayerId
from matches.rules.sittings import bet_rules, seat_rules
from matches.rules.sittings.bet_rules import check_amount
from matches.rules.sittings.errors import SittingActError
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
OF_FRENCH: Final = frozenset(
    {
        "stood_aside",
        "stood_in",
        "bet",
        "bet_withdrawn",
        "levelled",
        "bets_taken",
        "chouette",
        "chouette_undone",
    }
)
AFTER_THE_CLOSE: Final = frozenset({"paid", "reopened", "undone"})
BETWEEN_GAMES: Final = OF_POOLS | frozenset(
    {
        "agreed",
        "seated",
        "bet",
        "bet_withdrawn",
        "levelled",
        "bets_taken",
        "chouette",
        "chouette_undone",
        "game_begun",
        "closed",
    }
)


def check_fact(state: SittingState, kind: SittingFactKind, payload: Payload) -> None:
    """Raises ``SittingActError`` where this may not be done now. The payload has the shape of its kind, as ``facts``
    has it: that is not asked again.
    """
    _check_time(state, kind)
    _RULES[kind](state, payload)


def acts_that_may_follow(state: SittingState) -> tuple[SittingFactKind, ...]:
    """Kinds of facts that may be put down now, with the right payload."""
    return tuple(kind for kind in SITTING_FACT_KINDS if _may_follow(state, kind))


def _may_follow(state: SittingState, kind: SittingFactKind) -> bool:
    try:
        _check_time(state, kind)
        if kind in _ASKED_WITHOUT:
            _RULES[kind](state, {"version": state.last})
    except SittingActError:
        return False
    return _FURTHER.get(kind, _always)(state)


def _check_time(state: SittingState, kind: SittingFactKind) -> None:
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
    """Where only the two engaged stake, the third has to pay on coming in."""
    stakers = first_stakes(terms)
    if stakers not in FIRST_STAKES or (stakers == "engaged" and terms["custom"] != "entrant"):
        raise SittingActError("terms_wrong", "first_stakes")


def _check_agreed(state: SittingState, payload: Payload) -> None:
    """Not while a pool stands: all who are in it came in on the same terms."""
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
    """Not where a game's result came into dispute after the next was begun: what was staked on it is on the table."""
    check_no_pool(state)
    for game in state.games:
        if game.status == "open":
            raise SittingActError("game_undecided", game.number)


def _check_reopened(state: SittingState, _payload: Payload) -> None:
    if state.phase != "closed":
        raise SittingActError("sitting_not_closed")


def _check_undone(state: SittingState, payload: Payload) -> None:
    """The last fact, but not a game's beginning when the game is over: its result is corrected or made void instead.
    A game that was given up is not gone on with: its record is void.
    """
    if not state.last or state.last_kind == "opened":
        raise SittingActError("undone_all")
    if payload["version"] != state.last:
        raise SittingActError("undone_another", payload["version"], state.last)
    if state.last_kind == "game_abandoned":
        raise SittingActError("undone_abandoned", state.games[-1].number)
    if state.last_kind == "game_begun" and not state.game:
        raise SittingActError("undone_after_play", state.games[-1].number)


def _always(_state: SittingState) -> bool:
    return True


def _is_somebody(found: Callable[[SittingState, PlayerId], None]) -> Callable[[SittingState], bool]:
    """Whether the rule lets somebody at the table do it."""

    def is_allowed(state: SittingState) -> bool:
        return any(_allows(found, state, person.player) for person in state.people)

    return is_allowed


def _allows(rule: Callable[[SittingState, PlayerId], None], state: SittingState, player: PlayerId) -> bool:
    try:
        rule(state, player)
    except SittingActError:
        return False
    return True


def _for_one(rule: Callable[[SittingState, PlayerId], None]) -> Rule:
    return lambda state, payload: rule(state, payload["player"])


_RULES: Final[dict[SittingFactKind, Rule]] = {
    "opened": _check_opened,
    "agreed": _check_agreed,
    "joined": seat_rules.check_joined,
    "left": _for_one(seat_rules.check_left),
    "returned": _for_one(seat_rules.check_returned),
    "stood_aside": _for_one(seat_rules.check_stood_aside),
    "stood_in": _for_one(seat_rules.check_stood_in),
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
_ASKED_WITHOUT: Final = frozenset({"chouette_undone", "pool_shared", "closed", "reopened", "undone"})
"""Kinds whose rules hang on nothing in the payload, but the version that may be undone."""
_FURTHER: Final[dict[SittingFactKind, Callable[[SittingState], bool]]] = {
    "opened": lambda state: not state.currency,
    "agreed": lambda state: not (state.pool and state.pool.is_standing),
    "left": _is_somebody(seat_rules.check_left),
    "returned": _is_somebody(seat_rules.check_returned),
    "stood_aside": _is_somebody(seat_rules.check_stood_aside),
    "stood_in": _is_somebody(seat_rules.check_stood_in),
    "cut": lambda state: state.stage == "cut",
    "seated": seat_rules.may_be_seated,
    "bet": lambda state: state.stage == "ready",
    "bet_withdrawn": lambda state: any(bet_rules.own_bets(state, bet.player) for bet in state.bets),
    "levelled": lambda state: any(side.uncovered for side in state.sides),
    "bets_taken": _is_somebody(bet_rules.check_may_take),
    "chouette": _is_somebody(bet_rules.check_may_cover_all),
    "game_begun": bet_rules.may_begin,
    "game_abandoned": lambda state: state.game is not None,
    "paid": lambda state: len(state.people) > 1,
}
