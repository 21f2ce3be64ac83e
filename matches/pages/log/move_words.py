"""Put the consequences of a correction into words: ranks and scores, and draws based on the old result.

For a large field only as much as a page can hold is written: players whose own score changes first, then
those whose rank changes most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.common.round_names import round_words
from matches.events.corrections import Preview
from matches.events.words import Names, halves_text, player_words, stage_words
from matches.rules.events.facts import PairingPlace, PlayerId
from matches.rules.events.moves import LaterRound, LaterStage, Orphan, SlotMove, TableMove, ThroughMove
from matches.rules.events.state import EventState

MAX_LINES: Final = 10
MAX_FOLDED_LINES: Final = 50
MAX_SENTENCES: Final = 16


@dataclass(frozen=True, slots=True)
class StandingMove:
    """A player's rank and score before and after a correction, "–" if it is missing.

    Scores are "" in a bracket and in the list of final places.
    """

    player: str
    old_rank: str
    new_rank: str
    old_score: str
    new_score: str
    has_another_score: bool


class MoveWords:
    """Functions that put the consequences in a ``Preview`` into words."""

    def __init__(self, preview: Preview, names: Names) -> None:
        self.preview = preview
        self.names = names
        self._labels = {**_labels(preview.after), **_labels(preview.before)}
        self._alone = _single_pairing_rounds(preview.before) | _single_pairing_rounds(preview.after)

    def in_words(self) -> dict[str, Any]:
        """Return the consequences for the template.

        ``played`` are pairings that were played or awarded, and whose players would change; ``later`` are
        rounds and stages drawn on the old results; ``places`` are the first changes of final places
        that are not the same change in a table.
        """
        moves = self.preview.moves
        later = [self.later_round(later) for later in moves.later_rounds]
        later += [text for stage in moves.later_stages for text in self.later_stage(stage)]
        in_tables = {(move.player, move.old_rank, move.new_rank) for move in moves.table_moves}
        others = [move for move in moves.place_moves if (move.player, move.old, move.new) not in in_tables]
        places = others[:MAX_LINES]
        return {
            "tables": list(self._tables(moves.table_moves)),
            "slots": _cut([self.slot(move) for move in moves.slot_moves]),
            "played": _cut([self.orphan(orphan) for orphan in moves.orphans]),
            "through": _cut([self.through(move) for move in moves.through_moves]),
            "later": _cut(later),
            "places": [
                StandingMove(self.player(move.player), _number(move.old), _number(move.new), "", "", False)
                for move in places
            ],
            "more_places": len(others) - len(places),
        }

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
        """Return the name of a pairing in words: "Final", "Semi-final, pairing 2"."""
        stage, round_number, number = place
        name = self.round(stage, round_number)
        if (stage, round_number) in self._alone:
            return name
        return _("%(round)s, pairing %(number)s") % {"round": name, "number": number}

    def slot(self, move: SlotMove) -> str:
        values = {"place": self.place(move.place), "old": self.player(move.old), "new": self.player(move.new)}
        if move.old is None:
            return _("%(place)s: %(new)s comes in.") % values
        if move.new is None:
            return _("%(place)s: %(old)s is out, and the next player is not known yet.") % values
        return _("%(place)s: %(new)s in the place of %(old)s.") % values

    def orphan(self, orphan: Orphan) -> str:
        values = {"place": self.place(orphan.place), "old": self.pair(orphan.old_a, orphan.old_b)}
        text = _("%(place)s: %(old)s was awarded.")
        if orphan.rubber:
            text = _("%(place)s: %(old)s was played, or is being played.")
        return f"{text % values} {self.present_pair(orphan)}"

    def present_pair(self, orphan: Orphan) -> str:
        if orphan.new_a is None and orphan.new_b is None:
            return _("It is not known yet who plays there.")
        if orphan.new_a is None or orphan.new_b is None:
            values = {"player": self.player(orphan.new_a or orphan.new_b)}
            return _("%(player)s now plays here; the opponent is not known yet.") % values
        return _("Now %(new)s belongs there.") % {"new": self.pair(orphan.new_a, orphan.new_b)}

    def through(self, move: ThroughMove) -> str:
        values = {"player": self.player(move.player), "stage": self.stage(move.stage)}
        if move.goes_on:
            return _("%(player)s goes on from %(stage)s now.") % values
        return _("%(player)s does not go on from %(stage)s any more.") % values

    def later_round(self, later: LaterRound) -> str:
        values = {"round": self.round(later.stage, later.round), "played": results_words(later.decided)}
        return _("%(round)s was drawn on the old scores; %(played)s.") % values

    def later_stage(self, later: LaterStage) -> Iterator[str]:
        stage = self.stage(later.stage)
        for player in later.gone:
            values = {"stage": stage, "player": self.player(player)}
            yield _("%(stage)s was drawn with %(player)s, who does not go on now.") % values
        for player in later.come:
            values = {"stage": stage, "player": self.player(player)}
            yield _("%(stage)s was drawn without %(player)s, who goes on now.") % values
        if not later.is_settled:
            yield _("It is open again who goes on to %(stage)s.") % {"stage": stage}

    def _tables(self, moves: Iterable[TableMove]) -> Iterator[dict[str, Any]]:
        """Yield each table's changes: those that the page shows, those in a collapsed list, and how many more."""
        for (stage, group), grouped in groupby(moves, key=lambda move: (move.stage, move.group)):
            lines = [self._line(move) for move in sorted(grouped, key=_weight)]
            title = self.stage(stage)
            if group:
                title = _("%(stage)s, group %(group)s") % {"stage": title, "group": group}
            yield {
                "title": title,
                "first": lines[:MAX_LINES],
                "rest": lines[MAX_LINES : MAX_LINES + MAX_FOLDED_LINES],
                "left_out": max(0, len(lines) - MAX_LINES - MAX_FOLDED_LINES),
            }

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
    return ngettext("%(number)s result is in", "%(number)s results are in", decided) % {"number": decided}


def _labels(state: EventState) -> dict[tuple[int, int], str]:
    return {(stage.number, each.number): each.label for stage in state.stages for each in stage.rounds}


def _single_pairing_rounds(state: EventState) -> set[tuple[int, int]]:
    """Return the rounds with a single pairing, which needs no number."""
    rounds = [(stage.number, each) for stage in state.stages for each in stage.rounds]
    return {(stage, each.number) for stage, each in rounds if len(each.pairings) == 1}


def _weight(move: TableMove) -> tuple[bool, int, int]:
    """Return a sorting key: players whose own score changes first, then those who move furthest, then the better."""
    shift = abs((move.new_rank or 0) - (move.old_rank or 0))
    return move.old_halves == move.new_halves, -shift, move.new_rank or 0


def _number(rank: int | None) -> str:
    return "–" if rank is None else str(rank)


def _score(halves: int | None) -> str:
    return "–" if halves is None else halves_text(halves)


def _cut(sentences: list[str]) -> list[str]:
    more = len(sentences) - MAX_SENTENCES
    if more <= 0:
        return sentences
    rest = ngettext("And %(number)s more.", "And %(number)s more.", more) % {"number": more}
    return [*sentences[:MAX_SENTENCES], rest]
