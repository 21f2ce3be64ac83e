"""Serve the pages of the viewer's own account: name, language, sign-in, clubs, export and erasure of their data.

A link for a new password, made by an owner, is stored in the session and redirects at once, as an
invitation's does.
"""

from __future__ import annotations

from typing import Final

from allauth.account import views as allauth
from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.password_reset import finalize_password_reset
from allauth.mfa.base.internal.flows import delete_and_cleanup
from allauth.mfa.totp.views import DeactivateTOTPView
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.clubs.accounts import change_account, change_address, share_reviews, user_of_link
from matches.clubs.errors import PeopleError
from matches.clubs.queries import own_memberships
from matches.pages.accounts.account_forms import (
    AccountForm,
    DeactivateForm,
    PasswordResetKeyForm,
    PlainAddressForm,
)
from matches.pages.clubs.links import count_wrong_link, too_many_wrong_links
from matches.pages.clubs.person import person_file
from matches.pages.common.club_context import acting_user
from matches.privacy.erase import erase_person, why_not_erase

MAX_ROWS = 100
SESSION_KEY: Final = "password_link"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show_account(request: HttpRequest) -> HttpResponse:
    user = acting_user(request)
    initial = {"name": user.name, "language": user.language}
    form = AccountForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        change_account(user, name=form.cleaned_data["name"], language=form.cleaned_data["language"])
        messages.success(request, _("Saved."))
        return redirect("web:account")
    context = {
        "form": form,
        "has_second_step": is_mfa_enabled(user),
        "players": user.players.select_related("club").order_by(Lower("club__name"), "pk")[:MAX_ROWS],
        "memberships": own_memberships(user)[:MAX_ROWS],
    }
    return render(request, "accounts/account.html", context)


@login_required
@require_POST
def set_sharing(request: HttpRequest, public_id: str) -> HttpResponse:
    player = get_object_or_404(acting_user(request).players, public_id=public_id)
    share_reviews(player, shares=request.POST.get("shares") == "yes")
    messages.success(request, _("Saved."))
    return redirect("web:account")


@login_required
@require_safe
@reauthentication_required  # type: ignore[untyped-decorator]
def export(request: HttpRequest) -> HttpResponseBase:
    return person_file(request, acting_user(request))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required  # type: ignore[untyped-decorator]
def erase(request: HttpRequest) -> HttpResponse:
    user = acting_user(request)
    problem = why_not_erase(user)
    if request.method == "POST" and not problem:
        try:
            erase_person(user, by=user)
        except PeopleError as error:
            problem = str(error)
        else:
            logout(request)
            messages.success(request, _("Your account is deleted. Your results stay, without your name."))
            return redirect("web:home")
    return render(request, "accounts/erase_account.html", {"problem": problem})


def password_reset(request: HttpRequest) -> HttpResponseBase:
    """Serve a form that mails a link for a new password; without mail, advise the visitor to ask an owner."""
    if settings.HAS_MAIL:
        response: HttpResponseBase = allauth.password_reset(request)
        return response
    return render(request, "account/password_reset.html")


@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
def email(request: HttpRequest) -> HttpResponseBase:
    """Serve the form for a new e-mail address, valid once confirmed by mail, or at once on a site without mail."""
    if settings.HAS_MAIL:
        response: HttpResponseBase = allauth.email(request)
        return response
    user = acting_user(request)
    form = PlainAddressForm(request.POST if request.method == "POST" else None, initial={"email": user.email})
    if form.is_valid():
        try:
            change_address(user, form.cleaned_data["email"])
        except PeopleError as error:
            form.add_error("email", str(error))
        else:
            messages.success(request, _("Sign in with the new address from now on."))
            return redirect("web:account")
    return render(request, "accounts/address.html", {"form": form})


class SecondStepOffView(DeactivateTOTPView):  # type: ignore[misc]
    """Serve django-allauth's page that deactivates two-factor authentication, and revokes API tokens if ticked."""

    def form_valid(self, form: DeactivateForm) -> HttpResponse:
        # This follows the package, but in one transaction that ends before waiting for a mail server.
        with transaction.atomic():
            delete_and_cleanup(self.request, self.authenticator)
            form.revoke_if_ticked()
        adapter = get_adapter(self.request)
        adapter.add_message(self.request, messages.SUCCESS, "mfa/messages/totp_deactivated.txt")
        adapter.send_notification_mail("mfa/email/totp_deactivated", acting_user(self.request))
        return redirect(self.get_success_url())


@require_safe
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    if too_many := too_many_wrong_links(request):
        return too_many
    if user_of_link(token) is None:
        count_wrong_link(request)
        request.session.pop(SESSION_KEY, None)
    else:
        request.session[SESSION_KEY] = token
    response = redirect("web:set_password")
    response["Referrer-Policy"] = "no-referrer"
    return response


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def set_password(request: HttpRequest) -> HttpResponse:
    """Serve the form for a new password to a visitor who opened a valid link, which a POST checks again."""
    user = user_of_link(str(request.session.get(SESSION_KEY, "")))
    if user is None:
        return render(request, "account/password_reset_from_key.html", {"token_fail": True})
    form = PasswordResetKeyForm(request.POST if request.method == "POST" else None, user=user)
    if not form.is_valid():
        return render(request, "account/password_reset_from_key.html", {"form": form, "action_url": ""})
    form.save()
    del request.session[SESSION_KEY]
    finalize_password_reset(request, user)
    return redirect("account_reset_password_from_key_done")
