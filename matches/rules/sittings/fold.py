"""From the log of a pool or a French table, and the results of its games, to the evening: ``derive_sitting``.

The log is trusted: each fact was looked at by ``rules.check_fact`` before it was appended. What cannot have followed
all the same raises ``FactError``. A result never does, whatever it is corrected to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from matches.rules.events.facts import Fact, PlayerId
from matches.rules.events.folding.draft import FactError
from matches.rules.events.folding.fold import check_versions, counting_facts
from matches.rules.events.state import Why
from matches.rules.sittings.cutting import dealer_of
from matches.rules.sittings.draft import SittingDraft
from matches.rules.sittings.facts import SITTING_FACT_KINDS, Results
from matches.rules.sittings.french import FrenchTable, sides
from matches.rules.sittings.ledger import TABLE
from matches.rules.sittings.lifecycle import acts_that_may_follow
from matches.rules.sittings.pool import PoolTable
from matches.rules.sittings.state import Person, SittingState, Stage

Table: TypeAlias = PoolTable | FrenchTable


def derive_sitting(facts: Iterable[Fact], results: Results) -> SittingState:
    """The evening's state. Other kinds than ``SITTING_FACT_KINDS`` only count in ``version``. Without an ``opened``
    there is nothing yet that could be done but that.

    Raises ``FactError``.
    """
    log = list(facts)
    check_versions(log)
    version = log[-1].version if log else 0
    standing = counting_facts(log, SITTING_FACT_KINDS)
    if not standing:
        return SittingState(version, may=("opened",))
    table = _opened(standing, results)
    for fact in standing[1:]:
        _take(table, fact)
    state = _state(table, version, standing[-1])
    return replace(state, may=acts_that_may_follow(state))


def _opened(standing: Sequence[Fact], results: Results) -> Table:
    opening = standing[0]
    if opening.kind != "opened":
        raise FactError(opening, "fact_not_opened")
    abandoned = frozenset(fact.payload["game"] for fact in standing if fact.kind == "game_abandoned")
    draft = SittingDraft(opening.payload, opening.payload["terms"], results, abandoned)
    draft.tell(opening, "opened", opening.payload["kind"])
    return PoolTable(draft) if opening.payload["kind"] == "pool" else FrenchTable(draft)


def _take(table: Table, fact: Fact) -> None:
    try:
        if fact.kind in _OF_ANY:
            _OF_ANY[fact.kind](table, fact)
        elif isinstance(table, PoolTable) and fact.kind in _OF_POOLS:
            _OF_POOLS[fact.kind](table, fact)
        elif isinstance(table, FrenchTable) and fact.kind in _OF_FRENCH:
            _OF_FRENCH[fact.kind](table, fact)
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
    table.draft.tell(fact, "agreed")


def _join(table: Table, fact: Fact) -> None:
    player = fact.payload["player"]
    is_playing = not fact.payload.get("only_bets", False)
    table.draft.people[player] = Person(player, is_playing=is_playing)
    table.draft.tell(fact, "joined" if is_playing else "joined_to_bet", player)
    if is_playing:
        table.come(player, fact)


def _leave(table: Table, fact: Fact) -> None:
    player = fact.payload["player"]
    table.draft.tell(fact, "left", player)
    person = table.draft.person(player, fact)
    table.draft.put(replace(person, is_here=False))
    if person.is_playing or isinstance(table, FrenchTable):
        table.go(player, fact)


def _return(table: Table, fact: Fact) -> None:
    player = fact.payload["player"]
    table.draft.tell(fact, "returned", player)
    person = table.draft.person(player, fact)
    table.draft.put(replace(person, is_here=True))
    if person.is_playing:
        table.come(player, fact)


def _begin_game(table: Table, fact: Fact) -> None:
    table.begin_game(fact)


def _abandon(table: Table, fact: Fact) -> None:
    """What it changes was seen to when the game began."""
    table.draft.tell(fact, "game_abandoned", fact.payload["game"])


def _pay(table: Table, fact: Fact) -> None:
    payer, payee, amount = fact.payload["from"], fact.payload["to"], fact.payload["amount"]
    for player in (payer, payee):
        table.draft.person(player, fact)
    table.draft.post(("cash",), {payer: amount, payee: -amount})
    table.draft.tell(fact, "paid", payer, payee, amount)


def _close(table: Table, fact: Fact) -> None:
    table.draft.is_closed = True
    if isinstance(table, FrenchTable):
        table.take_back_bets()
    table.draft.tell(fact, "closed")


def _reopen(table: Table, fact: Fact) -> None:
    table.draft.is_closed = False
    table.draft.tell(fact, "reopened")


def _stand_aside(table: FrenchTable, fact: Fact) -> None:
    player = fact.payload["player"]
    table.draft.put(replace(table.draft.person(player, fact), is_playing=False))
    table.stand_aside(player)
    table.draft.tell(fact, "stood_aside", player)


def _stand_in(table: FrenchTable, fact: Fact) -> None:
    player = fact.payload["player"]
    table.draft.put(replace(table.draft.person(player, fact), is_playing=True))
    table.come(player, fact)
    table.draft.tell(fact, "stood_in", player)


_OF_ANY: Final[dict[str, Callable[[Table, Fact], None]]] = {
    "agreed": _agree,
    "joined": _join,
    "left": _leave,
    "returned": _return,
    "game_begun": _begin_game,
    "game_abandoned": _abandon,
    "paid": _pay,
    "closed": _close,
    "reopened": _reopen,
}
_OF_POOLS: Final[dict[str, Callable[[PoolTable, Fact], None]]] = {
    "cut": PoolTable.hold_cut,
    "seated": PoolTable.seat,
    "pool_shared": PoolTable.share,
}
_OF_FRENCH: Final[dict[str, Callable[[FrenchTable, Fact], None]]] = {
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
    draft = table.draft
    seats = table.due()
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
        warnings=tuple(_warnings(draft)),
        history=tuple(draft.history),
        last=last.version,
        last_kind=last.kind,
    )
    return _with_pool(state, table) if isinstance(table, PoolTable) else _with_bets(state, table)


def _with_pool(state: SittingState, table: PoolTable) -> SittingState:
    return replace(state, pool=table.pool(), cut=table.cut, dealer=dealer_of(table.cut) or "")


def _with_bets(state: SittingState, table: FrenchTable) -> SittingState:
    if state.game:
        side = state.game.chouette
        chouette = state.game.players["AB".index(side)] if side else ""
        return replace(
            state, bets=table.played_bets, chouette=chouette, sides=sides(table.played_bets, state.seats)
        )
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


def _warnings(draft: SittingDraft) -> Iterator[Why]:
    yield from draft.warnings
    on_table = draft.balance(TABLE)
    if draft.is_closed and on_table:
        yield "closed_too_early", on_table
