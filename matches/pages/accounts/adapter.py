"""Adapt django-allauth to our users: sign-up, limits on passwords, mails, links, and secrets of the second step."""

from __future__ import annotations

import math
import time
from datetime import timedelta
from functools import partial
from io import BytesIO
from typing import Any, ClassVar, Final
from urllib.parse import urlsplit

import qrcode
from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.totp.internal.auth import generate_totp_secret
from django import forms
from django.conf import settings
from django.core.mail import get_connection
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy, ngettext
from qrcode.image.svg import SvgPathFillImage

from ecarte_site.recheck import is_recheck
from matches.common.encrypted_text import DecryptionError, decrypt_text, encrypt_text
from matches.common.site_links import site_link
from matches.mail.queue import LIFETIME
from matches.models import User
from matches.models.mail import Urgency
from matches.pages.accounts.password_tries import TooManyTriesError, count_try, remember_browser
from matches.pages.clubs.links import pop_joined, stored_invitation
from matches.rules.names import tidy_name

MAX_USER_AGENT: Final = 200
"""The number of characters of a browser's user agent that a mail shows."""
SIGNED_IN_AT: Final = "signed_in_at"
"""The session key for the time of the sign-in, in seconds since 1970."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        # Passwords have limits of their own, below: this is about codes of the second step.
        "too_many_login_attempts": gettext_lazy("Too many wrong codes. Try again in five minutes."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return whether mail is configured, so that addresses can be confirmed, or the visitor is invited."""
        return settings.HAS_MAIL or stored_invitation(request) is not None

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a sign-in attempt by our own limits. Raises ValidationError at a limit, even for unknown accounts."""
        try:
            self._password_try = count_try(request, str(credentials.get("email", "")))
        except TooManyTriesError as error:
            raise forms.ValidationError(_wait_text(error.seconds), code="too_many_login_attempts") from None

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        user: User | None = super().authenticate(request, **credentials)
        if user is not None:
            self._password_try.record_success()
        return user

    def login(self, request: HttpRequest, user: User) -> None:
        super().login(request, user)
        request.session[SIGNED_IN_AT] = time.time()
        remember_browser(request, user)

    def set_password(self, user: User, password: str) -> None:
        super().set_password(user, password)
        remember_browser(self.request, user)

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """Return whether the user must enter the password again, because the last sign-in is too old.

        django-allauth documents that a sign-in counts as authentication. Version 65.21 only considers
        passwords entered a second time, and would ask again right after a sign-in. A file that was begun in
        time is sent to its end.
        """
        if is_recheck(self.request):
            return False
        signed_in_at = self.request.session.get(SIGNED_IN_AT, 0)
        is_recent = time.time() - signed_in_at < app_settings.REAUTHENTICATION_TIMEOUT
        return not is_recent and bool(super().is_reauthentication_required(app=app, **more))

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Return the club that the user joined by signing up, the first time that they sign in; else the home page."""
        return pop_joined(request) or str(super().get_login_redirect_url(request))

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        return pop_joined(request) or str(super().get_signup_redirect_url(request))

    def save_user(self, request: HttpRequest, user: User, form: forms.Form, commit: bool = True) -> User:
        user.name = str(form.cleaned_data.get("name", ""))
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def is_email_verified(self, request: HttpRequest, email: str) -> bool:
        """Return whether the address is confirmed, which an invitation that was mailed there does as well."""
        invitation = stored_invitation(request)
        is_invited = invitation is not None and invitation.email.lower() == email.lower()
        return is_invited or bool(super().is_email_verified(request, email))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Store a mail whose links start with the site's configured URL, whatever host the request names.

        If the links used the host of the request, a sender could choose where the links in a mail to another
        person lead.
        """
        on_site = {
            name: _on_site(value) if name.endswith("_url") else value for name, value in context.items()
        }
        about = {
            "request": self.request,
            "email": email,
            **on_site,
            "current_site": {"domain": settings.SITE.netloc},
        }
        message = self.render_mail(template_prefix, email, about)
        urgency, lifetime = _use_of(template_prefix.rpartition("/")[2])
        message.connection = get_connection(urgency=urgency, lifetime=lifetime)
        message.send()

    def get_http_user_agent(self, request: HttpRequest) -> str:
        """Return the browser's user agent as text for a mail, cut to ``MAX_USER_AGENT`` characters.

        Control characters are removed. The header is untrusted: without the limit, a sender could put a long
        text into a mail to another person.
        """
        return tidy_name(str(super().get_http_user_agent(request)))[:MAX_USER_AGENT]

    def is_safe_url(self, url: str) -> bool:
        """Return whether ``url`` is on the host of this request: others in ``ALLOWED_HOSTS`` may be other machines."""
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


def _use_of(name: str) -> tuple[Urgency, timedelta]:
    """Return how urgent django-allauth's mail of this name is, and how long its code or link is valid."""
    if name.endswith("_code"):
        return Urgency.CODE, timedelta(seconds=app_settings.LOGIN_BY_CODE_TIMEOUT)
    if name == "password_reset_key":
        return Urgency.LINK, timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
    if name in ("email_confirmation", "email_confirmation_signup"):
        return Urgency.LINK, timedelta(days=app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS)
    return Urgency.NOTICE, LIFETIME


def _on_site(address: str) -> str:
    parts = urlsplit(address)
    return site_link(parts.path + (f"?{parts.query}" if parts.query else ""))


class SecondStepAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    def encrypt(self, text: str) -> str:
        return encrypt_text(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Return an authenticator app's decrypted secret; a random one, which no code matches, if the key was lost."""
        try:
            return decrypt_text(encrypted_text)
        except DecryptionError:
            return str(generate_totp_secret())

    def build_totp_svg(self, url: str) -> str:
        """Return a QR code with ``url`` as SVG on white: cameras can't read a transparent one on a dark page."""
        picture = BytesIO()
        qrcode.make(url, image_factory=SvgPathFillImage).save(picture)
        return picture.getvalue().decode()


def accounts(request: HttpRequest) -> dict[str, Any]:
    """Return the context processor's values for the links to accounts; the costly ones are callables."""
    return {
        "has_mail": settings.HAS_MAIL,
        "admin_is_public": settings.ADMIN_IS_PUBLIC,
        "can_sign_up": lambda: get_adapter(request).is_open_for_signup(request),
        "stored_invitation": partial(stored_invitation, request),
    }
