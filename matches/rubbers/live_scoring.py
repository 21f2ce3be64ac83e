"""A rubber while it is played: a deal recorded, the last one taken back, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from django.db import transaction

from matches.clubs.permissions import Word
from matches.common.command_context import Act, done_before
from matches.common.log import (
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
from matches.models import Rubber
from matches.rubbers.build_record import read_deal, standing
from matches.rubbers.check_text import judged
from matches.rubbers.enter import SEAT_OF_WORD
from matches.rubbers.errors import (
    ConflictOpenError,
    CutNotDueError,
    HeldRecordError,
    LateKingError,
    NoDealError,
    RubberOverError,
    StaleRubberError,
    UndecidedError,
)
from matches.rubbers.queries.unsettled_pad_entries import kept_entries
from matches.rubbers.rewrite_record import rewritten
from matches.rubbers.transition import (
    LockedRubber,
    change_key,
    change_rubber,
    is_stale,
    lock_rubber,
    refuse_state,
)
from scoring import late_king
from scoring.cards import Card, Player
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.checks import LATEST_CHECKS
from scoring.errors import NotationError
from scoring.notation import read_one, write_cut, write_deal
from scoring.record import Chosen, Cut, Deal, Ending, Game, Termination
from scoring.record import Rubber as Record

_Step: TypeAlias = Callable[[Rubber, Act], Rubber]


@dataclass(frozen=True, slots=True)
class RubberEnd:
    """How a rubber came to its end. ``winner``: who won though it was not played out; empty for nobody."""

    termination: Termination = "normal"
    winner: Seat = ""


PLAYED_OUT = RubberEnd()


def record_deal(
    rubber: Rubber | LockedRubber, deal: str | Deal, *, act: Act, ruling: RulingMade | None = None
) -> Rubber:
    """Add a deal, in the notation with its number or without, to the game that is played or a new one.

    The number it gets is the next. ``ruling`` is what was ruled in it. Raises ``RubberOverError``,
    ``HeldRecordError`` (the deal can't be read, or contradicts itself), ``NotOneDealError``, and as ``change_rubber``.
    """

    def payload(locked: LockedRubber) -> DealRecorded:
        checked = judged(locked.now.egn, locked.now.checks)
        if checked.winner is not None:
            raise RubberOverError(locked.row)
        where = standing(checked)
        recorded: DealRecorded = {
            "deal": _deal_text(deal, where.deal),
            "game": where.game,
            "checks": LATEST_CHECKS,
        }
        if ruling is not None:
            recorded["ruling"] = ruling
        return recorded

    return change_rubber(rubber, RUBBER_DEAL_RECORDED, act, payload)


def record_cut(
    rubber: Rubber | LockedRubber, pairs: Sequence[tuple[Card, Card]], *, act: Act, chosen: Chosen = ()
) -> Rubber:
    """Note the cut for deal of the game that comes next: A's card and B's, again and again while the ranks tie.

    ``chosen`` is what its winner chose, pack and seat (law 5).
    Until its first deal a game can be cut for anew. Raises ``CutNotDueError`` in a game that has been dealt,
    ``RubberOverError``, ``HeldRecordError`` for a cut that decides nothing (law 5), and as ``change_rubber``.
    """

    def payload(locked: LockedRubber) -> CutRecorded:
        checked = judged(locked.now.egn, locked.now.checks)
        if checked.winner is not None:
            raise RubberOverError(locked.row)
        where = standing(checked)
        if where.deal != 1:
            raise CutNotDueError
        cut = Cut(tuple(pairs), chosen)
        games = (*checked.rubber.games[: where.game - 1], Game(where.game, opening=(cut,)))
        cut_for = check_rubber(replace(checked.rubber, games=games, ending=Ending(None)))
        found = [each for each in cut_for.findings if each.game == where.game and each.severity == "error"]
        if found:
            raise HeldRecordError(tuple(found), cut_for)
        return {"game": where.game, "cut": write_cut(cut)}

    return change_rubber(rubber, RUBBER_CUT_RECORDED, act, payload)


def _deal_text(deal: str | Deal, number: int) -> str:
    if isinstance(deal, Deal):
        deal = write_deal(deal)
    try:
        return write_deal(read_deal(deal, number))
    except NotationError as error:
        raise HeldRecordError((error.finding,)) from None


def undo_deal(rubber: Rubber | LockedRubber, *, act: Act) -> Rubber:
    """Take back the last deal. Raises ``NoDealError``, and as ``change_rubber``."""

    def payload(locked: LockedRubber) -> DealUndone:
        games = [game for game in judged(locked.now.egn, locked.now.checks).rubber.games if game.deals]
        if not games:
            raise NoDealError
        return {"game": games[-1].number, "deal": games[-1].deals[-1].number}

    return change_rubber(rubber, RUBBER_DEAL_UNDONE, act, payload)


def late_king_for(checked: CheckedRubber) -> tuple[Player, ...]:
    """Who may mark a king behind the last deal of a rubber that is being played (law 22)."""
    return late_king.late_king_for(checked)


def with_late_king(checked: CheckedRubber, player: Player) -> Deal:
    """The last deal with the king marked behind its score. Raises ``NoDealError`` and ``LateKingError``."""
    if not any(game.deals for game in checked.games):
        raise NoDealError
    law = late_king.law_against_late_king(checked, player)
    if law is not None:
        raise LateKingError(law)
    return late_king.with_late_king(checked, player)


def mark_late_king(rubber: Rubber, player: Player, *, act: Act) -> Rubber:
    """Mark the king that the dealer turned up in the last deal, behind its score (law 22): it is recorded anew.

    Raises ``NoDealError``, ``LateKingError``, and as ``change_rubber``.
    """

    def anew(record: Record) -> Record:
        deal = with_late_king(check_rubber(record), player)
        # No game has been cut for behind that of the deal, or it would be over.
        game = record.games[-1]
        return replace(record, games=(*record.games[:-1], replace(game, deals=(*game.deals[:-1], deal))))

    return _change_deals(rubber, act, anew)


def rewrite_deal(rubber: Rubber, game: int, deal: int, new: Deal, *, act: Act) -> Rubber:
    """Correct a deal of a rubber that is being played, by the numbers of its game and its own.

    It is taken back with all behind it, and they are recorded again: those after it as they were, with scores worked
    out anew where the laws give them. Raises ``NoSuchDealError``, ``LaterDealError`` where one of them could not have
    been played so, and as ``record_deal``.
    """
    return _change_deals(rubber, act, lambda record: rewritten(record, game, deal, new))


@transaction.atomic
def _change_deals(rubber: Rubber, act: Act, anew: Callable[[Record], Record]) -> Rubber:
    """One act on the deals of a live rubber; raises as ``change_rubber``, and what ``anew`` raises."""
    locked = lock_rubber(rubber)
    if done_before(change_key(locked.row, act)):
        return locked.row
    if is_stale(locked.row, act):
        raise StaleRubberError(locked.row)
    refuse_state(locked.row, RUBBER_DEAL_UNDONE)
    return record_again(locked, anew(read_one(locked.now.egn)), act)


def record_again(
    locked: LockedRubber, record: Record, act: Act, *, ruling: RulingMade | None = None
) -> Rubber:
    """Bring a live rubber to ``record``: all from the first deal that differs on is taken back and recorded anew.

    ``ruling`` is what was ruled in that deal. The last entry has the act's own key: the act is done when that is there.
    The caller holds the transaction, and has asked whether the act may be done.
    """
    steps = _steps_between(read_one(locked.now.egn), record, ruling)
    row = locked.row
    for number, step in enumerate(steps, start=1):
        is_last = number == len(steps)
        key = act.key if is_last or not act.key else f"{act.key} {number}"
        row = step(row, replace(act, key=key, version=None))
    return row


def _steps_between(before: Record, after: Record, ruling: RulingMade | None) -> list[_Step]:
    old = [(game.number, deal) for game in before.games for deal in game.deals]
    new = [(game.number, deal) for game in after.games for deal in game.deals]
    changed = [at for at, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]]
    if not changed:
        return []
    first = changed[0]
    steps: list[_Step] = [lambda row, act: undo_deal(row, act=act)] * (len(old) - first)
    dealt = 0
    for game, due in zip(after.games, _are_due(after), strict=True):
        # With a deal goes what was cut for a game after its own.
        if due and game.number > new[first][0]:
            steps += [partial(_recut, cut) for cut in game.opening if isinstance(cut, Cut)]
        for deal in game.deals:
            if dealt >= first:
                steps.append(partial(_redeal, deal, ruling if dealt == first else None))
            dealt += 1
    return steps


def _are_due(record: Record) -> list[bool]:
    """For each game whether the one before it is over: one that was cut for may have to wait again."""
    games = check_rubber(record).games
    return [True, *(game.winner is not None for game in games[:-1])]


def _recut(cut: Cut, row: Rubber, act: Act) -> Rubber:
    return record_cut(row, cut.pairs, act=act, chosen=cut.chosen)


def _redeal(deal: Deal, ruling: RulingMade | None, row: Rubber, act: Act) -> Rubber:
    return record_deal(row, deal, act=act, ruling=ruling)


def close_rubber(
    rubber: Rubber | LockedRubber, *, word: Word, act: Act, ending: RubberEnd = PLAYED_OUT
) -> Rubber:
    """End a live rubber: confirmed where ``word`` is final, else reported; or a draft where findings stand against it.

    One that is decided is played out, whatever ``ending`` says. Raises ``ConflictOpenError``, ``UndecidedError``, and
    as ``change_rubber``.
    """

    def payload(locked: LockedRubber) -> RubberEnded:
        if kept_entries(locked.row).exists():
            raise ConflictOpenError(locked.row)
        is_decided = judged(locked.now.egn, locked.now.checks).winner is not None
        if not is_decided and ending.termination == "normal":
            raise UndecidedError(locked.row)
        end = PLAYED_OUT if is_decided else ending
        ended: RubberEnded = {
            "termination": end.termination,
            "winner": end.winner,
            "checks": LATEST_CHECKS,
        }
        if word != "final":
            ended["by"] = SEAT_OF_WORD[word]
        return ended

    return change_rubber(rubber, RUBBER_CLOSED if word == "final" else RUBBER_REPORTED, act, payload)
