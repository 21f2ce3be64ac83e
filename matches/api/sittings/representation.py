"""A pool or a French table as the API's body of it: seats, queue, bets, what may come next, who owes whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matches.api.core.errors import ApiError
from matches.api.sittings.serializers.sittings import GAME_WON
from matches.models import Rubber, Sitting
from matches.rules.events.state import Why
from matches.rules.sittings.bet_rules import still_to_stake
from matches.rules.sittings.errors import ERROR_CODES, SittingActError
from matches.rules.sittings.facts import SITTING_FACT_KINDS
from matches.rules.sittings.state import WAITING_CODES, WARNING_CODES, Pool, SittingState
from matches.rules.sittings.state_json import read_sitting_json
from matches.sittings.queries import game_as_played, names_of_players, score_of_game
from matches.sittings.words import Said, error_words, waiting_words, warning_words


def state_of(row: Sitting) -> SittingState:
    """What the sitting has come to, as it is stored."""
    return read_sitting_json(row.state)


def said_at(state: SittingState) -> Said:
    """The names of all who were at the table, in one query; none for somebody who was forgotten."""
    return Said(names_of_players([person.player for person in state.people]), state.currency)


def table_json(row: Sitting, *, may_write: bool) -> dict[str, Any]:
    """``TableShown`` of a sitting whose club and event are loaded, in two queries at most."""
    state = state_of(row)
    said = said_at(state)
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
        "seats": [person_json(player, said) if player else None for player in state.seats],
        "queue": [
            {
                "player": person_json(each.player, said),
                "why": _why(WAITING_CODES, each.why, waiting_words(each.why, said)),
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
        "warnings": [_why(WARNING_CODES, why, warning_words(why, said)) for why in state.warnings],
        "may": _may(state) if may_write else [],
        "last": {"version": state.last, "kind": state.last_kind} if state.last_kind else None,
    }


def person_json(player: str, said: Said) -> dict[str, Any]:
    return {"id": player, "name": said.names.get(player) or None}


def balances_json(state: SittingState) -> dict[str, Any]:
    said = said_at(state)
    return {
        "currency": state.currency,
        "on_table": state.on_table,
        "balances": [
            {"player": person_json(player, said), "amount": amount}
            for player, amount in state.balances.items()
        ],
        "owed": owed_json(state),
    }


def owed_json(state: SittingState) -> list[dict[str, Any]]:
    return [{"payer": payer, "payee": payee, "amount": amount} for payer, payee, amount in state.owed]


def table_refused(error: SittingActError, said: Said) -> ApiError:
    """The table as it stands does not let this be noted: in a sentence, and by code."""
    params = dict(zip(ERROR_CODES[error.code], error.params, strict=True))
    return ApiError("table_refused", error_words(error, said), more={"reason": error.code, "params": params})


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
    known = [kind for kind in SITTING_FACT_KINDS if kind in state.may]
    return [*known, GAME_WON] if can_be_won else list(known)
