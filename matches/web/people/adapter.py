"""Who may sign up, and what django-allauth does not know of our users."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from django import forms
from django.conf import settings
from django.http import HttpRequest

from matches.models import User
from matches.services.people_players import tidy_name
from matches.web.people.held_invitation import held_invitation


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
