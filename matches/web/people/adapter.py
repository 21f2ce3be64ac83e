"""Who may sign up, and what django-allauth does not know of our users."""

from __future__ import annotations

import logging
from smtplib import SMTPException
from typing import Any, Final
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from matches.models import User
from matches.services.people_players import tidy_name
from matches.services.site_links import site_link
from matches.web.people.held_invitation import held_invitation

logger = logging.getLogger(__name__)

SENT: Final = "account/messages/email_confirmation_sent.txt"
LONGEST_BROWSER: Final = 200
"""Characters of what a browser calls itself that are told in a mail."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """To anybody where an address can be proved by mail, else to those whom an owner invited."""
        return settings.HAS_MAIL or held_invitation(request) is not None

    def save_user(self, request: HttpRequest, user: User, form: forms.Form, commit: bool = True) -> User:
        user.name = tidy_name(str(form.cleaned_data.get("name", "")))
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def is_email_verified(self, request: HttpRequest, email: str) -> bool:
        """Whoever came by the link in a mail has shown that he reads that mailbox."""
        invitation = held_invitation(request)
        invited_here = invitation is not None and invitation.email.lower() == email.lower()
        return invited_here or bool(super().is_email_verified(request, email))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Links lead to the site under its own name, whatever host the request was sent to: who asks for a mail to
        somebody else would choose where its link goes.

        Where the mail server does not take it the person is told, whoever he named: the page goes on, and says nothing
        of who has an account.
        """
        told = {name: _on_site(value) if name.endswith("_url") else value for name, value in context.items()}
        try:
            super().send_mail(
                template_prefix, email, {**told, "current_site": {"domain": settings.SITE.netloc}}
            )
        except (SMTPException, OSError):
            logger.exception("a mail could not be sent: %s", template_prefix)
            self.request.mail_is_lost = True
            messages.error(self.request, _("The mail could not be sent. Try again in a few minutes."))

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *arguments: Any,
        **more: Any,
    ) -> None:
        """But that a mail was sent, where it was not."""
        is_untrue = message_template == SENT and getattr(request, "mail_is_lost", False)
        if not is_untrue:
            super().add_message(request, level, message_template, *arguments, **more)

    def get_http_user_agent(self, request: HttpRequest) -> str:
        """As a mail tells it, which is no place for whole letters from whoever tries a password."""
        return tidy_name(str(super().get_http_user_agent(request)))[:LONGEST_BROWSER]

    def is_safe_url(self, url: str) -> bool:
        """Within the site, as the request has its name: the other names that it answers to are its host's machines."""
        return url_has_allowed_host_and_scheme(
            url, {self.request.get_host()}, require_https=self.request.is_secure()
        )


def _on_site(address: str) -> str:
    """The same page under the name that members know the site by."""
    parts = urlsplit(address)
    return site_link(parts.path + (f"?{parts.query}" if parts.query else ""))
