"""Create, send, look up and revoke invitations: links by which one person joins a club, once.

The database has only the SHA-256 of a link's token. A link that was sent by mail is shown to nobody, so that
whoever opens it can read that mailbox. A link without an address is shown once to the owner who made it.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.core.mail import get_connection, send_mail
from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from matches.clubs.errors import PeopleError
from matches.clubs.locks import locked_club
from matches.clubs.log_entries import append_club_fact
from matches.clubs.memberships import role_of
from matches.clubs.roles import powers_of
from matches.common.site_links import site_link
from matches.models import Club, Invitation, Membership, Player, User
from matches.models.mail import Urgency
from matches.rules.names import tidy_name

INVITED: Final = "club.invited"
INVITATION_REVOKED: Final = "club.invitation_revoked"
GOOD_FOR: Final = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class NewInvitation:
    """A new invitation with the secret token of its link, which is stored only as a hash."""

    invitation: Invitation
    token: str


@transaction.atomic
def invite(
    club: Club, *, by: User, role: Membership.Role, email: str = "", player: Player | None = None
) -> NewInvitation:
    """Create an invitation to join ``club`` in ``role``.

    ``player`` is the guest whom the invited person takes over, or None for a new player. With ``email``, the
    token may be sent to this address only. Raises ``PeopleError`` if ``player`` is not a guest on this club's
    list.
    """
    club = locked_club(club.pk)
    if player is not None:
        player.refresh_from_db()
        require_claimable(player, club)
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
    """Return the invitations that are neither accepted, revoked nor expired.

    Check ``is_inviter_allowed`` as well: the inviter may have lost the right to invite people.
    """
    return Invitation.objects.filter(
        accepted_at__isnull=True, revoked_at__isnull=True, expires_at__gt=timezone.now()
    )


def open_invitation(token: str) -> Invitation | None:
    """Return the invitation with this token, with club, player and inviter loaded, or None if it cannot be accepted."""
    rows = open_invitations().filter(token_hash=token_hash(token))
    invitation = rows.select_related("club", "player", "created_by").first()
    return invitation if invitation is not None and is_inviter_allowed(invitation) else None


def invitation_of(token: str) -> Invitation | None:
    """Return the invitation with this token in any state, with its club loaded, or None."""
    return Invitation.objects.filter(token_hash=token_hash(token)).select_related("club").first()


def accepted_before(token: str, user: User) -> Invitation | None:
    """Return the invitation with this token, with its club loaded, if ``user`` has accepted it, otherwise None."""
    invitation = invitation_of(token)
    return invitation if invitation is not None and invitation.accepted_by_id == user.pk else None


def is_inviter_allowed(invitation: Invitation) -> bool:
    """Return whether the inviter (loaded, with the club) may still invite; else the invitation is invalid."""
    by = invitation.created_by
    return by is not None and by.is_active and powers_of(by, invitation.club).can("invite")


@transaction.atomic
def revoke_invitation(invitation: Invitation, *, by: User | None) -> bool:
    """Revoke the invitation. Return False if the invitation was already accepted or revoked."""
    club = locked_club(invitation.club_id)
    unused = Invitation.objects.filter(pk=invitation.pk, accepted_at__isnull=True, revoked_at__isnull=True)
    if not unused.update(revoked_at=timezone.now()):
        return False
    append_club_fact(club, INVITATION_REVOKED, {"invitation": invitation.public_id}, by=by)
    return True


def own_player(user: User, club: Club) -> Player | None:
    """Return the player of ``user`` in ``club``, preferably on its own list, or None."""
    players = list(Player.objects.filter(user=user).order_by("pk"))
    listed = next((player for player in players if player.club_id == club.pk), None)
    return listed or next((player for player in players if role_of(player, club)), None)


def require_claimable(player: Player, club: Club) -> None:
    """Raise ``PeopleError`` unless ``player`` is a guest on the club's list, whom an account may take over."""
    if player.club_id != club.pk or player.merged_into_id is not None or not player.name:
        raise PeopleError(_("This player is no longer on the club’s list."))
    if player.user_id is not None:
        raise PeopleError(_("%(name)s already has an account.") % {"name": player})


@dataclass(frozen=True, slots=True)
class HandedOut:
    """An invitation that was sent by mail, or whose link the inviter has to hand over.

    ``url`` is the link, which cannot be read again later; empty if it was sent, because only the recipient
    may read it.
    """

    invitation: Invitation
    url: str


@transaction.atomic
def hand_out_invitation(
    club: Club, *, by: User, role: Membership.Role, email: str = "", player: Player | None = None
) -> HandedOut:
    """Create an invitation, and have it sent if ``email`` is given. Raises as ``invite`` does."""
    new = invite(club, by=by, role=role, email=email, player=player)
    return HandedOut(new.invitation, deliver_invitation(new, by=by))


def deliver_invitation(new: NewInvitation, *, by: User) -> str:
    """Have the link mailed and return an empty string, or return the link if the invitation has no address.

    Call this in the transaction that made the invitation: the mail is a row, which is sent once it is committed.
    """
    if not new.invitation.email:
        return _link(new)
    _mail(new, by=by)
    return ""


def _link(new: NewInvitation) -> str:
    return site_link(reverse("web:open_invitation", args=[new.token]))


def _mail(new: NewInvitation, *, by: User) -> None:
    """Mail the invitation, in the recipient's language if they have an account, else in the sender's."""
    invitation = new.invitation
    known = User.objects.filter(email=invitation.email).first()
    language = (known.language if known else "") or by.language or translation.get_language()
    with translation.override(language):
        # A line break in a club's name from a file would end the header.
        subject = tidy_name(_("Invitation to %(club)s") % {"club": invitation.club.name})
        context = {
            "club": invitation.club,
            "inviter": by.name or _("An owner of the club"),
            "url": _link(new),
            "expires_at": invitation.expires_at,
        }
        body = render_to_string("clubs/invitation_mail.txt", context)
        mailer = get_connection(urgency=Urgency.LINK, lifetime=GOOD_FOR)
        send_mail(subject, body, None, [invitation.email], connection=mailer)
