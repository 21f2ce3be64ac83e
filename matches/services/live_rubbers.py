"""A rubber while it is played: a deal recorded, the last one taken back, the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from matches.models import Rubber
from matches.queries.roles import Word
from matches.services.act import Act
from matches.services.enter_rubbers import SEAT_OF_WORD
from matches.services.log import (
    RUBBER_CLOSED,
    RUBBER_CUT_RECORDED,
    RUBBER_DEAL_RECORDED,
    RUBBER_DEAL_UNDONE,
    RUBBER_REPORTED,
    CutRecorded,
    DealRecorded,
    DealUndone,
    RubberEnded,
    RulingMade,
    Seat,
)
from matches.services.rubber_change import LockedRubber, change_rubber
from matches.services.rubber_errors import (
    CutNotDueError,
    HeldRecordError,
    NoDealError,
    RubberOverError,
    UndecidedError,
)
from matches.services.written_record import read_deal, standing
from scoring.cards import Card
from scoring.check import check_rubber
from scoring.errors import NotationError
from scoring.notation import read_one, write_cut, write_deal
from scoring.record import Cut, Deal, Ending, Game, Termination


@dataclass(frozen=True, slots=True)
class RubberEnd:
    """How a rubber came to its end. ``winner``: who won though it was not played out; empty for nobody."""

    termination: Termination = "normal"
    winner: Seat = ""


PLAYED_OUT = RubberEnd()


def record_deal(rubber: Rubber, deal: str | Deal, *, act: Act, ruling: RulingMade | None = None) -> Rubber:
    """Add a deal, in the notation with its number or without, to the game that is played or a new one.

    The number it gets is the next. ``ruling`` is what was ruled in it. Raises ``RubberOverError``,
    ``HeldRecordError`` (the deal can't be read, or contradicts itself), ``NotOneDealError``, and as ``change_rubber``.
    """

    def payload(locked: LockedRubber) -> DealRecorded:
        checked = check_rubber(read_one(locked.now.egn))
        if checked.winner is not None:
            raise RubberOverError(locked.row)
        where = standing(checked)
        recorded: DealRecorded = {"deal": _deal_text(deal, where.deal), "game": where.game}
        if ruling is not None:
            recorded["ruling"] = ruling
        return recorded

    return change_rubber(rubber, RUBBER_DEAL_RECORDED, act, payload)


def record_cut(rubber: Rubber, pairs: Sequence[tuple[Card, Card]], *, act: Act) -> Rubber:
    """Note the cut for deal of the game that comes next: A's card and B's, again and again while the ranks tie.

    Until its first deal a game can be cut for anew. Raises ``CutNotDueError`` in a game that has been dealt,
    ``RubberOverError``, ``HeldRecordError`` for a cut that decides nothing (law 5), and as ``change_rubber``.
    """

    def payload(locked: LockedRubber) -> CutRecorded:
        record = read_one(locked.now.egn)
        checked = check_rubber(record)
        if checked.winner is not None:
            raise RubberOverError(locked.row)
        where = standing(checked)
        if where.deal != 1:
            raise CutNotDueError
        cut = Cut(tuple(pairs))
        games = (*record.games[: where.game - 1], Game(where.game, opening=(cut,)))
        judged = check_rubber(replace(record, games=games, ending=Ending(None)))
        found = [each for each in judged.findings if each.game == where.game and each.severity == "error"]
        if found:
            raise HeldRecordError(tuple(found), judged)
        return {"game": where.game, "cut": write_cut(cut)}

    return change_rubber(rubber, RUBBER_CUT_RECORDED, act, payload)


def _deal_text(deal: str | Deal, number: int) -> str:
    if isinstance(deal, Deal):
        deal = write_deal(deal)
    try:
        return write_deal(read_deal(deal, number))
    except NotationError as error:
        raise HeldRecordError((error.finding,)) from None


def undo_deal(rubber: Rubber, *, act: Act) -> Rubber:
    """Take back the last deal. Raises ``NoDealError``, and as ``change_rubber``."""

    def payload(locked: LockedRubber) -> DealUndone:
        games = read_one(locked.now.egn).games
        if not games:
            raise NoDealError
        return {"game": games[-1].number, "deal": games[-1].deals[-1].number}

    return change_rubber(rubber, RUBBER_DEAL_UNDONE, act, payload)


def close_rubber(rubber: Rubber, *, word: Word, act: Act, ending: RubberEnd = PLAYED_OUT) -> Rubber:
    """End a live rubber: confirmed where ``word`` is final, else reported; or a draft where findings stand against it.

    One that is decided is played out, whatever ``ending`` says. Raises ``UndecidedError``, and as ``change_rubber``.
    """

    def payload(locked: LockedRubber) -> RubberEnded:
        is_decided = check_rubber(read_one(locked.now.egn)).winner is not None
        if not is_decided and ending.termination == "normal":
            raise UndecidedError(locked.row)
        end = PLAYED_OUT if is_decided else ending
        ended: RubberEnded = {"termination": end.termination, "winner": end.winner}
        if word != "final":
            ended["by"] = SEAT_OF_WORD[word]
        return ended

    return change_rubber(rubber, RUBBER_CLOSED if word == "final" else RUBBER_REPORTED, act, payload)
