"""Who may do what: one table of role and action, which both ``can`` and the handbook's page read.

A role's grant for an action is one of seven. What a person is to a club and to a rubber is read once, in one query
(``powers_of``); every further question is answered from memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal, TypeAlias

from django.db.models import FilteredRelation, Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.clubs.access import Viewer
from matches.models import Club, Event, Player, Rubber

Role: TypeAlias = Literal["owner", "director", "scorer", "helper", "member", "stranger"]
ROLES: Final[tuple[Role, ...]] = ("owner", "director", "scorer", "helper", "member", "stranger")
"""From the most to the least. A stranger has no role in the club, signed in or not."""


class Grant(Enum):
    """``OWN``: where it is his own, a rubber that he plays in or his own person. ``GUEST``: his own person, or one who
    has no account to see to it himself. ``OTHER_SIDE``: a rubber that the other side, or a helper, has reported, and
    that he plays in. ``UNSETTLED``: as long as the rubber does not count. ``UNAGREED``: a
    rubber that he plays in, until both sides have agreed on it.
    """

    YES = "yes"
    OWN = "own"
    GUEST = "guest"
    OTHER_SIDE = "other side"
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
    "see_members": _("see who belongs to the club, and in which role"),
    "export_records": _("take the club's records out as a file"),
    "enter_rubber": _("enter a rubber, whole or deal by deal"),
    "undo_deal": _("take back the last deal of a rubber that is being played"),
    "confirm_rubber": _("confirm a result that was reported or disputed"),
    "dispute_rubber": _("dispute a result"),
    "correct_rubber": _("correct a record"),
    "void_rubber": _("declare a rubber void"),
    "import_records": _("bring in files and read their reports"),
    "settle": _("settle conflicts and repair what could not be read"),
    "see_log": _("read the club's log"),
    "open_event": _("open an event"),
    "run_event": _("run an event: entries, draws, results, corrections"),
    "check_in": _("check in who has come to an event"),
    "see_sittings": _("see pools and French tables, with all that was staked, won and owed"),
    "run_sitting": _("open a pool or a French table, and write down what happens at it"),
    "add_player": _("put players on the club's list"),
    "edit_player": _("change a player's name"),
    "merge_players": _("merge two records of one person"),
    "invite": _("invite people, and make links for those who forgot their password"),
    "change_role": _("give and take away roles"),
    "export_person": _("take out all that is kept of a person"),
    "erase_person": _("have a person forgotten"),
    "change_club": _("change the club's name and settings"),
}
ACTIONS: Final[tuple[Action, ...]] = tuple(_ACTIONS)

_YES, _OWN, _GUEST, _NO = Grant.YES, Grant.OWN, Grant.GUEST, Grant.NO
_OTHER, _UNSETTLED, _UNAGREED = Grant.OTHER_SIDE, Grant.UNSETTLED, Grant.UNAGREED
# In the order of ROLES: owner, director, scorer, helper, member, stranger.
_TABLE: Final[dict[Action, tuple[Grant, Grant, Grant, Grant, Grant, Grant]]] = {
    "see_members": (_YES, _YES, _YES, _YES, _YES, _NO),
    "export_records": (_YES, _YES, _YES, _YES, _YES, _NO),
    "enter_rubber": (_YES, _YES, _YES, _YES, _OWN, _NO),
    "undo_deal": (_YES, _YES, _YES, _OWN, _OWN, _NO),
    "confirm_rubber": (_YES, _YES, _OTHER, _OTHER, _OTHER, _OTHER),
    "dispute_rubber": (_YES, _YES, _UNAGREED, _UNAGREED, _UNAGREED, _UNAGREED),
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
Word: TypeAlias = Literal["final", "A", "B", "helper"]


def action_words(action: Action) -> str:
    """What ``action`` is, as the end of a sentence: "may enter a rubber, whole or deal by deal"."""
    return str(_ACTIONS[action])


@dataclass(frozen=True, slots=True)
class Powers:
    """What one viewer is to one club: his role there, and the primary keys of the players that are he.

    ``is_host`` is the superuser, who may do everything everywhere.
    """

    role: Role = "stranger"
    players: frozenset[int] = field(default_factory=frozenset)
    is_host: bool = False

    def can(self, action: Action, subject: Subject | None = None) -> bool:
        """Whether the viewer may do ``action``, to ``subject`` (of this club) where it is about one.

        Without a subject: whether he may do it to any at all, his own included. It decides what is offered.
        """
        if self.is_host:
            return True
        grant = GRANTS[action][self.role]
        if grant is Grant.NO:
            return False
        if grant is Grant.YES:
            return True
        if not isinstance(subject, Rubber | Player):
            return bool(self.players) or grant in (Grant.UNSETTLED, Grant.GUEST)
        return self._has(grant, subject)

    def _has(self, grant: Grant, subject: Rubber | Player) -> bool:
        if isinstance(subject, Player):
            is_own = subject.pk in self.players
            return is_own or (grant is Grant.GUEST and subject.is_guest)
        if grant is Grant.UNSETTLED:
            return subject.state not in Rubber.SETTLED_STATES and subject.state != Rubber.State.VOID
        seat = self.seat_in(subject)
        if grant is Grant.UNAGREED:
            return seat != "" and not subject.is_agreed
        if grant is Grant.OTHER_SIDE:
            # What a director disputes rests on nobody's word, and waits for a director.
            waits_for_side = subject.state != Rubber.State.DISPUTED or subject.reported_by != ""
            return seat != "" and seat != subject.reported_by and waits_for_side
        return seat != ""

    def may_enter(self, player_a: int, player_b: int) -> bool:
        """Whether the viewer may enter a rubber between these two players (primary keys)."""
        grant = GRANTS["enter_rubber"][self.role]
        own = grant is Grant.OWN and not self.players.isdisjoint((player_a, player_b))
        return self.is_host or grant is Grant.YES or own

    def word_on(self, player_a: int, player_b: int) -> Word:
        """What the viewer's entry of a rubber between these two is worth.

        ``final`` where nobody has to confirm it, else the side that reports it, or ``helper``. A scorer's word on
        a rubber that he plays in himself is a player's.
        """
        if self.is_host or self.role in ("owner", "director"):
            return "final"
        if player_a in self.players:
            return "A"
        if player_b in self.players:
            return "B"
        return "final" if self.role == "scorer" else "helper"

    def seat_in(self, rubber: Rubber) -> Literal["A", "B", ""]:
        """Which side of ``rubber`` the viewer is; empty for neither."""
        if rubber.player_a_id in self.players:
            return "A"
        return "B" if rubber.player_b_id in self.players else ""


def powers_of(viewer: Viewer, club: Club) -> Powers:
    """The viewer's powers in ``club``, in one query; in none for who is not signed in."""
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
    held = {role for _, role in rows}
    return Powers(
        role=next((role for role in ROLES if role in held), "stranger"),
        players=frozenset(pk for pk, _ in rows),
        is_host=viewer.is_superuser,
    )


def can(viewer: Viewer, action: Action, subject: Subject) -> bool:
    """Whether ``viewer`` may do ``action`` to ``subject``: a club, or something of one (its club loaded)."""
    club = subject if isinstance(subject, Club) else subject.club
    return powers_of(viewer, club).can(action, subject)
