"""Who is what in a club, and from when to when. A club that has an owner keeps at least one.

A membership that ends leaves off at once: it has run until yesterday, or was never there if it began today.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.club_log import append_club_fact
from matches.clubs.errors import PeopleError
from matches.clubs.locks import locked_club
from matches.models import Club, Invitation, Membership, Player, User

ROLE_CHANGED: Final = "club.role_changed"
MEMBERSHIP_ENDED: Final = "club.membership_ended"
Role = Membership.Role
BY_RANK: Final = (Role.OWNER, Role.DIRECTOR, Role.SCORER, Role.HELPER, Role.MEMBER)


def running_memberships(club: Club | None = None) -> QuerySet[Membership]:
    """Those that run today, in ``club`` or in all clubs."""
    today = timezone.localdate()
    running = Membership.objects.filter(Q(until__isnull=True) | Q(until__gte=today), since__lte=today)
    return running if club is None else running.filter(club=club)


def role_of(player: Player, club: Club) -> Membership.Role | None:
    """The greatest role that ``player`` has in ``club`` today."""
    held = set(running_memberships(club).filter(player=player).values_list("role", flat=True))
    return next((role for role in BY_RANK if role in held), None)


def is_last_owner(player: Player, club: Club) -> bool:
    """Whether nobody else who can sign in owns ``club``, which ``player`` owns."""
    owners = running_memberships(club).filter(role=Role.OWNER)
    others = owners.filter(player__user__is_active=True).exclude(player=player)
    return owners.filter(player=player).exists() and not others.exists()


@transaction.atomic
def change_role(club: Club, player: Player, role: Membership.Role, *, by: User | None) -> None:
    """Make ``player``, a member of ``club``, this and nothing else there.

    Raises ``PeopleError`` for its last owner and for somebody who is no member.
    """
    club = locked_club(club.pk)
    was = role_of(player, club)
    if was is None:
        raise PeopleError(_("%(name)s is not a member of this club.") % {"name": player})
    if was == role:
        return
    _require_other_owner(player, club)
    end_running(club, player)
    Membership.objects.create(club=club, player=player, role=role)
    payload = {"player": player.public_id, "role": str(role), "was": str(was)}
    append_club_fact(club, ROLE_CHANGED, payload, by=by)


@transaction.atomic
def end_membership(club: Club, player: Player, *, by: User | None, reason: str = "") -> None:
    """``player`` is no member of ``club`` any more; his results stay. Nothing where he is none.

    Raises ``PeopleError`` for its last owner.
    """
    club = locked_club(club.pk)
    was = role_of(player, club)
    if was is None:
        return
    _require_other_owner(player, club)
    end_running(club, player)
    payload = {"player": player.public_id, "was": str(was)}
    append_club_fact(club, MEMBERSHIP_ENDED, payload, by=by, reason=reason)


def grant_role(club: Club, player: Player, role: Membership.Role) -> Membership.Role:
    """Make ``player`` at least this in ``club``, which the caller has locked; what he is then."""
    was = role_of(player, club)
    if was is not None and BY_RANK.index(was) <= BY_RANK.index(role):
        return was
    end_running(club, player)
    Membership.objects.create(club=club, player=player, role=role)
    return role


def end_running(club: Club, player: Player) -> None:
    """End whatever ``player`` is in ``club``, which the caller has locked; his open invitations go with it."""
    yesterday = timezone.localdate() - timedelta(days=1)
    running = running_memberships(club).filter(player=player)
    running.filter(since__gt=yesterday).delete()
    running.update(until=yesterday)
    if player.user_id is not None:
        unused = Invitation.objects.filter(accepted_at__isnull=True, revoked_at__isnull=True)
        unused.filter(club=club, created_by=player.user_id).update(revoked_at=timezone.now())


def _require_other_owner(player: Player, club: Club) -> None:
    if is_last_owner(player, club):
        raise PeopleError(
            _("%(name)s is the only owner of %(club)s. Make somebody else an owner first.")
            % {"name": player, "club": club}
        )
