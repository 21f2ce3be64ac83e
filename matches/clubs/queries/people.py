"""Who belongs to a club, and who only stands on its list."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from django.db.models import Case, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Lower
from django.utils import timezone

from matches.clubs.memberships import BY_RANK, running_memberships
from matches.models import Club, Invitation, Membership, Player, User

InvitationState: TypeAlias = Literal["open", "accepted", "revoked", "expired"]
INVITATION_STATES: Final[tuple[InvitationState, ...]] = get_args(InvitationState)


def club_members(club: Club) -> QuerySet[Membership]:
    """Memberships that run today, with player and account: the greatest roles first, then by name."""
    return (
        running_memberships(club)
        .exclude(player__name="")
        .select_related("player__club", "player__user")
        .order_by(_rank(), Lower("player__name"), "player__name", "pk")
    )


def _rank() -> Case:
    """The place of a membership's role among all, the greatest first."""
    return Case(*(When(role=role, then=Value(place)) for place, role in enumerate(BY_RANK)))


def people_of(club: Club) -> QuerySet[Player]:
    """Everybody on the club's list, and members who came in by another club's, with the list that each stands on."""
    belonged = Membership.objects.filter(club=club, player=OuterRef("pk"))
    return listed_players().filter(Q(club=club) | Exists(belonged)).select_related("club")


def members_ever(club: Club) -> QuerySet[Player]:
    """Everybody who is or was a member, with ``terms``, all that he was in the club, the last first.

    ``role_now`` and ``since_now`` tell of the greatest role that he has today; both are null for who was a member.
    """
    now = running_memberships(club).filter(player=OuterRef("pk")).order_by(_rank(), "pk")
    return (
        people_of(club)
        .filter(Exists(Membership.objects.filter(club=club, player=OuterRef("pk"))))
        .annotate(role_now=Subquery(now.values("role")[:1]), since_now=Subquery(now.values("since")[:1]))
        .prefetch_related(Prefetch("memberships", queryset=terms_in(club), to_attr="terms"))
    )


def terms_in(club: Club) -> QuerySet[Membership]:
    """What people were in the club, from when to when, the last first."""
    return Membership.objects.filter(club=club).order_by("-since", "-pk")


def club_invitations(club: Club) -> QuerySet[Invitation]:
    """All that were ever made, with the record that each is for, and who made and who accepted it."""
    return club.invitations.select_related("player", "created_by", "accepted_by")


def invitation_state(invitation: Invitation) -> InvitationState:
    """What became of the invitation by now."""
    if invitation.accepted_at is not None:
        return "accepted"
    if invitation.revoked_at is not None:
        return "revoked"
    return "expired" if invitation.expires_at <= timezone.now() else "open"


def invitations_in(state: InvitationState, rows: QuerySet[Invitation]) -> QuerySet[Invitation]:
    """Those of ``rows`` that ``invitation_state`` says this of."""
    if state == "accepted":
        return rows.filter(accepted_at__isnull=False)
    rows = rows.filter(accepted_at__isnull=True)
    if state == "revoked":
        return rows.filter(revoked_at__isnull=False)
    rows = rows.filter(revoked_at__isnull=True)
    now = timezone.now()
    return rows.filter(expires_at__lte=now) if state == "expired" else rows.filter(expires_at__gt=now)


def club_guests(club: Club) -> QuerySet[Player]:
    """Players on the club's own list who are no members today, by name."""
    belongs = running_memberships(club).filter(player=OuterRef("pk"))
    return listed_players(club).exclude(Exists(belongs)).order_by(Lower("name"), "name", "pk")


def listed_players(club: Club | None = None) -> QuerySet[Player]:
    """Everybody on the own list of ``club``, or of any: no aliases, and nobody who was forgotten."""
    players = Player.objects.all() if club is None else club.players.all()
    return players.filter(merged_into__isnull=True).exclude(name="")


def own_memberships(user: User) -> QuerySet[Membership]:
    """What ``user`` is today, club by club."""
    return (
        running_memberships()
        .filter(player__user=user)
        .select_related("club", "player")
        .order_by(Lower("club__name"), "pk")
    )
