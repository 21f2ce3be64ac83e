"""The state of an event: the values that ``derive.derive`` computes from its facts and its results.

The state itself is not stored; rows of tables and pages are made from it. Scores are in *halves* (half
points), so that a bye for half a point is an integer. Reasons are a code with parameters, ``(code,
*parameters)``, which pages put into words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from matches.rules.events.facts import EntryFacts, EventFacts, PairingPlace, PlayerId, Side
from matches.rules.events.plan import StagePlan, TieBreak

Pair: TypeAlias = tuple[int, int]
"""A value of side A and the same value of side B, such as the games won by each."""
Why: TypeAlias = tuple[Any, ...]
"""The reason for a pairing or a position: a code and its parameters, such as ``("swiss", 4, 3)``. Empty: no reason."""
StagePhase: TypeAlias = Literal["planned", "draft", "playing", "complete"]
DecidedBy: TypeAlias = Literal["", "rubber", "award", "withdrawal", "bye"]
PairingKind: TypeAlias = Literal["rubber", "bye", "requested_bye"]
Figure: TypeAlias = TieBreak | Literal["score"]


@dataclass(frozen=True, slots=True)
class Result:
    """The current result of one of the event's rubbers. Pairs are side A's value, then side B's.

    ``rubber`` is the rubber's public id. ``round_label`` is the tag ``Round`` of its record. ``order`` is the
    rubber's position in the order of entry; if two rubbers were entered for one pairing, the first settled
    one counts. ``is_settled`` means that the rubber counts, because it is confirmed or corrected. ``points``
    is None if unknown. ``trebles`` and ``voles`` include only recorded ones. ``termination`` is ``normal``,
    ``walkover``, ``retired`` or ``unfinished``.
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
    """The outcome of a pairing. Pairs are the value of the pairing's side A, then of its side B.

    The record of the rubber may name the two players in the other order. ``halves`` are the scores in half
    points, by the stage's ``score``. ``is_played`` means that the pairing was decided at a table, with both
    players present. ``winner`` is None if nobody won. In a bye, all values of side B are 0.
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
    """A pairing of a drawn round.

    In a bracket, ``a`` or ``b`` is None while the player is unknown; in a bye, ``b`` is None. ``source_a``
    and ``source_b``, in a bracket, say where the players come from: ``seed 3``, ``winner 1 4`` or ``loser 1
    4`` (round and number of an earlier pairing of the stage), or ``bye``. ``rubber`` is the public id of the
    rubber that decides the pairing or is being played, and ``rubber_state`` its state. ``also`` are further
    rubbers of the same two in the same round, which do not count. ``is_kept`` means that a director kept the
    players of the pairing, although by the results other players would be in it.
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
        """Whether the pairing is to be played and both players are known."""
        return self.kind == "rubber" and self.a is not None and self.b is not None

    @property
    def is_undecided(self) -> bool:
        return self.is_ready and self.outcome is None


@dataclass(frozen=True, slots=True)
class RoundState:
    """A drawn round. ``is_complete`` means that the round is released and all its pairings are decided."""

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
    """A row of a stage's table. Players who are level share a ``rank``; ``position`` counts rows from 1.

    ``figures`` are the score and the tie-breaks, each as name and value, in the order in which they are
    compared. Sums of scores (score, Buchholz variants, progressive) are in half points, Sonneborn-Berger in
    quarters. ``decided_by`` is the first figure that separates this row from the next, None if none does or
    if it is the last row; ``because`` is the reason for the row's rank, as a code with its parameters.
    ``is_through`` means that by the current results the player goes on to the next stage.
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
    """The table of a stage, or of a group from 1, best first. A bracket ranks by the round of going out."""

    group: int
    lines: tuple[TableLine, ...]


@dataclass(frozen=True, slots=True)
class StageState:
    """The state of a stage. ``entrants`` are in order of seed.

    ``through`` are the players who go on to the next stage, in their order of seed there; empty until this
    stage is complete. ``planned_rounds`` is the number of rounds that the stage will have, if it is decided.
    ``method`` is ``swiss`` or ``berger`` in a Swiss stage, and empty in others.
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
        """Return a pairing by the numbers of its round and its own. Raises ``LookupError`` if there is none."""
        for round_ in self.rounds:
            if round_.number == round_number:
                for pairing in round_.pairings:
                    if pairing.number == number:
                        return pairing
        raise LookupError((round_number, number))


@dataclass(frozen=True, slots=True)
class EventState:
    """The state of an event.

    ``outside`` are the rubbers of the event that belong to no pairing, each as public id and reason.
    ``places`` has the final places in the event by player id; it omits players whose place is not settled.
    Players who are level share a place.
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
        """Return the pairing at this place. Raises ``LookupError`` if there is none."""
        stage, round_number, number = place
        if not 1 <= stage <= len(self.stages):
            raise LookupError(place)
        return self.stages[stage - 1].pairing(round_number, number)
