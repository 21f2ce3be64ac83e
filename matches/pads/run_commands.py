"""What an entry from a pad says, carried out by the services that the forms use, as far as who sent it may."""

from __future__ import annotations

from dataclasses import dataclass, replace

from matches.clubs.permissions import Word, powers_of
from matches.common.log import RUBBER_CONFIRMED, RUBBER_DISPUTED, RUBBER_REPORTED, Seat
from matches.models import Rubber
from matches.pads.commands import (
    ConfirmTold,
    CutTold,
    DealTold,
    DisputeTold,
    KingTold,
    ReportTold,
    RewriteTold,
    Told,
    UndoTold,
)
from matches.pads.plan_entries import planned
from matches.pads.queries.allowed_actions import PadMay, pad_may
from matches.pads.refusals import RefusedError
from matches.pads.users import PadUser
from matches.rubbers.check_text import judged
from matches.rubbers.commands import (
    Act,
    RubberEnd,
    close_rubber,
    confirm_rubber,
    dispute_rubber,
    record_cut,
    record_deal,
    undo_deal,
)
from matches.rubbers.deal_from_input import deal_told
from matches.rubbers.live_scoring import mark_late_king, rewrite_deal
from matches.rubbers.transition import LockedRubber, refuse_state
from scoring import record as scored


def carry_out(locked: LockedRubber, told: Told, *, user: PadUser, key: str) -> Rubber:
    """Do what ``told`` says to the rubber, which the caller has locked; the rubber as it is then.

    ``key`` is the act's. Raises ``RefusedError`` for what the user may not, and as the services.
    """
    reason = told.reason if isinstance(told, DisputeTold) else ""
    return _Doing(locked, user, user.act(key, reason=reason, version=locked.row.version)).do(told)


@dataclass(frozen=True, slots=True)
class _Doing:
    locked: LockedRubber
    user: PadUser
    act: Act

    @property
    def rubber(self) -> Rubber:
        return self.locked.row

    def do(self, told: Told) -> Rubber:
        rubber, user = self.rubber, self.user
        match told:
            case CutTold(pairs, chosen):
                return record_cut(self.locked, pairs, act=self.act, chosen=chosen)
            case DealTold(deal):
                return record_deal(self.locked, deal_told(judged(rubber.egn).rubber, deal), act=self.act)
            case UndoTold():
                _require(user.may_rule, "not_allowed")
                # It names the deal: another one is not taken back for it.
                planned(rubber.egn, told)
                return undo_deal(self.locked, act=self.act)
            case KingTold(player):
                _require(user.may_rule, "not_allowed")
                return mark_late_king(rubber, player, act=self.act)
            case RewriteTold(game, number, deal):
                _require(user.is_director, "not_allowed")
                new = deal_told(_before(judged(rubber.egn).rubber, game, number), deal.told)
                return rewrite_deal(rubber, game, number, new, act=self.act)
            case ReportTold():
                return self._report(told)
            case ConfirmTold(side):
                refuse_state(rubber, RUBBER_CONFIRMED)
                _require(side in self._may.confirm, "wrong_side")
                return confirm_rubber(self.locked, seat=self._bound(side), act=self.act)
            case DisputeTold(side=side, reason=reason):
                refuse_state(rubber, RUBBER_DISPUTED)
                _require(not rubber.is_agreed or user.is_director, "agreed")
                _require(side in self._may.dispute, "wrong_side")
                _require(bool(reason), "reason_needed")
                return dispute_rubber(self.locked, seat=side, act=self.act)

    def _report(self, told: ReportTold) -> Rubber:
        rubber, user = self.rubber, self.user
        refuse_state(rubber, RUBBER_REPORTED)
        _require(bool(told.winner) or told.termination not in ("retired", "walkover"), "winner_needed")
        _require(not told.winner or told.termination != "unfinished", "winner_not_wanted")
        if user.word == "final":
            word: Word = "final"
        else:
            _require(told.side in self._may.report, "wrong_side")
            word = self._bound(told.side) or "helper"
        return close_rubber(
            self.locked, word=word, act=self.act, ending=RubberEnd(told.termination, told.winner)
        )

    def _bound(self, side: Seat) -> Seat:
        """The side that its word binds; empty where it was said by a link that a player of the other side made.

        Else one alone could agree with himself, and his adversary could not dispute it.
        """
        if self.user.link is None:
            return side
        maker = powers_of(self.user.by, self.rubber.club).seat_in(self.rubber)
        return side if maker in ("", side) else ""

    @property
    def _may(self) -> PadMay:
        return pad_may(self.rubber, self.user, has_deals=True, has_conflicts=False)


def _require(condition: bool, code: str) -> None:
    if not condition:
        raise RefusedError(code)


def _before(record: scored.Rubber, game: int, deal: int) -> scored.Rubber:
    """The record up to a deal, by its numbers."""
    if game > len(record.games) or deal > len(record.games[game - 1].deals):
        raise RefusedError("no_such_deal")
    last = record.games[game - 1]
    games = (*record.games[: game - 1], replace(last, deals=last.deals[: deal - 1], final=None))
    return replace(record, games=games, ending=scored.Ending(None))
