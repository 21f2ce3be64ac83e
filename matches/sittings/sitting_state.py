"""Derive the current state of a sitting from its log and the rubbers of its games, in at most three queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias, cast

from matches.common.directory import current_ids
from matches.common.log import stream_name
from matches.models import LogEntry, Rubber, Sitting
from matches.rubbers.states import SETTLED
from matches.rules.events.facts import Fact, Side
from matches.rules.sittings.facts import GameResult
from matches.rules.sittings.fold import derive_sitting
from matches.rules.sittings.rows import read_sitting_json
from matches.rules.sittings.state import SittingState

SITTING_KIND: Final = "sitting."
GAME_BEGUN: Final = "game_begun"
STANDING: Final = SETTLED | {"reported"}
Winner: TypeAlias = Side | Literal[""]
TURNED: Final[dict[str, str]] = {"A": "B", "B": "A", "": ""}


@dataclass(frozen=True, slots=True)
class SittingLog:
    """The input from which a sitting's state is derived.

    ``facts`` are the facts of the sitting's log. ``results`` has the results of its rubbers, by the rubber's
    public id. Players who were merged into others are replaced by them.
    """

    facts: tuple[Fact, ...]
    results: Mapping[str, GameResult]

    @property
    def version(self) -> int:
        return self.facts[-1].version if self.facts else 0

    @property
    def state(self) -> SittingState:
        return derive_sitting(self.facts, self.results)

    def with_fact(self, fact: Fact) -> SittingLog:
        facts = (*self.facts, fact)
        return SittingLog(facts, sitting_results(facts) if fact.kind == GAME_BEGUN else self.results)


def sitting_stream(sitting: Sitting) -> str:
    return stream_name(SITTING_KIND, sitting.public_id)


def sitting_state(sitting: Sitting) -> SittingState:
    """Derive the sitting's current state from its log and rubbers."""
    return sitting_log(sitting).state


def stored_state(sitting: Sitting) -> SittingState:
    """Return the sitting's current state from the column in which it is stored, without reading its log and rubbers."""
    return read_sitting_json(Sitting.objects.values_list("state", flat=True).get(pk=sitting.pk))


def sitting_log(sitting: Sitting) -> SittingLog:
    rows = LogEntry.objects.filter(stream=sitting_stream(sitting)).select_related("by").order_by("version")
    facts = with_current_ids([fact_of(row) for row in rows])
    return SittingLog(facts, sitting_results(facts))


def fact_of(row: LogEntry) -> Fact:
    """Convert a sitting's log entry, with ``by`` loaded, to a fact."""
    return Fact(
        version=row.version,
        kind=row.kind.removeprefix(SITTING_KIND),
        payload=row.payload,
        at=row.at.isoformat(),
        by=row.by_elsewhere if row.by is None else row.by.public_id,
        reason=row.reason,
    )


def with_current_ids(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return the facts with the ids of merged players replaced by those of the remaining players."""
    now = current_ids({text for fact in facts for text in _texts(fact.payload)})
    if not now:
        return tuple(facts)
    return tuple(replace(fact, payload=_renamed(fact.payload, now)) for fact in facts)


def _texts(value: Any) -> set[str]:
    """Return every text in a payload, including keys: some of them are ids of players."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, Mapping):
        return {text for key, each in value.items() for text in (key, *_texts(each))}
    if isinstance(value, list):
        return {text for each in value for text in _texts(each)}
    return set()


def _renamed(value: Any, now: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return now.get(value, value)
    if isinstance(value, Mapping):
        return {now.get(key, key): _renamed(each, now) for key, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each, now) for each in value]
    return value


def sitting_results(facts: Sequence[Fact]) -> dict[str, GameResult]:
    """Return the current results of the rubbers that the facts name, by the rubber's public id, in one query."""
    begun = {fact.payload["rubber"]: fact.payload for fact in facts if fact.kind == GAME_BEGUN}
    if not begun:
        return {}
    rows = Rubber.objects.filter(public_id__in=begun).values_list(
        "public_id", "state", "winner", "player_a__public_id", "player_b__public_id"
    )
    return {
        public_id: game_result(state, winner, (a, b), (begun[public_id]["a"], begun[public_id]["b"]))
        for public_id, state, winner, a, b in rows
    }


def game_result(state: str, winner: str, played_by: tuple[str, str], seated: tuple[str, str]) -> GameResult:
    """Return the result of a game from the state and winner of its rubber.

    ``played_by`` are the players in the rubber's record, ``seated`` those who sat at the table, as sides A
    and B. A result that was only reported counts at the table, where everyone looks on, unless it is
    disputed. A rubber that a correction gave to other players counts as void here.
    """
    if state == Rubber.State.VOID or set(played_by) != set(seated):
        return GameResult(is_void=True)
    if state == Rubber.State.LIVE:
        return GameResult()
    side = winner if played_by == seated else TURNED[winner]
    return GameResult(winner=cast(Winner, side), is_final=state in STANDING)
