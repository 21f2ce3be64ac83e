"""Invitations: a link by which somebody joins a club, once.

The token is in the link and nowhere else: the table has its SHA-256. A link that went by mail has been shown to nobody,
so that whoever opens it reads that mailbox; one without an address is shown to the owner who made it.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.club_log import append_club_fact
from matches.clubs.create_club import own_name
from matches.clubs.errors import InvitationError, PeopleError
from matches.clubs.locks import locked_club
from matches.clubs.memberships import grant_role, role_of
from matches.clubs.permissions import powers_of
from matches.clubs.players import free_name
from matches.models import Club, Invitation, Membership, Player, User
from matches.privacy.merging import merge_players

INVITED: Final = "club.invited"
INVITATION_REVOKED: Final = "club.invitation_revoked"
JOINED: Final = "club.joined"
GOOD_FOR: Final = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class NewInvitation:
    """An invitation just made; the token is kept nowhere else."""

    invitation: Invitation
    token: str


@transaction.atomic
def invite(
    club: Club, *, by: User, role: Membership.Role, email: str = "", player: Player | None = None
) -> NewInvitation:
    """A link into ``club``; with ``player``, to that record without an account.

    With ``email`` the token must reach nobody but that mailbox. Raises ``PeopleError`` for a record that is no
    guest's of this club.
    """
    club = locked_club(club.pk)
    if player is not None:
        player.refresh_from_db()
        _require_claimable(player, club)
    token = secrets.token_urlsafe(32)
    now = timezone.now()
    invitation = Invitation.objects.create(
        club=club,
        role=role,
        player=player,
        email=email.strip().lower(),
        token_hash=token_hash(token),
        created_by=by,
        created_at=now,
        expires_at=now + GOOD_FOR,
    )
    payload = {"invitation": invitation.public_id, "role": str(role)}
    if player is not None:
        payload["player"] = player.public_id
    append_club_fact(club, INVITED, payload, by=by)
    return NewInvitation(invitation, token)


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def open_invitations() -> QuerySet[Invitation]:
    """Those that can still be accepted, as long as whoever made them may invite."""
    return Invitation.objects.filter(
        accepted_at__isnull=True, revoked_at__isnull=True, expires_at__gt=timezone.now()
    )


def open_invitation(token: str) -> Invitation | None:
    """The invitation of this link, with club, record and inviter loaded, as long as it can be accepted."""
    found = open_invitations().filter(token_hash=token_hash(token))
    invitation = found.select_related("club", "player", "created_by").first()
    return invitation if invitation is not None and has_good_word(invitation) else None


def invitation_of(token: str) -> Invitation | None:
    """The invitation of this link, with its club, whatever became of it; None where there never was one."""
    return Invitation.objects.filter(token_hash=token_hash(token)).select_related("club").first()


def accepted_before(token: str, user: User) -> Invitation | None:
    """The invitation of this link, with its club, where ``user`` accepted it himself before."""
    used = invitation_of(token)
    return used if used is not None and used.accepted_by_id == user.pk else None


def has_good_word(invitation: Invitation) -> bool:
    """Whether who made it (loaded, with the club) may still invite there: what he gave goes when his power does."""
    by = invitation.created_by
    return by is not None and by.is_active and powers_of(by, invitation.club).can("invite")


@transaction.atomic
def revoke_invitation(invitation: Invitation, *, by: User | None) -> bool:
    """Take the link back; False where it was used or taken back before."""
    club = locked_club(invitation.club_id)
    unused = Invitation.objects.filter(pk=invitation.pk, accepted_at__isnull=True, revoked_at__isnull=True)
    if not unused.update(revoked_at=timezone.now()):
        return False
    append_club_fact(club, INVITATION_REVOKED, {"invitation": invitation.public_id}, by=by)
    return True


@transaction.atomic
def accept_invitation(token: str, user: User) -> Player:
    """``user`` joins the club, by a record that is his from now on; the player who he is there.

    A role that he has already is never made less. Raises ``InvitationError`` where the link is good no more, and
    ``PeopleError`` where its record can't be his; then the link can still be used.
    """
    invitation = open_invitation(token)
    if invitation is None:
        raise InvitationError(_("This invitation can't be used any more."))
    club = locked_club(invitation.club_id)
    # Whoever came second waited for the lock, and finds it used; so does a change of the inviter's role.
    used = open_invitations().filter(pk=invitation.pk)
    if not has_good_word(invitation) or not used.update(accepted_at=timezone.now(), accepted_by=user):
        raise InvitationError(_("This invitation can't be used any more."))
    player = _player_of(user, club, invitation)
    role = grant_role(club, player, Membership.Role(invitation.role))
    payload = {
        "invitation": invitation.public_id,
        "player": player.public_id,
        "role": str(role),
    }
    append_club_fact(club, JOINED, payload, by=user)
    return player


def _player_of(user: User, club: Club, invitation: Invitation) -> Player:
    own = own_player(user, club)
    record = None
    if invitation.player_id is not None:
        record = Player.objects.select_related("merged_into").get(pk=invitation.player_id)
        record = record.merged_into or record
    if record is None:
        return own or Player.objects.create(club=club, user=user, name=free_name(club, own_name(user)))
    if own == record:
        return record
    _require_claimable(record, club)
    if own is not None and own.club_id == club.pk:
        merge_players(own, record, by=user, on_word_of=invitation.created_by)
        return own
    record.user = user
    record.save(update_fields=["user"])
    # Other links to a record that has its owner now would only disappoint.
    open_invitations().filter(player=record).update(revoked_at=timezone.now())
    return record


def own_player(user: User, club: Club) -> Player | None:
    """The player who ``user`` is in ``club``: on its list, or a member who came in by another club's."""
    players = list(Player.objects.filter(user=user).order_by("pk"))
    listed = next((player for player in players if player.club_id == club.pk), None)
    return listed or next((player for player in players if role_of(player, club)), None)


def _require_claimable(player: Player, club: Club) -> None:
    if player.club_id != club.pk or player.merged_into_id is not None or not player.name:
        raise PeopleError(_("This record is not on the club's list any more."))
    if player.user_id is not None:
        raise PeopleError(_("%(name)s has an account already.") % {"name": player})
