"""What a correction moves: two states of one event compared, the one before it and the one after.

Both are the same facts and results but for what was corrected, so whatever differs between them follows from
that. Here are values for a page to word; what to do about them is the director's.
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
    """A player's line in a stage's table. Ranks and halves are None where he has no line there, before or after."""

    stage: int
    group: int
    player: PlayerId
    old_rank: int | None
    new_rank: int | None
    old_halves: int | None
    new_halves: int | None


@dataclass(frozen=True, slots=True)
class SlotMove:
    """A side of a bracket's pairing that is now somebody else; None: nobody is known there."""

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
    """A pairing that has been decided at or away from the table, or is being played, whose two are now others.

    ``rubber`` is empty where an award decided it. The new two are None where they are not known, or where the
    pairing is no longer there.
    """

    place: PairingPlace
    old_a: PlayerId | None
    old_b: PlayerId | None
    rubber: str
    new_a: PlayerId | None
    new_b: PlayerId | None


@dataclass(frozen=True, slots=True)
class ThroughMove:
    """A player who goes on from a stage now, or does so no more."""

    stage: int
    player: PlayerId
    goes_on: bool


@dataclass(frozen=True, slots=True)
class LaterRound:
    """A Swiss round drawn on scores that were others. ``decided``: pairings in it that are decided, byes apart."""

    stage: int
    round: int
    label: str
    is_released: bool
    pairings: int
    decided: int


@dataclass(frozen=True, slots=True)
class LaterStage:
    """A stage drawn from qualifiers that were others: who is in it and ought not to be (``gone``), and who ought to
    be (``come``). Another order among the same is no difference.

    ``is_settled``: who goes on into it is known after the correction, too. ``decided``: its decided pairings,
    byes apart.
    """

    stage: int
    gone: tuple[PlayerId, ...]
    come: tuple[PlayerId, ...]
    is_settled: bool
    decided: int


@dataclass(frozen=True, slots=True)
class PlaceMove:
    """A player's place in the whole event; None: not settled."""

    player: PlayerId
    old: int | None
    new: int | None


@dataclass(frozen=True, slots=True)
class Moves:
    """Each part in the order of stages, rounds and pairings; tables in their order after the correction."""

    table_moves: tuple[TableMove, ...] = ()
    slot_moves: tuple[SlotMove, ...] = ()
    orphans: tuple[Orphan, ...] = ()
    through_moves: tuple[ThroughMove, ...] = ()
    later_rounds: tuple[LaterRound, ...] = ()
    later_stages: tuple[LaterStage, ...] = ()
    place_moves: tuple[PlaceMove, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing moves: no place, no score, no pairing, and nobody else goes on."""
        return self == Moves()

    @property
    def leaves_a_choice(self) -> bool:
        """Whether something was drawn or played on what is no longer so: to be kept, or done again."""
        return bool(self.orphans or self.later_rounds or self.later_stages)


def moves(before: EventState, after: EventState) -> Moves:
    """What differs in ``after``. A stage that only one of the two has is compared with an empty one."""
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
    lines_before, lines_after = _lines(old), _lines(new)
    for group, player in dict.fromkeys((*lines_after, *lines_before)):
        was, is_now = lines_before.get((group, player)), lines_after.get((group, player))
        move = TableMove(
            new.number,
            group,
            player,
            old_rank=was.rank if was else None,
            new_rank=is_now.rank if is_now else None,
            old_halves=was.halves if was else None,
            new_halves=is_now.halves if is_now else None,
        )
        if (move.old_rank, move.old_halves) != (move.new_rank, move.new_halves):
            yield move


def _lines(stage: StageState) -> dict[tuple[int, PlayerId], TableLine]:
    return {(table.group, line.player): line for table in stage.tables for line in table.lines}


def _slot_moves(old: StageState, new: StageState) -> Iterator[SlotMove]:
    if not new.plan.is_bracket:
        return
    pairings_before, pairings_after = _pairings(old), _pairings(new)
    for place in sorted({*pairings_before, *pairings_after}):
        was, is_now = pairings_before.get(place), pairings_after.get(place)
        sides: tuple[SideOf, SideOf] = (
            ("A", was.a if was else None, is_now.a if is_now else None),
            ("B", was.b if was else None, is_now.b if is_now else None),
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
    for place, was in _pairings(old).items():
        is_now = pairings_after.get(place)
        new_a, new_b = (is_now.a, is_now.b) if is_now else (None, None)
        if _is_begun(was) and {was.a, was.b} != {new_a, new_b}:
            yield Orphan(place, was.a, was.b, was.rubber, new_a, new_b)


def _is_begun(pairing: PairingState) -> bool:
    """Whether somebody has done something about it: a rubber is there, or an award."""
    return bool(pairing.rubber) or (pairing.outcome is not None and pairing.outcome.decided_by == "award")


def _through_moves(old: StageState, new: StageState) -> Iterator[ThroughMove]:
    for player in new.through:
        if player not in old.through:
            yield ThroughMove(new.number, player, goes_on=True)
    for player in old.through:
        if player not in new.through:
            yield ThroughMove(new.number, player, goes_on=False)


def _later_rounds(old: StageState, new: StageState) -> Iterator[LaterRound]:
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
    """The first round of which a draw would see something else now: who met whom, and what each scored."""
    rounds_before = {round_.number: round_ for round_ in old.rounds}
    for round_ in new.rounds:
        was = rounds_before.get(round_.number)
        if was is not None and _seen_by_a_draw(was) != _seen_by_a_draw(round_):
            return round_.number
    return None


def _seen_by_a_draw(round_: RoundState) -> dict[tuple[PlayerId | None, PlayerId | None], object]:
    return {
        (pairing.a, pairing.b): (
            pairing.kind,
            pairing.outcome and (pairing.outcome.halves, pairing.outcome.is_played),
        )
        for pairing in round_.pairings
    }


def _later_stages(stages: list[tuple[StageState, StageState]]) -> Iterator[LaterStage]:
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
