"""Who may sign up, and what django-allauth does not know of our users."""

from __future__ import annotations

import logging
import math
import time
from smtplib import SMTPException
from typing import Any, ClassVar, Final
from urllib.parse import urlsplit

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.common.absolute_urls import site_link
from matches.common.clean_names import tidy_name
from matches.models import User
from matches.pages.clubs.known_browsers import remember_browser
from matches.pages.clubs.password_rate_limits import TooManyTriesError, count_try
from matches.pages.clubs.session_invitation import held_invitation

logger = logging.getLogger(__name__)

SENT: Final = "account/messages/email_confirmation_sent.txt"
LONGEST_BROWSER: Final = 200
"""Characters of what a browser calls itself that are told in a mail."""
SIGNED_IN_AT: Final = "signed_in_at"
"""Where a session keeps the time of its sign-in, in seconds since 1970."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        # Passwords have limits of their own, below: this is about codes of the second step.
        "too_many_login_attempts": gettext_lazy("Too many wrong codes. Try again in five minutes."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """To anybody where an address can be proved by mail, else to those whom an owner invited."""
        return settings.HAS_MAIL or held_invitation(request) is not None

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the password about to be checked, by our limits in place of the package's.

        Raises ValidationError, for known and unknown accounts alike, when it must not be checked now.
        """
        try:
            self._password_try = count_try(request, str(credentials.get("email", "")))
        except TooManyTriesError as error:
            raise forms.ValidationError(_wait_text(error.seconds), code="too_many_login_attempts") from None

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        user: User | None = super().authenticate(request, **credentials)
        if user is not None:
            self._password_try.was_right()
        return user

    def login(self, request: HttpRequest, user: User) -> None:
        """Start the session of ``user``, whose password and second step were right just now."""
        super().login(request, user)
        request.session[SIGNED_IN_AT] = time.time()
        remember_browser(request, user)

    def set_password(self, user: User, password: str) -> None:
        """Set the password, and keep the browser known in which that was done: here, or by a link."""
        super().set_password(user, password)
        remember_browser(self.request, user)

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """Ask for the password again only when the sign-in is longer ago than the settings allow.

        django-allauth documents that a sign-in counts. In 65.21 it looks for passwords given a second time alone, and
        asks again at once.
        """
        signed_in_at = self.request.session.get(SIGNED_IN_AT, 0)
        is_recent = time.time() - signed_in_at < app_settings.REAUTHENTICATION_TIMEOUT
        return not is_recent and bool(super().is_reauthentication_required(app=app, **more))

    def save_user(self, request: HttpRequest, user: User, form: forms.Form, commit: bool = True) -> User:
        user.name = str(form.cleaned_data.get("name", ""))
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


def _wait_text(seconds: int) -> str:
    minutes = math.ceil(seconds / 60)
    return ngettext(
        "Too many tries. Try again in %(number)s minute.",
        "Too many tries. Try again in %(number)s minutes.",
        minutes,
    ) % {"number": minutes}


def _on_site(address: str) -> str:
    """The same page under the name that members know the site by."""
    parts = urlsplit(address)
    return site_link(parts.path + (f"?{parts.query}" if parts.query else ""))
