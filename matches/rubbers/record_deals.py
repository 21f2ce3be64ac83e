"""Commands to score a live rubber: record a cut or a deal, take back or correct a deal, and end the rubber."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from django.db import transaction

from matches.clubs.roles import Authority
from matches.common.commands import CommandContext, done_before
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
from matches.rubbers.deal_from_input import position_of, read_deal
from matches.rubbers.enter import SEAT_OF_AUTHORITY
from matches.rubbers.errors import (
    ConflictOpenError,
    CutNotDueError,
    HeldRecordError,
    LateKingError,
    LaterDealError,
    NoDealError,
    NoSuchDealError,
    RubberOverError,
    StaleRubberError,
    UndecidedError,
)
from matches.rubbers.queries import unsettled_pad_entries
from matches.rubbers.transition import (
    LockedRubber,
    change_key,
    change_rubber,
    is_stale,
    lock_rubber,
    refuse_state,
)
from scoring import late_king
from scoring.book import Place, with_due_figures
from scoring.cards import Card, Player
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.checks import LATEST_CHECKS
from scoring.errors import NotationError
from scoring.findings import Finding, new_findings
from scoring.notation import write_cut, write_deal
from scoring.record import FIRST_ITEM_TOKEN, Chosen, Cut, Deal, Ending, Game, Termination
from scoring.record import Rubber as Record

_Step: TypeAlias = Callable[[Rubber, CommandContext], Rubber]


@dataclass(frozen=True, slots=True)
class RubberEnd:
    """The way in which a rubber ends.

    ``winner`` is the side that wins a rubber that was not played out, for example by retirement, empty for
    neither.
    """

    termination: Termination = "normal"
    winner: Seat = ""


PLAYED_OUT = RubberEnd()
LENGTH_LAW: Final = "L46"


def record_deal(
    rubber: Rubber | LockedRubber, deal: str | Deal, *, act: CommandContext, ruling: RulingMade | None = None
) -> Rubber:
    """Add a deal to the current game, or to a new one if the last is over. Return the changed rubber.

    ``deal`` may be EGN text; it gets the next number. ``ruling`` is the ruling made in it. Raises
    ``RubberOverError``, ``HeldRecordError`` if the deal cannot be read or contradicts itself,
    ``NotOneDealError``, and whatever ``change_rubber`` raises.
    """

    def payload(locked: LockedRubber) -> DealRecorded:
        checked = locked.checked
        if checked.winner is not None:
            raise RubberOverError(locked.row)
        position = position_of(checked)
        try:
            new = deal if isinstance(deal, Deal) else read_deal(deal, position.deal)
        except NotationError as error:
            raise HeldRecordError((error.finding,)) from None
        recorded: DealRecorded = {
            "deal": write_deal(replace(new, number=position.deal)),
            "game": position.game,
            "checks": LATEST_CHECKS,
        }
        if ruling is not None:
            recorded["ruling"] = ruling
        return recorded

    return change_rubber(rubber, RUBBER_DEAL_RECORDED, act, payload)


def record_cut(
    rubber: Rubber | LockedRubber,
    pairs: Sequence[tuple[Card, Card]],
    *,
    act: CommandContext,
    chosen: Chosen = (),
) -> Rubber:
    """Record the cut for deal of the next game. Return the changed rubber.

    ``pairs`` are A's and B's cards; each pair but the last has equal ranks. ``chosen`` is the pack and seat
    that the winner chose (law 5). Until the first deal, a later cut replaces an earlier one. Raises
    ``CutNotDueError`` after that deal, ``RubberOverError``, ``HeldRecordError`` for a cut that decides
    nothing (law 5), and whatever ``change_rubber`` raises.
    """

    def payload(locked: LockedRubber) -> CutRecorded:
        checked = locked.checked
        if checked.winner is not None:
            raise RubberOverError(locked.row)
        position = position_of(checked)
        if position.deal != 1:
            raise CutNotDueError
        cut = Cut(tuple(pairs), chosen)
        games = (*checked.rubber.games[: position.game - 1], Game(position.game, opening=(cut,)))
        cut_for = check_rubber(replace(checked.rubber, games=games, ending=Ending(None)))
        errors = [
            each for each in cut_for.findings if each.game == position.game and each.severity == "error"
        ]
        if errors:
            raise HeldRecordError(tuple(errors), cut_for)
        return {"game": position.game, "cut": write_cut(cut)}

    return change_rubber(rubber, RUBBER_CUT_RECORDED, act, payload)


def undo_deal(rubber: Rubber | LockedRubber, *, act: CommandContext) -> Rubber:
    """Undo the last deal of a live rubber, or raise ``NoDealError``, or what ``change_rubber`` raises."""

    def payload(locked: LockedRubber) -> DealUndone:
        games = [game for game in locked.checked.rubber.games if game.deals]
        if not games:
            raise NoDealError
        return {"game": games[-1].number, "deal": games[-1].deals[-1].number}

    return change_rubber(rubber, RUBBER_DEAL_UNDONE, act, payload)


def late_king_for(checked: CheckedRubber) -> tuple[Player, ...]:
    """Return the players who may mark a king late, after the last deal of a live rubber (law 22)."""
    return late_king.late_king_for(checked)


def with_late_king(checked: CheckedRubber, player: Player) -> Deal:
    """Return the last deal of a live rubber with a king that ``player`` marks late, after its score (law 22).

    Raises ``NoDealError``, and ``LateKingError`` if the player may not mark a king now.
    """
    if not any(game.deals for game in checked.games):
        raise NoDealError
    law = late_king.law_against_late_king(checked, player)
    if law is not None:
        raise LateKingError(law)
    return late_king.with_late_king(checked, player)


def mark_late_king(rubber: Rubber, player: Player, *, act: CommandContext) -> Rubber:
    """Mark a king late (law 22): record the last deal again. Raises as ``with_late_king`` and ``change_rubber``."""

    def with_king(checked: CheckedRubber) -> Record:
        deal = with_late_king(checked, player)
        # There is no cut for a game after this deal's, or that game would be over.
        record, game = checked.rubber, checked.rubber.games[-1]
        return replace(record, games=(*record.games[:-1], replace(game, deals=(*game.deals[:-1], deal))))

    return _change_deals(rubber, act, with_king)


def rewrite_deal(rubber: Rubber, game: int, deal: int, new: Deal, *, act: CommandContext) -> Rubber:
    """Replace a deal of a live rubber, by the numbers of game and deal. Return the changed rubber.

    It and all later deals are undone and recorded again, the later ones with their scores computed again.
    Raises ``NoSuchDealError``, ``LaterDealError`` if a later deal contradicts the new one, and whatever
    ``record_deal`` raises.
    """
    return _change_deals(rubber, act, lambda checked: replace_deal(checked.rubber, game, deal, new))


def replace_deal(record: Record, game: int, deal: int, new: Deal) -> Record:
    """Return a copy of ``record`` with ``new`` in place of a deal, by the numbers of game and deal.

    Later scores and the final points are computed again, except those that already disagreed with the laws. Raises
    ``NoSuchDealError``, and ``LaterDealError`` if a later deal contradicts the new one.
    """
    if not 1 <= game <= len(record.games) or not 1 <= deal <= len(record.games[game - 1].deals):
        raise NoSuchDealError
    played = record.games[game - 1]
    deals = (*played.deals[: deal - 1], replace(new, number=deal), *played.deals[deal:])
    games = (*record.games[: game - 1], replace(played, deals=deals), *record.games[game:])
    written = replace(record, games=games)
    written = with_due_figures(record, written, Place(game - 1, deal, FIRST_ITEM_TOKEN))
    _refuse_what_cant_follow(check_rubber(record), check_rubber(written), game, deal)
    return written


def record_before(record: Record, game: int, deal: int) -> Record:
    """Return ``record`` as it was before a deal, by the numbers of game and deal. Raises ``NoSuchDealError``."""
    if not 1 <= game <= len(record.games) or not 1 <= deal <= len(record.games[game - 1].deals):
        raise NoSuchDealError
    last = record.games[game - 1]
    games = (*record.games[: game - 1], replace(last, deals=last.deals[: deal - 1], final=None))
    return replace(record, games=games, ending=Ending(None))


def _refuse_what_cant_follow(before: CheckedRubber, after: CheckedRubber, game: int, deal: int) -> None:
    """Raise ``LaterDealError`` for the first place after the deal with a new finding."""
    for finding in new_findings(before.findings, after.findings):
        if _is_behind(finding, game, deal):
            raise LaterDealError(finding.game or game, finding.deal, (finding,))
    # An error in the deal itself would keep the engine from reporting such a game.
    for played in after.games[game - 1 : -1]:
        if played.winner is None:
            raise LaterDealError(played.number, None, ())


def _is_behind(finding: Finding, game: int, deal: int) -> bool:
    if not finding.blocks_confirming or finding.game is None or finding.game < game:
        return False
    if finding.deal is None:
        return finding.code == LENGTH_LAW
    return (finding.game, finding.deal) > (game, deal)


@transaction.atomic
def _change_deals(rubber: Rubber, act: CommandContext, rewrite: Callable[[CheckedRubber], Record]) -> Rubber:
    """Change the deals of a live rubber in one command. Raises what ``change_rubber`` and ``rewrite`` raise."""
    locked = lock_rubber(rubber)
    if done_before(change_key(locked.row, act)):
        return locked.row
    if is_stale(locked.row, act):
        raise StaleRubberError(locked.row)
    refuse_state(locked.row, RUBBER_DEAL_UNDONE)
    return record_again(locked, rewrite(locked.checked), act)


def record_again(
    locked: LockedRubber, record: Record, act: CommandContext, *, ruling: RulingMade | None = None
) -> Rubber:
    """Undo and record again all deals from the first that differs in ``record``. Return the changed rubber.

    ``ruling`` was made in the first different deal. Only the last entry gets the command's own idempotency
    key, so that a repeated command is recognised only if all entries exist. Call it in a transaction, for a
    command that is allowed.
    """
    steps = _steps_between(locked.checked.rubber, record, ruling)
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
        # Undoing a deal also removes the cuts of later games.
        if due and game.number > new[first][0]:
            steps += [partial(_recut, cut) for cut in game.opening if isinstance(cut, Cut)]
        for deal in game.deals:
            if dealt >= first:
                steps.append(partial(_redeal, deal, ruling if dealt == first else None))
            dealt += 1
    return steps


def _are_due(record: Record) -> list[bool]:
    """Return for each game whether the one before it is over: a game that was cut for may have to wait again."""
    games = check_rubber(record).games
    return [True, *(game.winner is not None for game in games[:-1])]


def _recut(cut: Cut, row: Rubber, act: CommandContext) -> Rubber:
    return record_cut(row, cut.pairs, act=act, chosen=cut.chosen)


def _redeal(deal: Deal, ruling: RulingMade | None, row: Rubber, act: CommandContext) -> Rubber:
    return record_deal(row, deal, act=act, ruling=ruling)


def close_rubber(
    rubber: Rubber | LockedRubber,
    *,
    authority: Authority,
    act: CommandContext,
    ending: RubberEnd = PLAYED_OUT,
) -> Rubber:
    """End a live rubber, and return it.

    It is confirmed if ``authority`` is ``final``, otherwise reported; with blocking findings it becomes a draft. A
    decided rubber ends as played out, whatever ``ending`` is. Raises ``ConflictOpenError`` if entries of two
    phones contradict each other, ``UndecidedError`` if nobody has won a rubber that ``ending`` calls played
    out, and whatever ``change_rubber`` raises.
    """

    def payload(locked: LockedRubber) -> RubberEnded:
        if unsettled_pad_entries(locked.row).exists():
            raise ConflictOpenError(locked.row)
        is_decided = locked.checked.winner is not None
        if not is_decided and ending.termination == "normal":
            raise UndecidedError(locked.row)
        end = PLAYED_OUT if is_decided else ending
        ended: RubberEnded = {"termination": end.termination, "winner": end.winner, "checks": LATEST_CHECKS}
        if authority != "final":
            ended["by"] = SEAT_OF_AUTHORITY[authority]
        return ended

    return change_rubber(rubber, RUBBER_CLOSED if authority == "final" else RUBBER_REPORTED, act, payload)
