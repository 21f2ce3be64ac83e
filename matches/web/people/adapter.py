"""Who may sign up, and what django-allauth does not know of our users."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from matches.models import User
from matches.services.people_players import tidy_name
from matches.services.site_links import site_link
from matches.web.people.held_invitation import held_invitation

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
        """
        told = {name: _on_site(value) if name.endswith("_url") else value for name, value in context.items()}
        super().send_mail(template_prefix, email, {**told, "current_site": {"domain": settings.SITE.netloc}})

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
