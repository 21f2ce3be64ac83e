"""Accept an invitation: a person joins a club, and their player there is merged with the invited one if both exist."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.errors import InvitationError
from matches.clubs.invitations import (
    is_inviter_allowed,
    open_invitation,
    open_invitations,
    own_player,
    require_claimable,
)
from matches.clubs.locks import locked_club
from matches.clubs.log_entries import append_club_fact
from matches.clubs.manage_club import own_name
from matches.clubs.memberships import grant_role
from matches.clubs.players import free_name
from matches.models import Club, Invitation, Membership, Player, User
from matches.privacy.merge import merge_players

JOINED: Final = "club.joined"


@transaction.atomic
def accept_invitation(token: str, user: User) -> Player:
    """Accept the invitation with this token for ``user``, and return the user's player in the club.

    A user who already has a higher role in the club keeps it. Raises ``InvitationError`` if the invitation is
    no longer valid, and ``PeopleError`` if it is for a player who cannot belong to this user; it then remains
    valid.
    """
    invitation = open_invitation(token)
    if invitation is None:
        raise InvitationError(_("This invitation is no longer valid."))
    club = locked_club(invitation.club_id)
    # The second of two users waits for the lock and finds the link used. A change of the inviter's role waits
    # for it as well.
    used = open_invitations().filter(pk=invitation.pk)
    if not is_inviter_allowed(invitation) or not used.update(accepted_at=timezone.now(), accepted_by=user):
        raise InvitationError(_("This invitation is no longer valid."))
    player = _player_of(user, club, invitation)
    role = grant_role(club, player, Membership.Role(invitation.role))
    payload = {"invitation": invitation.public_id, "player": player.public_id, "role": str(role)}
    append_club_fact(club, JOINED, payload, by=user)
    return player


def _player_of(user: User, club: Club, invitation: Invitation) -> Player:
    """Return the user's player in the club: their own, the one that the invitation names, both merged, or a new one."""
    own = own_player(user, club)
    record = None
    if invitation.player_id is not None:
        record = Player.objects.select_related("merged_into").get(pk=invitation.player_id)
        record = record.merged_into or record
    if record is None:
        return own or Player.objects.create(club=club, user=user, name=free_name(club, own_name(user)))
    if own == record:
        return record
    require_claimable(record, club)
    if own is not None and own.club_id == club.pk:
        merge_players(own, record, by=user, on_word_of=invitation.created_by)
        return own
    record.user = user
    record.save(update_fields=["user"])
    # Other links to a record that has an owner now would only disappoint.
    open_invitations().filter(player=record).update(revoked_at=timezone.now())
    return record
