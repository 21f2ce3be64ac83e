"""What an event has come to: the values that ``derive.derive`` makes of its facts and its results.

Nothing here is stored as such: rows of the tables and pages are made from it. Scores are in *halves* (half
points), so that a bye for half a point stays an integer. Reasons are a code with parameters, ``(code,
*parameters)``; their words are in the web.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from matches.rules.events.facts import EntryFacts, EventFacts, PairingPlace, PlayerId, Side
from matches.rules.events.plan import StagePlan, TieBreak

Pair: TypeAlias = tuple[int, int]
"""A's, B's."""
Why: TypeAlias = tuple[Any, ...]
"""A code and its parameters: ``("swiss", 4, 3)``; empty: nothing to say."""
StagePhase: TypeAlias = Literal["planned", "draft", "playing", "complete"]
DecidedBy: TypeAlias = Literal["", "rubber", "award", "withdrawal", "bye"]
PairingKind: TypeAlias = Literal["rubber", "bye", "requested_bye"]
Figure: TypeAlias = TieBreak | Literal["score"]


@dataclass(frozen=True, slots=True)
class Result:
    """A rubber of the event as it stands now. ``order`` is its place in the order of entering, which matters
    only where two rubbers were entered for one pairing: the first settled one counts.

    ``is_settled``: it counts (confirmed or corrected). ``state`` is the rubber's. ``points`` None: not known.
    Trebles and voles as far as they are on record. ``termination``: normal, walkover, retired, unfinished.
    """

    rubber: str
    order: int
    round_label: str
    a: PlayerId
    b: PlayerId
    state: str
    is_settled: bool
    winner: Side | None
    games: Pair
    points: Pair | None
    trebles: Pair = (0, 0)
    voles: Pair = (0, 0)
    termination: str = "normal"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a pairing was decided, from the pairing's own sides (a rubber may have been recorded the other way
    round).

    ``halves`` is what each side scores by the stage's ``score``. ``is_played``: at a table, with somebody
    there. ``winner`` None: nobody won. A bye has B's figures at 0.
    """

    decided_by: Literal["rubber", "award", "withdrawal", "bye"]
    winner: Side | None
    halves: Pair
    is_played: bool
    games: Pair = (0, 0)
    points: Pair | None = None
    trebles: Pair = (0, 0)
    voles: Pair = (0, 0)


@dataclass(frozen=True, slots=True)
class PairingState:
    """A pairing of a drawn round. ``a`` or ``b`` None in a bracket: not known yet; ``b`` None of a bye: nobody.

    ``source_a`` and ``source_b``, in a bracket: ``seed 3``, ``winner 1 4`` or ``loser 1 4`` (round and number
    within the stage), or ``bye``. ``rubber``: the one that decides it or is on its way; ``rubber_state`` its
    state. ``also`` are further rubbers of the same two in the same round, which do not count. ``is_kept``: a
    director kept it as it was played, the bracket says otherwise.
    """

    round: int
    number: int
    kind: PairingKind
    a: PlayerId | None
    b: PlayerId | None
    group: int = 0
    table: str = ""
    source_a: str = ""
    source_b: str = ""
    outcome: Outcome | None = None
    rubber: str = ""
    rubber_state: str = ""
    also: tuple[str, ...] = ()
    is_kept: bool = False
    why: Why = ()

    @property
    def is_ready(self) -> bool:
        """Whether both sides are known and it is to be played."""
        return self.kind == "rubber" and self.a is not None and self.b is not None

    @property
    def is_undecided(self) -> bool:
        return self.is_ready and self.outcome is None


@dataclass(frozen=True, slots=True)
class RoundState:
    """``is_complete``: released, and nothing in it is undecided or waits for its players."""

    number: int
    label: str
    is_released: bool
    is_complete: bool
    pairings: tuple[PairingState, ...]
    due: str = ""
    undecided_when_drawn: int = 0
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line of a stage's table. ``figures`` are name and value in the order in which they decide, the score
    first, all in halves where they are sums of scores (score, Buchholz and its kin, Sonneborn-Berger in
    quarters, progressive); ``decided_by`` is the first one that parts this line from the next, None where none
    does or on the last; ``because`` says so as a code and parameters. ``rank`` is shared by the equal.
    """

    player: PlayerId
    position: int
    rank: int
    halves: int
    played: int
    won: int
    lost: int
    games: Pair
    points: Pair
    trebles: int
    voles: int
    byes: int
    figures: tuple[tuple[Figure, int], ...]
    decided_by: Figure | None
    because: Why
    is_through: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The table of a stage, or of one of its groups (``group`` from 1, else 0), best first.

    Of a bracket: everybody in the order in which they went out, those who went out together level.
    """

    group: int
    lines: tuple[TableLine, ...]


@dataclass(frozen=True, slots=True)
class StageState:
    """``entrants`` in the order of seed. ``through``: who goes on, in the order of seed for the next stage;
    empty until complete.

    ``planned_rounds``: how many rounds it will have, as far as that is settled. ``method``: of a Swiss stage
    ``swiss`` or ``berger``.
    """

    number: int
    plan: StagePlan
    phase: StagePhase
    entrants: tuple[PlayerId, ...] = ()
    groups: tuple[tuple[PlayerId | None, ...], ...] = ()
    rounds: tuple[RoundState, ...] = ()
    tables: tuple[Table, ...] = ()
    through: tuple[PlayerId, ...] = ()
    planned_rounds: int = 0
    method: str = ""
    warnings: tuple[Why, ...] = ()

    def pairing(self, round_number: int, number: int) -> PairingState:
        """Raises ``LookupError`` where there is none."""
        for round_ in self.rounds:
            if round_.number == round_number:
                for pairing in round_.pairings:
                    if pairing.number == number:
                        return pairing
        raise LookupError((round_number, number))


@dataclass(frozen=True, slots=True)
class EventState:
    """``outside``: rubbers of the event that belong to no pairing, with why. ``places``: each entrant's place
    in the whole event, as far as it is settled; shared by those who went out together.
    """

    facts: EventFacts
    stages: tuple[StageState, ...] = ()
    outside: tuple[tuple[str, Why], ...] = ()
    places: Mapping[PlayerId, int] = field(default_factory=dict)
    warnings: tuple[Why, ...] = ()

    @property
    def phase(self) -> Literal["open", "entry", "playing", "complete"]:
        if self.facts.plan is None:
            return "open"
        if self.facts.is_complete:
            return "complete"
        return "playing" if any(stage.rounds for stage in self.stages) else "entry"

    @property
    def entries(self) -> tuple[EntryFacts, ...]:
        return self.facts.entries

    def pairing_at(self, place: PairingPlace) -> PairingState:
        """Raises ``LookupError`` where there is none."""
        stage, round_number, number = place
        if not 1 <= stage <= len(self.stages):
            raise LookupError(place)
        return self.stages[stage - 1].pairing(round_number, number)
