"""Decide what a viewer may do, by one table of roles and actions that code and the handbook's page both use.

Each cell of the table is one of nine grants. ``powers_of`` reads a viewer's role and players with one query;
all further questions are answered in memory.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Literal, TypeAlias, assert_never, get_args

from django.db.models import FilteredRelation, Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.clubs.access import Viewer
from matches.models import Club, Event, Player, Rubber

Role: TypeAlias = Literal["owner", "director", "scorer", "helper", "member", "stranger"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
"""Roles from the highest to the lowest. A stranger has no role in the club, signed in or not."""


class Grant(Enum):
    """The objects on which a role permits an action: all, none, or some.

    - ``OWN``: a rubber that the viewer plays in, or the viewer's own player.
    - ``GUEST``: the viewer's own player, or a player who has no account.
    - ``OTHER_SIDE``: a rubber that the viewer plays in and whose result the other side, or a helper, reported.
    - ``OWN_REPORT``: a rubber whose reported result comes from the viewer's side.
    - ``HELPERS_REPORT``: the same, or, if the viewer does not play in the rubber, a result that a helper reported.
    - ``UNSETTLED``: a rubber whose result is not final yet.
    - ``UNAGREED``: a rubber that the viewer plays in, until both sides have agreed on its result.
    """

    YES = "yes"
    OWN = "own"
    GUEST = "guest"
    OTHER_SIDE = "other side"
    OWN_REPORT = "own report"
    HELPERS_REPORT = "helpers report"
    UNSETTLED = "unsettled"
    UNAGREED = "unagreed"
    NO = "no"


Action: TypeAlias = Literal[
    "see_members",
    "export_records",
    "enter_rubber",
    "undo_deal",
    "confirm_rubber",
    "dispute_rubber",
    "change_report",
    "correct_rubber",
    "void_rubber",
    "import_records",
    "settle",
    "see_log",
    "open_event",
    "run_event",
    "check_in",
    "see_sittings",
    "run_sitting",
    "add_player",
    "edit_player",
    "merge_players",
    "invite",
    "change_role",
    "export_person",
    "erase_person",
    "change_club",
]

_ACTIONS: Final[dict[Action, str | Promise]] = {
    "see_members": _("see the club’s members and their roles"),
    "export_records": _("export the club’s rubbers to a file"),
    "enter_rubber": _("enter a rubber, whole or deal by deal"),
    "undo_deal": _("undo the last deal of a rubber that is being played"),
    "confirm_rubber": _("confirm a result that was reported or disputed"),
    "dispute_rubber": _("dispute a result"),
    "change_report": _("correct or withdraw their own report of a result, until it is confirmed"),
    "correct_rubber": _("correct a rubber"),
    "void_rubber": _("declare a rubber void"),
    "import_records": _("import files and read the import reports"),
    "settle": _("resolve conflicts and repair what could not be read"),
    "see_log": _("read the activity log"),
    "open_event": _("create an event"),
    "run_event": _("run an event: entries, draws, results, corrections"),
    "check_in": _("check players in at an event"),
    "see_sittings": _("see pools and French tables, with stakes, winnings and debts"),
    "run_sitting": _("open a pool or a French table, and record what happens there"),
    "add_player": _("add players to the club’s list"),
    "edit_player": _("change a player’s name"),
    "merge_players": _("merge two players who are the same person"),
    "invite": _("invite people, and create links for those who forgot their password"),
    "change_role": _("change roles"),
    "export_person": _("export a person’s data"),
    "erase_person": _("delete a person’s data"),
    "change_club": _("change the club’s name and settings"),
}
ACTIONS: Final[tuple[Action, ...]] = tuple(_ACTIONS)

_YES, _OWN, _GUEST, _NO = Grant.YES, Grant.OWN, Grant.GUEST, Grant.NO
_OTHER, _UNSETTLED, _UNAGREED = Grant.OTHER_SIDE, Grant.UNSETTLED, Grant.UNAGREED
_REPORT, _HELPERS = Grant.OWN_REPORT, Grant.HELPERS_REPORT
# The columns are in the order of ROLES: owner, director, scorer, helper, member, stranger.
_TABLE: Final[dict[Action, tuple[Grant, Grant, Grant, Grant, Grant, Grant]]] = {
    "see_members": (_YES, _YES, _YES, _YES, _YES, _NO),
    "export_records": (_YES, _YES, _YES, _YES, _YES, _NO),
    "enter_rubber": (_YES, _YES, _YES, _YES, _OWN, _NO),
    "undo_deal": (_YES, _YES, _YES, _OWN, _OWN, _NO),
    "confirm_rubber": (_YES, _YES, _OTHER, _OTHER, _OTHER, _OTHER),
    "dispute_rubber": (_YES, _YES, _UNAGREED, _UNAGREED, _UNAGREED, _UNAGREED),
    "change_report": (_REPORT, _REPORT, _REPORT, _HELPERS, _REPORT, _REPORT),
    "correct_rubber": (_YES, _YES, _UNSETTLED, _NO, _NO, _NO),
    "void_rubber": (_YES, _YES, _NO, _NO, _NO, _NO),
    "import_records": (_YES, _YES, _YES, _NO, _NO, _NO),
    "settle": (_YES, _YES, _NO, _NO, _NO, _NO),
    "see_log": (_YES, _YES, _YES, _NO, _NO, _NO),
    "open_event": (_YES, _YES, _NO, _NO, _NO, _NO),
    "run_event": (_YES, _YES, _NO, _NO, _NO, _NO),
    "check_in": (_YES, _YES, _YES, _YES, _NO, _NO),
    "see_sittings": (_YES, _YES, _YES, _YES, _YES, _NO),
    "run_sitting": (_YES, _YES, _YES, _YES, _NO, _NO),
    "add_player": (_YES, _YES, _YES, _YES, _NO, _NO),
    "edit_player": (_YES, _YES, _NO, _NO, _NO, _NO),
    "merge_players": (_YES, _YES, _NO, _NO, _NO, _NO),
    "invite": (_YES, _NO, _NO, _NO, _NO, _NO),
    "change_role": (_YES, _NO, _NO, _NO, _NO, _NO),
    "export_person": (_GUEST, _OWN, _OWN, _OWN, _OWN, _OWN),
    "erase_person": (_GUEST, _OWN, _OWN, _OWN, _OWN, _OWN),
    "change_club": (_YES, _NO, _NO, _NO, _NO, _NO),
}
GRANTS: Final[Mapping[Action, Mapping[Role, Grant]]] = {
    action: dict(zip(ROLES, row, strict=True)) for action, row in _TABLE.items()
}

Subject: TypeAlias = Club | Event | Player | Rubber
Authority: TypeAlias = Literal["final", "A", "B", "helper"]
DIRECTORS_AUTHORITY: Final[Authority] = "final"
"""A result that a director enters counts at once."""
AUTHORITY_AT_SITTING: Final[Authority] = "final"
"""A game's result at a pool or a French table counts at once, whoever records it: everyone at the table sees it."""


def may_side_confirm(side: Literal["A", "B", ""], rubber: Rubber) -> bool:
    """Return whether a player on ``side`` may agree with the result of ``rubber``, if it is to be confirmed.

    A side may not agree with its own report. A result disputed by a director has no reporting side, so that a
    director has to decide. The side is empty for a person who does not play in the rubber. The same rule as a
    query is ``confirmable_by_players``.
    """
    is_disputed_by_director = rubber.state == Rubber.State.DISPUTED and rubber.reported_by == ""
    return side not in ("", rubber.reported_by) and not is_disputed_by_director


def confirmable_by_players(players: Collection[int] | QuerySet[Player, Any]) -> Q:
    """Return a ``Q`` that selects the rubbers whose results these players (primary keys) may confirm as a side.

    It selects the reported and disputed rubbers for which ``may_side_confirm`` is true.
    """
    is_other_side = (Q(player_a__in=players) & ~Q(reported_by="A")) | (
        Q(player_b__in=players) & ~Q(reported_by="B")
    )
    is_disputed_by_side = Q(state=Rubber.State.DISPUTED) & ~Q(reported_by="")
    return is_other_side & (Q(state=Rubber.State.REPORTED) | is_disputed_by_side)


def roles_granted(action: Action) -> list[Role]:
    """Return the roles that may do ``action`` to every object of a club, the highest first."""
    return [role for role in ROLES if GRANTS[action][role] is Grant.YES]


def action_words(action: Action) -> str:
    """Return a phrase that completes "You may ...", such as "enter a rubber, whole or deal by deal"."""
    return str(_ACTIONS[action])


@dataclass(frozen=True, slots=True)
class Powers:
    """A viewer's role in one club, and the keys of their players in all. A superuser (``is_host``) may do
    everything.
    """

    role: Role = "stranger"
    players: frozenset[int] = field(default_factory=frozenset)
    is_host: bool = False

    def can(self, action: Action, subject: Subject | None = None) -> bool:
        """Return whether the viewer may do ``action`` to ``subject``, an object of this club.

        For None, a club or an event, return whether they may do it to some objects, so that pages offer the
        action.
        """
        if self.is_host:
            return True
        grant = GRANTS[action][self.role]
        if grant is Grant.YES or grant is Grant.NO:
            return grant is Grant.YES
        if isinstance(subject, Player):
            return subject.pk in self.players or (grant is Grant.GUEST and subject.is_guest)
        if isinstance(subject, Rubber):
            return self._has(grant, subject)
        return bool(self.players) or grant in (Grant.UNSETTLED, Grant.GUEST)

    def _has(self, grant: Grant, rubber: Rubber) -> bool:
        """Return whether a grant of the viewer's role extends to ``rubber``."""
        seat = self.seat_in(rubber)
        is_own_report = seat == rubber.reported_by and rubber.state == Rubber.State.REPORTED
        match grant:
            case Grant.YES | Grant.NO:
                return grant is Grant.YES
            case Grant.OWN | Grant.GUEST:
                return seat != ""
            case Grant.OTHER_SIDE:
                return may_side_confirm(seat, rubber)
            case Grant.OWN_REPORT:
                return is_own_report and seat != ""
            case Grant.HELPERS_REPORT:
                return is_own_report
            case Grant.UNSETTLED:
                return rubber.state not in (*Rubber.SETTLED_STATES, Rubber.State.VOID)
            case Grant.UNAGREED:
                return seat != "" and not rubber.is_agreed
            case _:
                assert_never(grant)

    def may_enter(self, player_a: int, player_b: int) -> bool:
        """Return whether the viewer may enter a rubber between these two players (primary keys)."""
        grant = GRANTS["enter_rubber"][self.role]
        own = grant is Grant.OWN and not self.players.isdisjoint((player_a, player_b))
        return self.is_host or grant is Grant.YES or own

    def authority_on(self, player_a: int, player_b: int) -> Authority:
        """Return how authoritative a result is if the viewer enters it for these two players (primary keys).

        ``final`` needs no confirmation. ``A`` or ``B`` is the side that reports it, ``helper`` is a helper. A
        scorer who plays in the rubber counts as a player. Games of a sitting have ``AUTHORITY_AT_SITTING`` instead.
        """
        if self.is_host or self.role in ("owner", "director"):
            return DIRECTORS_AUTHORITY
        if player_a in self.players:
            return "A"
        if player_b in self.players:
            return "B"
        return "final" if self.role == "scorer" else "helper"

    def seat_in(self, rubber: Rubber) -> Literal["A", "B", ""]:
        """Return the side on which the viewer plays in ``rubber``, or an empty string."""
        if rubber.player_a_id in self.players:
            return "A"
        return "B" if rubber.player_b_id in self.players else ""


def powers_of(viewer: Viewer, club: Club) -> Powers:
    """Return the viewer's role in ``club`` and the viewer's players, with one query, or none if they are anonymous."""
    if not viewer.is_authenticated:
        return Powers()
    today = timezone.localdate()
    runs = Q(memberships__until__isnull=True) | Q(memberships__until__gte=today)
    here = FilteredRelation(
        "memberships", condition=runs & Q(memberships__club=club, memberships__since__lte=today)
    )
    rows = list(
        Player.objects.filter(user=viewer).annotate(here=here).values_list("pk", "here__role").order_by("pk")
    )
    roles = {role for _, role in rows}
    return Powers(
        role=next((role for role in ROLES if role in roles), "stranger"),
        players=frozenset(pk for pk, _ in rows),
        is_host=viewer.is_superuser,
    )


def can(viewer: Viewer, action: Action, subject: Subject) -> bool:
    """Return whether ``viewer`` may do ``action`` to ``subject``, a club or an object whose club is loaded."""
    club = subject if isinstance(subject, Club) else subject.club
    return powers_of(viewer, club).can(action, subject)
