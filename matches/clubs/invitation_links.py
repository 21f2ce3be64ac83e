"""An invitation on its way to whom it is for: as a link to hand over, or by mail."""

from __future__ import annotations

from dataclasses import dataclass
from smtplib import SMTPException

from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from matches.clubs.errors import PeopleError
from matches.clubs.invitations import NewInvitation, invite, revoke_invitation
from matches.common.absolute_urls import site_link
from matches.common.clean_names import tidy_name
from matches.models import Club, Invitation, Membership, Player, User


class MailNotSentError(PeopleError):
    """The invitation's mail did not go out, and the invitation is taken back."""


@dataclass(frozen=True, slots=True)
class HandedOut:
    """``url`` is the link, to be shown once; empty where it went out by mail, which nobody here may read."""

    invitation: Invitation
    url: str


def hand_out_invitation(
    club: Club, *, by: User, role: Membership.Role, email: str = "", player: Player | None = None
) -> HandedOut:
    """Invite somebody, as ``invite`` does, by a link to hand over, or with ``email`` by mail.

    Raises ``MailNotSentError``, and what ``invite`` raises.
    """
    new = invite(club, by=by, role=role, email=email, player=player)
    return HandedOut(new.invitation, deliver_invitation(new, by=by))


def deliver_invitation(new: NewInvitation, *, by: User) -> str:
    """The link, to be shown once; empty where it goes out by mail now, which nobody here may read.

    To be called once ``new`` is committed: a mail server may take its time, and others want the club meanwhile.
    Raises ``MailNotSentError``.
    """
    address = new.invitation.email
    if not address:
        return _link(new)
    if not _send(new, by=by):
        # Nobody has the link, and nobody shall: it stood for a mailbox that it never reached.
        revoke_invitation(new.invitation, by=by)
        raise MailNotSentError(
            _("The mail to %(address)s could not be sent. Invite without an address.") % {"address": address}
        )
    return ""


def _link(new: NewInvitation) -> str:
    return site_link(reverse("web:open_invitation", args=[new.token]))


def _send(new: NewInvitation, *, by: User) -> bool:
    """Send the link, in the recipient's language if he is known here, else in the sender's; whether it went out."""
    invitation = new.invitation
    known = User.objects.filter(email=invitation.email).first()
    language = (known.language if known else "") or by.language or translation.get_language()
    with translation.override(language):
        # Of a name from a file, a line end would end the header.
        subject = tidy_name(_("Invitation to %(club)s") % {"club": invitation.club.name})
        context = {
            "club": invitation.club,
            "inviter": by.name or _("An owner of the club"),
            "url": _link(new),
            "expires_at": invitation.expires_at,
        }
        body = render_to_string("clubs/invitation_mail.txt", context)
        try:
            send_mail(subject, body, None, [invitation.email])
        except (SMTPException, OSError):
            return False
    return True
