"""Corrections of a record that need no choice: a figure that the record contradicts, and a player's name.

Nothing is changed in place. The functions return the corrected record, or the corrected text of a file with
the corrected rubbers in canonical form.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from scoring.book.figures import with_due_figures
from scoring.book.places import with_deal, with_game
from scoring.book.shapes import Place
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.errors import RecordError
from scoring.findings import Finding, new_findings
from scoring.notation import ReadRubber, read_file, write_rubber
from scoring.record import FIRST_ITEM_TOKEN, Ending, Incident, Pair, Rubber, Score, pair_of

Figure: TypeAlias = Literal["deal", "game", "rubber", "Result", "Points"]
"""A figure of a record: the score after a deal, the final points of a game, the games won, or one of two tags."""

_TAGS: Final[tuple[Figure, ...]] = ("Result", "Points")
_ON_SCORE: Final = frozenset({50, 51})


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A figure that a fix changes. ``game`` and ``deal`` are numbers from 1; ``after`` is None if it is left out."""

    figure: Figure
    before: Pair
    after: Pair | None
    game: int | None = None
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class FigureFix:
    """A record with one wrong figure corrected, and the later figures that followed from it.

    ``changes`` lists all of them in the order of the record; ``written`` is the one that the finding is about.
    """

    record: Rubber
    written: FigureChange
    changes: tuple[FigureChange, ...]

    @property
    def consequences(self) -> tuple[FigureChange, ...]:
        return tuple(change for change in self.changes if change != self.written)


def fix_figure(checked: CheckedRubber, finding: Finding) -> FigureFix | None:
    """Return the correction of the figure that ``finding`` is about, or None if the figure alone is not the fault.

    Figures after it in the deal and the game, and the totals, are computed again if they agreed with the laws
    before. There is no correction if the record would then have this finding still, or a new one that blocks
    confirming it.
    """
    if checked.broken:
        return None
    record = _write_due(checked, finding)
    if record is None or not _is_better(checked, check_rubber(record), finding):
        return None
    changes = tuple(_changes(checked.rubber, record))
    written = next((change for change in changes if _is_about(change, finding)), None)
    return None if written is None else FigureFix(record, written, changes)


def _write_due(checked: CheckedRubber, finding: Finding) -> Rubber | None:
    """Return the record with the figure of ``finding`` corrected, or None if the finding is about no figure."""
    rubber = checked.rubber
    match finding.code, finding.variant:
        case (("L50" | "L51"), ""):
            return _write_score(rubber, finding)
        case "E05", "game":
            place = Place((finding.game or 1) - 1, None, 0)
            game = replace(rubber.games[place.game], final=_due(finding, "body"))
            return with_game(rubber, place, game)
        case "E05", "ending":
            comments = rubber.ending.comments if rubber.ending else ()
            return replace(rubber, ending=Ending(_due(finding, "body"), comments))
        case "E05", "tag" if finding.params["tag"] in _TAGS:
            tag, body = str(finding.params["tag"]), str(finding.params["body"])
            tags = tuple((name, body if name == tag else value) for name, value in rubber.tags)
            return replace(rubber, tags=tags)
    return None


def _write_score(rubber: Rubber, finding: Finding) -> Rubber | None:
    """Return the record with the last score of the finding's deal by the laws, and what follows from it.

    Return None if an incident of the game corrects a score by figures of its own (laws 50 and 51).
    """
    place = Place((finding.game or 1) - 1, (finding.deal or 1) - 1, FIRST_ITEM_TOKEN)
    game = rubber.games[place.game]
    deal = game.deals[place.deal or 0]
    items = [item for each in game.deals for item in each.items]
    if any(isinstance(item, Incident) and item.law in _ON_SCORE for item in items):
        return None
    scores = [position for position, item in enumerate(deal.items) if isinstance(item, Score)]
    due = _due(finding, "due")
    last = deal.items[scores[-1]]
    written = list(deal.items)
    # A score earlier in the same deal is wrong by as much, if it can be: no check judges it.
    for position in scores[:-1]:
        earlier = deal.items[position]
        if isinstance(earlier, Score) and isinstance(last, Score):
            written[position] = Score(_shift(earlier.points, last.points, due))
    written[scores[-1]] = Score(due)
    fixed = with_deal(rubber, place, replace(deal, items=tuple(written)))
    return with_due_figures(rubber, fixed, place._replace(deal=(place.deal or 0) + 1))


def _shift(points: Pair, stated: Pair, due: Pair) -> Pair:
    a, b = (max(0, points[side] + due[side] - stated[side]) for side in (0, 1))
    return a, b


def _due(finding: Finding, name: str) -> Pair:
    return pair_of(str(finding.params[name]))


def _is_better(before: CheckedRubber, after: CheckedRubber, finding: Finding) -> bool:
    """Return whether a fix settles ``finding`` and causes no other.

    Errors keep the totals of a rubber from being compared, so that findings on totals may only come to light.
    """
    if any(_is_same(each, finding) for each in after.findings):
        return False
    had_errors = any(each.severity == "error" for each in before.findings)
    caused = [each for each in new_findings(before.findings, after.findings) if each.blocks_confirming]
    return all(had_errors and each.game is None for each in caused)


def _is_same(one: Finding, other: Finding) -> bool:
    if (one.code, one.game, one.deal) == (other.code, other.game, other.deal):
        return one.variant == other.variant and one.params.get("tag") == other.params.get("tag")
    # A score too high in place of one too low is still the wrong score of that deal.
    scores = {one.code, other.code} <= {"L50", "L51"}
    return scores and not one.variant and (one.game, one.deal) == (other.game, other.deal)


def _is_about(change: FigureChange, finding: Finding) -> bool:
    if finding.code in ("L50", "L51"):
        is_last = change.after == _due(finding, "due")
        return is_last and (change.figure, change.game, change.deal) == ("deal", finding.game, finding.deal)
    if finding.variant == "game":
        return (change.figure, change.game) == ("game", finding.game)
    return change.figure == finding.params.get("tag", "rubber")


def _changes(before: Rubber, after: Rubber) -> Iterator[FigureChange]:
    """Yield the figures that differ between two records with the same games and deals."""
    for place, (game, new_game) in enumerate(zip(before.games, after.games, strict=True), start=1):
        for number, (deal, new_deal) in enumerate(zip(game.deals, new_game.deals, strict=True), start=1):
            for old, new in zip(deal.items, new_deal.items, strict=True):
                if isinstance(old, Score) and isinstance(new, Score) and old != new:
                    yield FigureChange("deal", old.points, new.points, place, number)
        if game.final is not None and game.final != new_game.final:
            yield FigureChange("game", game.final, new_game.final, place)
    won = before.ending.games_won if before.ending else None
    new_won = after.ending.games_won if after.ending else None
    if won is not None and won != new_won:
        yield FigureChange("rubber", won, new_won)
    for tag in _TAGS:
        value, new_value = before.tag(tag), after.tag(tag)
        if value is not None and value not in ("*", new_value):
            yield FigureChange(tag, pair_of(value), None if new_value is None else pair_of(new_value))


def fixed_text(content: bytes, index: int, record: Rubber) -> str:
    """Return the text of a file with ``record`` in place of its rubber ``index``; the others stay as written.

    Raises ``NotEgnError`` for a file without a rubber, and ``RecordError`` if text would be lost: ``record``
    can't be written, its rubber was read in part, or other text comes before the first rubber.
    """
    return _rewrite(content, lambda read: record if read.index == index else None)


def renamed_text(content: bytes, name: str, to: str) -> str:
    """Return the text of a file with the player ``name`` called ``to`` in every rubber that could be read.

    Spaces around and inside ``name`` make no difference. Raises as ``fixed_text`` does.
    """

    def rename(read: ReadRubber) -> Rubber | None:
        if read.fault is not None or name not in map(tidy_player, read.rubber.players):
            return None
        tags = tuple(
            (tag, to if tag in ("A", "B") and tidy_player(value) == name else value)
            for tag, value in read.rubber.tags
        )
        return replace(read.rubber, tags=tags)

    return _rewrite(content, rename)


def tidy_player(name: str | None) -> str:
    """Return a player's name from a record with single spaces; empty if the record has none."""
    return " ".join((name or "").split())


def _rewrite(content: bytes, change: Callable[[ReadRubber], Rubber | None]) -> str:
    """Return a file's text in which each rubber for which ``change`` returns a record is written anew.

    Raises ``RecordError`` if text would be lost.
    """
    parts: list[str] = []
    for read in read_file(io.BytesIO(content)):
        if read.preceding is not None:
            raise RecordError("text before the first rubber would be lost")
        record = change(read)
        if record is not None and read.fault is not None:
            raise RecordError("the part of a rubber that can't be read would be lost")
        text = read.text if record is None else write_rubber(record)
        if parts and not parts[-1].endswith("\n"):
            parts.append("\n")
        if parts and record is not None and not parts[-1].endswith("\n\n") and parts[-1] != "\n":
            parts.append("\n")
        parts.append(text)
        if record is not None:
            parts.append("\n")
    return "".join(parts).rstrip("\n") + "\n"
