"""An event as it stands now: what its log and its rubbers come to.

The log and the rubbers are read in three queries at most as a rule, however many there are; what follows from them is
for ``matches.rules.events`` to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from matches.events.load_facts import ENTERED, EVENT_KIND, event_stream, stored_facts
from matches.models import Event, Rubber
from matches.rubbers.states import SETTLED
from matches.rules.events.derive import derive
from matches.rules.events.facts import EventFacts, Fact, Side
from matches.rules.events.folding.fold import fold
from matches.rules.events.state import EventState, Result

__all__ = [
    "ENTERED",
    "EVENT_KIND",
    "EventLog",
    "event_facts",
    "event_log",
    "event_results",
    "event_state",
    "event_stream",
]


@dataclass(frozen=True, slots=True)
class EventLog:
    """All that an event's state follows from: its whole stream, players under their ids of now, and its rubbers."""

    facts: tuple[Fact, ...]
    folded: EventFacts
    results: tuple[Result, ...]

    @property
    def version(self) -> int:
        return self.folded.version

    @property
    def state(self) -> EventState:
        return derive(self.folded, self.results)

    def with_fact(self, fact: Fact, folded: EventFacts | None = None) -> EventLog:
        """``folded`` is what it comes to with it, where the caller has that."""
        facts = (*self.facts, fact)
        return EventLog(facts, folded or fold(facts), self.results)

    def with_results(self, results: tuple[Result, ...]) -> EventLog:
        return EventLog(self.facts, self.folded, results)

    def with_result(self, result: Result) -> EventLog:
        """With this rubber's result as given, in place of what it was; it keeps its order."""
        return self.with_results(
            tuple(result if each.rubber == result.rubber else each for each in self.results)
        )


def event_state(event: Event) -> EventState:
    """What the event has come to."""
    return event_log(event).state


def event_facts(event: Event) -> EventFacts:
    """What was decided about the event."""
    return stored_facts(event).folded


def event_log(event: Event) -> EventLog:
    stored = stored_facts(event)
    return EventLog(stored.facts, stored.folded, tuple(event_results(event)))


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
