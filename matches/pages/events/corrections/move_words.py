"""What a correction moves, in words: places and scores before and after, and everything that was drawn on the old ones.

Of a large field only so much is said as a page can hold: whose own score moves first, then who moves furthest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.events.corrections import Preview
from matches.events.words.labels import Names, halves_text, player_words, round_words, stage_words
from matches.rules.events.facts import PairingPlace, PlayerId
from matches.rules.events.moves import (
    LaterRound,
    LaterStage,
    Orphan,
    SlotMove,
    TableMove,
    ThroughMove,
)
from matches.rules.events.state import EventState

LINES_SHOWN: Final = 10
LINES_FOLDED: Final = 50
SENTENCES_SHOWN: Final = 16
Sentences: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StandingMove:
    """A player's place and score before and after; a dash where there is none."""

    player: str
    old_rank: str
    new_rank: str
    old_score: str
    new_score: str
    has_another_score: bool


@dataclass(frozen=True, slots=True)
class TableMoves:
    """``first`` are shown, ``rest`` folded away, and ``left_out`` more only counted."""

    title: str
    first: tuple[StandingMove, ...]
    rest: tuple[StandingMove, ...]
    left_out: int


@dataclass(frozen=True, slots=True)
class MovesTold:
    """``slots``: who stands elsewhere in a bracket. ``through``: who goes on. ``played``: pairings that were played, or
    awarded, and whose two are others now. ``later``: rounds and stages drawn on what was. ``places``: in the event.
    """

    tables: tuple[TableMoves, ...]
    slots: Sentences
    played: Sentences
    through: Sentences
    later: Sentences
    places: tuple[StandingMove, ...]
    more_places: int


class MoveWords:
    """Words about the moves of one ``Preview``."""

    def __init__(self, preview: Preview, names: Names) -> None:
        self.preview = preview
        self.names = names
        self._labels = {**_labels(preview.after), **_labels(preview.before)}
        self._alone = _alone(preview.before) | _alone(preview.after)

    def told(self) -> MovesTold:
        found = self.preview.moves
        shown = found.place_moves[:LINES_SHOWN]
        return MovesTold(
            tables=tuple(self._tables(found.table_moves)),
            slots=_cut([self.slot(move) for move in found.slot_moves]),
            played=_cut([self.orphan(orphan) for orphan in found.orphans]),
            through=_cut([self.through(move) for move in found.through_moves]),
            later=_cut(
                [
                    *(self.later_round(later) for later in found.later_rounds),
                    *(text for later in found.later_stages for text in self.later_stage(later)),
                ]
            ),
            places=tuple(
                StandingMove(self.player(move.player), _number(move.old), _number(move.new), "", "", False)
                for move in shown
            ),
            more_places=len(found.place_moves) - len(shown),
        )

    def player(self, player: PlayerId | None) -> str:
        return _("nobody yet") if player is None else player_words(player, self.names)

    def pair(self, a: PlayerId | None, b: PlayerId | None) -> str:
        return _("%(a)s – %(b)s") % {"a": self.player(a), "b": self.player(b)}

    def stage(self, number: int) -> str:
        stages = self.preview.after.stages
        return stage_words(stages[number - 1].plan, number, len(stages))

    def round(self, stage: int, number: int) -> str:
        label = self._labels.get((stage, number))
        return str(number) if label is None else round_words(label)

    def place(self, place: PairingPlace) -> str:
        """ "Final", "Semi-final, pairing 2"."""
        stage, round_number, number = place
        told = self.round(stage, round_number)
        if (stage, round_number) in self._alone:
            return told
        return _("%(round)s, pairing %(number)s") % {"round": told, "number": number}

    def slot(self, move: SlotMove) -> str:
        told = {
            "place": self.place(move.place),
            "old": self.player(move.old),
            "new": self.player(move.new),
        }
        if move.old is None:
            return _("%(place)s: %(new)s comes in.") % told
        if move.new is None:
            return _("%(place)s: %(old)s is there no more, and who comes is not known.") % told
        return _("%(place)s: %(new)s in the place of %(old)s.") % told

    def orphan(self, orphan: Orphan) -> str:
        told = {"place": self.place(orphan.place), "old": self.pair(orphan.old_a, orphan.old_b)}
        text = (
            _("%(place)s: %(old)s was played, or is being played.")
            if orphan.rubber
            else _("%(place)s: %(old)s was awarded.")
        )
        return f"{text % told} {self.now_there(orphan)}"

    def now_there(self, orphan: Orphan) -> str:
        if orphan.new_a is None and orphan.new_b is None:
            return _("Who belongs there now is not known.")
        if orphan.new_a is None or orphan.new_b is None:
            known = orphan.new_a or orphan.new_b
            return _("Now %(player)s belongs there, against somebody who is not known yet.") % {
                "player": self.player(known)
            }
        return _("Now %(new)s belongs there.") % {"new": self.pair(orphan.new_a, orphan.new_b)}

    def through(self, move: ThroughMove) -> str:
        told = {"player": self.player(move.player), "stage": self.stage(move.stage)}
        if move.goes_on:
            return _("%(player)s goes on from %(stage)s now.") % told
        return _("%(player)s does not go on from %(stage)s any more.") % told

    def later_round(self, later: LaterRound) -> str:
        told = {"round": self.round(later.stage, later.round), "played": results_words(later.decided)}
        return _("%(round)s was drawn on the old scores; %(played)s.") % told

    def later_stage(self, later: LaterStage) -> Iterator[str]:
        stage = self.stage(later.stage)
        for player in later.gone:
            yield _("%(stage)s was drawn with %(player)s, who does not go on now.") % {
                "stage": stage,
                "player": self.player(player),
            }
        for player in later.come:
            yield _("%(stage)s was drawn without %(player)s, who goes on now.") % {
                "stage": stage,
                "player": self.player(player),
            }
        if not later.is_settled:
            yield _("Who goes on into %(stage)s is open again.") % {"stage": stage}

    def _tables(self, found: Iterable[TableMove]) -> Iterator[TableMoves]:
        for (stage, group), grouped in groupby(found, key=lambda move: (move.stage, move.group)):
            lines = [self._line(move) for move in sorted(grouped, key=_weight)]
            title = self.stage(stage)
            if group:
                title = _("%(stage)s, group %(group)s") % {"stage": title, "group": group}
            rest = lines[LINES_SHOWN : LINES_SHOWN + LINES_FOLDED]
            yield TableMoves(
                title=title,
                first=tuple(lines[:LINES_SHOWN]),
                rest=tuple(rest),
                left_out=max(0, len(lines) - LINES_SHOWN - LINES_FOLDED),
            )

    def _line(self, move: TableMove) -> StandingMove:
        is_bracket = self.preview.after.stages[move.stage - 1].plan.is_bracket
        return StandingMove(
            player=self.player(move.player),
            old_rank=_number(move.old_rank),
            new_rank=_number(move.new_rank),
            old_score="" if is_bracket else _score(move.old_halves),
            new_score="" if is_bracket else _score(move.new_halves),
            has_another_score=not is_bracket and move.old_halves != move.new_halves,
        )


def results_words(decided: int) -> str:
    if not decided:
        return _("nothing in it is decided yet")
    text = ngettext("%(number)s result is in", "%(number)s results are in", decided)
    return text % {"number": decided}


def _labels(state: EventState) -> dict[tuple[int, int], str]:
    return {(stage.number, each.number): each.label for stage in state.stages for each in stage.rounds}


def _alone(state: EventState) -> set[tuple[int, int]]:
    """The rounds of one pairing, which need no number."""
    return {
        (stage.number, each.number)
        for stage in state.stages
        for each in stage.rounds
        if len(each.pairings) == 1
    }


def _weight(move: TableMove) -> tuple[bool, int, int]:
    """Whose own score moves first, then who moves furthest, then the better."""
    shift = abs((move.new_rank or 0) - (move.old_rank or 0))
    return move.old_halves == move.new_halves, -shift, move.new_rank or 0


def _number(rank: int | None) -> str:
    return "–" if rank is None else str(rank)


def _score(halves: int | None) -> str:
    return "–" if halves is None else halves_text(halves)


def _cut(sentences: Sequence[str]) -> Sentences:
    more = len(sentences) - SENTENCES_SHOWN
    if more <= 0:
        return tuple(sentences)
    return (
        *sentences[:SENTENCES_SHOWN],
        ngettext("And %(number)s more.", "And %(number)s more.", more) % {"number": more},
    )
