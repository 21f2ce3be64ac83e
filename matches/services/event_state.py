"""An event as it stands now: what its log and its rubbers come to.

The log and the rubbers are read in three queries, however many there are; what follows from them is for
``matches.formats`` to say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal

import orjson
from django.db.models import TextField
from django.db.models.functions import Cast

from matches.formats.derive import derive
from matches.formats.facts import EventFacts, Fact, Side
from matches.formats.fold import counting_facts, fold
from matches.formats.state import EventState, Result
from matches.models import Event, LogEntry, Rubber
from matches.services.aliases import survivors_of
from matches.services.log import stream_name
from matches.services.rubber_states import SETTLED

EVENT_KIND: Final = "event."
ENTERED: Final = "entered"
NO_IDS: Final = frozenset({"planned"})
"""Facts without a player in them."""


@dataclass(frozen=True, slots=True)
class EventLog:
    """All that an event's state follows from. ``facts`` are its whole stream, players under their ids of now."""

    facts: tuple[Fact, ...]
    results: tuple[Result, ...]

    @property
    def version(self) -> int:
        return self.facts[-1].version if self.facts else 0

    @property
    def state(self) -> EventState:
        return derive(fold(self.facts), self.results)

    def with_fact(self, fact: Fact) -> EventLog:
        return replace(self, facts=(*self.facts, fact))

    def with_result(self, result: Result) -> EventLog:
        """With this rubber's result as given, in place of what it was; it keeps its order."""
        return replace(
            self, results=tuple(result if each.rubber == result.rubber else each for each in self.results)
        )


def event_state(event: Event) -> EventState:
    """What the event has come to, in three queries."""
    return event_log(event).state


def event_facts(event: Event) -> EventFacts:
    """What was decided about the event, in two queries."""
    return fold(stored_facts(event))


def event_log(event: Event) -> EventLog:
    return EventLog(tuple(stored_facts(event)), tuple(event_results(event)))


def event_stream(event: Event) -> str:
    return stream_name(EVENT_KIND, event.public_id)


def stored_facts(event: Event) -> list[Fact]:
    """The event's stream from its beginning; who was merged goes under the id that he has now."""
    rows = LogEntry.objects.filter(stream=event_stream(event)).order_by("version")
    columns = ("version", "kind", "at", "by__public_id", "by_elsewhere", "reason")
    facts = [
        Fact(
            version=version,
            kind=kind.removeprefix(EVENT_KIND),
            payload=orjson.loads(payload),
            at=at.isoformat(),
            by=by or elsewhere,
            reason=reason,
        )
        # As text: the database's own reading of many long payloads takes longer than all the rest.
        for version, kind, at, by, elsewhere, reason, payload in rows.annotate(
            told=Cast("payload", TextField())
        ).values_list(*columns, "told")
    ]
    return by_their_people(facts)


def by_their_people(facts: Sequence[Fact]) -> list[Fact]:
    """The facts with aliases replaced by the ids that their people go under now. Only who was entered is named."""
    named = {player for fact in facts if fact.kind == ENTERED for player in fact.payload["players"]}
    now = survivors_of(named)
    if not now:
        return list(facts)
    people: dict[str, list[str]] = {}
    for player in sorted(named):
        people.setdefault(now.get(player, player), []).append(player)
    renamed: dict[str, str] = {}
    for person, ids in people.items():
        # Of a person under two ids one entry was removed, or they could not have been merged.
        current = ids[0] if len(ids) == 1 else _last_entered(facts, ids)
        renamed |= {person: current, current: person}
    return [
        fact if fact.kind in NO_IDS else replace(fact, payload=_renamed(fact.payload, renamed))
        for fact in facts
    ]


def _last_entered(facts: Sequence[Fact], ids: Collection[str]) -> str:
    """Which of the ids is entered now; the last one that was, where none is."""
    entered: dict[str, None] = {}
    last = ""
    for fact in counting_facts(facts):
        for player in (*fact.payload.get("players", ()), fact.payload.get("player")):
            if player not in ids:
                continue
            if fact.kind == ENTERED:
                entered[player] = None
                last = player
            elif fact.kind == "entry_removed":
                entered.pop(player, None)
    return next(iter(entered), last)


def _renamed(value: Any, now: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return now.get(value, value)
    if isinstance(value, Mapping):
        return {key: _renamed(each, now) for key, each in value.items()}
    if isinstance(value, Iterable):
        return [_renamed(each, now) for each in value]
    return value


RESULTS_REMEMBERED: Final = 8_192
"""Few of a large event's results are new from one time to the next, and making the values takes longest."""
RESULT_COLUMNS: Final = (
    "public_id",
    "pk",
    "round_label",
    "player_a__public_id",
    "player_b__public_id",
    "state",
    "winner",
    "games_won_a",
    "games_won_b",
    "points_a",
    "points_b",
    "trebles_a",
    "trebles_b",
    "voles_a",
    "voles_b",
    "termination",
)


def event_results(event: Event) -> list[Result]:
    """The event's rubbers as they stand now, in the order of entering; ``order`` is a rubber's primary key."""
    rows = Rubber.objects.filter(event=event).order_by("pk").values_list(*RESULT_COLUMNS)
    return [_result(*row) for row in rows]


@lru_cache(maxsize=RESULTS_REMEMBERED)
def _result(
    public_id: str,
    pk: int,
    label: str,
    a: str,
    b: str,
    state: str,
    winner: Side | Literal[""],
    games_a: int,
    games_b: int,
    points_a: int | None,
    points_b: int | None,
    trebles_a: int,
    trebles_b: int,
    voles_a: int,
    voles_b: int,
    termination: str,
) -> Result:
    return Result(
        rubber=public_id,
        order=pk,
        round_label=label,
        a=a,
        b=b,
        state=state,
        is_settled=state in SETTLED,
        winner=winner or None,
        games=(games_a, games_b),
        points=None if points_a is None or points_b is None else (points_a, points_b),
        trebles=(trebles_a, trebles_b),
        voles=(voles_a, voles_b),
        termination=termination,
    )
