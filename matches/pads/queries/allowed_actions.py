"""What may be done to a rubber from its pad now: by its state, by who has come, and by what waits to be settled."""

from __future__ import annotations

from dataclasses import dataclass

from matches.common.log import Seat
from matches.models import Rubber
from matches.pads.users import PadUser
from matches.rubbers.states import may_follow

State = Rubber.State


@dataclass(frozen=True, slots=True)
class PadMay:
    """``report``, ``confirm`` and ``dispute`` are the sides in whose name it may be said; ``""`` is nobody's side.

    ``final``: an end that is reported from here needs nobody's confirmation. ``rule``: the director's rulings on the
    last deal. ``rewrite``: an older deal may be corrected. ``can_pass``: this phone may be made the table's.
    """

    enter: bool = False
    undo: bool = False
    report: tuple[Seat, ...] = ()
    confirm: tuple[Seat, ...] = ()
    dispute: tuple[Seat, ...] = ()
    rule: bool = False
    final: bool = False
    rewrite: bool = False
    can_pass: bool = False

    def as_json(self) -> dict[str, object]:
        return {
            "enter": self.enter,
            "undo": self.undo,
            "report": list(self.report),
            "confirm": list(self.confirm),
            "dispute": list(self.dispute),
            "rule": self.rule,
            "final": self.final,
            "rewrite": self.rewrite,
            "pass": self.can_pass,
        }


def pad_may(rubber: Rubber, user: PadUser, *, has_deals: bool, has_conflicts: bool) -> PadMay:
    """``has_conflicts``: two phones contradict each other, and the end waits until that is settled."""
    if rubber.state != State.LIVE:
        return PadMay(confirm=_confirming(rubber, user), dispute=_disputing(rubber, user))
    is_final = user.word == "final"
    speaks: tuple[Seat, ...] = ("",) if is_final else _sides(user) or ("",)
    return PadMay(
        enter=True,
        undo=user.may_rule and has_deals,
        report=() if has_conflicts or user.corrects_only else speaks,
        rule=user.may_rule and has_deals,
        final=is_final,
        rewrite=user.is_director and has_deals,
        can_pass=user.link is None and not user.corrects_only,
    )


def _sides(user: PadUser) -> tuple[Seat, ...]:
    """The sides that the user speaks for: a table's link for either."""
    if user.link is not None:
        return ("A", "B")
    return (user.side,) if user.side else ()


def _confirming(rubber: Rubber, user: PadUser) -> tuple[Seat, ...]:
    if not may_follow("rubber.confirmed", rubber.state):
        return ()
    if user.is_director:
        return (user.side,)
    # What a director disputes rests on nobody's word, and waits for a director; what a side disputes it alone may
    # confirm after all, and a link may be in the other's hands.
    if rubber.state == State.DISPUTED and (user.link is not None or not rubber.reported_by):
        return ()
    return tuple(side for side in _sides(user) if side != rubber.reported_by)


def _disputing(rubber: Rubber, user: PadUser) -> tuple[Seat, ...]:
    if not may_follow("rubber.disputed", rubber.state):
        return ()
    if user.is_director:
        return (user.side,)
    if rubber.is_agreed or (user.link is not None and rubber.state != State.REPORTED):
        return ()
    is_waiting = rubber.state == State.REPORTED
    return tuple(side for side in _sides(user) if not (is_waiting and side == rubber.reported_by))
