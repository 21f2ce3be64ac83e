"""The mail that brings an invitation."""

from __future__ import annotations

from smtplib import SMTPException

from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from matches.models import User
from matches.services.people_invitations import NewInvitation
from matches.web.people.made_links import site_link


def send_invitation(new: NewInvitation, *, by: User) -> bool:
    """Send the link, in the recipient's language if he is known here, else in the sender's; whether it went out."""
    invitation = new.invitation
    known = User.objects.filter(email=invitation.email).first()
    language = (known.language if known else "") or by.language or translation.get_language()
    with translation.override(language):
        subject = _("Invitation to %(club)s") % {"club": invitation.club.name}
        context = {
            "club": invitation.club,
            "inviter": by.name or _("An owner of the club"),
            "url": site_link(reverse("web:open_invitation", args=[new.token])),
            "expires_at": invitation.expires_at,
        }
        body = render_to_string("web/people/invitation_mail.txt", context)
        try:
            send_mail(subject, body, None, [invitation.email])
        except (SMTPException, OSError):
            return False
    return True
