"""Derive the current state of an event from its log and its rubbers.

Log and rubbers are usually read in at most three queries, however many there are. ``matches.rules.events``
derives the state from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from matches.common.stored_facts import stored_facts
from matches.models import Event, Rubber
from matches.rubbers.projection import judged_state, trebles_won, voles_won
from matches.rubbers.states import SETTLED, State
from matches.rules.events.derive import derive
from matches.rules.events.facts import EventFacts, Fact
from matches.rules.events.fold import fold
from matches.rules.events.state import EventState, Result
from scoring.checked import CheckedRubber


@dataclass(frozen=True, slots=True)
class EventLog:
    """An event's facts, their fold, and its rubbers' results, with merged players replaced."""

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
        """Return a copy with one more fact. ``folded`` are the facts including it; they are computed here if None."""
        facts = (*self.facts, fact)
        return EventLog(facts, folded or fold(facts), self.results)

    def with_results(self, results: tuple[Result, ...]) -> EventLog:
        return EventLog(self.facts, self.folded, results)

    def with_result(self, result: Result) -> EventLog:
        """Return a copy in which ``result`` replaces that of the same rubber, in the same order."""
        return self.with_results(
            tuple(result if each.rubber == result.rubber else each for each in self.results)
        )


def event_state(event: Event) -> EventState:
    """Derive the event's current state from its log and rubbers."""
    return event_log(event).state


def event_facts(event: Event) -> EventFacts:
    """Return the event's facts, folded from its log alone, without the results of its rubbers."""
    return stored_facts(event).folded


def event_log(event: Event) -> EventLog:
    stored = stored_facts(event)
    return EventLog(stored.facts, stored.folded, tuple(event_results(event)))


RESULTS_REMEMBERED: Final = 8_192
"""The maximum size of the cache of results: most are unchanged, and creating the values takes longest."""
RESULT_COLUMNS: Final = (
    *("public_id", "pk", "round_label", "player_a__public_id", "player_b__public_id"),
    *("state", "winner"),
    *("games_won_a", "games_won_b"),
    *("points_a", "points_b"),
    *("trebles_a", "trebles_b"),
    *("voles_a", "voles_b"),
    "termination",
)


def event_results(event: Event) -> list[Result]:
    """Return the current results of the event's rubbers, in order of entry. ``order`` is the rubber's primary key."""
    rows = Rubber.objects.filter(event=event).order_by("pk").values_list(*RESULT_COLUMNS)
    return [_result(*row) for row in rows]


@lru_cache(maxsize=RESULTS_REMEMBERED)
def _result(*row: Any) -> Result:
    """Return the result of a rubber from its row with ``RESULT_COLUMNS``."""
    public_id, pk, label, a, b, state, winner, *numbers, termination = row
    games_a, games_b, points_a, points_b, trebles_a, trebles_b, voles_a, voles_b = numbers
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


def checked_result(
    checked: CheckedRubber, *, rubber: str, order: int, round_label: str, a: str, b: str, state: State
) -> Result:
    """Return the result of a checked record as a ``Result`` of its event.

    ``rubber``, ``a`` and ``b`` are the public ids of the rubber and its players. ``order`` is the rubber's
    position among the event's rubbers, and ``round_label`` the label of its round. ``state`` is the state to which
    the rubber's log leads. If findings block that state, the result's state is ``draft``.
    """
    state = judged_state(state, is_clean=checked.is_clean)
    return Result(
        rubber=rubber,
        order=order,
        round_label=round_label,
        a=a,
        b=b,
        state=state,
        is_settled=state in SETTLED,
        winner=checked.winner,
        games=checked.games_won,
        points=checked.points,
        trebles=trebles_won(checked),
        voles=voles_won(checked),
        termination=checked.rubber.rules.termination,
    )
