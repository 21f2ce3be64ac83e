"""Functions that return the state of a pool or a French table as JSON.

The state includes seats, queue, bets, debts and the facts that are allowed next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matches.api.core.errors import ApiError
from matches.api.sittings.serializers import GAME_WON
from matches.models import Rubber, Sitting
from matches.rules.events.state import Why
from matches.rules.sittings.act_errors import ERROR_CODES, SittingActError
from matches.rules.sittings.bet_rules import still_to_stake
from matches.rules.sittings.facts import SITTING_FACT_KINDS
from matches.rules.sittings.rows import read_sitting_json
from matches.rules.sittings.state import WAITING_CODES, WARNING_CODES, Pool, SittingState
from matches.sittings.queries import game_as_played, names_of_players, score_of_game
from matches.sittings.words import WordingContext, error_words, waiting_words, warning_words


def state_of(row: Sitting) -> SittingState:
    return read_sitting_json(row.state)


def wording_context(state: SittingState) -> WordingContext:
    """Return the names of all people at the table and its currency. An erased person has no name."""
    return WordingContext(names_of_players([person.player for person in state.people]), state.currency)


def table_json(row: Sitting, *, may_write: bool) -> dict[str, Any]:
    """Return a pool or French table, whose club and event must be loaded, as ``TableSerializer`` shows it.

    ``may_write`` is whether the caller may record facts.
    """
    state = state_of(row)
    context = wording_context(state)
    return {
        "id": row.public_id,
        "club": row.club.public_id,
        "event": None if row.event is None else row.event.public_id,
        "kind": state.kind,
        "name": row.name,
        "date": state.date,
        "currency": state.currency,
        "terms": dict(state.terms),
        "phase": state.phase,
        "stage": state.stage,
        "version": state.version,
        "seats": [person_json(player, context) if player else None for player in state.seats],
        "queue": [
            {
                "player": person_json(each.player, context),
                "why": _why(WAITING_CODES, each.why, waiting_words(each.why, context)),
            }
            for each in state.queue
        ],
        "sides": [
            {"player": side.player, "total": side.total, "uncovered": side.uncovered} for side in state.sides
        ],
        "bets": [{"player": bet.player, "on": bet.on, "amount": bet.amount} for bet in state.bets],
        "to_stake": _to_stake(state),
        "chouette": state.chouette or None,
        "cut": [list(pair) for pair in state.cut],
        "dealer": state.dealer or None,
        "pool": None if state.pool is None else _pool(state.pool),
        "game": _game(state),
        "on_table": state.on_table,
        "owed": owed_json(state),
        "warnings": [_why(WARNING_CODES, why, warning_words(why, context)) for why in state.warnings],
        "may": _may(state) if may_write else [],
        "last": {"version": state.last, "kind": state.last_kind} if state.last_kind else None,
    }


def person_json(player: str, context: WordingContext) -> dict[str, Any]:
    return {"id": player, "name": context.names.get(player) or None}


def balances_json(state: SittingState) -> dict[str, Any]:
    context = wording_context(state)
    return {
        "currency": state.currency,
        "on_table": state.on_table,
        "balances": [
            {"player": person_json(player, context), "amount": amount}
            for player, amount in state.balances.items()
        ],
        "owed": owed_json(state),
    }


def owed_json(state: SittingState) -> list[dict[str, Any]]:
    return [{"payer": payer, "payee": payee, "amount": amount} for payer, payee, amount in state.owed]


def table_error(error: SittingActError, context: WordingContext) -> ApiError:
    """Return the problem for a fact that the table does not allow now, with the code as ``reason``."""
    params = dict(zip(ERROR_CODES[error.code], error.params, strict=True))
    return ApiError(
        "table_refused", error_words(error, context), more={"reason": error.code, "params": params}
    )


def _why(codes: Mapping[str, Sequence[str]], why: Why, words: str) -> dict[str, Any]:
    code, *params = why
    return {"code": code, "params": dict(zip(codes[str(code)], params, strict=True)), "text": words}


def _to_stake(state: SittingState) -> list[str]:
    waits = state.kind == "french" and state.stage == "ready"
    return list(still_to_stake(state)) if waits else []


def _pool(pool: Pool) -> dict[str, Any]:
    return {
        "number": pool.number,
        "amount": pool.amount,
        "is_standing": pool.is_standing,
        "winner_of_one": pool.winner_of_one or None,
        "places": [{"player": place.player or None, "paid": place.paid} for place in pool.places],
    }


def _game(state: SittingState) -> dict[str, Any] | None:
    if state.game is None:
        return None
    rubber = game_as_played(state)
    score = None if rubber is None else score_of_game(rubber)
    return {
        "number": state.game.number,
        "a": state.game.a,
        "b": state.game.b,
        "rubber": state.game.rubber,
        "score": None if score is None else list(score),
        "is_disputed": rubber is not None and rubber.state == Rubber.State.DISPUTED,
    }


def _may(state: SittingState) -> list[str]:
    can_be_won = state.phase == "open" and any(game.status != "abandoned" for game in state.games)
    kinds = [kind for kind in SITTING_FACT_KINDS if kind in state.may]
    return [*kinds, GAME_WON] if can_be_won else list(kinds)
