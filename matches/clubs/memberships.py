"""Change the roles that people have in a club, and their dates. The last owner of a club keeps that role.

A membership ends at once: its last day becomes yesterday, and one that began today is deleted.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.errors import PeopleError
from matches.clubs.locks import locked_club
from matches.clubs.log_entries import append_club_fact
from matches.models import Club, Invitation, Membership, Player, User

ROLE_CHANGED: Final = "club.role_changed"
MEMBERSHIP_ENDED: Final = "club.membership_ended"
Role = Membership.Role
BY_RANK: Final = (Role.OWNER, Role.DIRECTOR, Role.SCORER, Role.HELPER, Role.MEMBER)


def current_memberships(club: Club | None = None) -> QuerySet[Membership]:
    """Return the memberships that are valid today, in ``club``, or in all clubs if ``club`` is None."""
    today = timezone.localdate()
    current = Membership.objects.filter(Q(until__isnull=True) | Q(until__gte=today), since__lte=today)
    return current if club is None else current.filter(club=club)


def current_ownerships(club: Club | None = None) -> QuerySet[Membership]:
    """Return the memberships as owner that are valid today, in ``club``, or in all clubs if ``club`` is None."""
    return current_memberships(club).filter(role=Role.OWNER)


def role_of(player: Player, club: Club) -> Membership.Role | None:
    """Return the highest role of ``player`` in ``club`` today, or None if they are not a member."""
    roles = set(current_memberships(club).filter(player=player).values_list("role", flat=True))
    return next((role for role in BY_RANK if role in roles), None)


def is_last_owner(player: Player, club: Club) -> bool:
    """Return whether ``player`` is the only owner of ``club`` who can sign in."""
    owners = current_ownerships(club)
    others = owners.filter(player__user__is_active=True).exclude(player=player)
    return owners.filter(player=player).exists() and not others.exists()


@transaction.atomic
def change_role(club: Club, player: Player, role: Membership.Role, *, by: User | None) -> None:
    """Replace the roles of ``player`` in ``club``. Raises ``PeopleError`` for the last owner, or no member."""
    club = locked_club(club.pk)
    old_role = role_of(player, club)
    if old_role is None:
        raise PeopleError(_("%(name)s is not a member of this club.") % {"name": player})
    if old_role == role:
        return
    _require_other_owner(player, club)
    end_running(club, player)
    Membership.objects.create(club=club, player=player, role=role)
    payload = {"player": player.public_id, "role": str(role), "was": str(old_role)}
    append_club_fact(club, ROLE_CHANGED, payload, by=by)


@transaction.atomic
def end_membership(club: Club, player: Player, *, by: User | None, reason: str = "") -> None:
    """End the membership, if there is one; results remain. Raises ``PeopleError`` for the last owner."""
    club = locked_club(club.pk)
    old_role = role_of(player, club)
    if old_role is None:
        return
    _require_other_owner(player, club)
    end_running(club, player)
    payload = {"player": player.public_id, "was": str(old_role)}
    append_club_fact(club, MEMBERSHIP_ENDED, payload, by=by, reason=reason)


def grant_role(club: Club, player: Player, role: Membership.Role) -> Membership.Role:
    """Give ``player`` the role, if they have no higher one. Return the role that they have then.

    The caller has locked the club.
    """
    old_role = role_of(player, club)
    if old_role is not None and BY_RANK.index(old_role) <= BY_RANK.index(role):
        return old_role
    end_running(club, player)
    Membership.objects.create(club=club, player=player, role=role)
    return role


def end_running(club: Club, player: Player) -> None:
    """End all roles of ``player`` in ``club``, and revoke their open invitations. The caller has locked the club."""
    yesterday = timezone.localdate() - timedelta(days=1)
    current = current_memberships(club).filter(player=player)
    current.filter(since__gt=yesterday).delete()
    current.update(until=yesterday)
    if player.user_id is not None:
        unused = Invitation.objects.filter(accepted_at__isnull=True, revoked_at__isnull=True)
        unused.filter(club=club, created_by=player.user_id).update(revoked_at=timezone.now())


def _require_other_owner(player: Player, club: Club) -> None:
    if is_last_owner(player, club):
        raise PeopleError(
            _("%(name)s is the only owner of %(club)s. Make another person an owner first.")
            % {"name": player, "club": club}
        )
