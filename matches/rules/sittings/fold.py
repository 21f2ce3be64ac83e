"""``derive_sitting``, which derives the state of a sitting from its log and the results of its games.

The log is trusted: each fact was checked by ``rules.check_fact`` before it was appended. Even so, a fact that
cannot follow those before it raises ``FactError``. A result never does, whatever it is corrected to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from matches.rules.events.facts import Fact, PlayerId
from matches.rules.events.fold import check_versions, counting_facts
from matches.rules.events.fold_draft import FactError
from matches.rules.events.state import Why
from matches.rules.sittings.draft import SittingDraft
from matches.rules.sittings.facts import SITTING_FACT_KINDS, Results
from matches.rules.sittings.french import FrenchTable, sides
from matches.rules.sittings.ledger import TABLE
from matches.rules.sittings.pool import PoolTable, dealer_of
from matches.rules.sittings.rules import acts_that_may_follow
from matches.rules.sittings.state import Person, SittingState, Stage

Table: TypeAlias = PoolTable | FrenchTable
_POOL_HANDLERS: Final[dict[str, Callable[[PoolTable, Fact], None]]] = {
    "cut": PoolTable.hold_cut,
    "seated": PoolTable.seat,
    "pool_shared": PoolTable.share,
}


def derive_sitting(facts: Iterable[Fact], results: Results) -> SittingState:
    """Return the state of a sitting from the facts of its log and the results of its rubbers.

    Facts of kinds other than ``SITTING_FACT_KINDS`` have no effect except on ``version``. If there is no ``opened``
    fact, the state allows nothing but opening. Raises ``FactError`` if a fact contradicts the facts before it.
    """
    log = list(facts)
    check_versions(log)
    version = log[-1].version if log else 0
    counting = counting_facts(log, SITTING_FACT_KINDS)
    if not counting:
        return SittingState(version, may=("opened",))
    table = _open_table(counting, results)
    for fact in counting[1:]:
        _apply(table, fact)
    state = _state(table, version, counting[-1])
    return replace(state, may=acts_that_may_follow(state))


def _open_table(counting: Sequence[Fact], results: Results) -> Table:
    opening = counting[0]
    if opening.kind != "opened":
        raise FactError(opening, "fact_not_opened")
    abandoned = frozenset(fact.payload["game"] for fact in counting if fact.kind == "game_abandoned")
    draft = SittingDraft(opening.payload, opening.payload["terms"], results, abandoned)
    draft.add_history(opening, "opened", opening.payload["kind"])
    return PoolTable(draft) if opening.payload["kind"] == "pool" else FrenchTable(draft)


def _apply(table: Table, fact: Fact) -> None:
    """Apply a fact to the table. Raises ``FactError`` if it does not fit the table, or can't be read."""
    try:
        if fact.kind in _HANDLERS:
            _HANDLERS[fact.kind](table, fact)
        elif isinstance(table, PoolTable) and fact.kind in _POOL_HANDLERS:
            _POOL_HANDLERS[fact.kind](table, fact)
        elif isinstance(table, FrenchTable) and fact.kind in _FRENCH_HANDLERS:
            _FRENCH_HANDLERS[fact.kind](table, fact)
        elif fact.kind == "opened":
            raise FactError(fact, "fact_opened_twice")
        else:
            raise FactError(fact, "fact_wrong_table", fact.kind)
    except FactError:
        raise
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        raise FactError(fact, "fact_unreadable", fact.kind) from error


def _agree(table: Table, fact: Fact) -> None:
    table.draft.terms = fact.payload["terms"]
    table.draft.add_history(fact, "agreed")


def _join(table: Table, fact: Fact) -> None:
    player = fact.payload["player"]
    is_playing = not fact.payload.get("only_bets", False)
    table.draft.people[player] = Person(player, is_playing=is_playing)
    table.draft.add_history(fact, "joined" if is_playing else "joined_to_bet", player)
    if is_playing:
        table.arrive(player, fact)


def _leave(table: Table, fact: Fact) -> None:
    player = fact.payload["player"]
    table.draft.add_history(fact, "left", player)
    person = table.draft.person(player, fact)
    table.draft.put(replace(person, is_here=False))
    if person.is_playing or isinstance(table, FrenchTable):
        table.leave(player, fact)


def _return(table: Table, fact: Fact) -> None:
    player = fact.payload["player"]
    table.draft.add_history(fact, "returned", player)
    person = table.draft.person(player, fact)
    table.draft.put(replace(person, is_here=True))
    if person.is_playing:
        table.arrive(player, fact)


def _abandon(table: Table, fact: Fact) -> None:
    """Record the fact in the history. Its effect was applied when the game began."""
    table.draft.add_history(fact, "game_abandoned", fact.payload["game"])


def _pay(table: Table, fact: Fact) -> None:
    payer, payee, amount = fact.payload["from"], fact.payload["to"], fact.payload["amount"]
    for player in (payer, payee):
        table.draft.person(player, fact)
    table.draft.post(("cash",), {payer: amount, payee: -amount})
    table.draft.add_history(fact, "paid", payer, payee, amount)


def _close(table: Table, fact: Fact) -> None:
    table.draft.is_closed = True
    if isinstance(table, FrenchTable):
        table.take_back_bets()
    table.draft.add_history(fact, "closed")


def _reopen(table: Table, fact: Fact) -> None:
    table.draft.is_closed = False
    table.draft.add_history(fact, "reopened")


def _stand_aside(table: FrenchTable, fact: Fact) -> None:
    player = fact.payload["player"]
    table.draft.put(replace(table.draft.person(player, fact), is_playing=False))
    table.stand_aside(player)
    table.draft.add_history(fact, "stood_aside", player)


def _stand_in(table: FrenchTable, fact: Fact) -> None:
    player = fact.payload["player"]
    table.draft.put(replace(table.draft.person(player, fact), is_playing=True))
    table.arrive(player, fact)
    table.draft.add_history(fact, "stood_in", player)


_HANDLERS: Final[dict[str, Callable[[Table, Fact], None]]] = {
    "agreed": _agree,
    "joined": _join,
    "left": _leave,
    "returned": _return,
    "game_begun": lambda table, fact: table.begin_game(fact),
    "game_abandoned": _abandon,
    "paid": _pay,
    "closed": _close,
    "reopened": _reopen,
}
_FRENCH_HANDLERS: Final[dict[str, Callable[[FrenchTable, Fact], None]]] = {
    "stood_aside": _stand_aside,
    "stood_in": _stand_in,
    "seated": FrenchTable.seat,
    "bet": FrenchTable.bet,
    "bet_withdrawn": FrenchTable.withdraw,
    "levelled": FrenchTable.level,
    "bets_taken": FrenchTable.take_bets,
    "chouette": FrenchTable.declare_chouette,
    "chouette_undone": FrenchTable.undo_chouette,
}


def _state(table: Table, version: int, last: Fact) -> SittingState:
    """Return the state of a sitting after all its facts. ``last`` is the last fact that was not undone."""
    draft = table.draft
    seats = table.due()
    on_table = draft.balance(TABLE)
    too_early: list[Why] = [("closed_too_early", on_table)] if draft.is_closed and on_table else []
    state = SittingState(
        version=version,
        kind=draft.opening["kind"],
        name=draft.opening["name"],
        date=draft.opening["date"],
        currency=draft.opening["currency"],
        terms=dict(draft.terms),
        phase="closed" if draft.is_closed else "open",
        stage=_stage(table, seats),
        people=tuple(draft.people.values()),
        seats=seats,
        queue=tuple(waiting for waiting in table.queue() if waiting.player not in seats),
        games=tuple(draft.games),
        ledger=tuple(draft.ledger),
        warnings=(*draft.warnings, *too_early),
        history=tuple(draft.history),
        last=last.version,
        last_kind=last.kind,
    )
    if isinstance(table, PoolTable):
        return replace(state, pool=table.pool(), cut=table.cut, dealer=dealer_of(table.cut) or "")
    return _with_bets(state, table)


def _with_bets(state: SittingState, table: FrenchTable) -> SittingState:
    if state.game:
        bets, side = table.played_bets, state.game.chouette
        chouette = state.game.players["AB".index(side)] if side else ""
    else:
        bets = table.standing_bets(state.seats)
        chouette = table.chouette if table.chouette in state.seats else ""
    return replace(state, bets=bets, chouette=chouette, sides=sides(bets, state.seats))


def _stage(table: Table, seats: tuple[PlayerId, PlayerId]) -> Stage:
    if table.draft.is_closed:
        return "closed"
    if table.draft.games and table.draft.games[-1].status == "open":
        return "game"
    if all(seats):
        return "ready"
    if isinstance(table, PoolTable) and not table.seats and all(table.holders):
        return "cut"
    return "people"
