"""The effects of a correction: compare the state of an event before and after it.

Both states have the same facts and results except for the correction, so every difference follows from it.
Pages put these values into words; the director decides what to do about them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import TypeAlias

from matches.rules.events.facts import PairingPlace, PlayerId, Side
from matches.rules.events.state import EventState, PairingState, RoundState, StageState, TableLine

SideOf: TypeAlias = tuple[Side, PlayerId | None, PlayerId | None]


@dataclass(frozen=True, slots=True)
class TableMove:
    """A change of rank or score (half points) in a stage's table; None if the player is not in the table."""

    stage: int
    group: int
    player: PlayerId
    old_rank: int | None
    new_rank: int | None
    old_halves: int | None
    new_halves: int | None


@dataclass(frozen=True, slots=True)
class SlotMove:
    """A change of the player on one side of a bracket's pairing; None if the player is unknown."""

    stage: int
    round: int
    number: int
    side: Side
    old: PlayerId | None
    new: PlayerId | None

    @property
    def place(self) -> PairingPlace:
        return self.stage, self.round, self.number


@dataclass(frozen=True, slots=True)
class Orphan:
    """A rubber (or an award, with ``rubber`` empty) that loses its pairing, because that gets other players.

    ``new_a`` and ``new_b`` are None if the players are not known, or the pairing no longer exists.
    """

    place: PairingPlace
    old_a: PlayerId | None
    old_b: PlayerId | None
    rubber: str
    new_a: PlayerId | None
    new_b: PlayerId | None


@dataclass(frozen=True, slots=True)
class ThroughMove:
    """A player who now qualifies from a stage (``goes_on``), or no longer does."""

    stage: int
    player: PlayerId
    goes_on: bool


@dataclass(frozen=True, slots=True)
class LaterRound:
    """A Swiss round drawn on results that the correction changes; ``decided`` counts pairings without byes."""

    stage: int
    round: int
    label: str
    is_released: bool
    pairings: int
    decided: int


@dataclass(frozen=True, slots=True)
class LaterStage:
    """A stage that was drawn with qualifiers whom the correction changes, otherwise than in order.

    ``gone`` no longer qualify, ``come`` now do. ``is_settled`` says whether all qualifiers are known after
    the correction. ``decided`` is the number of decided pairings of the stage, without byes.
    """

    stage: int
    gone: tuple[PlayerId, ...]
    come: tuple[PlayerId, ...]
    is_settled: bool
    decided: int


@dataclass(frozen=True, slots=True)
class PlaceMove:
    """A player's old and new place in the final order of the event; None if the place is not settled."""

    player: PlayerId
    old: int | None
    new: int | None


@dataclass(frozen=True, slots=True)
class Moves:
    """All effects of a correction, in the order of stages, rounds and pairings, or of rows after it."""

    table_moves: tuple[TableMove, ...] = ()
    slot_moves: tuple[SlotMove, ...] = ()
    orphans: tuple[Orphan, ...] = ()
    through_moves: tuple[ThroughMove, ...] = ()
    later_rounds: tuple[LaterRound, ...] = ()
    later_stages: tuple[LaterStage, ...] = ()
    place_moves: tuple[PlaceMove, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether the correction changes no rank, score, pairing, qualifier or final place."""
        return self == Moves()

    @property
    def leaves_a_choice(self) -> bool:
        """Whether the director must decide to keep or redo what was drawn or played before."""
        return bool(self.orphans or self.later_rounds or self.later_stages)


def moves(before: EventState, after: EventState) -> Moves:
    """Return the differences between two states of one event. A missing stage is compared with an empty one."""
    stages = [
        (
            old or StageState(new.number, new.plan, "planned"),
            new or StageState(old.number, old.plan, "planned"),
        )
        for old, new in zip_longest(before.stages, after.stages)
    ]
    return Moves(
        table_moves=tuple(move for old, new in stages for move in _table_moves(old, new)),
        slot_moves=tuple(move for old, new in stages for move in _slot_moves(old, new)),
        orphans=tuple(orphan for old, new in stages for orphan in _orphans(old, new)),
        through_moves=tuple(move for old, new in stages for move in _through_moves(old, new)),
        later_rounds=tuple(later for old, new in stages for later in _later_rounds(old, new)),
        later_stages=tuple(_later_stages(stages)),
        place_moves=tuple(_place_moves(before, after)),
    )


def _table_moves(old: StageState, new: StageState) -> Iterator[TableMove]:
    """Yield the players whose rank or score in the stage's table changes."""
    lines_before, lines_after = _lines(old), _lines(new)
    for group, player in dict.fromkeys((*lines_after, *lines_before)):
        line_before, line_after = lines_before.get((group, player)), lines_after.get((group, player))
        move = TableMove(
            new.number,
            group,
            player,
            old_rank=line_before.rank if line_before else None,
            new_rank=line_after.rank if line_after else None,
            old_halves=line_before.halves if line_before else None,
            new_halves=line_after.halves if line_after else None,
        )
        if (move.old_rank, move.old_halves) != (move.new_rank, move.new_halves):
            yield move


def _lines(stage: StageState) -> dict[tuple[int, PlayerId], TableLine]:
    return {(table.group, line.player): line for table in stage.tables for line in table.lines}


def _slot_moves(old: StageState, new: StageState) -> Iterator[SlotMove]:
    """Yield the sides of a bracket's pairings whose player changes."""
    if not new.plan.is_bracket:
        return
    pairings_before, pairings_after = _pairings(old), _pairings(new)
    for place in sorted({*pairings_before, *pairings_after}):
        pairing_before, pairing_after = pairings_before.get(place), pairings_after.get(place)
        sides: tuple[SideOf, SideOf] = (
            ("A", pairing_before.a if pairing_before else None, pairing_after.a if pairing_after else None),
            ("B", pairing_before.b if pairing_before else None, pairing_after.b if pairing_after else None),
        )
        for side, old_player, new_player in sides:
            if old_player != new_player:
                yield SlotMove(*place, side, old_player, new_player)


def _pairings(stage: StageState) -> dict[PairingPlace, PairingState]:
    return {
        (stage.number, round_.number, pairing.number): pairing
        for round_ in stage.rounds
        for pairing in round_.pairings
    }


def _orphans(old: StageState, new: StageState) -> Iterator[Orphan]:
    pairings_after = _pairings(new)
    for place, pairing_before in _pairings(old).items():
        pairing_after = pairings_after.get(place)
        new_a, new_b = (pairing_after.a, pairing_after.b) if pairing_after else (None, None)
        if _is_begun(pairing_before) and {pairing_before.a, pairing_before.b} != {new_a, new_b}:
            yield Orphan(place, pairing_before.a, pairing_before.b, pairing_before.rubber, new_a, new_b)


def _is_begun(pairing: PairingState) -> bool:
    return bool(pairing.rubber) or (pairing.outcome is not None and pairing.outcome.decided_by == "award")


def _through_moves(old: StageState, new: StageState) -> Iterator[ThroughMove]:
    for player in new.through:
        if player not in old.through:
            yield ThroughMove(new.number, player, goes_on=True)
    for player in old.through:
        if player not in new.through:
            yield ThroughMove(new.number, player, goes_on=False)


def _later_rounds(old: StageState, new: StageState) -> Iterator[LaterRound]:
    """Yield the rounds of a Swiss stage after the first changed one: they were drawn from the old results."""
    if new.plan.kind != "swiss" or new.method == "berger":
        return
    first = _first_changed_round(old, new)
    for round_ in new.rounds:
        if first is not None and round_.number > first:
            yield LaterRound(
                new.number,
                round_.number,
                round_.label,
                round_.is_released,
                len(round_.pairings),
                _decided(round_),
            )


def _first_changed_round(old: StageState, new: StageState) -> int | None:
    """Return the first round whose pairings or scores are now different for a draw, or None."""
    rounds_before = {round_.number: round_ for round_ in old.rounds}
    for round_ in new.rounds:
        round_before = rounds_before.get(round_.number)
        if round_before is not None and _draw_input(round_before) != _draw_input(round_):
            return round_.number
    return None


def _draw_input(round_: RoundState) -> dict[tuple[PlayerId | None, PlayerId | None], object]:
    return {
        (pairing.a, pairing.b): (
            pairing.kind,
            pairing.outcome and (pairing.outcome.halves, pairing.outcome.is_played),
        )
        for pairing in round_.pairings
    }


def _later_stages(stages: list[tuple[StageState, StageState]]) -> Iterator[LaterStage]:
    """Yield the stages already drawn whose entrants would be others. ``stages`` are pairs of old and new."""
    for (source_before, source_after), (_, drawn) in pairwise(stages):
        before, after, entrants = source_before.through, source_after.through, drawn.entrants
        gone = tuple(player for player in before if player not in after and player in entrants)
        come = tuple(player for player in after if player not in before and player not in entrants)
        if drawn.rounds and (gone or come):
            yield LaterStage(
                drawn.number,
                gone,
                come,
                is_settled=bool(source_after.through),
                decided=sum(_decided(round_) for round_ in drawn.rounds),
            )


def _decided(round_: RoundState) -> int:
    return sum(pairing.kind == "rubber" and pairing.outcome is not None for pairing in round_.pairings)


def _place_moves(before: EventState, after: EventState) -> Iterator[PlaceMove]:
    for player in dict.fromkeys((*after.places, *before.places)):
        old, new = before.places.get(player), after.places.get(player)
        if old != new:
            yield PlaceMove(player, old, new)
