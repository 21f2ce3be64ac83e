"""Determine who uses a score pad, and what they may do now.

The user is an account that may enter the rubber, or a table that opened its link. Permissions also depend on
the rubber's state and on unsettled conflicts.
"""

from __future__ import annotations

from dataclasses import dataclass

from matches.clubs.access import Viewer
from matches.clubs.roles import GRANTS, Authority, Grant, Powers, may_side_confirm, powers_of
from matches.common.log import Seat
from matches.models import Player, Rubber, TableLink, User
from matches.pads.table_links import invalidity_of
from matches.rubbers.states import may_follow
from matches.sittings.sitting_state import stored_state

State = Rubber.State


@dataclass(frozen=True, slots=True)
class PadUser:
    """The user of a score pad.

    ``by`` is the account that signed in or made the ``link``. ``side`` (A or B) is that on which ``by``
    plays, empty for neither and for a link, which acts for either side. ``authority`` is that of
    ``Powers.authority_on``, ``helper`` for a link.

    ``may_rule`` permits the director's rulings on the last deal, ``is_director`` corrections of older deals
    of a live rubber. ``corrects_only`` marks the player of a pool who sits out this game: they may correct
    its score, but not end the game or hand the pad over.
    """

    by: User
    link: TableLink | None
    side: Seat
    authority: Authority
    may_rule: bool
    is_director: bool
    corrects_only: bool = False


def pad_user(rubber: Rubber, *, link: TableLink | None, viewer: Viewer) -> PadUser | None:
    """Return who uses the pad of ``rubber``, given a table link and the signed-in account, or None if neither may.

    An account whose results are final takes precedence over the link, and the link over any other account. A
    link that is invalid, or of another rubber, is ignored. The rubber's club must be loaded. Its state is not
    checked: the services decide what can still be done.
    """
    account = _account(rubber, viewer)
    if account is not None and account.authority == "final":
        return account
    if link is not None and is_link_of(link, rubber) and not invalidity_of(link):
        return PadUser(link.created_by, link, side="", authority="helper", may_rule=True, is_director=False)
    return account


def is_link_of(link: TableLink, rubber: Rubber) -> bool:
    """Return whether the link, directly or through its sitting, opens the pad of ``rubber`` (of ``stored_rubber``)."""
    if link.sitting_id is None:
        return link.rubber_id == rubber.pk
    game = getattr(rubber, "sitting_game", None)
    return game is not None and game.sitting_id == link.sitting_id


def _account(rubber: Rubber, viewer: Viewer) -> PadUser | None:
    if not viewer.is_authenticated:
        return None
    powers = powers_of(viewer, rubber.club)
    may_enter = powers.may_enter(rubber.player_a_id, rubber.player_b_id)
    may_rule = powers.can("undo_deal", rubber)
    is_out = not (may_enter and may_rule) and is_out_of_game(rubber, powers)
    if not (may_enter or is_out):
        return None
    return PadUser(
        by=viewer,
        link=None,
        side=powers.seat_in(rubber),
        authority=powers.authority_on(rubber.player_a_id, rubber.player_b_id),
        may_rule=may_rule or is_out,
        is_director=powers.is_host or GRANTS["correct_rubber"][powers.role] is Grant.YES,
        corrects_only=not may_enter,
    )


def is_out_of_game(rubber: Rubber, powers: Powers) -> bool:
    """Return whether the member is the player of a pool who sits out the game ``rubber``, and may correct its score."""
    game = getattr(rubber, "sitting_game", None)
    if game is None or not powers.players or not powers.can("see_sittings"):
        return False
    state = stored_state(game.sitting)
    played = next((each for each in state.games if each.number == game.number), None)
    out = "" if played is None else state.out_of(played)
    return bool(out) and Player.objects.filter(pk__in=powers.players, public_id=out).exists()


@dataclass(frozen=True, slots=True)
class PadPermissions:
    """The things that the user of a score pad may do with the pad's rubber now.

    ``report``, ``confirm`` and ``dispute`` are the sides (A, B; "" for neither) for which they may do so,
    none if not at all. With ``final``, an end that they report needs no confirmation. ``rule`` permits the
    director's rulings on the last deal, ``rewrite`` corrections of older deals, ``can_pass`` to make this
    phone the table's.
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


def pad_permissions(rubber: Rubber, user: PadUser, *, has_deals: bool, has_conflicts: bool) -> PadPermissions:
    """Return what the user may do now. With ``has_conflicts`` of two phones, the end cannot be reported yet."""
    if rubber.state != State.LIVE:
        return PadPermissions(confirm=_confirming(rubber, user), dispute=_disputing(rubber, user))
    is_final = user.authority == "final"
    speaks: tuple[Seat, ...] = ("",) if is_final else _sides(user) or ("",)
    return PadPermissions(
        enter=True,
        undo=user.may_rule and has_deals,
        report=() if has_conflicts or user.corrects_only else speaks,
        rule=user.may_rule and has_deals,
        final=is_final,
        rewrite=user.is_director and has_deals,
        can_pass=user.link is None and not user.corrects_only,
    )


def _sides(user: PadUser) -> tuple[Seat, ...]:
    if user.link is not None:
        return ("A", "B")
    return (user.side,) if user.side else ()


def _confirming(rubber: Rubber, user: PadUser) -> tuple[Seat, ...]:
    if not may_follow("rubber.confirmed", rubber.state):
        return ()
    if user.is_director:
        return (user.side,)
    # The side that disputed a result may still confirm it, but a link may be in the other side's hands.
    if rubber.state == State.DISPUTED and user.link is not None:
        return ()
    return tuple(side for side in _sides(user) if may_side_confirm(side, rubber))


def _disputing(rubber: Rubber, user: PadUser) -> tuple[Seat, ...]:
    if not may_follow("rubber.disputed", rubber.state):
        return ()
    if user.is_director:
        return (user.side,)
    if rubber.is_agreed or (user.link is not None and rubber.state != State.REPORTED):
        return ()
    is_waiting = rubber.state == State.REPORTED
    return tuple(side for side in _sides(user) if not (is_waiting and side == rubber.reported_by))
